"""A simulated hand that makes moves on a tabletop, at human speed in virtual time."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from controller.rules.geometry import SIZE
from controller.rules.lines import Move
from simulators.tabletop import TRAY, Tabletop

_NAME = "simulated hand"
# How finely a slide is followed, in seconds.
_STEP_S = 0.01


@dataclass(slots=True)
class Timeline:
    """When the hand last lifted a piece and put one down, in seconds; None for a slide's start."""

    lifted_at: float | None = None
    placed_at: float = 0.0


class SimulatedHand:
    """Makes moves; every method yields how many seconds shall pass before it goes on."""

    def __init__(self, table: Tabletop, clock: Callable[[], float], random: Random) -> None:
        """Reach for a table; `random` decides how the hand moves and how long it takes."""
        self._table = table
        self._clock = clock
        self._random = random
        self.timeline = Timeline()

    def make(self, move: Move) -> Iterator[float]:
        """Lift or slide a piece from its origin to its target."""
        piece = self._table.at(move.origin)
        if piece is None:
            raise LookupError(f"{move}: no piece stands on the origin")
        slides = self._random.random() < 0.5
        self._table.grab(_NAME, piece.id, slide=slides)
        self.timeline = Timeline(None if slides else self._clock())
        if slides:
            yield from self._slide(move)
        else:
            yield self._random.uniform(0.15, 0.6)
        self._table.drop(_NAME, move.target % SIZE, move.target // SIZE)
        self.timeline.placed_at = self._clock()
        yield 0.0

    def clear(self, squares: tuple[int, ...]) -> Iterator[float]:
        """Take the pieces of some squares off the board, in any order."""
        for square in self._random.sample(squares, len(squares)):
            piece = self._table.at(square)
            if piece is None:
                raise LookupError(f"square {square}: no piece to take away")
            yield self._random.uniform(0.1, 0.4)
            self._table.grab(_NAME, piece.id)
            yield self._random.uniform(0.1, 0.3)
            self._table.drop(_NAME, *TRAY)

    def pause(self) -> Iterator[float]:
        """Think."""
        yield self._random.uniform(0.1, 0.5)

    def _slide(self, move: Move) -> Iterator[float]:
        x, y = move.origin % SIZE, move.origin // SIZE
        across, up = move.target % SIZE - x, move.target // SIZE - y
        # From a brisk push to a slow one; a square is passed well before a move settles on it.
        seconds = (abs(across) + abs(up)) * self._random.uniform(0.06, 0.16)
        steps = max(1, round(seconds / _STEP_S))
        for step in range(1, steps + 1):
            self._table.move(_NAME, x + across * step / steps, y + up * step / steps)
            yield _STEP_S
