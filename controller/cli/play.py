"""`hnefi play`: a game on a real board, with the web page for display and control."""

import sys
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from controller.assembly.errors import UsageMistake
from controller.cli.options.board import (
    BaudOption,
    BoardOption,
    Chosen,
    ConfigOption,
    SerialOption,
    SerpentineOption,
    StatesOption,
    StripOption,
    configured,
)
from controller.cli.options.data import KeepOption
from controller.cli.options.engine import AsOption, OpponentOption, TimeOption
from controller.cli.options.exhibition import ExhibitionOption, ProgrammeOption
from controller.cli.options.game import ChosenGame
from controller.cli.options.lesson import (
    LessonOption,
    PositionOption,
    ToMoveOption,
)
from controller.cli.options.page import (
    BoardNameOption,
    BrowserOption,
    LanOption,
    LanRoleOption,
    PortOption,
    RecordOption,
    RedisOption,
    TlsCertOption,
    TlsKeyOption,
)
from controller.cli.options.ruleset import DEFAULT_RULESET, PlayedRulesetOption, find_rules
from controller.cli.options.terms import (
    AttackersOption,
    ClockOption,
    DefendersOption,
    check_clock,
)
from controller.cli.options.timing import TimingOption
from controller.rules.pieces import Side

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator, Sequence

    from controller.assembly.configuration import Configuration
    from controller.assembly.page import PageOptions
    from controller.assembly.serving import Serving
    from controller.rules.compiled import Rules
    from hal.board import Board

_LOOK_S = 0.25


def play(  # noqa: PLR0913 - an option each
    *,
    config: ConfigOption = None,
    board: BoardOption = None,
    strip: StripOption = None,
    serial: SerialOption = None,
    baud: BaudOption = None,
    serpentine: SerpentineOption = False,
    states: StatesOption = False,
    ruleset: PlayedRulesetOption = None,
    port: PortOption = None,
    redis: RedisOption = None,
    board_name: BoardNameOption = None,
    browser: BrowserOption = None,
    lan: LanOption = None,
    lan_role: LanRoleOption = None,
    tls_cert: TlsCertOption = None,
    tls_key: TlsKeyOption = None,
    opponent: OpponentOption = None,
    as_side: AsOption = None,
    lesson: LessonOption = None,
    position: PositionOption = None,
    to_move: ToMoveOption = Side.ATTACKERS,
    exhibition: ExhibitionOption = False,
    programme: ProgrammeOption = None,
    time: TimeOption = None,
    clock: ClockOption = None,
    attackers: AttackersOption = None,
    defenders: DefendersOption = None,
    timing: TimingOption = None,
    record: RecordOption = None,
    data: KeepOption = None,
) -> None:
    """Play on a real board, with the web page beside it."""
    rules = find_rules(ruleset or DEFAULT_RULESET)
    options = Chosen(
        board=board,
        strip=strip,
        serial=serial,
        baud=baud,
        serpentine=serpentine,
        states=states,
        port=port,
        browser=browser,
        redis=redis,
        board_name=board_name,
        data=data,
        clock=check_clock(clock),
        lan=lan,
        lan_role=lan_role,
        tls_cert=tls_cert,
        tls_key=tls_key,
    )
    chosen = configured(config, options)
    _refuse_simulated(chosen)
    game = ChosenGame(
        ruleset=ruleset,
        opponent=opponent,
        as_side=as_side,
        time=time,
        attackers=attackers,
        defenders=defenders,
        position=position,
        to_move=to_move,
        timing=timing,
        record=record,
        exhibition=exhibition,
        programme=programme,
        lesson=lesson,
    )
    _play_on_board(chosen, rules, game.page(chosen))


def _play_on_board(chosen: "Configuration", rules: "Rules", page: "PageOptions") -> None:
    from controller.assembly.naming import own_name
    from controller.assembly.page import BoardKind, play_with_page
    from controller.assembly.serving import serve
    from hal.boards import open_board
    from hal.errors import HalError

    try:
        with ExitStack() as opened:
            board = opened.enter_context(open_board(chosen))
            named = page if page.board_name else replace(page, own_name=own_name(board))

            async def serve_board(serving: "Serving") -> None:
                # Closed there, so that it is dark before the page is gone.
                opening = _handed_over(opened.pop_all(), board)
                await serve(serving, opening, also=lambda board: _also(chosen, serving, board))

            play_with_page(serve_board, rules, named, BoardKind(chosen.board.driver))
    except HalError as error:
        raise UsageMistake(str(error)) from error


@contextmanager
def _handed_over(opened: ExitStack, board: "Board") -> "Iterator[Board]":
    """Give an open board to who closes it."""
    with opened:
        yield board


def _refuse_simulated(chosen: "Configuration") -> None:
    from simulators.drivers import BOARD_NAMES

    driver = chosen.board.driver
    if driver in BOARD_NAMES and driver != "gpio-matrix":
        raise UsageMistake(
            f"board.driver: {driver} is a simulated board: hnefi simulate plays on it"
        )


def _also(
    chosen: "Configuration", serving: "Serving", board: "Board"
) -> "Sequence[Coroutine[object, object, None]]":
    from controller.assembly.buttons import press_buttons

    commands = serving.outside.requests.commands
    return [
        _report(board, serving),
        press_buttons(chosen.buttons, commands.put, lambda: serving.session.view),
    ]


async def _report(board: "Board", serving: "Serving") -> None:
    """Report on the terminal whether the board is connected, until cancelled."""
    import asyncio

    from controller.rules.sentence import Sentence
    from controller.words.catalogue import say
    from controller.words.notices import notice_sentence
    from hal.board import Attached

    paused: Sentence | None = None
    while True:
        before, paused = paused, serving.session.view.paused
        attached = board if isinstance(board, Attached) else None
        if paused != before:
            place = f" on {attached.place}" if attached else ""
            _write(say(paused) if paused else f"The board is connected{place}.")
        for notice in attached.take_notices() if attached else ():
            _write(say(notice_sentence(notice)))
        await asyncio.sleep(_LOOK_S)


def _write(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()
