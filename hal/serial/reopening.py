"""When a port is opened again because the board behind it says nothing. Opens nothing itself.

That lets DTR fall and rise, which resets an Arduino; only so does a firmware that hangs with
interrupts off come back behind a bootloader that bears no watchdog.
"""

# The longest that a bootloader waits for an upload is less than this.
_FIRST_S = 3.0
_LONGEST_S = 60.0
# How long DTR stays low: the time in which the capacitor before the reset pin is charged, and more.
CLOSED_S = 0.25


class Reopening:
    """Pauses that double, from when a port falls silent until its board is heard; in seconds."""

    def __init__(self) -> None:
        """Begin with a port that is not silent."""
        self._pause_s = _FIRST_S
        self._due: float | None = None
        self.count = 0  # of the times in this silence

    def is_due(self, at: float) -> bool:
        """Say whether to open a silent port again now, and take note that it is done."""
        if self._due is None:
            self._due = at + self._pause_s
        if at < self._due:
            return False
        self._pause_s = min(2 * self._pause_s, _LONGEST_S)
        self._due = at + self._pause_s
        self.count += 1
        return True
