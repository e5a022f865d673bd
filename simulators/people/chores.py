"""Work that hands do beside the move in hand: captives taken later, neighbours put right."""

import heapq
from collections.abc import Callable, Generator, Iterator

# What hands do: they yield how many seconds shall pass before they go on.
Doing = Iterator[float]
Work = Generator[float, None, None]


class Chores:
    """Doings that begin at their own times and go on while something else is done."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begin with nothing to do."""
        self._clock = clock
        self._due: list[tuple[float, int, Doing]] = []
        self._count = 0

    @property
    def busy(self) -> bool:
        """Whether anything is still to be done."""
        return bool(self._due)

    def add(self, after_s: float, doing: Doing) -> None:
        """Begin a doing after so many seconds."""
        self._count += 1
        heapq.heappush(self._due, (self._clock() + after_s, self._count, doing))

    def beside(self, main: Doing) -> Doing:
        """Yield the pauses of the main work, with the chores done meanwhile."""
        for pause in main:
            until = self._clock() + pause
            if not self._due or self._due[0][0] > until:
                yield pause  # to the last bit of the float
                continue
            while self._due and self._due[0][0] <= until:
                yield max(self._due[0][0] - self._clock(), 0.0)
                self._step()
            yield max(until - self._clock(), 0.0)

    def finish(self) -> Doing:
        """Wait until everything is done."""
        while self._due:
            yield 0.02

    def _step(self) -> None:
        _, number, doing = heapq.heappop(self._due)
        pause = next(doing, None)
        if pause is not None:
            heapq.heappush(self._due, (self._clock() + pause, number, doing))
