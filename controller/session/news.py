"""Events of more than one kind for the same thing."""

from controller.events.event import (
    Event,
    MoveCommitted,
    MoveRetargeted,
    SensorFailed,
    SensorHealed,
)
from controller.rules.game import Game
from controller.rules.geometry import squares_of
from controller.rules.lines import Move


def committed(move: Move, old: Move | None, before: Game, captured: int, at: float) -> Event:
    """Return the news of a ply: a new one, or in the place of an old move."""
    ply, side = len(before.plies) + 1, before.position.to_move
    if old is None:
        return MoveCommitted(at, ply, side, move, captured)
    return MoveRetargeted(at, ply, side, old, move, captured)


def faults_found(before: int, after: int, at: float) -> list[Event]:
    """Return the news of sensors that are not trusted any more, or trusted again."""
    failed = [SensorFailed(at, square) for square in squares_of(after & ~before)]
    healed = [SensorHealed(at, square) for square in squares_of(before & ~after)]
    return [*failed, *healed]
