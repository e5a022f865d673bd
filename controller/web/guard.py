"""What one connection may cost: a little time of the processor, few bytes at once, a time to begin.

Stands between a connection and the protocol of the server. It hands bytes over in small pieces,
measures how long each takes, and stops reading whoever has spent too much: of a connection, and of
all connections from one address. Knows no HTTP and no WebSocket beyond that the one becomes the
other when the protocol is changed.
"""

import asyncio
import time
from typing import Any, cast

from controller.supervision.budget import Budget

# In bytes: of what a page sends at once most is less, and the most costly takes milliseconds.
_PIECE = 4096
# Seconds of the processor a second, and at once.
_SHARE, _AT_ONCE = 0.1, 0.05
# An HTTP connection is asked to end after so long, and ended after twice that: by then every
# request that was meant was sent and answered. Browsers connect again when they need to.
HTTP_LIVES_S = 10.0
# Bytes that come to a WebSocket without a message in them: pings, and pieces of a message. At once:
# the longest message with its frames, and what is still on its way of one that is refused.
_IDLE_BYTES, _IDLE_BYTES_AT_ONCE = 100.0, 131_072.0


def budget_of_address(at: float) -> Budget:
    """Return what all connections of an address may spend: as much as a few of them."""
    return Budget(3 * _SHARE, 3 * _AT_ONCE, at)


class Guard(asyncio.BufferedProtocol):
    """The protocol of a connection as the event loop sees it; `inner` is the server's."""

    def __init__(self, inner: asyncio.Protocol, address: Budget) -> None:
        """Guard a connection; `address` is what all connections of its address share."""
        self.inner = inner
        self._address = address
        self._budget = Budget(_SHARE, _AT_ONCE, time.monotonic())
        self._idle = Budget(_IDLE_BYTES, _IDLE_BYTES_AT_ONCE, time.monotonic())
        self._buffer = bytearray(_PIECE)
        self._transport: asyncio.Transport | None = None
        self._ending: asyncio.TimerHandle | None = None
        self._resuming: asyncio.TimerHandle | None = None
        self._inner_pauses = False
        self._is_websocket = False
        self.ended = asyncio.get_running_loop().create_future()

    # From the event loop ----------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = cast("asyncio.Transport", transport)
        loop = asyncio.get_running_loop()
        self._ending = loop.call_later(HTTP_LIVES_S, self._ask_to_end)
        self.inner.connection_made(cast("asyncio.Transport", _Guarded(self._transport, self)))

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002 - of the protocol
        """Return where to put the next bytes."""
        # asyncio's TLS cuts slices off it and fills those; a slice of a bytearray is a copy.
        return memoryview(self._buffer)

    def buffer_updated(self, nbytes: int) -> None:
        """Hand the bytes over, and count what that cost."""
        began = time.thread_time()
        self.inner.data_received(bytes(self._buffer[:nbytes]))
        cost, now = time.thread_time() - began, time.monotonic()
        wait_s = max(self._budget.spend(cost, now), self._address.spend(cost, now))
        if self._is_websocket and self._idle.spend(nbytes, now) and self._transport:
            self._transport.abort()
        elif wait_s:
            self._pause(wait_s)

    def eof_received(self) -> bool | None:
        """Pass on."""
        return self.inner.eof_received()

    def pause_writing(self) -> None:
        """Pass on."""
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        """Pass on."""
        self.inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        for timer in (self._ending, self._resuming):
            if timer is not None:
                timer.cancel()
        self.inner.connection_lost(exc)
        # They hold each other: a flood of connections would wait for the garbage collector.
        self.inner, self._transport = asyncio.Protocol(), None
        if not self.ended.done():
            self.ended.set_result(None)

    def give_up(self) -> None:
        """End a connection that never began."""
        if not self.ended.done():
            self.ended.set_result(None)

    # From the server --------------------------------------------------------------------

    def set_protocol(self, protocol: asyncio.Protocol) -> None:
        """Let another protocol take over: the connection is a WebSocket now."""
        self.inner = protocol
        self._is_websocket = True
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None

    def pause_reading(self) -> None:
        """Read nothing until the server wants more; it has a message."""
        self._inner_pauses = True
        self._idle = Budget(_IDLE_BYTES, _IDLE_BYTES_AT_ONCE, time.monotonic())
        self._set_reading()

    def resume_reading(self) -> None:
        """Read on."""
        self._inner_pauses = False
        self._set_reading()

    # Limits -----------------------------------------------------------------------------

    def _pause(self, seconds: float) -> None:
        if self._resuming is None:
            self._resuming = asyncio.get_running_loop().call_later(seconds, self._resume)
            self._set_reading()

    def _resume(self) -> None:
        self._resuming = None
        self._set_reading()

    def _set_reading(self) -> None:
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        if self._inner_pauses or self._resuming is not None:
            transport.pause_reading()
        else:
            transport.resume_reading()

    def _ask_to_end(self) -> None:
        loop = asyncio.get_running_loop()
        self._ending = loop.call_later(HTTP_LIVES_S, self._end)
        # The server's protocols all have it: it ends at once, or after the answer on its way.
        shutdown = getattr(self.inner, "shutdown", None)
        if shutdown is not None:
            shutdown()

    def _end(self) -> None:
        if self._transport is not None:
            self._transport.abort()


class _Guarded:
    """The connection as the server's protocol sees it."""

    def __init__(self, transport: asyncio.Transport, guard: Guard) -> None:
        self._transport = transport
        self._guard = guard

    def set_protocol(self, protocol: asyncio.Protocol) -> None:
        self._guard.set_protocol(protocol)

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._guard.inner

    def pause_reading(self) -> None:
        self._guard.pause_reading()

    def resume_reading(self) -> None:
        self._guard.resume_reading()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
