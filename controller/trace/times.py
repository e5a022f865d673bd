"""Times in traces: seconds with three digits after the point, in code whole milliseconds."""

from controller.trace.errors import TraceError

# As long as seven digits of seconds say, 115 days.
LONGEST_MS = 10**10 - 1
TIME = r"(?:0|[1-9]\d{0,6})\.\d{3}"


def to_ms(seconds: float) -> int:
    """Return whole milliseconds.

    Raises:
        TraceError: no number of seconds that ends.
    """
    try:
        return round(1000 * seconds)
    except (ValueError, OverflowError):  # neither a number nor an end
        raise TraceError(f"time: expected seconds, got {seconds}") from None


def write_ms(ms: int) -> str:
    """Return the text of a time, such as ``12.340``."""
    return f"{ms // 1000}.{ms % 1000:03}"


def parse_ms(text: str) -> int:
    """Return the time that a text matching `TIME` stands for."""
    return int(text.replace(".", ""))
