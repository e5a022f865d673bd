"""The server of the page: uvicorn, behind a door that lets in so many, and no faster than so.

The door takes one connection at a time, when there is room for it. Whoever does not get in waits in
the kernel's queue and costs nothing.
"""

import asyncio
import socket
import time
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

from controller.rules.sentence import sentence
from controller.supervision.budget import Budget, Budgets
from controller.supervision.tally import Tally
from controller.web.guard import Guard, budget_of_address
from controller.web.socket import LONGEST_MESSAGE

# Pages, and what each fetches when it opens. Far below the 1024 descriptors of a usual process.
MOST_CONNECTIONS = 96
_QUEUE = 64
_LONGEST_HEADERS = 16_384
# New connections a second, and at once.
_DOOR, _DOOR_AT_ONCE = 50.0, 50.0
_NO_DESCRIPTORS_S = 1.0


class PageServer(uvicorn.Server):
    """Serves an application on a socket that listens, until it is cancelled."""

    def __init__(self, app: ASGIApp, tally: Tally) -> None:
        """Prepare; nothing is served yet."""
        super().__init__(
            uvicorn.Config(
                app,
                http="h11",
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
        self._guards: set[Guard] = set()
        self._addresses = Budgets(budget_of_address)

    @property
    def connections(self) -> int:
        """How many connections there are."""
        return len(self._guards)

    async def serve_on(self, listening: socket.socket) -> None:
        """Serve on a socket until this is cancelled, or fails."""
        if not self.config.loaded:
            self.config.load()
        self.servers, self.started = [], True
        self.lifespan = self.config.lifespan_class(self.config)
        try:
            async with asyncio.TaskGroup() as running:
                running.create_task(self._tick())
                running.create_task(self._let_in(listening))
        finally:
            await self.shutdown()

    async def _tick(self) -> None:
        """Let uvicorn set the date of its answers."""
        while True:
            await self.on_tick(0)
            await asyncio.sleep(1.0)

    async def _let_in(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        door = Budget(_DOOR, _DOOR_AT_ONCE, loop.time())
        listening.setblocking(False)  # noqa: FBT003 - of the standard library
        listening.listen(_QUEUE)
        while True:
            while len(self._guards) >= MOST_CONNECTIONS:
                self._tally.count("times full of connections")
                waiting = [guard.ended for guard in self._guards]
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            try:
                connection, address = await loop.sock_accept(listening)
            except OSError as error:
                # No descriptors are left, or whoever came has gone already.
                self._tally.note(sentence("page.not_accepted", error=error.strerror or "?"))
                await asyncio.sleep(_NO_DESCRIPTORS_S)
                continue
            await self._begin(connection, address)
            await asyncio.sleep(door.spend(1, loop.time()))

    async def _begin(self, connection: socket.socket, address: object) -> None:
        make: Callable[..., asyncio.Protocol] = self.config.http_protocol_class
        inner = make(config=self.config, server_state=self.server_state, app_state={})
        host = str(address[0]) if isinstance(address, tuple) else ""
        guard = Guard(inner, self._addresses.of(host, time.monotonic()))
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: guard, connection)
        except OSError:
            connection.close()
            return
        if not guard.ended.done():
            self._guards.add(guard)
            guard.ended.add_done_callback(lambda _: self._guards.discard(guard))
