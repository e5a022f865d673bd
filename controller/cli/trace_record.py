"""`hnefi trace record`: records what a board's sensors feel while somebody plays."""

from typing import Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options import offering
from controller.cli.options.board import (
    BaudOption,
    ChosenBoard,
    ConfigOption,
    SerialOption,
    StripOption,
)
from controller.cli.options.game import ChosenGame
from controller.cli.options.page import BrowserOption, ChosenPage, PortOption, RedisOption
from controller.cli.options.ruleset import PlayedRulesetOption
from controller.cli.options.timing import TimingOption
from controller.cli.play import play
from controller.cli.simulate import VIRTUAL, ChosenPeople, simulate

_SIMULATED = (VIRTUAL, "avr-reed", "avr-hall")
_REAL = ("serial", "gpio-matrix")


def record(  # noqa: PLR0913 - an option each
    *,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A new file for the trace.")],
    board: Annotated[
        str,
        typer.Option(
            metavar="BOARD",
            autocompletion=offering.names(*_SIMULATED, *_REAL),
            help="virtual, avr-reed, avr-hall; serial or gpio-matrix for a real board.",
        ),
    ] = VIRTUAL,
    config: ConfigOption = None,
    strip: StripOption = None,
    serial: SerialOption = None,
    baud: BaudOption = None,
    ruleset: PlayedRulesetOption = None,
    port: PortOption = None,
    redis: RedisOption = None,
    timing: TimingOption = None,
    browser: BrowserOption = None,
) -> None:
    """Play on a board, with the page, and record what its sensors feel."""
    if board not in (*_SIMULATED, *_REAL):
        known = ", ".join((*_SIMULATED, *_REAL))
        raise UsageMistake(f"--board: expected one of {known}, got {board[:40]!r}")
    if board not in _REAL and (serial, baud, strip) != (None, None, None):
        raise UsageMistake(
            "trace record: --serial, --baud and --strip need --board serial or gpio-matrix"
        )
    page = ChosenPage(port=port, redis=redis, browser=browser)
    game = ChosenGame(ruleset=ruleset, timing=timing, record=file)
    if board in _REAL:
        wired = ChosenBoard(board=board, strip=strip, serial=serial, baud=baud)
        play(config=config, board=wired, page=page, game=game)
    else:
        simulate(config=config, people=ChosenPeople(board=board), page=page, game=game)
