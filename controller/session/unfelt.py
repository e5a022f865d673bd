"""Moves that nothing was felt to begin: the square where the piece stood feels it still."""

from controller.recognition import prices
from controller.recognition.answer import way_to
from controller.recognition.board import BoardState, Cause, Disturbed, Right
from controller.recognition.line import PlayedLine
from controller.recognition.rest import is_settled
from controller.recognition.story import AIR, Story
from controller.recognition.tracker import Beam
from controller.rules.geometry import bits_of
from controller.rules.lines import Move


def moves_unfelt(beam: Beam, counted: PlayedLine) -> dict[Move, Story]:
    """Return the moves by which a piece may have come where none was felt to leave, if one did.

    Each with the likeliest story of it; none if something else is wrong, or if hands are busy
    before the other side has replied.
    """
    best = beam.best
    replied = best.line is not counted
    first = _first_unfelt(best, counted)
    strange = 1 << first.target if first else 0 if replied or best.away else _strange(best)
    if not strange or best.upset:
        return {}
    found: dict[Move, Story] = {}
    for story in (s for s in beam.stories if s.price < prices.SURE_COUNTED):
        move = _first_unfelt(story, counted) if replied or is_settled(story) else None
        if move and strange >> move.target & 1:
            found.setdefault(move, story)
    least = min((story.price for story in found.values()), default=0.0)
    return {move: s for move, s in found.items() if s.price - least < prices.SURE}


def shown_unfelt(beam: Beam, counted: PlayedLine, board: BoardState) -> tuple[Move, ...]:
    """Return the moves by which a piece may have come that seems to be one too many.

    A magnet is that only once the `board` is shown as disturbed, and a captive at once.
    """
    match board:
        case Disturbed(cause=Cause.SURPLUS):
            return tuple(moves_unfelt(beam, counted))
        case Right() if not beam.best.foreign:
            return tuple(moves_unfelt(beam, counted))
    return ()


def _strange(story: Story) -> int:
    """Return the squares of magnets that belong nowhere, and of captives out of the box again."""
    return story.foreign | bits_of(*(d.at for d in story.dead if d.late and d.at != AIR))


def _first_unfelt(story: Story, counted: PlayedLine) -> Move | None:
    """Return the first move of a story that does not count, if the square it left feels it."""
    if not story.stuck:
        return None
    way = way_to(counted, story.top)
    move = way.ahead[0].line.move if way.ahead and not way.back else None
    return move if move and story.stuck >> move.origin & 1 else None
