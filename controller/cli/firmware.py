"""`hnefi firmware`: what is on the microcontroller of a board, whether it is well, and new ones."""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Literal

import typer

from controller.cli.errors import UsageMistake
from controller.cli.firmware_check import PixelTest, Watch, write_verdict
from controller.cli.firmware_flash import Flash, find_hex, find_port, write_flash
from controller.cli.firmware_info import as_json, write_calibration, write_info
from controller.cli.serial_options import (
    BaudOption,
    SerialOption,
    SerpentineOption,
    find_board,
    serial_board,
    watch,
)
from hal.link.messages import Ask, Calibrate, Capability, SensorKind, Subject
from hal.serial_board import AUTO, SerialBoard

_ANSWER_S = 2.0
_TRIES = 3

firmware = typer.Typer(
    name="firmware",
    help="Look after the microcontroller of a board behind a serial port.",
    no_args_is_help=True,
)
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object.")]


@contextmanager
def _board(serial: str, baud: str, *, serpentine: bool = False) -> Iterator[SerialBoard]:
    """Find a board, and give its port back at the end."""
    board = serial_board(serial, baud, serpentine=serpentine)
    try:
        find_board(board)
        yield board
    finally:
        board.close()


@firmware.command()
def info(
    *, serial: SerialOption = AUTO, baud: BaudOption = AUTO, as_object: JsonOption = False
) -> None:
    """Say who the board is, why it started, and what it counted."""
    with _board(serial, baud) as board:
        board.link.ask(Ask(Subject.STATISTICS))

        def is_told() -> bool:
            link = board.link
            return link.statistics is not None and (
                link.empty_levels is not None or not _keeps_empty_levels(board)
            )

        watch(board, is_told, _ANSWER_S, "asking the board")
        if as_object:
            sys.stdout.write(json.dumps(as_json(board)) + "\n")
        else:
            write_info(board)
            _write_notices(board)


@firmware.command()
def check(
    *,
    serial: SerialOption = AUTO,
    baud: BaudOption = AUTO,
    seconds: Annotated[float, typer.Option(help="How long to watch.", min=0.5, max=3600)] = 5.0,
    pixels: Annotated[
        bool, typer.Option("--pixels", help="Light all pixels red, green, blue, then one by one.")
    ] = False,
    serpentine: SerpentineOption = False,
) -> None:
    """Watch a board that nobody touches; the exit status is 1 if anything is wrong."""
    with _board(serial, baud, serpentine=serpentine) as board:
        test = PixelTest(board, seconds) if pixels else None
        watching = Watch(board, time.monotonic)

        def look() -> bool:
            watching.look()
            if test is not None:
                test.light(watching.elapsed)
            return False

        watch(board, look, seconds, f"watching the board for {seconds:g} s; do not touch it")
        if test is not None:
            test.end()
        is_well = write_verdict(watching.found())
        _write_notices(board)
    raise typer.Exit(0 if is_well else 1)


@firmware.command()
def calibrate(
    *,
    serial: SerialOption = AUTO,
    baud: BaudOption = AUTO,
    yes: Annotated[bool, typer.Option("--yes", help="The board is empty; do not ask.")] = False,
) -> None:
    """Teach the board what its Hall sensors give without pieces."""
    with _board(serial, baud) as board:
        if not _keeps_empty_levels(board):
            raise UsageMistake("calibrate: expected Hall sensors, found reeds, which need none")
        if not yes:
            _wait_until_empty()
            find_board(board)  # it may have been unplugged meanwhile
        before = board.link.empty_levels

        def is_done() -> bool:
            empty = board.link.empty_levels
            return empty is not None and empty is not before and empty.calibrated

        for _ in range(_TRIES):
            board.link.ask(Calibrate())
            if watch(board, is_done, _ANSWER_S, "calibrating"):
                write_calibration(board)
                return
        raise UsageMistake("calibrate: expected an answer from the board, got none; try again")


@firmware.command()
def flash(
    *,
    sensors: Annotated[
        Literal["reed", "hall"], typer.Argument(help="Which firmware: for reeds, or Hall sensors.")
    ],
    serial: SerialOption = AUTO,
    baud: BaudOption = AUTO,
    hex_file: Annotated[
        str | None, typer.Option("--hex", metavar="FILE", help="A firmware that is built already.")
    ] = None,
    old_bootloader: Annotated[
        bool, typer.Option("--old-bootloader", help="A Nano from before 2018: 57600 baud.")
    ] = False,
) -> None:
    """Build the firmware, put it on an Arduino Nano or Uno, and wait until it says who it is."""
    serial_board(serial, baud)  # so that a mistake is told before anything is written
    port = find_port(serial)
    file = find_hex(sensors, hex_file, baud)
    write_flash(Flash(port, file, 57_600 if old_bootloader else 115_200))
    with _board(port, baud) as board:
        wanted = SensorKind.HALL if sensors == "hall" else SensorKind.REED
        identity = board.link.identity
        if identity is None or identity.sensors != wanted:
            raise UsageMistake(f"flash: expected {sensors} firmware to answer, found another")
        write_info(board)


def _keeps_empty_levels(board: SerialBoard) -> bool:
    identity = board.link.identity
    return identity is not None and Capability.EMPTY_LEVELS in identity.capabilities


def _wait_until_empty() -> None:
    sys.stderr.write("Take everything off the board, then press Enter. ")
    sys.stderr.flush()
    if not sys.stdin.readline():
        raise UsageMistake("calibrate: expected Enter once the board is empty, or --yes")


def _write_notices(board: SerialBoard) -> None:
    for notice in board.take_notices():
        sys.stderr.write(f"{notice}\n")
