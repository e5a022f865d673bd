"""What every sensor reads just now: raw, as it is believed after debouncing, and how restless."""

from collections import deque
from collections.abc import Sequence
from typing import Any

from controller.recognition.debounce import Debounced, debounce
from controller.session.timing import Timing
from hal.board import SQUARE_COUNT, Scan
from hal.squares import SQUARE_NAMES, squares_in

_SECOND = 1.0
_MOST_CHANGES = 3


class SensorView:
    """Follows the scans of a board; `bounce_s` is how long a change must last to be believed."""

    def __init__(self, bounce_s: float = Timing().debounce_s) -> None:
        """Begin before the first scan."""
        self._bounce_s = bounce_s
        self._believed: Debounced | None = None
        self._scan: Scan | None = None
        self._heights: Sequence[float] | None = None
        self._changes: deque[tuple[float, int]] = deque()  # of the last second
        self._times: deque[float] = deque()
        self._lost = ""

    def look(self, scan: Scan, heights: Sequence[float] | None) -> None:
        """Take in a scan, and the heights if the sensors measure any."""
        changed = 0 if self._scan is None else self._scan.occupied ^ scan.occupied
        if changed:
            self._changes.append((scan.at, changed))
        if self._scan is None or scan.at != self._scan.at:
            self._times.append(scan.at)
        for recent in (self._changes, self._times):
            while recent and _time_of(recent[0]) <= scan.at - _SECOND:
                recent.popleft()
        self._believed = debounce(self._believed, scan.occupied, scan.at, self._bounce_s)
        self._scan, self._heights, self._lost = scan, heights, ""

    def lose(self, why: str) -> None:
        """Record that there is no scan."""
        self._lost = why

    @property
    def is_lost(self) -> bool:
        """Whether the board cannot be read."""
        return self._scan is None or bool(self._lost)

    def reading(self) -> dict[str, Any]:
        """Return everything, for pages and programs."""
        raw = self._scan.occupied if self._scan else 0
        felt = self._believed.occupied if self._believed else 0
        counts = [0] * SQUARE_COUNT
        for _, changed in list(self._changes):
            for square in squares_in(changed):
                counts[square] += 1
        heights = self._heights
        sensors = [
            {
                "name": SQUARE_NAMES[square],
                "raw": bool(raw >> square & 1),
                "felt": bool(felt >> square & 1),
                "restless": counts[square] > _MOST_CHANGES,
                "mv": None if heights is None else round(heights[square]),
            }
            for square in range(SQUARE_COUNT)
        ]
        return {"sensors": sensors, "rate": len(self._times), "lost": self._lost}


def _time_of(entry: float | tuple[float, int]) -> float:
    return entry[0] if isinstance(entry, tuple) else entry
