"""The options that name a board behind a serial port, and waiting until it is found."""

import sys
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from typing import Annotated

import typer
from rich.console import Console

from controller.cli.errors import UsageMistake
from hal.errors import BoardLostError
from hal.link.state import Lost
from hal.link.words import Trouble
from hal.serial_board import AUTO, SerialBoard
from hal.strip import Strip

SerialOption = Annotated[
    str,
    typer.Option("--serial", metavar="auto|DEV", help="Port of the board, such as /dev/ttyUSB0."),
]
BaudOption = Annotated[
    str, typer.Option("--baud", metavar="auto|N", help="Rate that its firmware was built for.")
]
SerpentineOption = Annotated[
    bool, typer.Option("--serpentine", help="The light strip goes to and fro, in one piece.")
]
StatesOption = Annotated[
    bool,
    typer.Option("--states", help="Hall sensors: the board judges the levels, and sends less."),
]
_POLL_S = 0.01
# Two seconds of booting, and two for each rate.
_PATIENCE_S = 9.0
# Without any port to listen to, sooner.
_NO_PORT_S = 1.0


def serial_board(
    serial: str, baud: str, *, serpentine: bool = False, states: bool = False
) -> SerialBoard:
    """Return the board that options name; it is not looked for yet.

    Raises:
        UsageMistake: the rate is none.
    """
    rate = None
    if baud != AUTO:
        if not (baud.isascii() and baud.isdigit() and 300 <= int(baud[:8]) <= 4_000_000):
            raise UsageMistake(f"--baud: expected auto or a rate such as 500000, got {baud[:40]!r}")
        rate = int(baud)
    if not serial:
        raise UsageMistake("--serial: expected auto or a port such as /dev/ttyUSB0, got nothing")
    return SerialBoard(serial, rate, strip=Strip(serpentine=serpentine), states=states)


def find_board(board: SerialBoard) -> None:
    """Wait until a board is found and can be read.

    Raises:
        UsageMistake: none is; the text says why.
    """
    closed_since = time.monotonic()

    def is_found() -> bool:
        nonlocal closed_since
        if board.is_open:
            closed_since = time.monotonic()
        state = board.link.state
        is_wrong = isinstance(state, Lost) and state.trouble is Trouble.WRONG_FIRMWARE
        if is_wrong or time.monotonic() - closed_since > _NO_PORT_S:
            raise UsageMistake(board.trouble or "")
        return board.trouble is None

    if not watch(board, is_found, _PATIENCE_S, "looking for the board"):
        raise UsageMistake(board.trouble or "")


def watch(board: SerialBoard, is_enough: Callable[[], bool], patience_s: float, doing: str) -> bool:
    """Scan a hundred times a second until it is enough; return whether it was, in time."""
    deadline = time.monotonic() + patience_s
    console = Console(stderr=True)
    with console.status(doing) if sys.stderr.isatty() else nullcontext():
        while time.monotonic() < deadline:
            with suppress(BoardLostError):
                board.scan()
            if is_enough():
                return True
            time.sleep(_POLL_S)
    return False
