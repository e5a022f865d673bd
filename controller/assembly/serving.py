"""The daemon and the page in one process, joined by the bus. Treats every board alike."""

import asyncio
import signal
import socket
import webbrowser
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field

import uvicorn

from controller.assembly.brain import ProcessBrain
from controller.assembly.companion import Companion
from controller.assembly.recording import Recording
from controller.bus.messages import CommandMessage, RequestMessage
from controller.bus.outbox import Outbox
from controller.bus.redis_bus import RedisBus
from controller.bus.stopping import stop
from controller.daemon.controller import Controller
from controller.daemon.run import CommandQueue, run
from controller.events.command import Command
from controller.events.event import CommandRefused, Event, TraceSaved
from controller.rules.sentence import sentence
from controller.session.sentences import NO_TRACE
from controller.session.session import Session
from controller.web.app import create_app
from controller.web.hub import Hub
from hal.board import Board


@dataclass(frozen=True, slots=True)
class Serving:
    """The parts to serve; `announce` is called once the page can be opened at `listening`."""

    session: Session
    bus: RedisBus
    listening: socket.socket
    announce: Callable[[], None]
    recording: Recording
    companion: Companion = field(default_factory=lambda: Companion(ProcessBrain()))


@dataclass(frozen=True, slots=True)
class Parts:
    """What coroutines that run along may need."""

    board: Board
    outbox: Outbox
    commands: CommandQueue


Also = Callable[[Parts], Sequence[Coroutine[object, object, None]]]


async def serve(
    serving: Serving, opening: AbstractContextManager[Board], also: Also = lambda _: ()
) -> None:
    """Serve the page and play on a board until interrupted; `also` gives more tasks to run.

    The board is closed, and dark, before the page ends.
    """
    bus, hub, companion = serving.bus, Hub(), serving.companion
    server = _Server(create_app(bus, hub), serving.announce)
    tasks: list[asyncio.Task[None]] = []
    try:
        with opening as board:
            outbox = Outbox(bus)
            commands = _RecordedCommands(outbox, serving.recording)
            controller = Controller(serving.recording.of(board), serving.session, companion)
            companion.connect(commands.put)
            work = [
                run(controller, outbox, commands),
                server.serve(sockets=[serving.listening]),
                outbox.run(),
                commands.fill(bus),
                *also(Parts(board, outbox, commands)),
                hub.fill(bus),
            ]
            tasks = [asyncio.create_task(part) for part in work]
            try:
                # Whatever ends first ends everything: a broken part must not go unnoticed.
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            finally:
                await stop(tasks[:1])
    finally:
        await _say_goodbye(server, tasks[1:])
        await bus.close()
        companion.close()


async def _say_goodbye(server: "_Server", tasks: Sequence[asyncio.Task[None]]) -> None:
    """Let the page end by itself, and stop everything else."""
    server.should_exit = True
    page, *others = tasks or (None,)
    await stop(others)
    if page is not None:
        if not server.started:
            page.cancel()  # it has nobody to say good-bye to, and must not begin now
        await asyncio.gather(page, return_exceptions=True)


def end_on_sigterm() -> None:
    """Let SIGTERM end the running task as Ctrl-C does: lights go out, files are closed."""
    task = asyncio.current_task()
    if task is not None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)


class _RecordedCommands(CommandQueue):
    """A queue that records its commands as the next tick takes them, and saves traces itself."""

    def __init__(self, outbox: Outbox, recording: Recording) -> None:
        super().__init__(outbox)
        self._recording = recording

    def take(self) -> list[CommandMessage | RequestMessage]:
        taken = super().take()
        for message in taken:
            # What is asked of opponent and coach changes nothing that a session does.
            if not isinstance(message, CommandMessage):
                continue
            if message.command is Command.SAVE_TRACE:
                self._answer(self._saved(message))
            else:
                self._recording.command(message.words)
        return [message for message in taken if not _saves_trace(message)]

    def _saved(self, message: CommandMessage) -> Event:
        now = asyncio.get_running_loop().time()
        try:
            path = self._recording.save()
        except OSError as error:
            reason = error.strerror or str(error)
            return CommandRefused(
                now, sentence("command.trace_not_saved", reason=reason), message.id
            )
        if path is None:
            return CommandRefused(now, NO_TRACE, message.id)
        return TraceSaved(now, str(path), message.id)


def _saves_trace(message: CommandMessage | RequestMessage) -> bool:
    return isinstance(message, CommandMessage) and message.command is Command.SAVE_TRACE


class _Server(uvicorn.Server):
    """A server that announces when the page can be opened."""

    def __init__(self, app: object, announce: Callable[[], None]) -> None:
        config = uvicorn.Config(
            app,  # type: ignore[arg-type] # any ASGI application
            log_level="warning",
            ws_max_size=64 * 1024,
            timeout_graceful_shutdown=1,
        )
        super().__init__(config)
        self._announce = announce

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the program: the lights go out first."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._announce()


def open_browser(url: str) -> None:
    """Open the page in a graphical browser, if there is one."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    # A text browser would take over the terminal.
    if not isinstance(browser, webbrowser.GenericBrowser) or isinstance(
        browser, webbrowser.BackgroundBrowser
    ):
        browser.open(url)
