"""Follows streams of the bus, and survives every outage of the server.

Nobody knows how large an entry is before it has come. Usually a few of all streams are read
together. Once one was too large, or an answer did not come in time, they are read one by one, from
one stream after the other, until all streams are empty: what somebody heaps up there takes
neither much memory at once nor longer than the bus waits for an answer.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass

from controller.bus.bus import FIRST, Bus, comes_after
from controller.bus.entries import JsonObject, RawEntry, decode
from controller.bus.errors import BusDownError, MessageError, SpoiltStreamError
from controller.bus.presence import LAPSES_S
from controller.bus.streams import Stream
from controller.rules.sentence import Sentence
from controller.supervision.budget import Budget
from controller.supervision.pauses import Pauses

_WAIT_S = 1.0
_LONGEST_PAUSE_S = 1.0
# After such a time between two answers nobody can have listened for as long as the board's mark
# lasts: others knew by then that it was away.
UNHEARD_S = LAPSES_S + _WAIT_S + _LONGEST_PAUSE_S
# A stream that was made again by a machine whose clock was behind has places before ours.
_LOOK_AT_ENDS_S = 2.0
# Entries a second, and at once: far more than people and boards bring about.
_RATE, _BURST = 400.0, 200.0


@dataclass(frozen=True, slots=True)
class Arrival:
    """An entry that arrived on a stream; one that is `unheard` was asked while nobody listened."""

    stream: Stream
    entry: JsonObject
    unheard: bool = False


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An entry that is skipped, because it is no JSON object or too long; `why` names it."""

    stream: Stream
    place: str
    why: str


@dataclass(frozen=True, slots=True)
class Alive:
    """The bus began to answer, or stopped, for a reason."""

    alive: bool
    reason: Sentence | None = None


News = Arrival | Unreadable | Alive


async def follow(bus: Bus, *streams: Stream, mends: bool = False) -> AsyncIterator[News]:
    """Yield what comes in on some streams, and whether the bus answers, for ever.

    Of a state the newest entry there is comes first, of the plies all; of everything else only
    what is added from now on: what was asked while nobody listened is not done later by surprise.
    What is asked while the bus does not answer for long arrives as unheard.
    Whoever `mends` deletes what stands in the place of a stream and is none, and keeps streams
    short that others fill.
    """
    loop = asyncio.get_running_loop()
    pauses = Pauses(longest_s=_LONGEST_PAUSE_S)
    reader = _Reader(bus, streams, loop.time, mends=mends)
    budget = Budget(_RATE, _BURST, loop.time())
    alive: Alive | None = None
    while True:
        try:
            found = await reader.read()
        except BusDownError as error:
            if alive != (alive := Alive(alive=False, reason=error.reason)):
                yield alive
            reader.doubt()
            await asyncio.sleep(pauses.after_failure(loop.time()))
            continue
        for stream, raw in found:
            yield _decoded(stream, raw, unheard=reader.is_unheard(stream, raw))
            await asyncio.sleep(budget.spend(1, loop.time()))
        if alive is None or not alive.alive:
            yield (alive := Alive(alive=True))


def _decoded(stream: Stream, raw: RawEntry, *, unheard: bool) -> Arrival | Unreadable:
    try:
        return Arrival(stream, decode(raw.data, stream.longest), unheard)
    except MessageError as error:
        return Unreadable(stream, raw.place, str(error))


def _is_too_large(stream: Stream, raw: RawEntry) -> bool:
    # One that has not just the field that is read may have any number of others.
    return raw.data is None or len(raw.data) > stream.longest


class _Reader:
    """Where somebody has got to in some streams."""

    def __init__(
        self, bus: Bus, streams: tuple[Stream, ...], now: Callable[[], float], *, mends: bool
    ) -> None:
        self._bus = bus
        self._streams = streams
        self._now = now
        self._mends = mends
        self._places: dict[Stream, str] = {}
        self._unheard: dict[Stream, str] = {}  # the last entry that was asked while nobody listened
        self._heard_at = now()
        self._looked_at = float("-inf")
        self._doubts = True
        self._one_by_one: deque[Stream] = deque()  # what is read so until it is empty

    def doubt(self) -> None:
        """Look at the ends of the streams before anything else is read."""
        self._looked_at = float("-inf")
        self._doubts = True
        self._one_by_one = deque(self._streams)

    def is_unheard(self, stream: Stream, raw: RawEntry) -> bool:
        """Say whether an entry was asked while the bus did not answer for long."""
        last = self._unheard.get(stream)
        return last is not None and not comes_after(raw.place, last)

    async def read(self) -> list[tuple[Stream, RawEntry]]:
        """Return some entries that were not read yet, waiting a while for the first.

        Raises:
            BusDownError: the bus cannot be used.
        """
        found = await self._read()
        if self._now() - self._heard_at < UNHEARD_S or await self._pass_over():
            self._heard_at = self._now()
        return found

    async def _read(self) -> list[tuple[Stream, RawEntry]]:
        at = self._now()
        if at - self._looked_at >= _LOOK_AT_ENDS_S:
            found = [each for stream in self._streams for each in await self._look_at_end(stream)]
            self._looked_at, self._doubts = at, False
            return found
        found = await self._read_one_by_one() or await self._bus.after(self._places, _WAIT_S)
        self._places |= {stream: raw.place for stream, raw in found}
        if not self._one_by_one and any(_is_too_large(*each) for each in found):
            self._one_by_one = deque(self._streams)
        return found

    async def _pass_over(self) -> bool:
        """Take what was asked by now as asked while nobody listened; say whether all was found."""
        requests = [stream for stream in self._places if stream.is_request]
        # What has just been read is not to be lost, even if the bus is away again.
        self._unheard |= {stream: self._places[stream] for stream in requests}
        with suppress(BusDownError):
            for stream in requests:
                newest = await self._newest(stream)
                self._unheard[stream] = newest.place if newest else FIRST
            return True
        return False

    async def _read_one_by_one(self) -> list[tuple[Stream, RawEntry]]:
        """Return one entry of the first stream that has any; none when all are empty."""
        while self._one_by_one:
            stream = self._one_by_one.popleft()
            found = await self._bus.after({stream: self._places[stream]}, 0.0, most=1)
            if found:
                self._one_by_one.append(stream)
                return found
        return []

    async def _look_at_end(self, stream: Stream) -> list[tuple[Stream, RawEntry]]:
        """Find one's place in a stream that is new, or was made again."""
        newest = await self._newest(stream)
        if self._mends:
            await self._bus.trim(stream)
        place = self._places.get(stream)
        if newest is None:
            self._begin_again(stream, FIRST)
        elif place is None or comes_after(place, newest.place):
            # One made again a moment ago is read whole; one made while nobody looked, is not.
            whole = stream is Stream.PLIES or (place is not None and not self._doubts)
            self._begin_again(stream, FIRST if whole else newest.place)
            return [(stream, newest)] if stream.is_state else []
        return []

    def _begin_again(self, stream: Stream, place: str) -> None:
        """Read a stream from a place on; places of one that was there before say nothing of it."""
        self._places[stream] = place
        self._unheard.pop(stream, None)

    async def _newest(self, stream: Stream) -> RawEntry | None:
        try:
            return await self._bus.newest(stream)
        except SpoiltStreamError:
            if not self._mends:
                raise
            await self._bus.replace(stream, [])
            return None
