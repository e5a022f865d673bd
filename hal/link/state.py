"""What is known of the board at the other end, and what this end counted."""

from dataclasses import dataclass

from hal.link.messages import Identity
from hal.link.words import Trouble


@dataclass(frozen=True, slots=True)
class Seeking:
    """Nobody knows yet who is at the other end."""


@dataclass(frozen=True, slots=True)
class Greeted:
    """The board said who it is; its reports are believed."""

    identity: Identity


@dataclass(frozen=True, slots=True)
class Lost:
    """The board cannot be read; `detail` says what is wrong with its firmware."""

    trouble: Trouble
    detail: str = ""


LinkState = Seeking | Greeted | Lost


@dataclass(frozen=True, slots=True)
class Tally:
    """What this end of the line counted since it was opened."""

    reports: int = 0
    missed: int = 0  # reports that never came, by their numbers
    dropped: int = 0  # frames
    skipped: int = 0  # messages
    lights_lost: int = 0
