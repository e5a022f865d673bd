"""Events of more than one kind for the same thing."""

from controller.events.event import Event, SensorFailed, SensorHealed
from controller.rules.geometry import squares_of


def faults_found(before: int, after: int, at: float) -> list[Event]:
    """Return the news of sensors that are not trusted any more, or trusted again."""
    failed = [SensorFailed(at, square) for square in squares_of(after & ~before)]
    healed = [SensorHealed(at, square) for square in squares_of(before & ~after)]
    return [*failed, *healed]
