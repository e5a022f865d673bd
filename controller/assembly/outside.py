"""Everything beside the game: bus and page, in a thread of its own, each part kept running.

The game has the main thread for itself. What comes from outside is decoded, limited and refused
here, and what goes out is written here, so that no page and no Redis client can cost the
game more than the moment in which the interpreter changes between threads.
"""

import asyncio
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Self

from controller.assembly.health import HealthReport
from controller.assembly.journal import journal
from controller.bus.bus import Bus
from controller.bus.errors import BusDownError
from controller.bus.memory_bus import MemoryBus
from controller.bus.outbox import Outbox
from controller.bus.presence import Presence
from controller.bus.streams import Stream
from controller.bus.wire import write_health
from controller.daemon.requests import Requests
from controller.rules.compiled import Rules
from controller.rules.sentence import Sentence
from controller.supervision.alarm import Alarm
from controller.supervision.supervisor import Supervisor
from controller.supervision.tally import Tally
from controller.web.app import HealthAnswer, Offer, create_app
from controller.web.hub import Hub
from controller.web.lan.access import Access, LanOptions
from controller.web.server import PageServer

# How long the game may wait for the interpreter while the outside is busy; 5 ms is the usual.
_SWITCH_S = 0.0005
_LOOK_S = 1.0
_ENDS_WITHIN_S = 5.0


@dataclass(frozen=True, slots=True)
class OutsideOptions:
    """Where the outside is: the board's name, a Redis URL or None, and sockets that listen."""

    board: str
    redis: str | None
    listening: Sequence[socket.socket]
    hands: bool  # whether hands on a page can move the pieces
    games: Path | None = None  # the file with the library of games
    lan: LanOptions | None = None  # how the page is open to the network
    tls: ssl.SSLContext | None = None  # for connections from the network
    visits: Path | None = None  # the file of an unattended board's visits


class Outside:
    """A context manager that runs bus and page as long as it is entered."""

    def __init__(self, options: OutsideOptions, say: Callable[[Sentence], None]) -> None:
        """Prepare; `say` is called, from any thread, with what there is to say on a terminal.

        Raises:
            BusUrlError: the URL names no Redis server.
            RegisterError: the file of devices holds something else.
        """
        self._options = options
        url, name = options.redis, options.board
        self._bus, server = (MemoryBus(name), "embedded") if url is None else _on_redis(url, name)
        self._presence = Presence(self._bus)
        self._ready: Future[None] = Future()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ending: asyncio.Event | None = None
        self._thread = threading.Thread(target=self._run, name="outside", daemon=True)
        self.tally = Tally(time.monotonic, say)
        self.alarm = Alarm()
        self.outbox = Outbox(self.tally)
        self.requests = Requests(self.outbox, self.tally, self.alarm.ring)
        self.report = HealthReport(name, server, self.tally)
        self.rules: Sequence[Rules] = ()  # that need not be among those that ship with hnefi
        self._hub = Hub(self.tally)
        self._server: PageServer | None = None
        port = options.listening[0].getsockname()[1]
        self.access = Access(options.lan, port, self.tally) if options.lan else None

    def __enter__(self) -> Self:
        """Start, and wait until the bus is there and the name is ours.

        Raises:
            BusDownError: the bus cannot be used, or another board has the name.
        """
        self._switch_s = sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH_S)
        self._thread.start()
        self._ready.result()
        return self

    def __exit__(self, *_: object) -> None:
        """Close all pages, and give the name back."""
        if self._loop is not None and self._ending is not None:
            with suppress(RuntimeError):  # it has ended already
                self._loop.call_soon_threadsafe(self._ending.set)
        self._thread.join(_ENDS_WITHIN_S)
        sys.setswitchinterval(self._switch_s)

    def _run(self) -> None:
        with journal(self.tally):
            asyncio.run(self._main())

    async def _main(self) -> None:
        self._loop, self._ending = asyncio.get_running_loop(), asyncio.Event()
        try:
            await self._bus.check()
            await self._presence.take()
        except BaseException as error:  # noqa: BLE001 - whoever started the thread gets it
            await self._bus.close()
            self._ready.set_exception(error)
            return
        self._ready.set_result(None)
        supervisor = Supervisor(self.tally)
        tasks = [asyncio.create_task(supervisor.keep(*part)) for part in self._parts().items()]
        try:
            await self._ending.wait()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            with suppress(BusDownError):
                await self._presence.release()
            await self._bus.close()

    def _parts(self) -> dict[str, Callable[[], Coroutine[object, object, None]]]:
        bus, presence, hands = self._bus, self._presence, self._options.hands
        return {
            "outbox": lambda: self.outbox.run(bus, presence),
            "requests": lambda: self.requests.fill(bus, presence, hands=hands),
            "hub": lambda: self._hub.fill(bus),
            "presence": lambda: self._hub.watch(bus),
            "hands": lambda: self._hub.hands.repeat(bus),
            "health": self._watch_health,
            "page": self._serve,
        }

    async def _serve(self) -> None:
        options = self._options
        offer = Offer(options.games, lambda: self.rules, self.access, options.visits)
        app = create_app(self._bus, self._hub, self.tally, self._health, offer)
        self._server = PageServer(app, self.tally, self._options.tls)
        await self._server.serve_on(*self._options.listening)

    async def _watch_health(self) -> None:
        """Tell pages what fails, when that changes."""
        reported: tuple[Sentence, ...] | None = None
        while True:
            troubles = self.tally.troubles
            if troubles != reported:
                reported = troubles
                self.outbox.put(Stream.HEALTH, partial(write_health, troubles))
            await asyncio.sleep(_LOOK_S)

    def _health(self) -> HealthAnswer:
        connections = self._server.connections if self._server else 0
        waiting = self.outbox.waiting
        return self.report.health(pages=self._hub.pages, connections=connections, waiting=waiting)


def _on_redis(url: str, name: str) -> tuple[Bus, str]:
    """Return a bus on a Redis server, and the server's name; its client takes a while to load."""
    from controller.bus.redis_bus import RedisBus

    bus = RedisBus(url, name)
    return bus, bus.server
