"""A clock that moves only when a program moves it, so hours of play take seconds."""


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
