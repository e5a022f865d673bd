"""Waiting for a board behind a serial port, with a spinner where a terminal can show one."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING

from controller.assembly.errors import UsageMistake
from controller.assembly.interrupts import interruptible
from controller.assembly.remarks import remark
from controller.cli.options.board import ChosenBoard, configured
from hal.errors import BoardLostError

if TYPE_CHECKING:
    from hal.board import Sensors
    from hal.notice import Notice
    from hal.serial.board import SerialBoard

_POLL_S = 0.01
# Two seconds for the boot, and two for each baud rate.
_PATIENCE_S = 9.0
# Without a port there is nothing to wait for.
_NO_PORT_S = 1.0
_NO_PORT = {
    *("no_port", "missing", "forbidden", "busy", "busy_by", "not_a_port", "cannot_open"),
}


@contextmanager
def found_board(config: str | None, chosen: ChosenBoard) -> "Iterator[SerialBoard]":
    """Find the board of a configuration and options, and release its port at the end.

    Raises:
        UsageMistake: no board is found; the text says why.
    """
    from hal.boards import open_serial

    with interruptible(), open_serial(configured(config, chosen)) as board:
        find_board(board)
        yield board


def find_board(board: "SerialBoard") -> None:
    """Wait until a board is found and can be read.

    Raises:
        UsageMistake: no board is found in time; the text says why.
    """
    from hal.serial.link.state import WRONG_FIRMWARE, Lost

    closed_since = time.monotonic()

    def is_found() -> bool:
        nonlocal closed_since
        if board.is_open:
            closed_since = time.monotonic()
        state = board.link.state
        is_wrong = isinstance(state, Lost) and state.trouble in WRONG_FIRMWARE
        if is_wrong or time.monotonic() - closed_since > _NO_PORT_S:
            raise UsageMistake(sentence_of(board.trouble))
        return board.trouble is None

    if not wait(board, is_found, _PATIENCE_S, "looking for the board"):
        raise UsageMistake(sentence_of(board.trouble))


def find_sensors(sensors: "Sensors") -> None:
    """Wait until the sensors of a board can be read, whatever is between.

    Raises:
        UsageMistake: they cannot in time; the text says why.
    """
    began = time.monotonic()
    with busy("looking for the board"):
        while True:
            try:
                sensors.scan()
            except BoardLostError as error:
                waited = time.monotonic() - began
                if waited > patience_s(error.reason):
                    reason = error.reason
                    said = reason if isinstance(reason, str) else sentence_of(reason)
                    raise UsageMistake(said) from error
            else:
                return
            time.sleep(_POLL_S)


def patience_s(reason: "Notice | str") -> float:
    """Return how long to wait for a board that is lost for a reason."""
    from hal.serial.link.state import WRONG_FIRMWARE

    key = reason if isinstance(reason, str) else reason.key.removeprefix("serial.")
    if key in WRONG_FIRMWARE:
        return 0.0
    return _NO_PORT_S if key in _NO_PORT else _PATIENCE_S


def wait(
    board: "SerialBoard", is_enough: Callable[[], bool], patience_s: float, doing: str
) -> bool:
    """Scan a hundred times a second until `is_enough`; return whether that happened in time."""
    deadline = time.monotonic() + patience_s
    with busy(doing):
        while time.monotonic() < deadline:
            with suppress(BoardLostError):
                board.scan()
            if is_enough():
                return True
            time.sleep(_POLL_S)
    return False


@contextmanager
def busy(doing: str) -> Iterator[None]:
    """Show what is being done, where a terminal can, until it is done or interrupted."""
    from rich.console import Console

    spinner = Console(stderr=True).status(doing) if sys.stderr.isatty() else nullcontext()
    with interruptible(), spinner:
        yield


def write_notices(board: "SerialBoard") -> None:
    """Write a board's notices on standard error."""
    for notice in board.take_notices():
        remark(sentence_of(notice))


def sentence_of(notice: "Notice | None") -> str:
    """Return what a notice says, in English."""
    from controller.assembly.checks import in_words

    return in_words(notice)
