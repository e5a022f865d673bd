"""A simulated board on a bench, without a controller: what is sent to it and what it says."""

from typing import TypeVar

from hal.serial.link.framing import Deframer, frame
from hal.serial.link.messages import (
    Ask,
    FromBoard,
    FullConfigure,
    LightLimits,
    Report,
    ReportMode,
    Statistics,
    Subject,
    ToBoard,
)
from hal.serial.link.reading import read_from_board
from simulators.avr.harness import Harness

# What is closed for so long has been reported, whatever else the board has to do.
TOLD_S = 0.04

M = TypeVar("M")


def any_light(period_ms: int, mode: ReportMode = ReportMode.LEVELS) -> FullConfigure:
    """Return a Configure that lets pixels draw whatever they are asked to, in any silence."""
    return FullConfigure(period_ms, mode, 0, LightLimits(0xFFFF_FFFF, (1, 1, 1)))


class Bench:
    """A harness, and what reads its line."""

    def __init__(self, harness: Harness) -> None:
        """Let the firmware come up."""
        self.harness = harness
        self.heard: Deframer[FromBoard] = Deframer(read_from_board)
        self.first = self.wait(0.02)

    def wait(self, seconds: float) -> list[FromBoard]:
        """Return what the board says in a while."""
        return self.heard.feed(self.harness.run(seconds))

    def send(self, *messages: ToBoard, seconds: float = TOLD_S) -> list[FromBoard]:
        """Send messages without a pause between them; return what the board says meanwhile."""
        return self.heard.feed(self.harness.run(seconds, b"".join(map(frame, messages))))

    def report(self) -> Report:
        """Return a report of what the sensors give now."""
        return [said for said in self.wait(TOLD_S) if isinstance(said, Report)][-1]

    def statistics(self) -> Statistics:
        """Ask for statistics."""
        return of_kind(Statistics, self.send(Ask(Subject.STATISTICS)))[-1]


def of_kind(kind: type[M], messages: list[FromBoard]) -> list[M]:
    """Return the messages of a kind."""
    return [message for message in messages if isinstance(message, kind)]
