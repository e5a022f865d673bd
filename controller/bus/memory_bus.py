"""The bus in the process itself, where no Redis server is wanted."""

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress

from controller.bus.bus import AT_ONCE
from controller.bus.entries import RawEntry
from controller.bus.streams import Stream


class MemoryBus:
    """Streams in memory: always there, and seen by nobody outside the process."""

    def __init__(self, board: str = "board") -> None:
        """Begin with empty streams."""
        self.board = board
        self._streams: dict[Stream, deque[tuple[int, bytes]]] = {}
        self._count = 0
        self._waiting: set[asyncio.Event] = set()
        self._mark: str | None = None

    async def check(self) -> None:
        """Do nothing: it is there."""

    async def add(self, stream: Stream, entry: bytes) -> str:
        """Append an entry to a stream and return its place."""
        self._count += 1
        entries = self._streams.setdefault(stream, deque(maxlen=stream.kept))
        entries.append((self._count, entry))
        for waiting in self._waiting:
            waiting.set()
        return _place(self._count)

    async def replace(self, stream: Stream, entries: Sequence[bytes]) -> str:
        """Let a stream have these entries and no others; return the last one's place."""
        self._streams.pop(stream, None)
        for entry in entries:
            await self.add(stream, entry)
        return _place(self._count)

    async def trim(self, stream: Stream) -> None:
        """Do nothing: no stream grows beyond what it keeps."""

    async def newest(self, stream: Stream) -> RawEntry | None:
        """Return the newest entry of a stream, None if it has none."""
        entries = self._streams.get(stream)
        if not entries:
            return None
        number, data = entries[-1]
        return RawEntry(_place(number), data)

    async def after(
        self, places: Mapping[Stream, str], wait_s: float, most: int = AT_ONCE
    ) -> list[tuple[Stream, RawEntry]]:
        """Return some entries after some places, oldest first, waiting for the first."""
        added = asyncio.Event()
        self._waiting.add(added)
        try:
            found = self._found(places, most)
            # Not wait_for: before Python 3.12 it can swallow a cancellation.
            with suppress(TimeoutError):
                async with asyncio.timeout(wait_s):
                    while not found:
                        await added.wait()
                        added.clear()
                        found = self._found(places, most)
        finally:
            self._waiting.discard(added)
        return found

    def _found(self, places: Mapping[Stream, str], most: int) -> list[tuple[Stream, RawEntry]]:
        found: list[tuple[Stream, RawEntry]] = []
        for stream, place in places.items():
            known = int(place.partition("-")[0])
            # From the end, because of a long stream only the last few are news.
            fresh = []
            for number, data in reversed(self._streams.get(stream, ())):
                if number <= known:
                    break
                fresh.append((stream, RawEntry(_place(number), data)))
            found += fresh[: -most - 1 : -1]
        return found

    async def claim(self, mark: str, seconds: float) -> str:  # noqa: ARG002 - nobody competes
        """Mark that the board is there."""
        self._mark = mark
        return mark

    async def mark(self) -> str | None:
        """Return the mark of the board, None while it is not there."""
        return self._mark

    async def lapses_s(self) -> float:
        """Return for how many seconds the mark will be there: as long as the process."""
        return float("inf") if self._mark else 0.0

    async def release(self, mark: str) -> None:
        """Take a mark away, if it is there."""
        if self._mark == mark:
            self._mark = None

    async def close(self) -> None:
        """Forget everything."""
        self._streams.clear()


def _place(number: int) -> str:
    return f"{number}-0"
