"""The options that choose a board: a file of configuration, and what wins over it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options import offering
from controller.cli.options.grouped import chosen_only

if TYPE_CHECKING:
    from controller.assembly.configuration import Configuration

AUTO = "auto"

ConfigOption = Annotated[
    str | None,
    typer.Option(
        "--config",
        metavar="FILE",
        help="Configuration; default: ~/.config/hnefi/board.toml, else /etc/hnefi/board.toml.",
    ),
]
BoardOption = Annotated[
    str | None,
    typer.Option(
        "--board",
        metavar="BOARD",
        autocompletion=offering.names("serial", "gpio-matrix"),
        help="What senses the pieces: serial (default) or gpio-matrix.",
    ),
]
StripOption = Annotated[
    str | None,
    typer.Option(
        "--strip",
        metavar="STRIP",
        autocompletion=offering.strips,
        help="What lights the pixels: serial, ws281x, spi, leds0 or none.",
    ),
]
SerialOption = Annotated[
    str | None,
    typer.Option("--serial", metavar="auto|DEV", help="Port of the board, such as /dev/ttyUSB0."),
]
BaudOption = Annotated[
    str | None,
    typer.Option("--baud", metavar="auto|N", help="Baud rate that its firmware was built for."),
]
SerpentineOption = Annotated[
    bool,
    typer.Option(
        "--serpentine", help="The light strip is one piece and runs back and forth, row by row."
    ),
]
StatesOption = Annotated[
    bool,
    typer.Option(
        "--states", help="Hall sensors: the board applies the thresholds and sends less data."
    ),
]


@dataclass(frozen=True, slots=True)
class ChosenBoard:
    """What options say of a board; None leaves a setting to the configuration."""

    board: BoardOption = None
    strip: StripOption = None
    serial: SerialOption = None
    baud: BaudOption = None
    serpentine: SerpentineOption = False
    states: StatesOption = False

    def settings(self) -> dict[str, Any]:
        """Return the settings that were chosen, as a file of configuration has them.

        Raises:
            UsageMistake: the baud rate is no number, or the port is empty.
        """
        _check_port(self.serial)
        serial = {"port": self.serial, "baud": _rate(self.baud), "states": self.states or None}
        pixels = {"serpentine": self.serpentine or None}
        return {
            "board": chosen_only({"driver": self.board, "serial": chosen_only(serial)}),
            "strip": chosen_only({"driver": self.strip}),
            "wiring": {"pixels": chosen_only(pixels)},
        }


class ChosenSettings(Protocol):
    """Options of one kind; no two kinds have settings in the same section of a file."""

    def settings(self) -> dict[str, Any]:
        """Return the settings that were chosen, as a file of configuration has them."""
        ...


def configured(file: str | None, *chosen: ChosenSettings) -> "Configuration":
    """Return the configuration that counts, with what options say in its place.

    Raises:
        UsageMistake: a file or an option cannot be used.
    """
    from controller.assembly.configuration import find_file, load

    settings: dict[str, Any] = {}
    for each in chosen:
        settings |= each.settings()
    return load(find_file(file), settings)


def _rate(baud: str | None) -> int | str | None:
    if baud is None or baud == AUTO:
        return baud
    from hal.serial.bauds import BAUDS

    rates = {str(rate): rate for rate in BAUDS}
    if baud not in rates:
        *most, last = rates
        raise UsageMistake(f"--baud: expected auto, {', '.join(most)} or {last}, got {baud[:40]!r}")
    return rates[baud]


def _check_port(serial: str | None) -> None:
    if serial == "":
        raise UsageMistake("--serial: expected auto or a port such as /dev/ttyUSB0, got nothing")
