"""`hnefi calibrate`: Hall sensors learn the empty board, then each kind of piece."""

from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options.board import (
    BaudOption,
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

if TYPE_CHECKING:
    from controller.assembly.configuration import Configuration
    from hal.diagnosis.check import Check

# Spread over the board: corners, edges, throne, and between them.
_SOME = ("a1", "f1", "k1", "d4", "h4", "a6", "f6", "k6", "d8", "h8", "a11", "f11", "k11")


def calibrate(  # noqa: PLR0913 - an option each
    *,
    config: ConfigOption = None,
    strip: StripOption = None,
    serial: SerialOption = None,
    baud: BaudOption = None,
    every: Annotated[
        bool, typer.Option("--every", help="Measure all 121 squares, and not thirteen of them.")
    ] = False,
    as_json: JsonOption = False,
    report: ReportOption = None,
    simulated: SimulatedOption = None,
    faults: FaultsOption = None,
    wired_as: WiredAsOption = None,
) -> None:
    """Measure the Hall sensors: without pieces, then with each kind.

    The thresholds are written to the configuration. The exit status is 1 if anything is wrong.
    """
    from controller.cli.guiding import Pretended, converse, write_settings
    from hal.board import SQUARE_COUNT
    from hal.diagnosis.calibration import measure_pieces, thresholds_of
    from hal.squares import SQUARES_BY_NAME

    pretended = Pretended(simulated, faults, wired_as)
    pretended.check()
    file, folder = pretended.file_to_write(config), find_report(report)
    chosen = ChosenBoard(strip=strip, serial=serial, baud=baud)
    believed = configured(config, chosen)
    squares = range(SQUARE_COUNT) if every else [SQUARES_BY_NAME[name] for name in _SOME]
    if simulated is None:
        _measure_empty(config, chosen, believed)
    asked = measure_pieces(list(squares), believed.wiring.sensors.order())
    heights = converse(_measuring(believed), asked, pretended, believed)
    if heights is None:
        raise UsageMistake("calibrate: expected Hall sensors, found reeds, which need nothing")
    found = thresholds_of(heights)
    if found.thresholds is not None:
        settings = {key: each for key, each in found.thresholds.model_dump().items() if each}
        write_settings(file, {"board.hall": settings}, "The thresholds are in")
    checks = [*found.checks, *_warnings(believed)]
    raise typer.Exit(write_checks(checks, "calibrate", folder, as_json=as_json))


def _measuring(believed: "Configuration") -> "Configuration":
    """Return a configuration whose microcontroller sends levels: states have no millivolts."""
    serial = believed.board.serial.model_copy(update={"states": False})
    board = believed.board.model_copy(update={"serial": serial})
    return believed.model_copy(update={"board": board})


def _measure_empty(config: str | None, chosen: ChosenBoard, believed: "Configuration") -> None:
    """Let the microcontroller measure the empty board, and keep that in its EEPROM."""
    from controller.cli.firmware_calibrate import calibrate as measure
    from hal.config import SERIAL

    if believed.board.driver == SERIAL:
        measure(config=config, serial=chosen.serial, baud=chosen.baud)


def _warnings(believed: "Configuration") -> "list[Check]":
    from hal.diagnosis.check import Check, Verdict
    from hal.notice import notice

    if not believed.board.serial.states:
        return []
    finding, cure = notice("check.gain.unused"), notice("cure.gain.unused")
    return [Check("thresholds", Verdict.WARN, finding, cure)]
