"""A board whose firmware runs as fast as time passes for it: the same play, the same bytes.

Between two scans the microcontroller is given exactly the time that passed, so whole games are
played on the real firmware without a clock, and come out the same every time.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Self

from hal.board import Frame, Scan
from hal.errors import BoardLostError
from hal.serial.board import SerialBoard
from hal.serial.link.codec import read_from_board
from hal.serial.link.framing import Deframer, frame
from hal.serial.link.messages import Baseline, Calibrate
from hal.strips.layout import StripLayout, StripWiring
from simulators.avr import build
from simulators.avr.errors import AvrError
from simulators.avr.feeder import Feeder
from simulators.avr.harness import CYCLES_PER_SECOND, Harness
from simulators.table.sensors import SensorName
from simulators.table.tabletop import Tabletop

NAME = "simulated microcontroller"
# What the kernel keeps for a reader that is late; what comes then is lost.
_BUFFER = 4096
# How often the sensors are told what they feel, in seconds.
_FEED_S = 0.005
_STARTING_S = 0.05
# A mean of 64 scans, and 244 bytes of EEPROM.
_CALIBRATING_S = 5.0
# Steps until the board is found.
_MOST_TRIES = 100


class LockstepPort:
    """The one port there is, while its cable is plugged in; time passes on it when told to."""

    def __init__(self, harness: Harness) -> None:
        """Connect a microcontroller."""
        self._harness = harness
        self._to_board = b""
        self._arrived = b""
        self._open = False
        self._plugged = True

    def pass_time(self, cycles: int) -> None:
        """Let time pass for line and microcontroller."""
        came = self._harness.run_cycles(cycles, self._to_board)
        self._to_board = b""
        if self._open:
            self._arrived = (self._arrived + came)[:_BUFFER]

    def unplug(self, *, power: bool = False) -> None:
        """Pull the cable; with `power`, the microcontroller goes out."""
        self._harness.unplug(power=power)
        self._plugged, self._arrived, self._to_board = False, b"", b""

    def replug(self) -> None:
        """Put the cable in again."""
        self._harness.replug()
        self._plugged = True

    def found(self) -> list[str]:
        """Return the names of the ports."""
        return [NAME] if self._plugged else []

    def open(self, name: str, baud: int) -> "LockstepPort":
        """Open the port.

        Raises:
            FileNotFoundError: it is not there.
        """
        if name != NAME or not self._plugged:
            raise FileNotFoundError(2, "No such file or directory", name)
        self._open = True
        self.set_baud(baud)
        return self

    def set_baud(self, baud: int) -> None:
        """Change the rate."""
        self._harness.baud(baud)

    def read(self) -> bytes:
        """Return what has come.

        Raises:
            OSError: the port is gone.
        """
        self._check()
        arrived, self._arrived = self._arrived, b""
        return arrived

    def write(self, data: bytes) -> int:
        """Send bytes; they are on the line when time passes next.

        Raises:
            OSError: the port is gone.
        """
        self._check()
        self._to_board += data
        return len(data)

    def close(self) -> None:
        """Close the port."""
        self._open = False
        self._arrived = b""

    def _check(self) -> None:
        if not self._open or not self._plugged:
            raise OSError(5, "Input/output error")


class LockstepBoard:
    """The board of a tabletop with its real firmware; `clock` gives the time in seconds.

    A context manager that ends the microcontroller.
    """

    def __init__(
        self, sensors: SensorName, table: Tabletop, clock: Callable[[], float], seed: int = 0
    ) -> None:
        """Power it, and calibrate Hall sensors, before any time has passed.

        Raises:
            AvrError: firmware or harness cannot be built, or do not run.
        """
        self._clock = clock
        self._layout = StripLayout(StripWiring())
        self._now = clock()
        self.harness = Harness(sensors, build.firmware(sensors), seed=seed)
        self._feeder = Feeder(self.harness, table, lambda: self._now, seed)
        calibrate(self.harness, self._feeder)
        self.port = LockstepPort(self.harness)
        self.serial = SerialBoard(clock=clock, ports=self.port)
        self._connect()
        self._began = self.harness.cycle - round(self._now * CYCLES_PER_SECOND)

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

    def scan(self) -> Scan:
        """Let the time pass that has passed, and read what the board has told.

        Raises:
            BoardLostError: it cannot be read.
        """
        self.pass_time()
        return self.serial.scan()

    def show(self, frame: Frame) -> None:
        """Shine."""
        self.serial.show(frame)

    def pass_time(self) -> None:
        """Let the time pass that has passed, though nobody reads the board."""
        until = self._clock()
        while self._now < until:
            self._now = min(self._now + _FEED_S, until)
            self._feeder.feed()
            due = self._began + round(self._now * CYCLES_PER_SECOND)
            self.port.pass_time(max(due - self.harness.cycle, 0))

    def close(self) -> None:
        """End the microcontroller."""
        self.harness.close()

    def _connect(self) -> None:
        """Find the board, as if it had stood there for a while."""
        for _ in range(_MOST_TRIES):
            self._feeder.feed()
            self.port.pass_time(round(_FEED_S * CYCLES_PER_SECOND))
            with suppress(BoardLostError):
                self.serial.scan()
                return
        raise AvrError("firmware: expected the board to be found, but it was not")


def calibrate(harness: Harness, feeder: Feeder) -> None:
    """Take what Hall sensors give without pieces, as a builder does once; reeds need nothing."""
    harness.run(_STARTING_S)
    if harness.sensors == "reed":
        return
    feeder.feed_empty()
    heard = Deframer(read_from_board)
    heard.feed(harness.run(_STARTING_S))
    said = heard.feed(harness.run(_STARTING_S, b"\0" + frame(Calibrate())))
    ends = harness.seconds + _CALIBRATING_S
    while not any(isinstance(message, Baseline) and message.calibrated for message in said):
        if harness.seconds > ends:
            raise AvrError("firmware: expected it to calibrate its sensors, but it said nothing")
        said = heard.feed(harness.run(_STARTING_S))
