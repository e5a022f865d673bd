"""What is known of the board at the other end, and what this end counted."""

from dataclasses import dataclass

from hal.serial.link.messages import Identity
from hal.serial.link.words import Trouble


@dataclass(frozen=True, slots=True)
class Connecting:
    """Nobody knows yet who is at the other end."""


@dataclass(frozen=True, slots=True)
class Connected:
    """The board said who it is; its reports are believed."""

    identity: Identity


@dataclass(frozen=True, slots=True)
class Lost:
    """The board cannot be read; `detail` says what is wrong with its firmware."""

    trouble: Trouble
    detail: str = ""


LinkState = Connecting | Connected | Lost


@dataclass(frozen=True, slots=True)
class Counters:
    """What this end of the line has counted since it was opened."""

    reports: int = 0
    missed: int = 0  # reports that never came, by their numbers
    dropped: int = 0  # frames
    skipped: int = 0  # messages
    lights_lost: int = 0

    def since(self, before: "Counters") -> "Counters":
        """Return what has been counted since these counters stood otherwise."""
        return Counters(
            self.reports - before.reports,
            self.missed - before.missed,
            self.dropped - before.dropped,
            self.skipped - before.skipped,
            self.lights_lost - before.lights_lost,
        )
