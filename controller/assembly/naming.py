"""Which name a board has on the bus: the first that somebody has given it."""

import re
import socket
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

from controller.assembly.errors import UsageMistake
from controller.bus.streams import is_board_name
from hal.board import Board, SelfNamed
from hal.errors import BoardLostError

_UNUSABLE = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST = 32
# Two seconds for the boot, and two until the second baud rate is tried.
_PATIENCE_S = 4.5
_SCAN_S = 0.01


def board_name(chosen: str | None, given: Iterable[str | None] = ()) -> str:
    """Return the name of a board: the chosen one, else the first `given`, else the host's.

    `given` are the names that boards have for themselves; what cannot be a name is changed until
    it can. One that somebody chose is a name as it is; see `check_name`.
    """
    if chosen is not None:
        return chosen
    names = (_usable(name) for name in (*given, socket.gethostname()) if name)
    return next(filter(None, names), "board")


def check_name(chosen: str, key: str) -> None:
    """Make sure that a board can have a name that somebody chose; `key` says where.

    Raises:
        UsageMistake: it cannot.
    """
    if not is_board_name(chosen):
        raise UsageMistake(
            f"{key}: expected up to 32 letters, digits, dots, dashes and underscores, "
            f"beginning with a letter or digit, got {chosen[:40]!r}"
        )


def own_name(
    board: Board,
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> str:
    """Return the name that a board keeps, empty if it has none or does not answer in time.

    `clock` gives seconds, `pause` lets seconds pass.
    """
    if not isinstance(board, SelfNamed):
        return ""
    deadline = clock() + _PATIENCE_S
    while clock() < deadline:
        with suppress(BoardLostError):
            board.scan()
        if board.own_name is not None:
            return board.own_name
        pause(_SCAN_S)
    return ""


def _usable(name: str) -> str:
    """Return the nearest name that a board can have; empty where there is none."""
    return _UNUSABLE.sub("-", name).strip("._-")[:_LONGEST]
