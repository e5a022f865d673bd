"""Moments as text: times of games, in UTC for programs and in a zone for people."""

from datetime import UTC, datetime, tzinfo

# The zone of the machine, in which people there read their clocks.
LOCAL = None


def iso(since_1970_ms: int | None) -> str | None:
    """Return a time in ISO 8601, UTC, to the millisecond; None where nobody knows it."""
    moment = _moment(since_1970_ms, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z") if moment else None


def day_of(since_1970_ms: int | None, zone: tzinfo | None = UTC) -> str:
    """Return the day of a time, such as 2026-11-22; empty where nobody knows it."""
    return minute_of(since_1970_ms, zone)[:10]


def minute_of(since_1970_ms: int | None, zone: tzinfo | None) -> str:
    """Return a time to the minute, for people; empty where nobody knows it."""
    moment = _moment(since_1970_ms, zone)
    return moment.isoformat(" ")[:16] if moment else ""


def _moment(since_1970_ms: int | None, zone: tzinfo | None) -> datetime | None:
    if since_1970_ms is None:
        return None
    try:
        return datetime.fromtimestamp(since_1970_ms / 1000, UTC).astimezone(zone)
    except (OverflowError, ValueError, OSError):
        return None  # a clock that was never set, or a file that says nonsense
