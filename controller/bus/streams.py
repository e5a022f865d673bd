"""The streams of a board: their keys, how many entries each keeps, and how long one may be."""

import re
from enum import StrEnum

# What the keys of version 1 were, when there was one board to a server.
VERSION = 2

_KEPT = 1000
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}")


class Stream(StrEnum):
    """A stream, as docs/bus.md has its key."""

    VIEW = "hnefi:{board}:view"
    FRAME = "hnefi:{board}:frame"
    TABLE = "hnefi:{board}:table"
    HEALTH = "hnefi:{board}:health"
    PLIES = "hnefi:{board}:plies"
    EVENTS = "hnefi:{board}:events"
    COMMANDS = "hnefi:{board}:commands"
    HANDS = "hnefi:{board}:hands"
    # Of version 1: what comes in there is refused with the new key.
    OLD_COMMANDS = "hnefi:commands"
    OLD_HANDS = "hnefi:hands"
    OLD_EVENTS = "hnefi:events"

    def key(self, board: str) -> str:
        """Return the key of the stream of a board."""
        return self.replace("{board}", board)

    @property
    def is_state(self) -> bool:
        """Whether an entry replaces the one before it."""
        return self in STATES

    @property
    def is_request(self) -> bool:
        """Whether people ask for something in it, which is done once."""
        return self in _REQUESTS

    @property
    def kept(self) -> int | None:
        """How many entries are kept; None for all."""
        if self.is_state:
            return 1
        return None if self is Stream.PLIES else _KEPT

    @property
    def longest(self) -> int:
        """How many bytes an entry may have to be read at all."""
        return 16_384 if self.is_request else 65_536


STATES = (Stream.VIEW, Stream.FRAME, Stream.TABLE, Stream.HEALTH)
_REQUESTS = (Stream.COMMANDS, Stream.HANDS, Stream.OLD_COMMANDS, Stream.OLD_HANDS)


def presence_key(board: str) -> str:
    """Return the key that is there as long as the board is."""
    return f"hnefi:{board}:presence"


def is_board_name(name: str) -> bool:
    """Whether a board can have a name: up to 32 letters, digits, dots, dashes, underscores."""
    return _NAME.fullmatch(name) is not None
