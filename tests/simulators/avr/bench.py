"""A simulated board on a bench, without a controller: what is sent to it and what it says."""

from typing import TypeVar

from hal.serial.link.codec import read_from_board
from hal.serial.link.framing import Deframer, frame
from hal.serial.link.messages import Ask, FromBoard, Report, Statistics, Subject, ToBoard
from simulators.avr.harness import Harness

# What is closed for so long has been told, whatever else the board has to do.
TOLD_S = 0.04

M = TypeVar("M")


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
