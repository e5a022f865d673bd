"""What a board says by itself: no piece is put anywhere, and no light is followed.

That is all that can be known without a hand: sensors that change though nothing moves, that are
closed, or that let current back. A dead sensor and an empty square look the same.
"""

from collections.abc import Iterator, Sequence

from hal.board import DARK, SQUARE_COUNT
from hal.diagnosis.check import Check, Verdict
from hal.diagnosis.conversation import AskPerson, Conversation
from hal.diagnosis.findings import failing, no_diode
from hal.diagnosis.grounds import ground_checks, ungrounded
from hal.diagnosis.standing import SensorCounts, rest
from hal.notice import notice
from hal.squares import squares_in

# How often a sensor may change meanwhile.
_MOST_CHANGES = 1
# No game ends with fewer pieces; so few may be a stuck sensor each.
_FEW = 4
# Of the largest set on 121 squares.
_MOST_PIECES = 37


def look_untouched(order: Sequence[int], seconds: float) -> Conversation[list[Check]]:
    """Watch a board for a while, whatever stands on it; `order` is the square of each sensor."""
    words = notice("ask.rest")
    counts = yield from rest(words, seconds)
    reading = yield AskPerson(DARK, words, wants_diodes=True)
    found = list(_sensors(counts, order))
    found += [no_diode(square) for square in squares_in(reading.no_diode or 0)]
    return found or [Check("sensors", Verdict.OK, notice("check.sensors.quiet"))]


def _sensors(counts: SensorCounts, order: Sequence[int]) -> Iterator[Check]:
    restless = counts.restless(_MOST_CHANGES)
    floating = ungrounded(restless, order)
    yield from ground_checks(restless, order)
    if floating.bit_count() == SQUARE_COUNT:
        return
    for square in squares_in(restless & ~floating):
        yield failing("chatters", square)
    closed = counts.mostly & ~restless & ~floating
    count = closed.bit_count()
    if count > _MOST_PIECES:
        finding = notice("check.board.crowded", count=count)
        yield Check("board", Verdict.FAIL, finding, notice("cure.board.crowded"))
    elif count > _FEW:
        yield Check("board", Verdict.OK, notice("check.board.pieces", count=count))
    else:
        finding, cure = notice("check.sensor.occupied"), notice("cure.sensor.occupied")
        for square in squares_in(closed):
            yield Check("sensor", Verdict.WARN, finding, cure, square)
