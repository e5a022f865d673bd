"""What comes in over the bus, as it comes, through every absence of the server."""

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
    """An entry that came in on a stream."""

    stream: str
    entry: JsonObject


@dataclass(frozen=True, slots=True)
class Alive:
    """The bus began to answer, or stopped."""

    alive: bool


async def follow(bus: RedisBus, *streams: str) -> AsyncIterator[Arrival | Alive]:
    """Yield what comes in on some streams, and whether the bus answers, for ever.

    Of a state the newest entry there is comes first; of everything else only what is added
    from now on: what was asked while nobody listened is not done later by surprise.
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
