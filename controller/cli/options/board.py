"""The options that choose a board: a file of configuration, and what wins over it."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from controller.assembly.errors import UsageMistake

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
        "--board", metavar="BOARD", help="What senses the pieces: serial (usual) or gpio-matrix."
    ),
]
StripOption = Annotated[
    str | None,
    typer.Option(
        "--strip",
        metavar="STRIP",
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
class Chosen:
    """What options say; None leaves a setting to the configuration."""

    board: str | None = None
    strip: str | None = None
    serial: str | None = None
    baud: str | None = None
    serpentine: bool = False
    states: bool = False
    port: int | None = None
    browser: bool | None = None
    redis: str | None = None
    board_name: str | None = None
    data: str | None = None
    clock: str | None = None
    lan: bool | None = None
    lan_role: str | None = None
    tls_cert: str | None = None
    tls_key: str | None = None

    def settings(self) -> dict[str, Any]:
        """Return the settings that were chosen, as a file of configuration has them.

        Raises:
            UsageMistake: the baud rate is no number, or the port is empty.
        """
        _check_port(self.serial)
        keys = {
            "board": ("board", "driver"),
            "strip": ("strip", "driver"),
            "serial": ("board", "serial", "port"),
            "baud": ("board", "serial", "baud"),
            "states": ("board", "serial", "states"),
            "serpentine": ("wiring", "pixels", "serpentine"),
            "port": ("page", "port"),
            "browser": ("page", "browser"),
            "redis": ("bus", "redis"),
            "board_name": ("bus", "board_name"),
            "data": ("store", "folder"),
            "clock": ("clock", "control"),
            "lan": ("page", "lan"),
            "lan_role": ("page", "lan_role"),
            "tls_cert": ("page", "tls_cert"),
            "tls_key": ("page", "tls_key"),
        }
        chosen = {**asdict(self), "baud": _rate(self.baud)}
        settings: dict[str, Any] = {}
        for name, (*path, last) in keys.items():
            if chosen[name] is None or (chosen[name] is False and name not in ("browser", "lan")):
                continue
            section = settings
            for key in path:
                section = section.setdefault(key, {})
            section[last] = chosen[name]
        return settings


def configured(file: str | None, chosen: Chosen | None = None) -> "Configuration":
    """Return the configuration that counts, with what options say in its place.

    Raises:
        UsageMistake: a file or an option cannot be used.
    """
    from controller.assembly.configuration import find_file, load

    settings = (chosen or Chosen()).settings()
    return load(find_file(file), settings)


def _rate(baud: str | None) -> int | str | None:
    if baud is None or baud == AUTO:
        return baud
    if not (baud.isascii() and baud.isdigit() and 300 <= int(baud[:8]) <= 4_000_000):
        raise UsageMistake(f"--baud: expected auto or a rate such as 500000, got {baud[:40]!r}")
    return int(baud)


def _check_port(serial: str | None) -> None:
    if serial == "":
        raise UsageMistake("--serial: expected auto or a port such as /dev/ttyUSB0, got nothing")
