"""Streams of JSON objects on Redis, or without a URL on a fakeredis in this process.

The only module that knows Redis. It uses only XADD, XREAD and XREVRANGE: fakeredis gets those
right, but not consumer groups.
"""

import json
from collections.abc import Mapping
from typing import Any

import redis.asyncio as redis_asyncio
from fakeredis import FakeAsyncRedis
from redis.exceptions import RedisError

from controller.bus.entries import JsonObject
from controller.bus.errors import BusDownError, BusUrlError
from controller.bus.streams import kept

_FIELD = "json"
_FIRST = "0-0"
_TIMEOUT_S = 2.0


class RedisBus:
    """A connection to the bus; every method raises BusDownError while Redis does not answer."""

    def __init__(self, url: str | None = None) -> None:
        """Choose a server, or without a URL an embedded one; the first call connects.

        Raises:
            BusUrlError: the URL does not name a Redis server.
        """
        if url is None:
            # RESP 2 gives the same shapes with every version of server and library.
            self._redis: Any = FakeAsyncRedis(decode_responses=True)
            return
        try:
            self._redis = redis_asyncio.Redis.from_url(
                url,
                decode_responses=True,
                protocol=2,
                socket_connect_timeout=_TIMEOUT_S,
                socket_timeout=_TIMEOUT_S,
            )
        except ValueError as error:
            raise BusUrlError(f"expected redis://HOST:PORT/DB, got {url!r}") from error

    async def ping(self) -> None:
        """Check that the server answers."""
        await self._call(self._redis.ping())

    async def add(self, stream: str, entry: Mapping[str, Any]) -> None:
        """Append an entry to a stream."""
        text = json.dumps(entry, separators=(",", ":"))
        await self._call(
            self._redis.xadd(stream, {_FIELD: text}, maxlen=kept(stream), approximate=False)
        )

    async def newest(self, stream: str) -> tuple[str, JsonObject | None]:
        """Return the place of a stream's end, and its newest entry or None."""
        entries = await self._call(self._redis.xrevrange(stream, count=1))
        if not entries:
            return _FIRST, None
        place, fields = entries[0]
        return place, _decode(fields)

    async def after(
        self, places: Mapping[str, str], wait_s: float
    ) -> list[tuple[str, str, JsonObject]]:
        """Return the entries (stream, place, object) after some places; wait for the first."""
        answer = await self._call(self._redis.xread(dict(places), block=round(wait_s * 1000)))
        return [
            (stream, place, _decode(fields))
            for stream, entries in answer or ()
            for place, fields in entries
        ]

    async def close(self) -> None:
        """Close the connection."""
        await self._redis.aclose()

    async def _call(self, awaitable: Any) -> Any:
        try:
            return await awaitable
        except (RedisError, OSError) as error:
            raise BusDownError(f"redis: {error}") from error


def _decode(fields: Mapping[str, str]) -> JsonObject:
    """Return an entry's object; anything but a JSON object becomes one that no model accepts."""
    try:
        entry = json.loads(fields.get(_FIELD, ""))
    except json.JSONDecodeError:
        entry = None
    return entry if isinstance(entry, dict) else {"malformed": str(fields)[:200]}
