"""How late the game's turns are: the measure of whether anything slows the game."""

import os
import time
from collections import deque
from dataclasses import dataclass

# Ten seconds of play.
_KEPT = 1000


@dataclass(frozen=True, slots=True)
class Late:
    """How late turns were, in seconds: nearly all of them (p99), and the worst."""

    p99: float
    worst: float


class Machine:
    """What the machine gave this process: time of the processor, and time spent waiting for it."""

    def __init__(self) -> None:
        """Look at the thread that calls this."""
        try:
            self._waits: int | None = os.open("/proc/thread-self/schedstat", os.O_RDONLY)
        except OSError:
            self._waits = None  # no Linux

    def worked_s(self) -> float:
        """Return how long this process has worked, all its threads together."""
        return time.process_time()

    def waited_s(self) -> float:
        """Return how long this thread could have run while other programs did."""
        if self._waits is None:
            return 0.0
        return int(os.pread(self._waits, 100, 0).split()[1]) / 1e9


class Lateness:
    """The last turns, from when each was due to when its frame was out.

    What other programs do to the machine is left out: a turn is no later than the time since it
    was due in which its thread did not just wait for a processor, and no later than the work that
    this process did since the turn before.
    """

    def __init__(self) -> None:
        """Begin without turns."""
        self._last: deque[float] = deque(maxlen=_KEPT)
        self._by_clock: deque[float] = deque(maxlen=_KEPT)

    def add(self, since_due_s: float, worked_s: float, waited_s: float = 0.0) -> None:
        """Add a turn: how long ago it was due, and what the machine gave since the one before."""
        self._last.append(max(0.0, min(since_due_s - waited_s, worked_s)))
        self._by_clock.append(max(0.0, since_due_s))

    def late(self) -> Late:
        """Return how late the last turns were."""
        return _late(self._last)

    def late_by_clock(self) -> Late:
        """Return how late they were with all that other programs did."""
        return _late(self._by_clock)


def _late(last: deque[float]) -> Late:
    found = sorted(last.copy())
    if not found:
        return Late(0.0, 0.0)
    return Late(found[min(len(found) - 1, len(found) * 99 // 100)], found[-1])
