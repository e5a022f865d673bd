"""The outbox of the bus. Putting an entry in never waits and never fails."""

import asyncio
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from controller.bus.errors import BusDownError
from controller.bus.redis_bus import RedisBus
from controller.bus.streams import STATES, kept

# A restarted server has forgotten the states. Repeating them now and then heals that, without
# bookkeeping about who knows what.
_REPEAT_S = 2.0
_RETRY_S = 1.0


class Outbox:
    """Sends states (the newest only) and events (in order) as fast as the bus takes them."""

    def __init__(self, bus: RedisBus) -> None:
        """Start with nothing to send."""
        self._bus = bus
        self._states: dict[str, Mapping[str, Any]] = {}
        self._unsent: set[str] = set()
        self._queued: deque[tuple[str, Mapping[str, Any]]] = deque(maxlen=kept(""))
        self._wake = asyncio.Event()

    def put(self, stream: str, entry: Mapping[str, Any]) -> None:
        """Send an entry as soon as the bus takes it."""
        if stream in STATES:
            self._states[stream] = entry
            self._unsent.add(stream)
        else:
            self._queued.append((stream, entry))
        self._wake.set()

    async def run(self) -> None:
        """Send, until cancelled."""
        while True:
            try:
                await self._send_all()
            except BusDownError:
                self._unsent.update(self._states)
                await asyncio.sleep(_RETRY_S)
                continue
            # Not wait_for: before Python 3.12 it can swallow a cancellation.
            with suppress(TimeoutError):
                async with asyncio.timeout(_REPEAT_S):
                    await self._wake.wait()
            if not self._wake.is_set():
                self._unsent.update(self._states)
            self._wake.clear()

    async def _send_all(self) -> None:
        while self._queued:
            stream, entry = self._queued[0]
            await self._bus.add(stream, entry)
            # A full queue may have dropped this entry, its oldest, in the meantime.
            if self._queued and self._queued[0] == (stream, entry):
                self._queued.popleft()
        for stream in STATES:
            if stream in self._unsent:
                self._unsent.discard(stream)
                await self._bus.add(stream, self._states[stream])
