"""What is new to those outside: of the mover, of the board, of its sensors."""

from controller.events.event import (
    BoardDisturbed,
    BoardRestored,
    Event,
    MoveRefused,
    MoveTentative,
    PieceLifted,
    SensorFailed,
    SensorHealed,
)
from controller.recognition.answer import Lifted, Mover, Placed
from controller.recognition.board import RIGHT, BoardState, Disturbed, Refused
from controller.rules.game import Game
from controller.rules.geometry import squares_of
from controller.session.refusals import why_refused


def mover_news(before: Mover, shown: Mover, at: float) -> list[Event]:
    """Return the news of what the mover is shown to do."""
    match shown:
        case Lifted(origin=origin, line=line):
            if isinstance(before, Lifted) and (before.origin, before.line) == (origin, line):
                return []
            return [PieceLifted(at, origin)]
        case Placed(move=move):
            return [] if shown == before else [MoveTentative(at, move)]
    return []


def board_news(before: BoardState, board: BoardState, game: Game, at: float) -> list[Event]:
    """Return the news of how the board of a game stands."""
    match board:
        case Refused(refusal=refusal):
            if isinstance(before, Refused) and before.refusal == refusal:
                return []
            return [MoveRefused(at, refusal, why_refused(board, game))]
        case Disturbed(cause=cause, repair=steps):
            known = isinstance(before, Disturbed) and before.cause == cause
            return [] if known else [BoardDisturbed(at, len(steps))]
    return [] if before is RIGHT else [BoardRestored(at)]


def faults_found(before: int, after: int, at: float) -> list[Event]:
    """Return the news of sensors that are not trusted any more, or trusted again."""
    failed = [SensorFailed(at, square) for square in squares_of(after & ~before)]
    healed = [SensorHealed(at, square) for square in squares_of(before & ~after)]
    return [*failed, *healed]
