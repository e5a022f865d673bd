"""A board whose firmware runs in real time behind a terminal, as one behind a serial port does."""

import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self

from hal.board import Frame, Scan
from hal.errors import BoardLostError
from hal.serial.board import SerialBoard
from hal.strips.layout import StripLayout, StripWiring
from simulators.avr import build
from simulators.avr.errors import AvrError
from simulators.avr.feeder import Feeder
from simulators.avr.harness import Harness
from simulators.avr.lockstep import calibrate
from simulators.table.sensors import SensorName
from simulators.table.tabletop import Tabletop

# How often the sensors are told what they feel, in seconds.
_FEED_S = 0.004
_CONNECTING_S = 5.0
_LOOK_EVERY_S = 0.01


class PacedBoard:
    """The board of a tabletop with its real firmware; `clock` gives the time in seconds.

    A context manager that ends the microcontroller. `tty` is what a program would open, a name
    that stays when the board is unplugged and plugged in again.
    """

    def __init__(
        self,
        sensors: SensorName,
        table: Tabletop,
        clock: Callable[[], float] = time.monotonic,
        seed: int = 0,
        *,
        baud: int | None = None,
    ) -> None:
        """Power it, calibrated, with a firmware of the usual baud rate or of another.

        Raises:
            AvrError: firmware or harness cannot be built, or do not run.
        """
        self._folder = Path(tempfile.mkdtemp(prefix="hnefi-avr-"))
        self._layout = StripLayout(StripWiring())
        self._ended = threading.Event()
        self._feeding = threading.Thread(target=self._feed, daemon=True)
        self.tty = self._folder / "tty"
        firmware, eeprom = build.firmware(sensors, baud), self._folder / "eeprom"
        try:
            # Not in real time, because nobody should have to wait for it.
            with Harness(sensors, firmware, eeprom=eeprom) as empty:
                calibrate(empty, Feeder(empty, table, clock, seed))
            self.harness = Harness(
                sensors, firmware, paced=True, link=self.tty, eeprom=eeprom, seed=seed
            )
        except AvrError:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        self._feeder = Feeder(self.harness, table, clock, seed)
        self._feeding.start()
        self.serial = SerialBoard(str(self.tty), clock=clock)

    def __enter__(self) -> Self:
        """Go on."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the microcontroller."""
        self.close()

    @property
    def shown(self) -> Frame:
        """What the strip shows."""
        return self._layout.from_wire(self.harness.strip())

    def connect(self) -> None:
        """Wait until the board is found.

        Raises:
            AvrError: it is not.
        """
        deadline = time.monotonic() + _CONNECTING_S
        while time.monotonic() < deadline:
            with suppress(BoardLostError):
                self.scan()
                return
            time.sleep(_LOOK_EVERY_S)
        raise AvrError("firmware: expected the board to be found, but it was not")

    def scan(self) -> Scan:
        """Read what the board has told.

        Raises:
            BoardLostError: it cannot be read.
        """
        return self.serial.scan()

    def show(self, frame: Frame) -> None:
        """Shine."""
        self.serial.show(frame)

    def close(self) -> None:
        """End the microcontroller."""
        self._ended.set()
        self._feeding.join()
        self.serial.close()
        self.harness.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _feed(self) -> None:
        """Tell the sensors what they feel, until the end or until there is no harness."""
        with suppress(AvrError):
            while not self._ended.wait(_FEED_S):
                self._feeder.feed()
