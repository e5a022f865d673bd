"""`hnefi firmware flash`: builds the firmware, and writes it to an Arduino Nano or Uno."""

import sys
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.firmware_info import write_info
from controller.cli.options.board import (
    BaudOption,
    ChosenBoard,
    ConfigOption,
    SerialOption,
    configured,
)
from controller.cli.options.together import refuse_with
from controller.cli.printing import print_lines
from controller.cli.waiting import busy, found_board, sentence_of
from hal.wiring.strip_length import MOST_DRIVEN, USUALLY_DRIVEN, too_long_for_all

if TYPE_CHECKING:
    from controller.assembly.configuration import Configuration


def flash(  # noqa: PLR0913 - an option each
    *,
    sensors: Annotated[
        Literal["reed", "hall"],
        typer.Argument(metavar="reed|hall", help="Firmware for reeds or for Hall sensors."),
    ],
    config: ConfigOption = None,
    serial: SerialOption = None,
    baud: BaudOption = None,
    hex_file: Annotated[
        str | None, typer.Option("--hex", metavar="FILE", help="Write this file; build nothing.")
    ] = None,
    pixels: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="How many pixels to drive, 126 at most; without it those of the configuration.",
            min=0,
            max=MOST_DRIVEN,
            show_default=False,
        ),
    ] = None,
    old_bootloader: Annotated[
        bool, typer.Option("--old-bootloader", help="For a Nano from before 2018 (57600 baud).")
    ] = False,
) -> None:
    """Build the firmware and write it to an Arduino Nano or Uno. Wait until it answers."""
    from hal.serial import flashing
    from hal.serial.link.messages import SensorKind

    if hex_file is not None:
        refuse_with("--hex", {"--pixels": pixels}, "which is built already")
    # Here, because a mistake must show before anything is written.
    settings = configured(config, ChosenBoard(serial=serial, baud=baud))
    found = settings.board.serial
    driven = _needed_pixels(settings) if pixels is None else pixels
    try:
        port = flashing.find_port(found.port)
        if (used := flashing.in_use(port)) is not None:
            raise UsageMistake(sentence_of(used))
        if hex_file is not None:
            file = flashing.built_file(hex_file)
        else:
            with busy("building the firmware"):
                file = flashing.build(
                    sensors, found.rate, pixels=driven, old_bootloader=old_bootloader
                )
        with busy(f"writing {file.name} to {port}"):
            bootloader = flashing.OLD_BAUD if old_bootloader else flashing.USUAL_BAUD
            flashing.write(flashing.Flash(port, file, bootloader))
    except flashing.FlashError as error:
        sys.stderr.write(error.output)
        raise UsageMistake(str(error)) from error
    print_lines(f"{file.name} is on {port}, and was read back.")
    with found_board(config, ChosenBoard(serial=port, baud=baud)) as board:
        wanted = SensorKind.HALL if sensors == "hall" else SensorKind.REED
        identity = board.link.identity
        if identity is None or identity.sensors != wanted:
            raise UsageMistake(f"flash: expected {sensors} firmware to answer, found another")
        built = flashing.build_hash(file)
        if built is not None and identity.build != built:
            raise UsageMistake(
                f"flash: expected build {built:08x} to answer, found {identity.build:08x}: "
                "disconnect the board, connect it again, and flash it once more"
            )
        write_info(board)


def _needed_pixels(settings: "Configuration") -> int:
    """Return how many pixels a configuration needs; of a strip elsewhere it says nothing.

    Raises:
        UsageMistake: no firmware drives that number.
    """
    from hal.config import SERIAL

    if settings.strip_driver != SERIAL:
        return USUALLY_DRIVEN
    used = settings.wiring.pixels.used
    if used > MOST_DRIVEN:
        raise UsageMistake(too_long_for_all(used))
    return max(USUALLY_DRIVEN, used)
