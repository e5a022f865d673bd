"""What hands do in the background: take captives later, push neighbours straight.

Knows neither the table nor the game, only when each activity goes on.
"""

import heapq
from collections.abc import Callable, Iterator

# What takes time is a generator of pauses: after each, in seconds, it goes on.
Activity = Iterator[float]


class Background:
    """Activities that start at their own times and run while something else is done."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start with no activity; `clock` gives the time in seconds."""
        self._clock = clock
        self._due: list[tuple[float, int, Activity]] = []
        self._count = 0

    @property
    def busy(self) -> bool:
        """Whether any activity is unfinished."""
        return bool(self._due)

    def add(self, after_s: float, activity: Activity) -> None:
        """Start an activity after a delay in seconds."""
        self._count += 1
        heapq.heappush(self._due, (self._clock() + after_s, self._count, activity))

    def alongside(self, main: Activity) -> Activity:
        """Yield the pauses of the main activity, and run the others during them."""
        for pause in main:
            until = self._clock() + pause
            if not self._due or self._due[0][0] > until:
                yield pause  # to the last bit of the float
                continue
            while self._due and self._due[0][0] <= until:
                yield max(self._due[0][0] - self._clock(), 0.0)
                self._step()
            yield max(until - self._clock(), 0.0)

    def finish(self) -> Activity:
        """Wait until every activity has finished."""
        while self._due:
            yield 0.02

    def _step(self) -> None:
        _, number, activity = heapq.heappop(self._due)
        pause = next(activity, None)
        if pause is not None:
            heapq.heappush(self._due, (self._clock() + pause, number, activity))
