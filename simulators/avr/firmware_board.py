"""A board whose firmware runs on a simulated microcontroller, whichever way its time passes."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Self

from hal.errors import BoardLostError
from hal.serial.board import SerialBoard
from hal.serial.link.framing import Deframer, frame
from hal.serial.link.messages import Baseline, Calibrate
from hal.serial.link.reading import read_from_board
from simulators.avr.errors import AvrError
from simulators.avr.feeder import Feeder
from simulators.avr.harness import Harness
from simulators.boards.wired_board import WiredBoard

_STARTING_S = 0.05
# A mean of 64 scans, and 186 bytes of EEPROM.
_CALIBRATING_S = 5.0


class FirmwareBoard(WiredBoard):
    """The board of a running harness; a context manager that ends it."""

    def __init__(self, harness: Harness, serial: SerialBoard) -> None:
        """Look at both ends of its line."""
        super().__init__(serial, harness.strip)
        self.harness = harness

    def __enter__(self) -> Self:
        """Go on."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the microcontroller."""
        self.close()

    def close(self) -> None:
        """End the microcontroller."""
        self.serial.close()
        self.harness.close()

    def _find(self, looks: Iterable[object]) -> None:
        """Scan once for each of the looks, until the board is found.

        Raises:
            AvrError: it is not found.
        """
        for _ in looks:
            with suppress(BoardLostError):
                self.serial.scan()
                return
        raise AvrError("firmware: expected the board to be found, but it was not")


def calibrate(harness: Harness, feeder: Feeder) -> None:
    """Calibrate Hall sensors without pieces, as a builder does once; reeds need nothing.

    Raises:
        AvrError: the firmware does not answer.
    """
    harness.run(_STARTING_S)
    if harness.sensors == "reed":
        return
    feeder.feed_empty()
    deframer = Deframer(read_from_board)
    deframer.feed(harness.run(_STARTING_S))
    received = deframer.feed(harness.run(_STARTING_S, b"\0" + frame(Calibrate())))
    ends = harness.seconds + _CALIBRATING_S
    while not any(isinstance(message, Baseline) and message.calibrated for message in received):
        if harness.seconds > ends:
            raise AvrError("firmware: expected it to calibrate its sensors, but it did not answer")
        received = deframer.feed(harness.run(_STARTING_S))
