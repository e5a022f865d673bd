"""A board whose firmware runs in real time behind a terminal, as one behind a serial port does."""

import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

from hal.serial.board import SerialBoard
from hal.strips.painter import BOUNDLESS, Painter
from simulators.avr import build
from simulators.avr.errors import AvrError
from simulators.avr.feeder import Feeder
from simulators.avr.firmware_board import FirmwareBoard, calibrate
from simulators.avr.harness import Harness
from simulators.table.sensors import SensorName
from simulators.table.tabletop import Tabletop

# How often sensors follow the pieces, in seconds.
_FEED_S = 0.004
_CONNECTING_S = 5.0
_LOOK_EVERY_S = 0.01


class PacedBoard(FirmwareBoard):
    """The board of a tabletop with its real firmware; `clock` gives the time in seconds.

    `tty` is the name that a program would open; it stays when the board is unplugged and plugged
    in again.
    """

    def __init__(
        self,
        sensors: SensorName,
        table: Tabletop,
        clock: Callable[[], float] = time.monotonic,
        seed: int = 0,
        *,
        baud: int | None = None,
        painter: Painter | None = None,
    ) -> None:
        """Power it, calibrated, with a firmware of the usual baud rate or of another.

        Without a painter frames are shown as they are, whatever they draw.

        Raises:
            AvrError: firmware or harness cannot be built, or do not run.
        """
        folder = Path(tempfile.mkdtemp(prefix="hnefi-avr-"))
        self.tty = folder / "tty"
        with ExitStack() as after_failure:
            after_failure.callback(shutil.rmtree, folder, ignore_errors=True)
            firmware, eeprom = build.firmware(sensors, baud), folder / "eeprom"
            # Not in real time, because nobody should have to wait for it.
            with Harness(sensors, firmware, eeprom=eeprom) as empty:
                calibrate(empty, Feeder(empty, table, clock, seed))
            harness = Harness(
                sensors, firmware, paced=True, link=self.tty, eeprom=eeprom, seed=seed
            )
            self._on_close = after_failure.pop_all()
        painter = painter or Painter(BOUNDLESS)
        super().__init__(harness, SerialBoard(str(self.tty), clock=clock, painter=painter))
        self._feeder = Feeder(harness, table, clock, seed)
        self._ended = threading.Event()
        self._feeding = threading.Thread(target=self._feed, daemon=True)
        self._feeding.start()

    def connect(self) -> None:
        """Wait until the board is found.

        Raises:
            AvrError: it is not.
        """
        self._find(self._looks())

    @property
    def wakes_on(self) -> int | None:
        """What becomes readable when the microcontroller has reported."""
        return self.serial.wakes_on

    def close(self) -> None:
        """End the microcontroller."""
        self._ended.set()
        self._feeding.join()
        super().close()
        self._on_close.close()

    def _looks(self) -> Iterator[None]:
        deadline = time.monotonic() + _CONNECTING_S
        while time.monotonic() < deadline:
            yield
            time.sleep(_LOOK_EVERY_S)

    def _feed(self) -> None:
        """Let the sensors follow the pieces, until the end or until there is no harness."""
        with suppress(AvrError):
            while not self._ended.wait(_FEED_S):
                self._feeder.feed()
