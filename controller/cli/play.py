"""`hnefi play`: a game on a real board, with the page beside it."""

import asyncio
import sys

from controller.cli.page import (
    DEFAULT_PORT,
    BrowserOption,
    PageOptions,
    PortOption,
    RecordOption,
    RedisOption,
    serve_page,
)
from controller.cli.rulesets import DEFAULT_RULESET, RulesetOption, find_ruleset
from controller.cli.serial_options import (
    BaudOption,
    SerialOption,
    SerpentineOption,
    StatesOption,
    serial_board,
)
from controller.cli.serving import Serving, serve
from controller.cli.timing import TimingOption, parse_timing
from controller.rules.compiled import compiled
from hal.serial_board import AUTO, SerialBoard

_TELL_S = 0.25


def play(  # noqa: PLR0913 - an option each
    *,
    serial: SerialOption = AUTO,
    baud: BaudOption = AUTO,
    serpentine: SerpentineOption = False,
    states: StatesOption = False,
    ruleset: RulesetOption = DEFAULT_RULESET,
    port: PortOption = DEFAULT_PORT,
    redis: RedisOption = None,
    browser: BrowserOption = True,
    timing: TimingOption = None,
    record: RecordOption = None,
) -> None:
    """Play on a real board behind a serial port, with the page to see and to ask by."""
    rules, durations = compiled(find_ruleset(ruleset)), parse_timing(timing)
    board = serial_board(serial, baud, serpentine=serpentine, states=states)

    async def serve_board(serving: Serving) -> None:
        try:
            await serve(serving, board, lambda _: [_tell(board)])
        finally:
            board.close()

    options = PageOptions(port, redis, browser, record, durations)
    serve_page(serve_board, rules, options, "serial")


async def _tell(board: SerialBoard) -> None:
    """Say on the terminal what becomes of the board, for ever."""
    told: str | None = None
    while True:
        for notice in board.take_notices():
            _say(notice)
        if board.trouble != told:
            told = board.trouble
            _say(told or f"The board is on {board.name}, at {board.baud} baud.")
        await asyncio.sleep(_TELL_S)


def _say(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()
