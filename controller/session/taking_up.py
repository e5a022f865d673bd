"""How a board stands on which a game is taken up again: as it was left, but for what is found.

Knows nothing of moves that were made meanwhile: those explain what differs, as at any time.
"""

from controller.recognition.line import PlayedLine
from controller.recognition.plies import put_back
from controller.recognition.sight import Sight
from controller.recognition.story import Dead, begun
from controller.recognition.tracker import Beam, beginning, narrowed
from controller.rules.geometry import squares_of


def left_so(left: PlayedLine, line: PlayedLine, sight: Sight, at: float) -> Beam:
    """Return the story of a board that was left with some plies after a line, which were undone."""
    return narrowed(beginning(line, sight, at), [put_back(begun(left), line)])


def as_found(beam: Beam, line: PlayedLine, sight: Sight, at: float) -> Beam:
    """Return the story of a board that was left so, at the first look at it.

    What was undone may have been put back, whatever came to its squares then; and where all else
    stands, nobody need have taken what the last ply captured.
    """
    is_right = not any(sight.differences(line.position, line.captured))
    story = begun(line) if is_right else beam.best
    differing = (story.occupied ^ sight.occupied) & ~sight.unsure
    if differing & ~line.captured:
        return beam
    lying = differing & sight.occupied
    side = line.to_move
    dead = tuple(Dead(square, side, at, home=square, last=square) for square in squares_of(lying))
    return narrowed(beam, [story._replace(dead=dead, occupied=story.occupied | lying)])
