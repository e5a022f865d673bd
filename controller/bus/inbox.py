"""Follows streams of the bus, and survives every outage of the server."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from controller.bus.entries import JsonObject
from controller.bus.errors import BusDownError
from controller.bus.redis_bus import RedisBus
from controller.bus.streams import STATES

_WAIT_S = 1.0
_RETRY_S = 0.5


@dataclass(frozen=True, slots=True)
class Arrival:
    """An entry that arrived on a stream."""

    stream: str
    entry: JsonObject


@dataclass(frozen=True, slots=True)
class Alive:
    """The bus started or stopped answering."""

    alive: bool


async def follow(bus: RedisBus, *streams: str) -> AsyncIterator[Arrival | Alive]:
    """Yield the arrivals on some streams, and whether the bus answers, until cancelled.

    A stream of states starts with its newest entry. Every other stream starts with the next entry,
    so that nobody carries out an old command by surprise.
    """
    places: dict[str, str] = {}
    alive = None
    while True:
        try:
            for stream in streams:
                if stream not in places:
                    places[stream], newest = await bus.newest(stream)
                    if newest is not None and stream in STATES:
                        yield Arrival(stream, newest)
            if not alive:
                alive = True
                yield Alive(alive)
            for stream, place, entry in await bus.after(places, _WAIT_S):
                places[stream] = place
                yield Arrival(stream, entry)
        except BusDownError:
            if alive is not False:
                alive = False
                yield Alive(alive)
            await asyncio.sleep(_RETRY_S)
