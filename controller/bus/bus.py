"""What a bus is: the streams of one board, and a mark that says that the board is there.

Entries are bytes; `controller.bus.entries` knows what they mean. Places are the ids of entries as
Redis writes them, ``milliseconds-number``, and grow within a stream.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from controller.bus.entries import RawEntry
from controller.bus.streams import Stream

# Before the first entry of any stream.
FIRST = "0-0"
# Entries of each stream that are read together, unless somebody wants fewer.
AT_ONCE = 16


class Bus(Protocol):
    """The bus of one board. Every method raises BusDownError while the bus cannot be used."""

    @property
    def board(self) -> str:
        """The board's name."""
        ...

    async def check(self) -> None:
        """Make sure that the bus can be used."""
        ...

    async def add(self, stream: Stream, entry: bytes) -> str:
        """Append an entry to a stream and return its place."""
        ...

    async def replace(self, stream: Stream, entries: Sequence[bytes]) -> str:
        """Let a stream have these entries and no others; return the last one's place."""
        ...

    async def trim(self, stream: Stream) -> None:
        """Cut a stream that others have filled to about what it keeps, if that is allowed."""
        ...

    async def newest(self, stream: Stream) -> RawEntry | None:
        """Return the newest entry of a stream, None if it has none."""
        ...

    async def after(
        self, places: Mapping[Stream, str], wait_s: float, most: int = AT_ONCE
    ) -> list[tuple[Stream, RawEntry]]:
        """Return some entries after some places, oldest first, waiting for the first.

        `most` is the limit for each stream. Without a time to wait they are those there are.
        """
        ...

    async def claim(self, mark: str, seconds: float) -> str:
        """Mark for `seconds` that the board is there; return the mark that is there then.

        It is another one where another program plays as this board.
        """
        ...

    async def mark(self) -> str | None:
        """Return the mark of the board, None while it is not there."""
        ...

    async def lapses_s(self) -> float:
        """Return for how many seconds the mark of the board will be there, 0 if it is not."""
        ...

    async def release(self, mark: str) -> None:
        """Take a mark away, if it is there."""
        ...

    async def close(self) -> None:
        """Let go of the bus."""
        ...


def comes_after(place: str, other: str) -> bool:
    """Whether one place is behind another in a stream."""
    return _numbers(place) > _numbers(other)


def _numbers(place: str) -> tuple[int, int]:
    milliseconds, _, number = place.partition("-")
    return int(milliseconds), int(number or 0)
