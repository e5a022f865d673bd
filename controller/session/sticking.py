"""Which sensors stick, by what counts: they feel a piece that is not there any more."""

from controller.recognition.answer import way_to
from controller.recognition.line import PlayedLine
from controller.recognition.story import Story
from controller.recognition.tracker import Beam
from controller.rules.geometry import BETWEEN, bits_of

# In plies: nobody leaves a captive on its square for longer, though the board asks for it.
_FORGOTTEN = 8


def sticking(beam: Beam, line: PlayedLine) -> int:
    """Return the squares that feel a piece still which has left them, by the plies that count."""
    best = beam.best
    # What has left for no ply may be back, or has never left.
    stuck = best.stuck & ~bits_of(*(a.home for a in best.away)) | _closed_since_start(beam, line)
    moves = [made.line.move for made in way_to(line, best.top).ahead] if stuck else []
    for move in filter(None, moves):
        stuck &= ~(1 << move.origin | BETWEEN[move.origin][move.target])
    return stuck | _never_taken(best)


def _closed_since_start(beam: Beam, line: PlayedLine) -> int:
    """Return the squares that have felt something all along, though their pieces have long gone.

    Both sides have played on, and nobody has taken what seems to stand there off the board.
    """
    best = beam.best
    closed = best.foreign & ~beam.sight.opened & line.game.rules.start.occupied
    return closed if best.came_at < best.top.back().left else 0


def _never_taken(story: Story) -> int:
    """Return the squares of captives that seem to stand there since long ago.

    They have rather been taken off, which their sensors do not tell. One that tells later on that
    somebody has taken its captive is trusted again.
    """
    owed, line = bits_of(*(d.at for d in story.dead if d.at == d.home and not d.taken)), story.line
    for _ in range(_FORGOTTEN if owed else 0):
        owed &= ~line.captured
        line = line.back()
    return owed
