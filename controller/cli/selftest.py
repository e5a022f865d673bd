"""`hnefi selftest`: every sensor, pixel and diode of a board, with one piece, guided by light."""

from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options.board import (
    BaudOption,
    BoardOption,
    ChosenBoard,
    ConfigOption,
    SerialOption,
    StripOption,
    configured,
)
from controller.cli.options.diagnosis import (
    FaultsOption,
    JsonOption,
    ReportOption,
    SimulatedOption,
    WiredAsOption,
    find_report,
    write_checks,
)
from controller.cli.options.together import refuse_with

if TYPE_CHECKING:
    from controller.assembly.configuration import Configuration
    from hal.diagnosis.check import Check
    from hal.diagnosis.conversation import Conversation


def selftest(  # noqa: PLR0913 - an option each
    *,
    config: ConfigOption = None,
    board: BoardOption = None,
    strip: StripOption = None,
    serial: SerialOption = None,
    baud: BaudOption = None,
    only: Annotated[
        str | None, typer.Option(metavar="a1,b2,...", help="Visit only these squares.")
    ] = None,
    diodes: Annotated[
        bool,
        typer.Option(
            "--diodes",
            help="Look for missing diodes with 22 pieces; only a board on a microcontroller needs "
            "that.",
        ),
    ] = False,
    as_json: JsonOption = False,
    report: ReportOption = None,
    simulated: SimulatedOption = None,
    faults: FaultsOption = None,
    wired_as: WiredAsOption = None,
) -> None:
    """Test every square with one piece: follow the light.

    The exit status is 1 if anything is wrong.
    """
    from controller.cli.guiding import Pretended, converse

    pretended = Pretended(simulated, faults, wired_as)
    pretended.check()
    if diodes:
        refuse_with("--diodes", {"--only": only}, "which looks at all squares")
    folder = find_report(report)
    squares = _squares(only)
    chosen = ChosenBoard(board=board, strip=strip, serial=serial, baud=baud)
    believed = configured(config, chosen)
    conversation = _conversation(believed, squares, diodes=diodes)
    checks = converse(believed, conversation, pretended, believed)
    raise typer.Exit(write_checks(checks, "selftest", folder, as_json=as_json))


def _conversation(
    config: "Configuration", squares: list[int], *, diodes: bool
) -> "Conversation[list[Check]]":
    from hal.config import NO_STRIP
    from hal.diagnosis.diodes import find_missing_diodes
    from hal.diagnosis.selftest import Examined, examine

    order = config.wiring.sensors.order()
    if diodes:
        return find_missing_diodes(order)
    colours = "" if config.strip_driver == NO_STRIP else config.wiring.pixels.order
    return examine(Examined(order, colours, squares))


def _squares(only: str | None) -> list[int]:
    from hal.board import SQUARE_COUNT
    from hal.squares import SQUARES_BY_NAME

    if only is None:
        return list(range(SQUARE_COUNT))
    names = [name.strip() for name in only.split(",")]
    wrong = [name for name in names if name not in SQUARES_BY_NAME]
    if wrong:
        raise UsageMistake(f"--only: expected squares a1 to k11, got {wrong[0][:20]!r}")
    return [SQUARES_BY_NAME[name] for name in names]
