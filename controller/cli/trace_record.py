"""`hnefi trace record`: records what a board's sensors feel while somebody plays."""

from typing import Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options.page import DEFAULT_PORT, BrowserOption, PortOption, RedisOption
from controller.cli.options.ruleset import DEFAULT_RULESET, RulesetOption
from controller.cli.options.serial import AUTO, BaudOption, SerialOption
from controller.cli.options.timing import TimingOption
from controller.cli.play import play
from controller.cli.simulate import VIRTUAL, simulate

_SERIAL = "serial"


def record(  # noqa: PLR0913 - an option each
    *,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A new file for the trace.")],
    board: Annotated[
        str,
        typer.Option(
            metavar="BOARD", help="virtual, avr-reed, avr-hall, or serial for a real board."
        ),
    ] = VIRTUAL,
    serial: SerialOption = AUTO,
    baud: BaudOption = AUTO,
    ruleset: RulesetOption = DEFAULT_RULESET,
    port: PortOption = DEFAULT_PORT,
    redis: RedisOption = None,
    timing: TimingOption = None,
    browser: BrowserOption = True,
) -> None:
    """Play on a board, with the page, and record what its sensors feel."""
    if board != _SERIAL and (serial, baud) != (AUTO, AUTO):
        raise UsageMistake("trace record: --serial and --baud need --board serial")
    if board == _SERIAL:
        play(
            serial=serial,
            baud=baud,
            ruleset=ruleset,
            port=port,
            redis=redis,
            timing=timing,
            browser=browser,
            record=file,
        )
    else:
        simulate(
            board=board,
            ruleset=ruleset,
            port=port,
            redis=redis,
            timing=timing,
            browser=browser,
            record=file,
        )
