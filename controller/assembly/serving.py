"""The game on a board, joined with bus and page; knows no board from another."""

import asyncio
import gc
import webbrowser
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from controller.assembly.brain import ProcessBrain
from controller.assembly.companion import Companion
from controller.assembly.health import PlayedBoard
from controller.assembly.interrupts import asking_for_an_end
from controller.assembly.keeping import Keeping
from controller.assembly.outside import Outside
from controller.assembly.recording import Recording
from controller.assembly.saving import TraceSaver
from controller.assembly.service_manager import READY, STOPPING, ServiceManager
from controller.bus.messages import HandMessage, RequestMessage
from controller.daemon.controller import Attendant, Controller
from controller.daemon.played import PlayedGame
from controller.daemon.publisher import Publisher
from controller.daemon.run import Asked, GameLoop, run
from controller.events.command import Command
from controller.rules.pieces import Side
from controller.session.session import Session
from controller.supervision.supervisor import report_end
from controller.supervision.tally import Tally
from hal.board import Board

# After so long somebody has opened the page and moved a piece, or it does not matter.
_ALL_USED_S = 60.0


@dataclass(frozen=True, slots=True)
class Serving:
    """What is played: `announce` is called once the page can be opened."""

    session: Session
    outside: Outside
    announce: Callable[[], None]
    recording: Recording
    companion: Companion = field(default_factory=lambda: Companion(ProcessBrain()))
    kept: Keeping | None = None
    names: Mapping[Side, str] = field(default_factory=dict)  # of the players
    attendant: Attendant | None = None  # who sits beside the session, if it is not the companion


async def serve(
    serving: Serving,
    opening: AbstractContextManager[Board],
    act: Callable[[HandMessage], None] = lambda _: None,
    also: Callable[[Board], Mapping[str, Coroutine[object, object, None]]] = lambda _: {},
    *,
    by_hand: bool = False,
) -> None:
    """Play on a board until interrupted; the board is closed, and dark, before this ends.

    `act` does what hands on the page do; `also` gives what runs along with an open board, by
    its name; `by_hand` says that the board changes by nothing else.
    """
    companion = serving.companion
    companion.connect(serving.outside.requests.commands.put)
    beside: list[asyncio.Task[None]] = []
    manager = ServiceManager()
    try:
        with opening as board:
            game = _game(serving, board, act, by_hand=by_hand)
            serving.outside.report.played = PlayedBoard(game, board)
            serving.announce()
            _forget_the_program()
            parts = {
                **also(board),
                "watchdog": manager.watch(game.pulse),
                "memory": _forget_what_came_later(),
            }
            beside = [_kept(name, part, game.tally) for name, part in parts.items()]
            manager.say(READY)
            try:
                await run(game)
            finally:
                at, events = game.controller.rest()
                game.publisher.played.keep(events, at)
    finally:
        manager.say(STOPPING)
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        companion.close()


def _game(
    serving: Serving, board: Board, act: Callable[[HandMessage], None], *, by_hand: bool
) -> GameLoop:
    """Return the game on an open board, with all that listens to it."""
    outside, recording, publisher = serving.outside, serving.recording, _publisher(serving)
    return GameLoop(
        Controller(recording.of(board), serving.session, serving.attendant or serving.companion),
        publisher,
        outside.requests,
        outside.alarm,
        outside.tally,
        heed=_heed(serving, publisher.played, TraceSaver(recording, outside.outbox)),
        act=act,
        by_hand=by_hand,
        # A trace has a line for every scan that did not come when it was due.
        rests=not recording.is_wanted,
    )


def _forget_the_program() -> None:
    """Let the garbage collector look no more through what is there now.

    A program is never garbage, and looking through it stops all threads for 40 ms.
    """
    gc.collect()
    gc.freeze()


async def _forget_what_came_later() -> None:
    """Do so once more, when what is loaded on its first use has been used."""
    await asyncio.sleep(_ALL_USED_S)
    _forget_the_program()


def _kept(name: str, part: Coroutine[object, object, None], tally: Tally) -> asyncio.Task[None]:
    """Run something beside the game; if it fails that is said, and the game goes on without it."""

    def ended(task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            report_end(tally, name, error)

    task = asyncio.create_task(part)
    task.add_done_callback(ended)
    return task


def _heed(
    serving: Serving, played: PlayedGame, saver: TraceSaver
) -> Callable[[Asked], Asked | None]:
    """Return what records commands as they are taken, and does those that are about traces."""

    def heed(message: Asked) -> Asked | None:
        # What is asked of opponent and coach changes nothing that a session does.
        if isinstance(message, RequestMessage):
            return message
        if message.command is Command.SAVE_TRACE:
            saver.save(message.id)
            return None
        if message.names is not None:
            played.call({side: name for side, name in message.names.items() if name})
        # Who gives up and names no side is the person, or else whose turn it is.
        to_move = serving.session.game.position.to_move
        command = message.by(serving.companion.person or to_move)
        # What is refused changes nothing; a trace is replayed without who refuses it.
        if serving.companion.refuses(command.command) is None:
            serving.recording.command(command.words)
        return command

    return heed


def end_on_signals() -> None:
    """Let who asks for an end have it as by Ctrl-C: lights go out, files are closed."""
    task = asyncio.current_task()
    if task is not None:
        for number in asking_for_an_end():
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)


def _publisher(serving: Serving) -> Publisher:
    kept, outbox = serving.kept, serving.outside.outbox
    if kept is None:
        return Publisher(outbox, PlayedGame(names=serving.names))
    return Publisher(outbox, PlayedGame(kept.keeper, kept.game))


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
