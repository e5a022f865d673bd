"""Moments as text: times of games, in UTC."""

from datetime import UTC, datetime


def iso(since_1970_ms: int | None) -> str | None:
    """Return a time in ISO 8601, UTC, to the millisecond; None where nobody knows it."""
    if since_1970_ms is None:
        return None
    try:
        moment = datetime.fromtimestamp(since_1970_ms / 1000, UTC)
    except (OverflowError, ValueError, OSError):
        return None  # a clock that was never set, or a file that says nonsense
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def day_of(since_1970_ms: int | None) -> str:
    """Return the day of a time, such as 2026-11-22; empty where nobody knows it."""
    return (iso(since_1970_ms) or "")[:10]


def minute_of(since_1970_ms: int | None) -> str:
    """Return a time to the minute, for people; empty where nobody knows it."""
    return (iso(since_1970_ms) or "")[:16].replace("T", " ")
