"""Which sensors stick, by what counts: they feel a piece that is not there any more."""

from typing import NamedTuple

from controller.recognition import durations
from controller.recognition.answer import way_to
from controller.recognition.line import PlayedLine
from controller.recognition.story import Story
from controller.recognition.tracker import Beam
from controller.rules.geometry import BETWEEN, NEIGHBOURS, bits_of, squares_of

# In plies: few leave a captive on its square for longer, though the board asks for it.
_FORGOTTEN = 8
# In plies: whether a piece stands, or is in a hand still, shows by the two that follow its own.
_LATEST = 3
# No sensor opens later than this, in seconds, after what it felt has left.
_LATE_S = 1.0


class Sticking(NamedTuple):
    """The squares that feel a piece still which has left them, and those that may."""

    stuck: int = 0
    suspect: int = 0


def sticking(beam: Beam, line: PlayedLine, first_seen: float | None) -> Sticking:
    """Return which sensors stick, or may, by the plies that count; the play was seen since then."""
    best = beam.best
    # What has left for no ply may be back, or has never left.
    stuck = best.stuck & ~bits_of(*(a.home for a in best.away)) | _closed_all_along(
        beam, line, first_seen
    )
    moves = [made.line.move for made in way_to(line, best.top).ahead] if stuck else []
    for move in filter(None, moves):
        stuck &= ~(1 << move.origin | BETWEEN[move.origin][move.target])
    if best.line is not line:
        return Sticking(stuck, beam.sight.suspect)
    # A piece that has moved to where a captive is felt shows that it is none.
    if beam.sight.suspect:
        stuck |= beam.sight.suspect & (line.target_bit | line.back().target_bit)
    stuck |= closed_before(beam)
    return Sticking(stuck, _long_owed(best) & ~stuck)


def _closed_all_along(beam: Beam, line: PlayedLine, first_seen: float | None) -> int:
    """Return the squares that have felt something all along, though their pieces have long gone.

    Both sides have played on, and nobody has taken what seems to stand there off the board.
    """
    best = beam.best
    if first_seen is None or best.came_at >= best.top.back().left:
        return 0
    closed = squares_of(best.foreign & ~beam.sight.opened & line.game.rules.start.occupied)
    return bits_of(*(square for square in closed if beam.stood_at[square] <= first_seen))


def closed_before(beam: Beam) -> int:
    """Return the squares that felt something before the piece was lifted that has come there.

    A piece on the line to the next square is felt there, too, before it goes, and a captive may be
    pushed off just as it comes. One that nobody felt go just then may have gone long before; so may
    one whose square has felt a neighbour since, that was drawn on to it and comes home as it opens.
    """
    found, best = 0, beam.best
    laid = {dead.since for dead in best.dead if dead.taken and not dead.late}
    for made in best.top.latest(_LATEST):
        move = made.line.move
        if move is None or made.is_step:
            continue
        opened_at, closed_at = beam.stood_at[move.origin], beam.stood_at[move.target]
        if _has_held_neighbour(beam, move.origin):
            continue
        if opened_at == made.left > closed_at + _LATE_S and closed_at not in laid:
            found |= 1 << move.target
    return found & beam.sight.occupied & ~beam.sight.unsure


def _has_held_neighbour(beam: Beam, square: int) -> bool:
    """Say whether a piece has come to a square beside one just as that opened."""
    beside = squares_of(NEIGHBOURS[square] & beam.sight.occupied)
    opened_at = beam.stood_at[square]
    return any(abs(beam.stood_at[each] - opened_at) < durations.SWEEP_S for each in beside)


def _long_owed(story: Story) -> int:
    """Return the squares of captives that seem to stand there since long ago.

    Somebody may have taken them, which sensors that stick do not tell. Whose captive is still there
    tells that when it is taken.
    """
    owed, line = bits_of(*(d.at for d in story.dead if d.at == d.home and not d.taken)), story.line
    for _ in range(_FORGOTTEN if owed else 0):
        owed &= ~line.captured
        line = line.back()
    return owed
