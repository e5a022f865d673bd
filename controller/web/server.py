"""The server of the page: uvicorn, behind a door that limits how many come in, and how fast.

The door takes one connection at a time, when there is room for it. Whoever does not get in waits in
the kernel's queue and costs nothing. Connections from the network are fewer, so that those of this
machine always find room, and one address has only some of them; what is too many is closed at once.
With a certificate the network is served by TLS, and this machine as before.
"""

import asyncio
import socket
import ssl
import time
from collections import Counter
from collections.abc import Callable

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from controller.rules.sentence import sentence
from controller.supervision.budget import Budget, Budgets
from controller.supervision.tally import Tally
from controller.web.guard import Guard, budget_of_address
from controller.web.lan.addresses import counted_as, is_loopback
from controller.web.socket import LONGEST_MESSAGE

# Pages, and what each fetches when it opens. Far below the 1024 descriptors of a usual process.
MOST_CONNECTIONS = 96
MOST_FROM_NETWORK, MOST_FROM_ADDRESS = 72, 24
_QUEUE = 64
_LONGEST_HEADERS = 16_384
# New connections a second, and at once.
_DOOR, _DOOR_AT_ONCE = 50.0, 50.0
_NO_DESCRIPTORS_S = 1.0
# To close a connection at once costs a part of what it costs to serve one.
_REFUSED = 0.2
_HANDSHAKE_S = 5.0


class _Http(H11Protocol):
    """uvicorn's HTTP: a request that turns out to be none is answered once."""

    def send_400_response(self, msg: str) -> None:
        """Refuse a request; where it was being served already, that answer goes nowhere."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            # It has been answered, as far as that goes, while the rest of it came.
            self.transport.close()
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()


class PageServer(uvicorn.Server):
    """Serves an application on a socket that listens, until it is cancelled."""

    def __init__(self, app: ASGIApp, tally: Tally, tls: ssl.SSLContext | None = None) -> None:
        """Prepare; nothing is served yet. `tls` is for connections from the network."""
        super().__init__(
            uvicorn.Config(
                app,
                http=_Http,
                ws="websockets-sansio",
                ws_max_size=LONGEST_MESSAGE,
                # A few hundred bytes can become megabytes.
                ws_per_message_deflate=False,
                h11_max_incomplete_event_size=_LONGEST_HEADERS,
                timeout_keep_alive=5,
                timeout_graceful_shutdown=1,
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
            )
        )
        self._tally = tally
        self._tls = tls
        self._guards: set[Guard] = set()
        self._from: Counter[str] = Counter()  # connections of each address of the network
        self._beginning: set[asyncio.Task[None]] = set()
        self._addresses = Budgets(budget_of_address)

    @property
    def connections(self) -> int:
        """How many connections there are."""
        return len(self._guards)

    async def serve_on(self, *listening: socket.socket) -> None:
        """Serve on sockets until this is cancelled, or fails."""
        if not self.config.loaded:
            self.config.load()
        self.servers, self.started = [], True
        self.lifespan = self.config.lifespan_class(self.config)
        try:
            async with asyncio.TaskGroup() as running:
                running.create_task(self._tick())
                loop = asyncio.get_running_loop()
                door = Budget(_DOOR, _DOOR_AT_ONCE, loop.time())
                for each in listening:
                    running.create_task(self._let_in(each, door))
        finally:
            for beginning in self._beginning:
                beginning.cancel()
            await self.shutdown()

    async def _tick(self) -> None:
        """Let uvicorn set the date of its answers."""
        while True:
            await self.on_tick(0)
            await asyncio.sleep(1.0)

    async def _let_in(self, listening: socket.socket, door: Budget) -> None:
        loop = asyncio.get_running_loop()
        listening.setblocking(False)  # noqa: FBT003 - of the standard library
        listening.listen(_QUEUE)
        while True:
            await self._until_room()
            try:
                connection, address = await loop.sock_accept(listening)
            except OSError as error:
                # No descriptors are left, or whoever came has gone already.
                self._tally.note(sentence("page.not_accepted", error=error.strerror or "?"))
                await asyncio.sleep(_NO_DESCRIPTORS_S)
                continue
            host = str(address[0]) if isinstance(address, tuple) else ""
            # Meanwhile somebody may have come by another socket.
            await self._until_room()
            is_let_in = self._has_room(host)
            if is_let_in:
                self._begin(connection, host)
            else:
                self._tally.count("connections of the network refused")
                connection.close()
            await asyncio.sleep(door.spend(1 if is_let_in else _REFUSED, loop.time()))

    async def _until_room(self) -> None:
        while len(self._guards) >= MOST_CONNECTIONS:
            self._tally.count("times full of connections")
            waiting = [guard.ended for guard in self._guards]
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)

    def _has_room(self, host: str) -> bool:
        if is_loopback(host):
            return True
        theirs = self._from[counted_as(host)]
        return self._from.total() < MOST_FROM_NETWORK and theirs < MOST_FROM_ADDRESS

    def _begin(self, connection: socket.socket, host: str) -> None:
        """Serve a connection; a handshake that takes long holds up nobody else."""
        make: Callable[..., asyncio.Protocol] = self.config.http_protocol_class
        inner = make(config=self.config, server_state=self.server_state, app_state={})
        is_local, host = is_loopback(host), counted_as(host)
        guard = Guard(inner, self._addresses.of(host, time.monotonic()))
        self._guards.add(guard)
        if not is_local:
            self._from[host] += 1

        def ended(_: object) -> None:
            self._guards.discard(guard)
            if not is_local:
                self._from[host] -= 1
                self._from += Counter()  # forgets who has none

        guard.ended.add_done_callback(ended)
        beginning = asyncio.create_task(
            _connected(guard, connection, None if is_local else self._tls)
        )
        self._beginning.add(beginning)
        beginning.add_done_callback(self._beginning.discard)


async def _connected(guard: Guard, connection: socket.socket, tls: ssl.SSLContext | None) -> None:
    patience = {"ssl_handshake_timeout": _HANDSHAKE_S} if tls else {}
    try:
        await asyncio.get_running_loop().connect_accepted_socket(
            lambda: guard, connection, ssl=tls, **patience
        )
    except (OSError, ssl.SSLError):
        connection.close()
        guard.give_up()
