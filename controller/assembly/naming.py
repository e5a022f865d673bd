"""Which name a board has on the bus: the first that somebody has given it."""

import re
import socket
from collections.abc import Iterable

from controller.assembly.errors import UsageMistake
from controller.bus.streams import is_board_name

_UNUSABLE = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST = 32


def board_name(option: str | None, given: Iterable[str | None] = ()) -> str:
    """Return the name of a board: of the command line, else the first `given`, else the host's.

    `given` are the names that configuration and board have for themselves; what cannot be a name
    is changed until it can. An option must be a name as it is.

    Raises:
        UsageMistake: the option is no name.
    """
    if option is not None:
        if not is_board_name(option):
            raise UsageMistake(
                "--board-name: expected up to 32 letters, digits, dots, dashes and underscores, "
                f"beginning with a letter or digit, got {option[:40]!r}"
            )
        return option
    names = (_usable(name) for name in (*given, socket.gethostname()) if name)
    return next(filter(None, names), "board")


def _usable(name: str) -> str:
    """Return the nearest name that a board can have; empty where there is none."""
    return _UNUSABLE.sub("-", name).strip("._-")[:_LONGEST]
