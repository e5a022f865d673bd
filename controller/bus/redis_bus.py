"""The bus on a Redis server. With `redis_errors`, the only module that knows redis-py."""

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from typing import Any

import redis.asyncio as redis_asyncio
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from controller.bus.bus import AT_ONCE, FIRST
from controller.bus.entries import RawEntry
from controller.bus.errors import NotPermittedError, SpoiltStreamError
from controller.bus.redis_errors import REDIS_ERRORS, bus_error
from controller.bus.redis_url import parse_server_url
from controller.bus.streams import Stream, presence_key

_FIELD = b"json"
_TIMEOUT_S = 2.0


class RedisBus:
    """A connection to the bus of a board. Methods raise BusDownError while Redis cannot be used."""

    def __init__(self, url: str, board: str) -> None:
        """Choose a server; nothing is connected yet.

        Raises:
            BusUrlError: the URL does not name a Redis server.
        """
        self.board = board
        self._url = parse_server_url(url)
        self._streams = {stream.key(board).encode(): stream for stream in Stream}
        self._may_trim = True
        # Answers of version 2 of the protocol, for every server; whoever calls tries again.
        self._redis: Any = redis_asyncio.Redis(
            protocol=2,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=_TIMEOUT_S,
            socket_timeout=_TIMEOUT_S,
            **dict(self._url.settings),
        )
        # Fields as a dict would hide that one of them is there twice.
        for reading in ("XREAD", "XREVRANGE"):
            self._redis.set_response_callback(reading, _as_it_came)

    @property
    def server(self) -> str:
        """Which server it is, without secrets."""
        return self._url.server

    async def check(self) -> None:
        """Make sure that the server answers."""
        await self._call(self._redis.ping())

    async def add(self, stream: Stream, entry: bytes) -> str:
        """Append an entry to a stream, if need be to a new one, and return its place."""
        key, fields = stream.key(self.board), {_FIELD: entry}
        adding = self._redis.xadd(key, fields, maxlen=stream.kept, approximate=False)
        try:
            return _text(await self._call(adding))
        except SpoiltStreamError:
            # Whoever has put something else there has no use for it.
            return await self.replace(stream, [entry])

    async def replace(self, stream: Stream, entries: Sequence[bytes]) -> str:
        """Let a stream have these entries and no others; return the last one's place."""
        key = stream.key(self.board)
        pipeline = self._redis.pipeline(transaction=True)
        pipeline.delete(key)
        for entry in entries:
            pipeline.xadd(key, {_FIELD: entry}, maxlen=stream.kept, approximate=False)
        answers = await self._call(pipeline.execute())
        return _text(answers[-1]) if entries else FIRST

    async def trim(self, stream: Stream) -> None:
        """Cut a stream that others have filled to about what it keeps, if that is allowed."""
        if stream.kept is None or not self._may_trim:
            return
        trimming = self._redis.xtrim(stream.key(self.board), maxlen=stream.kept, approximate=True)
        try:
            await self._call(trimming)
        except NotPermittedError:
            # A user that was made for an older hnefi has no right to it.
            self._may_trim = False

    async def newest(self, stream: Stream) -> RawEntry | None:
        """Return the newest entry of a stream, None if it has none."""
        entries = await self._call(self._redis.xrevrange(stream.key(self.board), count=1))
        return _entry(*entries[0]) if entries else None

    async def after(
        self, places: Mapping[Stream, str], wait_s: float, most: int = AT_ONCE
    ) -> list[tuple[Stream, RawEntry]]:
        """Return some entries after some places, oldest first, waiting for the first."""
        known = {stream.key(self.board): place for stream, place in places.items()}
        # Redis takes 0 for ever.
        wait_ms = round(1000 * wait_s) or None
        answer = await self._call(self._redis.xread(known, count=most, block=wait_ms))
        return [
            (self._streams[key], _entry(place, fields))
            for key, entries in answer or ()
            for place, fields in entries
        ]

    async def claim(self, mark: str, seconds: float) -> str:
        """Mark for `seconds` that the board is there; return the mark that is there then."""
        key, milliseconds = presence_key(self.board), round(1000 * seconds)
        holds = await self._true_mark(seconds)
        if holds is None:
            await self._call(self._redis.set(key, mark, px=milliseconds, nx=True))
            return await self.mark() or mark
        if holds == mark:
            # Not PEXPIRE: where a server is full, that the board is there must lapse, too.
            await self._call(self._redis.set(key, mark, px=milliseconds))
        return holds

    async def _true_mark(self, seconds: float) -> str | None:
        """Return the mark of the board; delete what no program that plays has put there."""
        try:
            holds = await self.mark()
            if holds is None or 0 <= await self.lapses_s() <= seconds:
                return holds
        except SpoiltStreamError:
            pass
        await self._call(self._redis.delete(presence_key(self.board)))
        return None

    async def mark(self) -> str | None:
        """Return the mark of the board, None while it is not there."""
        found = await self._call(self._redis.get(presence_key(self.board)))
        return None if found is None else _text(found)

    async def lapses_s(self) -> float:
        """Return for how many seconds the mark of the board will be there, 0 if it is not."""
        left_ms = int(await self._call(self._redis.pttl(presence_key(self.board))))
        # -2: no such key; -1: one that never lapses.
        return float("inf") if left_ms == -1 else max(0, left_ms) / 1000

    async def release(self, mark: str) -> None:
        """Take a mark away, if it is there."""
        if await self.mark() == mark:
            await self._call(self._redis.delete(presence_key(self.board)))

    async def close(self) -> None:
        """Close the connection."""
        await self._redis.aclose()

    async def _call(self, awaitable: Awaitable[Any]) -> Any:
        asked = _cancellations()
        try:
            answer = await awaitable
        except REDIS_ERRORS as error:
            # Not `from`: the text of the cause may hold what the URL holds.
            raise bus_error(error, self._url) from None
        # redis-py sends inside asyncio.wait_for, which before Python 3.12 can lose a cancellation.
        if _cancellations() > asked:
            raise asyncio.CancelledError
        return answer


def _cancellations() -> int:
    """Return how often the task that runs was asked to end."""
    task = asyncio.current_task()
    return task.cancelling() if task else 0


def _as_it_came(response: Any, **_options: Any) -> Any:
    return response


def _entry(place: bytes, fields: Sequence[bytes]) -> RawEntry:
    match fields:
        case [name, data] if name == _FIELD:
            return RawEntry(_text(place), data)
    return RawEntry(_text(place), None)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
