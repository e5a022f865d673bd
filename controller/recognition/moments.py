"""When a moment has come, and those that have been for ever or never come.

Times are floats that were added up; a microsecond is nothing to a hand.
"""

LONG_AGO = float("-inf")
NEVER = float("inf")
MOMENT_S = 1e-6


def reached(at: float, due: float) -> bool:
    """Say whether a time, in seconds, has come by another one."""
    return at >= due - MOMENT_S
