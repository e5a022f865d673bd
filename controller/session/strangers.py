"""Strangers at one board: what nobody can be sure of does not count, and is put back.

Several hands lift pieces of both sides at once, and sensors cannot tell which of the pieces came
down where. Friends sort that out among themselves; strangers play on with two pieces exchanged.
So a ply stands only if its piece was the only one on its way, on a board that was otherwise right,
and what has counted stays unless its own piece is touched again.
"""

from controller.recognition.answer import Way, way_to
from controller.recognition.board import BoardState, Disturbed
from controller.recognition.line import PlayedLine
from controller.recognition.plies import put_back
from controller.recognition.story import AIR, Story
from controller.recognition.tracker import Beam, told

# A piece that nobody has seen land is still in somebody's hand until this has passed.
UNSEEN_AMONG_STRANGERS_S = 6.0


def faithful(beam: Beam, line: PlayedLine) -> Beam:
    """Return the stories that keep the plies that count, if the best one makes others of them."""
    way = way_to(line, beam.best.top)
    if not way.back or not way.ahead or _is_same_piece(line, way):
        return beam
    kept = [story for story in beam.stories if story.line.contains(line)]
    return told(beam, kept) if kept else beam


def withdrawn(beam: Beam, line: PlayedLine, board: BoardState) -> Beam:
    """Return the one story in which plies that nobody can be sure of have to be put back.

    It is the same beam if there are none. `board` is how the board stood before: once the lights
    lead back to the game, what stands elsewhere is put back too.
    """
    story = beam.best
    way = way_to(line, story.top)
    unsure = isinstance(board, Disturbed) or _cross(story, way) or _is_replaced(story, way)
    if not way.ahead or not unsure:
        return beam
    base = way.ahead[0].line.back()
    return told(beam, [put_back(story, base)])


def is_in_hand(story: Story) -> bool:
    """Say whether somebody holds a piece."""
    return any(a.at == AIR and not a.lost for a in story.away)


def is_amiss(story: Story) -> bool:
    """Say whether a piece stands where the game does not have it, dead ones aside."""
    return bool(story.foreign) or any(a.at != AIR for a in story.away)


def lands_unseen(beam: Beam, way: Way) -> bool:
    """Say whether the next ply that may count ends where no sensor tells."""
    move = way.ahead[0].line.move if way.ahead else None
    return move is not None and bool(beam.sight.unsure >> move.target & 1)


def _is_same_piece(line: PlayedLine, way: Way) -> bool:
    move, other = line.move, way.ahead[0].line.move
    alike = move is not None and other is not None and move.origin == other.origin
    return alike and way.back == len(way.ahead) == 1


def _cross(story: Story, way: Way) -> bool:
    """Say whether another piece was on its way to elsewhere while one that has moved was."""
    moved = [(made.left, made.first) for made in way.ahead]
    # A piece in the air may still come home; until it does, nothing counts.
    down = [(a.left, a.since) for a in story.away if a.at != AIR and not a.lost]
    return any(
        max(left, other_left) < min(lands, other_lands)
        for number, (left, lands) in enumerate(moved)
        for other_left, other_lands in (*moved[number + 1 :], *down)
    )


def _is_replaced(story: Story, way: Way) -> bool:
    """Say whether another piece stands where one that has moved is said to have stood."""
    moves = [made.line.move for made in way.ahead if made.line.move]
    targets = {move.target for move in moves}
    return any(story.occupied >> move.origin & 1 and move.origin not in targets for move in moves)
