"""A line of moves that is shown one by one, as the coach and a lesson do to say why."""

from dataclasses import dataclass

from controller.rules.lines import Move

_MOVE_S = 2.0


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """A line that is shown move by move, since a time."""

    line: tuple[Move, ...]
    since: float

    def move(self, at: float) -> Move | None:
        """Return the move that is shown at a time, None once all were."""
        number = int((at - self.since) / _MOVE_S)
        return self.line[number] if 0 <= number < len(self.line) else None

    @property
    def lasts_s(self) -> float:
        """How long it takes to show all moves."""
        return _MOVE_S * len(self.line)
