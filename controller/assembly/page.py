"""Plays a game with a page: opens its port, the bus behind it, and a recording if asked."""

import asyncio
import os
import socket
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial

from controller.assembly.allocator import give_back_what_is_freed
from controller.assembly.brain import ProcessBrain
from controller.assembly.companion import Companion
from controller.assembly.configuration import Configuration
from controller.assembly.errors import UsageMistake
from controller.assembly.interrupts import interruptible
from controller.assembly.keeping import Keeping, check_folder, folder_of, keeping
from controller.assembly.lan import invitation, lan_of, tls_of, with_register
from controller.assembly.naming import board_name
from controller.assembly.outside import Outside, OutsideOptions
from controller.assembly.recording import Recording, memory_of, recording, settings_of
from controller.assembly.remarks import remark
from controller.assembly.rivals import Choosing, Rival
from controller.assembly.serving import Serving, end_on_signals, open_browser
from controller.assembly.unattended import unattended
from controller.assembly.visit_book import VISITS
from controller.bus.errors import BusDownError, BusUrlError
from controller.bus.messages import CommandMessage
from controller.bus.presence import NameTakenError
from controller.daemon.beside import Beside
from controller.daemon.terms import Terms
from controller.exhibition.programme import Programme
from controller.lessons.lesson import Lesson
from controller.notation.control import parse_control
from controller.rules.compiled import Rules
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence
from controller.session.session import Session
from controller.session.timing import Timing
from controller.store.folder import Folder
from controller.web.lan.access import Access, LanOptions
from controller.web.lan.register_file import RegisterError
from controller.words.catalogue import say

_HOST, _HOST6 = "127.0.0.1", "::1"
# A machine may join a network while it plays; the gate looks at every request.
_ANY_HOST, _ANY_HOST6 = "0.0.0.0", "::"  # noqa: S104 - who asked for --lan wants it


@dataclass(frozen=True, slots=True)
class PageOptions:
    """The choices for a page, and for the session that it shows."""

    port: int
    redis: str | None = None  # the URL of a Redis server, None for the embedded bus
    board_name: str | None = None  # on the bus, as somebody chose it
    own_name: str = ""  # that the board keeps, the name on the bus where nobody chose one
    browser: bool = True  # open the page in a browser
    record: str | None = None  # a file for a trace
    timing: Timing = field(default_factory=Timing)
    rival: Rival | None = None  # who plays a side in people's place
    choosing: Choosing = field(default_factory=Choosing)
    terms: Terms = field(default_factory=Terms)  # who plays, and by which clocks
    data: str | None = None  # the folder of the games, or `none`
    lesson: Lesson | None = None  # what is taught first
    position: CommandMessage | None = None  # the command that sets up what is played first
    lan: LanOptions | None = None  # how the page is open to the network
    programme: Programme | None = None  # of an unattended board
    chosen_rules: bool = True  # somebody wants these rules, so no game by others goes on

    @classmethod
    def of(
        cls,
        config: Configuration,
        record: str | None,
        timing: Timing,
        rival: Rival | None = None,
        choosing: Choosing | None = None,
        names: Mapping[Side, str] | None = None,
    ) -> "PageOptions":
        """Return what a configuration says of page, bus and store, with what options say."""
        return cls(
            config.page.port,
            config.bus.redis or None,
            config.bus.board_name or None,
            browser=config.page.browser,
            record=record,
            timing=timing,
            rival=rival,
            choosing=choosing or Choosing(),
            data=config.store.folder or None,
            terms=Terms(names or {}, parse_control(config.clock.control)),
            lan=lan_of(config.page),
        )


@dataclass(frozen=True, slots=True)
class BoardKind:
    """The board that is played on: its driver, and whether hands on the page move its pieces."""

    driver: str
    hands: bool = False


def play_with_page(
    play: Callable[[Serving], Awaitable[None]],
    rules: Rules,
    options: PageOptions,
    board: BoardKind,
) -> None:
    """Play with a page until interrupted, and record a trace if the options name a file.

    Raises:
        UsageMistake: the port, the Redis server, the name, the file or the folder cannot be used.
    """
    give_back_what_is_freed()
    name = board_name(options.board_name, [options.own_name])
    folder = folder_of(options.data, name if options.board_name or options.own_name else "")
    # What visitors play is nobody's game; only that they came is kept.
    games = None if options.programme else folder
    if folder is not None:
        check_folder(folder, "store.folder")
    where = _outside_of(options, name, folder, hands=board.hands)
    try:
        with (
            _failures_in_one_line(),
            interruptible(),
            Outside(where, _write) as outside,
            keeping(
                games, rules, outside, options.terms.names, chosen=options.chosen_rules
            ) as kept,
            _recorded(options, _own(rules, kept), board) as trace,
        ):
            outside.rules = _own(rules, kept)
            companion = Companion(ProcessBrain(), options.choosing)
            _begin(options, companion, outside, kept)
            announce = partial(
                _announce, where.listening[0], outside.access, browser=options.browser
            )
            session = _session(rules, options, kept)
            serving = Serving(
                session, outside, announce, trace, companion, kept, options.terms.names
            )
            with unattended(
                options.programme, companion, where.visits, _write, outside.tally
            ) as host:
                asyncio.run(_played(play, replace(serving, attendant=host)))
    except KeyboardInterrupt:
        if sys.stdout.isatty():  # where ^C stands
            sys.stdout.write("\n")
    except asyncio.CancelledError:
        return  # somebody asked for the end by a signal
    finally:
        _close(where.listening)


