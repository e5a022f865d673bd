"""When a moment has come, which never come or have been for ever, and what fades with time.

Times are floats that were added up; a microsecond is nothing to a hand.
"""

LONG_AGO = float("-inf")
NEVER = float("inf")
MOMENT_S = 1e-6


def reached(at: float, due: float) -> bool:
    """Say whether a time, in seconds, has come by another one."""
    return at >= due - MOMENT_S


def fading(seconds: float, whole_s: float) -> float:
    """Return how much is left after some seconds of what is 1 at first and 0 after a time."""
    return max(1.0 - seconds / whole_s, 0.0)


def growing(seconds: float, whole_s: float) -> float:
    """Return how much there is after some seconds of what is 0 at first and 1 after a time."""
    return min(seconds / whole_s, 1.0)
