"""Clocks of simulations: one that only a program moves, hours in seconds, and one that runs."""

from time import monotonic


class VirtualClock:
    """A clock that returns its time in seconds when it is called."""

    def __init__(self) -> None:
        """Begin at zero."""
        self._now = 0.0

    def __call__(self) -> float:
        """Return the time now."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._now += seconds


class RunningClock(VirtualClock):
    """A clock that also goes on by itself, for boards that somebody watches."""

    def __init__(self) -> None:
        """Begin at zero."""
        super().__init__()
        self._began = monotonic()

    def __call__(self) -> float:
        """Return the time now."""
        return super().__call__() + monotonic() - self._began
