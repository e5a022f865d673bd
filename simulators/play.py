"""Play on the virtual board: daemon, tabletop and page in one process, joined by the bus."""

import asyncio
import socket
import time
import webbrowser
from collections.abc import Callable

import uvicorn

from controller.bus.errors import MessageError
from controller.bus.inbox import Arrival, follow
from controller.bus.messages import CommandMessage, parse_hand
from controller.bus.outbox import Outbox
from controller.bus.redis_bus import RedisBus
from controller.bus.stopping import stop
from controller.bus.streams import EVENTS, HANDS, TABLE
from controller.bus.wire import write_event
from controller.cli.recording import Recording
from controller.daemon.controller import Controller
from controller.daemon.run import CommandQueue, run
from controller.events.event import CommandRefused
from controller.session.session import Session
from controller.web.app import create_app
from controller.web.hub import Hub
from simulators.hands import act, write_table
from simulators.headless import MakeBoard
from simulators.start import start_pieces
from simulators.tabletop import Tabletop
from simulators.virtual_board import VirtualBoard


async def play(
    session: Session,
    bus: RedisBus,
    listening: socket.socket,
    announce: Callable[[], None],
    recording: Recording,
    make_board: MakeBoard = VirtualBoard,
) -> None:
    """Serve the page on a listening socket, and play, until interrupted.

    `announce` is called once the page can be opened.
    """
    table = Tabletop(start_pieces(session.game.rules))
    board = recording.of(make_board(table, time.monotonic))
    controller = Controller(board, session)
    outbox = Outbox(bus)
    commands = _RecordedCommands(outbox, recording)
    hub = Hub()
    server = _Server(create_app(bus, hub), announce)
    work = [
        outbox.run(),
        commands.fill(bus),
        run(controller, outbox, commands),
        _move_pieces(table, bus, outbox),
        hub.fill(bus),
    ]
    tasks = [asyncio.create_task(part) for part in work]
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        # Whatever ends first ends everything: a broken part must not go unnoticed.
        done, _ = await asyncio.wait([serving, *tasks], return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        await stop(tasks)
        server.should_exit = True
        await asyncio.gather(serving, return_exceptions=True)
        await bus.close()


class _RecordedCommands(CommandQueue):
    """Commands that are told to a recording when they are taken for the next turn."""

    def __init__(self, outbox: Outbox, recording: Recording) -> None:
        super().__init__(outbox)
        self._recording = recording

    def take(self) -> list[CommandMessage]:
        taken = super().take()
        for message in taken:
            self._recording.command(message.words)
        return taken


async def _move_pieces(table: Tabletop, bus: RedisBus, outbox: Outbox) -> None:
    """Let the hands that come in over the bus move the pieces, for ever."""
    outbox.put(TABLE, write_table(table))
    async for arrival in follow(bus, HANDS):
        if not isinstance(arrival, Arrival):
            continue
        try:
            act(table, parse_hand(arrival.entry))
        except MessageError as error:
            outbox.put(EVENTS, write_event(CommandRefused(time.monotonic(), str(error))))
        outbox.put(TABLE, write_table(table))


class _Server(uvicorn.Server):
    """A server that says when the page can be opened."""

    def __init__(self, app: object, announce: Callable[[], None]) -> None:
        config = uvicorn.Config(
            app,  # type: ignore[arg-type] # any ASGI application
            log_level="warning",
            ws_max_size=64 * 1024,
            timeout_graceful_shutdown=1,
        )
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._announce()


def open_browser(url: str) -> None:
    """Open the page where there is a browser with a screen to show it."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    # A browser in the terminal would take the terminal away.
    if not isinstance(browser, webbrowser.GenericBrowser) or isinstance(
        browser, webbrowser.BackgroundBrowser
    ):
        browser.open(url)
