"""The firmware on the simulated microcontroller, and what every table of it needs."""

from rich.table import Table

from hal.board import SQUARE_COUNT
from hal.serial.link.framing import Deframer, frame
from hal.serial.link.messages import (
    Ask,
    FromBoard,
    FullConfigure,
    Levels,
    LightLimits,
    Occupancy,
    ReportMode,
    States,
    Statistics,
    Subject,
    ToBoard,
)
from hal.serial.link.reading import read_from_board
from simulators.avr.errors import AvrError
from simulators.avr.harness import CYCLES_PER_SECOND, Harness
from simulators.table.sensors import SensorName

REPORTS: dict[str, tuple[SensorName, ReportMode]] = {
    "reeds": ("reed", ReportMode.LEVELS),
    "Hall, levels": ("hall", ReportMode.LEVELS),
    "Hall, states": ("hall", ReportMode.STATES),
}
STEP_S = 0.00025
# A second of the line at 500,000 baud.
BYTES_A_SECOND = 50_000
_EMPTY_MV, _PRESSED_MV = 2500.0, 3300.0


class ReportingBoard:
    """A firmware that is configured to report every 10 ms, and what reads its line."""

    def __init__(self, harness: Harness, mode: ReportMode) -> None:
        self.harness = harness
        self._deframer: Deframer[FromBoard] = Deframer(read_from_board)
        self.wait(0.05)
        # Pixels may draw what they are asked to, so that every pulse is seen.
        self.send(FullConfigure(10, mode, 0, LightLimits(0xFFFF_FFFF, (1, 1, 1))))

    def wait(self, seconds: float) -> list[FromBoard]:
        """Return what comes in a while."""
        return self._deframer.feed(self.harness.run(seconds))

    def hear(self, seconds: float, data: bytes) -> list[FromBoard]:
        """Send bytes, and return what comes back in a while."""
        return self._deframer.feed(self.harness.run(seconds, data))

    def send(self, message: ToBoard) -> list[FromBoard]:
        """Send a message, and return what comes back in the time that an answer takes."""
        return self.exchange(message, 0.05)

    def exchange(self, message: ToBoard, seconds: float) -> list[FromBoard]:
        """Send a message, and return what comes back in a while."""
        return self._deframer.feed(self.harness.run(seconds, frame(message)))

    def statistics(self) -> Statistics:
        """Ask for statistics."""
        received = self.send(Ask(Subject.STATISTICS))
        return next(message for message in received if isinstance(message, Statistics))

    def press(self, square: int | None) -> None:
        """Let a piece stand on one square, or on none."""
        if self.harness.sensors == "reed":
            self.harness.occupancy(0 if square is None else 1 << square)
            return
        levels = [_EMPTY_MV] * SQUARE_COUNT
        if square is not None:
            levels[square] = _PRESSED_MV
        self.harness.levels(levels)

    def latency(self, square: int) -> float:
        """Return how long it takes until a press is reported, in seconds."""
        self.press(square)
        begun = self.harness.seconds
        while not any(_shows(message, square) for message in self.wait(STEP_S)):
            if self.harness.seconds > begun + 1:
                raise AvrError(f"firmware: expected a press of sensor {square} to be reported")
        return self.harness.seconds - begun


def _shows(message: FromBoard, square: int) -> bool:
    match message:
        case Occupancy():
            return bool(message.closed >> square & 1)
        case States():
            return bool(message.felt >> square & 1)
        case Levels():
            return message.levels[square] * 5000 / 4096 > (_EMPTY_MV + _PRESSED_MV) / 2
    return False


def microseconds(cycles: int) -> float:
    """Return how long cycles of the microcontroller take."""
    return 1e6 * cycles / CYCLES_PER_SECOND


def table_of(first: str, *others: str) -> Table:
    """Return a table without rows, whose other columns hold figures."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right")
    return table
