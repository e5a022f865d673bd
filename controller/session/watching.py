"""Since when a board is watched: in a time without scans nothing has stood.

What is found after it has stood for as long as anybody knows, whoever put it there.
"""

from dataclasses import dataclass

from controller.recognition.moments import LONG_AGO, NEVER, reached

# Sensors that are slow to feel have felt by then what is found.
FOUND_S = 0.1


@dataclass(frozen=True, slots=True)
class Watching:
    """When somebody looked again, and when that was the start of the program; in seconds."""

    since: float
    found_at: float = LONG_AGO

    def resumed(self, at: float) -> "Watching":
        """Return the same after a time in which nobody looked."""
        return Watching(at, at if self.since == LONG_AGO else self.found_at)

    def seen_since(self, at: float) -> float:
        """Return since when that is seen to stand which came at a time."""
        return max(at, self.since)

    def is_found(self, changed_at: float) -> bool:
        """Say whether a time is no later than what was found at the start of the program."""
        return reached(self.found_at + FOUND_S, changed_at)

    def rested_s(self, changed_at: float, at: float) -> float:
        """Return for how long nothing has changed; what was found so has long rested."""
        rested_s = at - self.seen_since(changed_at)
        found = reached(self.since + FOUND_S, changed_at) and reached(rested_s, FOUND_S)
        return NEVER if found else rested_s
