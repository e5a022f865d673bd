"""The times of traces: seconds with three decimals as text, whole milliseconds in code."""

from controller.trace.errors import TraceError

# Seven digits of seconds: 115 days.
LONGEST_MS = 10**10 - 1
TIME = r"(?:0|[1-9]\d{0,6})\.\d{3}"


def to_ms(seconds: float) -> int:
    """Return whole milliseconds.

    Raises:
        TraceError: the seconds are not a finite number.
    """
    try:
        return round(1000 * seconds)
    except (ValueError, OverflowError):  # not a number, or infinite
        raise TraceError(f"time: expected seconds, got {seconds}") from None


def write_ms(ms: int) -> str:
    """Return the text of a time, such as ``12.340``."""
    return f"{ms // 1000}.{ms % 1000:03}"


def parse_ms(text: str) -> int:
    """Return the time that a text matching `TIME` stands for."""
    return int(text.replace(".", ""))
