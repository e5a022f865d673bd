"""The options for a board behind a serial port."""

from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake

if TYPE_CHECKING:
    from hal.boards import BoardConfig

AUTO = "auto"

SerialOption = Annotated[
    str,
    typer.Option(
        "--serial",
        metavar="auto|DEV",
        help="Serial port of the board, such as /dev/ttyUSB0; auto finds it.",
    ),
]
BaudOption = Annotated[
    str,
    typer.Option(
        "--baud", metavar="auto|N", help="Baud rate of its firmware; auto tries the usual ones."
    ),
]
SerpentineOption = Annotated[
    bool,
    typer.Option(
        "--serpentine", help="The strip is in one piece and turns round at the end of each row."
    ),
]
StatesOption = Annotated[
    bool,
    typer.Option(
        "--states", help="Hall sensors: the board applies the thresholds, and sends less data."
    ),
]


def serial_config(
    serial: str, baud: str, *, serpentine: bool = False, states: bool = False
) -> "BoardConfig":
    """Return the configuration of the board that options describe.

    Raises:
        UsageMistake: the baud rate is not a number, or the port is empty.
    """
    from hal.boards import BoardConfig, SerialConfig
    from hal.strips.layout import StripWiring

    rate = None
    if baud != AUTO:
        if not (baud.isascii() and baud.isdigit() and 300 <= int(baud[:8]) <= 4_000_000):
            raise UsageMistake(f"--baud: expected auto or a rate such as 500000, got {baud[:40]!r}")
        rate = int(baud)
    if not serial:
        raise UsageMistake("--serial: expected auto or a port such as /dev/ttyUSB0, got nothing")
    wiring = StripWiring(serpentine=serpentine)
    return BoardConfig(serial=SerialConfig(serial, rate, states), wiring=wiring)
