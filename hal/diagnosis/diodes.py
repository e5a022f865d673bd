"""Missing diodes of a matrix that cannot look for them itself: many pieces, set up band by band.

A ghost needs three closed reeds at the corners of a rectangle, so one piece never shows one. Two
neighbouring diagonals of the matrix, 22 pieces, give each of their reeds one neighbour in its row
and one in its column, and a corner of its own that stays open: the one square where a ghost
appears if this reed lacks its diode, and no other. Six bands cover the matrix.
"""

from collections.abc import Sequence

from hal.board import DARK
from hal.diagnosis.check import Check, Verdict
from hal.diagnosis.conversation import RED, WHITE, AskPerson, Conversation, frame_of
from hal.diagnosis.findings import no_diode
from hal.diagnosis.standing import DWELL_S
from hal.notice import notice
from hal.squares import SIDE, squares_in

# Surplus that stays so long though it is lit is none that a hand could take away.
_SURPLUS_S = 4.0
_PATIENCE_S = 60.0


def band(first: int) -> dict[int, int]:
    """Return the sensors of two diagonals, from `first` on, each with the sensor of its ghost."""
    found = {}
    for row in range(SIDE):
        near, far = (row + first) % SIDE, (row + first + 1) % SIDE
        found[SIDE * row + near] = SIDE * ((row - 1) % SIDE) + far
        found[SIDE * row + far] = SIDE * ((row + 1) % SIDE) + near
    return found


def find_missing_diodes(order: Sequence[int]) -> Conversation[list[Check]]:
    """Set the bands up one after the other; return the squares whose diode is missing.

    `order` is the square of each sensor.
    """
    missing: set[int] = set()
    # The last diagonal has the first one for a partner.
    for first in range(0, SIDE, 2):
        ghost_of = {order[key]: order[ghost] for key, ghost in band(first).items()}
        wanted = sum(1 << square for square in ghost_of)
        surplus = yield from _set_up(wanted)
        if surplus is None:
            return [Check("board", Verdict.FAIL, notice("check.nobody"), notice("cure.nobody"))]
        missing |= {square for square, ghost in ghost_of.items() if surplus >> ghost & 1}
        # A matrix that looks for itself hides its ghosts.
        words = notice("ask.pieces", count=wanted.bit_count())
        reading = yield AskPerson(DARK, words, wants_diodes=True)
        missing |= set(squares_in(reading.no_diode or 0))
    if missing:
        return [no_diode(square) for square in sorted(missing)]
    return [Check("diode", Verdict.OK, notice("check.diode.good"))]


def _set_up(wanted: int) -> Conversation[int | None]:
    """Ask for pieces on exactly these squares; return what reads occupied beside them.

    None if nobody sets them up.
    """
    words = notice("ask.pieces", count=wanted.bit_count())
    reading = yield AskPerson(DARK, words)
    before, since = reading.occupied, reading.at
    while True:
        now = reading.occupied
        if now != before:
            before, since = now, reading.at
        quiet_s, surplus = reading.at - since, now & ~wanted
        if wanted & ~now:
            if quiet_s >= _PATIENCE_S:
                return None
        elif quiet_s >= (_SURPLUS_S if surplus else DWELL_S):
            return surplus
        put = dict.fromkeys(squares_in(wanted & ~now), WHITE)
        take = dict.fromkeys(squares_in(surplus), RED)
        reading = yield AskPerson(frame_of({**put, **take}), words)
