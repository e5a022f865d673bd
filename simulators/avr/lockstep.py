"""A board whose firmware runs as fast as time passes for it: the same play, the same bytes.

Between two scans the microcontroller gets exactly the time that has passed, so whole games are
played on the real firmware without a clock, and come out the same every time.
"""

from collections.abc import Callable, Iterator

from hal.board import Scan
from hal.serial.board import SerialBoard
from hal.strips.painter import BOUNDLESS, Painter
from simulators.avr import build
from simulators.avr.feeder import Feeder
from simulators.avr.firmware_board import FirmwareBoard, calibrate
from simulators.avr.harness import CYCLES_PER_SECOND, Harness
from simulators.boards.soldered import Soldering
from simulators.table.sensors import SensorName
from simulators.table.tabletop import Tabletop

NAME = "simulated microcontroller"
# How many bytes the kernel keeps for a reader; more are lost.
_BUFFER = 4096
# How often sensors follow the pieces, in seconds.
_FEED_S = 0.005
# Steps until the board is found.
_MOST_LOOKS = 100


class LockstepPort:
    """The one port there is, while its cable is plugged in; its time passes by `pass_time`."""

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
        """Pull the cable; with `power`, the microcontroller loses its supply."""
        self._harness.unplug(power=power)
        self._plugged, self._arrived, self._to_board = False, b"", b""

    def replug(self) -> None:
        """Put the cable in again."""
        self._harness.replug()
        self._plugged = True

    def found(self) -> list[str]:
        """Return the names of the ports."""
        return [NAME] if self._plugged else []

    def remember(self, name: str) -> None:
        """Remember nothing: there is but one port."""

    def open(self, name: str, baud: int) -> "LockstepPort":
        """Open the port.

        Raises:
            FileNotFoundError: it is unplugged.
        """
        if name != NAME or not self._plugged:
            raise FileNotFoundError(2, "No such file or directory", name)
        self._open = True
        self.set_baud(baud)
        return self

    def fileno(self) -> int | None:
        """Have none: what has come is looked at."""
        return None

    def set_baud(self, baud: int) -> None:
        """Change the rate."""
        self._harness.baud(baud)

    def read(self) -> bytes:
        """Return the bytes that have come.

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


class LockstepBoard(FirmwareBoard):
    """The board of a tabletop with its real firmware; `clock` gives the time in seconds."""

    def __init__(
        self,
        sensors: SensorName,
        table: Tabletop,
        clock: Callable[[], float],
        seed: int = 0,
        *,
        painter: Painter | None = None,
        soldering: Soldering | None = None,
    ) -> None:
        """Power it, calibrate Hall sensors and find it, before any time has passed.

        Without a painter frames are shown as they are, whatever they draw.

        Raises:
            AvrError: firmware or harness cannot be built, or do not run.
        """
        self._clock = clock
        self._now = clock()
        harness = Harness(sensors, build.firmware(sensors), seed=seed)
        self._feeder = Feeder(harness, table, lambda: self._now, seed, soldering)
        calibrate(harness, self._feeder)
        self.port = LockstepPort(harness)
        painter = painter or Painter(BOUNDLESS)
        super().__init__(harness, SerialBoard(clock=clock, ports=self.port, painter=painter))
        self._began = 0  # the cycle at which the clock stood at 0
        self._find(self._looks())
        self._began = harness.cycle - round(self._now * CYCLES_PER_SECOND)

    def scan(self) -> Scan:
        """Let the time pass that has passed, and return the newest scan.

        Raises:
            BoardLostError: it cannot be read.
        """
        self.pass_time()
        return super().scan()

    def pass_time(self) -> None:
        """Let the time pass that has passed, though nobody reads the board."""
        until = self._clock()
        while self._now < until:
            self._now = min(self._now + _FEED_S, until)
            self._feeder.feed()
            due = self._began + round(self._now * CYCLES_PER_SECOND)
            self.port.pass_time(max(due - self.harness.cycle, 0))

    def _looks(self) -> Iterator[None]:
        """Let the microcontroller run on its own, as if it had stood there for a while."""
        for _ in range(_MOST_LOOKS):
            self._feeder.feed()
            self.port.pass_time(round(_FEED_S * CYCLES_PER_SECOND))
            yield