def _outside_of(
    options: PageOptions, name: str, folder: Folder | None, *, hands: bool
) -> OutsideOptions:
    """Return where page and bus are, with the page's port open already."""
    lan = with_register(options.lan, None if folder is None else folder.path)
    tls = tls_of(lan)
    unattended_folder = folder.path if folder and options.programme else None
    return OutsideOptions(
        name,
        options.redis,
        _listen(options.port, is_open=lan is not None),
        hands,
        folder.store if folder and not options.programme else None,
        lan=lan,
        tls=tls,
        visits=unattended_folder and unattended_folder / VISITS,
    )


@contextmanager
def _failures_in_one_line() -> Iterator[None]:
    """Say by its key in a file what cannot be used."""
    try:
        yield
    except NameTakenError as error:  # which is a BusDownError, too
        raise UsageMistake(f"bus.board_name: {error}") from None
    except (BusUrlError, BusDownError) as error:
        raise UsageMistake(f"bus.redis: {error}") from None
    except RegisterError as error:
        raise UsageMistake(str(error)) from None


def _announce(listening: socket.socket, access: Access | None, *, browser: bool) -> None:
    """Say where the page is, and open it in a browser if that is wanted."""
    url = f"http://{_HOST}:{listening.getsockname()[1]}"
    invited = invitation(access) if access else ""
    sys.stdout.write(f"The board is at {url}\n{invited}Stop it with Ctrl-C.\n")
    sys.stdout.flush()
    if browser:
        # Some browsers are slow to start, and the board must not wait.
        threading.Thread(target=open_browser, args=(url,), daemon=True).start()


def _session(rules: Rules, options: PageOptions, kept: Keeping | None) -> Session:
    """Return a session that goes on with the last game, if there is one to go on with."""
    session = Session(rules, options.timing, options.terms.control)
    if kept and kept.position:
        session.take_up(kept.position, kept.clock, left=kept.left)
    return session


def _own(rules: Rules, kept: Keeping | None) -> Sequence[Rules]:
    """Return the rules that need not be among those that ship with hnefi; the first are played."""
    return (kept.position.rules, rules) if kept and kept.position else (rules,)


def _recorded(
    options: PageOptions, own: Sequence[Rules], board: BoardKind
) -> AbstractContextManager[Recording]:
    """Return what records a run, in memory and perhaps in a file."""
    began = float(int(time.monotonic()))
    settings = settings_of(options.timing, options.terms.control)
    memory = memory_of(own, settings, board.driver, began)
    return recording(options.record, own[0], settings, board.driver, began, memory)


def _begin(
    options: PageOptions, companion: Companion, outside: Outside, kept: Keeping | None
) -> None:
    """Let people find what the options name, and who sat beside the game that goes on."""
    companion.seat(options.rival)
    if kept and options.lesson is None and options.position is None:
        missed = companion.come_back(Beside(kept.course.opponent, kept.course.help))
        if missed is not None:
            _write(missed)
    companion.teach(options.lesson)
    if options.position is not None:
        outside.requests.commands.put(options.position)


async def _played(play: Callable[[Serving], Awaitable[None]], serving: Serving) -> None:
    end_on_signals()
    await play(serving)


def _write(what: Sentence) -> None:
    remark(say(what))


def _listen(port: int, *, is_open: bool) -> list[socket.socket]:
    """Return sockets that listen, by IPv4 and, where this machine has it, by IPv6."""
    host, host6 = (_ANY_HOST, _ANY_HOST6) if is_open else (_HOST, _HOST6)
    try:
        listening = [socket.create_server((host, port))]
    except OSError as error:
        raise UsageMistake(
            f"page.port: expected a free port on {host}, but {port} cannot be used "
            f"({os.strerror(error.errno or 0)}); stop what uses it, such as another hnefi, or "
            "choose another with --port"
        ) from error
    with suppress(OSError):
        found = listening[0].getsockname()[1]
        listening.append(socket.create_server((host6, found), family=socket.AF_INET6))
    return listening


def _close(listening: Sequence[socket.socket]) -> None:
    for each in listening:
        each.close()
