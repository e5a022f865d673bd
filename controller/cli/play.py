"""`hnefi play`: a game on a real board, with the web page for display and control."""

import sys
from typing import TYPE_CHECKING

from controller.cli.options.data import KeepOption
from controller.cli.options.engine import (
    AsOption,
    OpponentOption,
    TimeOption,
    find_rival,
)
from controller.cli.options.page import (
    DEFAULT_PORT,
    BoardNameOption,
    BrowserOption,
    PortOption,
    RecordOption,
    RedisOption,
)
from controller.cli.options.ruleset import DEFAULT_RULESET, RulesetOption, find_rules
from controller.cli.options.serial import (
    AUTO,
    BaudOption,
    SerialOption,
    SerpentineOption,
    StatesOption,
    serial_config,
)
from controller.cli.options.timing import TimingOption, parse_timing

if TYPE_CHECKING:
    from controller.assembly.serving import Serving
    from hal.board import Board

_LOOK_S = 0.25


def play(  # noqa: PLR0913 - an option each
    *,
    serial: SerialOption = AUTO,
    baud: BaudOption = AUTO,
    serpentine: SerpentineOption = False,
    states: StatesOption = False,
    ruleset: RulesetOption = DEFAULT_RULESET,
    port: PortOption = DEFAULT_PORT,
    redis: RedisOption = None,
    board_name: BoardNameOption = None,
    browser: BrowserOption = True,
    opponent: OpponentOption = None,
    as_side: AsOption = None,
    time: TimeOption = None,
    timing: TimingOption = None,
    record: RecordOption = None,
    data: KeepOption = None,
) -> None:
    """Play on a real board, with the web page for display and control."""
    from controller.assembly.page import BoardKind, PageOptions, play_with_page
    from controller.assembly.serving import serve
    from hal.boards import open_board

    rules, durations = find_rules(ruleset), parse_timing(timing)
    config = serial_config(serial, baud, serpentine=serpentine, states=states)

    async def serve_board(serving: "Serving") -> None:
        with open_board(config) as board:
            await serve(serving, board, also=[_report(board, serving)])

    choosing, rival = find_rival(opponent, as_side, time)
    options = PageOptions(
        port, redis, board_name, browser, record, durations, rival, choosing, data
    )
    play_with_page(serve_board, rules, options, BoardKind("serial"))


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
