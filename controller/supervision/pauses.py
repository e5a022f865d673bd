"""How long to wait after a failure before the next attempt. Time is an argument."""

# A part that ran for so long was well: what fails then is a new failure.
_WELL_AFTER_S = 30.0


class Pauses:
    """Pauses that double from failure to failure, up to a longest one; all times in seconds."""

    def __init__(self, first_s: float = 0.5, longest_s: float = 15.0) -> None:
        """Begin with the shortest pause."""
        self._first_s = first_s
        self._longest_s = longest_s
        self._next_s = first_s
        self._failed_at = float("-inf")

    def after_failure(self, at: float) -> float:
        """Return how long to wait after a failure at this time."""
        if at - self._failed_at > _WELL_AFTER_S + self._next_s:
            self._next_s = self._first_s
        pause, self._failed_at = self._next_s, at
        self._next_s = min(2 * pause, self._longest_s)
        return pause
