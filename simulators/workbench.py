"""Boards as they lie on a builder's table, soldered in some way, and a person who tests them.

The same diagnosis runs on every depth of imitation: a board in itself, mock pins, a modelled
microcontroller, and the real firmware under simavr. Time is virtual.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal, TypeVar

from controller.rules.pieces import Piece
from hal.board import Board, Frame, Scan, Sensors, Strip
from hal.config import BoardConfig
from hal.diagnosis.conversation import Conversation, hold
from hal.gpio.lines import matrix_lines
from hal.gpio.matrix import GpioMatrix
from hal.joined_board import JoinedBoard
from hal.notice import Notice
from hal.serial.board import SerialBoard
from hal.serial.link.settings import LinkSettings
from hal.strips.painter import Painter
from hal.wiring.sensors import BitOrder, wired
from simulators.avr.lockstep import LockstepBoard
from simulators.boards.device_halls import DeviceHalls, measured_baseline
from simulators.boards.device_sensors import DeviceReeds
from simulators.boards.mock_pins import with_gpiozero
from simulators.boards.serial_device import SerialDevice
from simulators.boards.serial_line import SerialLine
from simulators.boards.soldered import SolderedSensors, Soldering
from simulators.clock import VirtualClock
from simulators.drivers import AVR_SENSORS
from simulators.people.guided import GuidedPerson
from simulators.table.faults import FAULTLESS
from simulators.table.tabletop import Tabletop

Kind = Literal["virtual", "gpio-matrix", "serial-reed", "serial-hall", "avr-reed", "avr-hall"]
KINDS: tuple[Kind, ...] = (
    "virtual",
    "gpio-matrix",
    "serial-reed",
    "serial-hall",
    "avr-reed",
    "avr-hall",
)
_SCAN_S = 0.01
# Mock pins of no kit in particular.
_ROWS, _COLUMNS = tuple(range(5, 16)), tuple(range(17, 28))
_Result = TypeVar("_Result")


@dataclass(slots=True)
class Workbench:
    """A table with a box of pieces, the board on it, and the hands of one person."""

    kind: Kind
    soldering: Soldering = field(default_factory=Soldering)
    seed: int = 1
    clock: VirtualClock = field(default_factory=VirtualClock)
    table: Tabletop = field(init=False)

    def __post_init__(self) -> None:
        """Set all pieces up as they would stand on the board, then put them in the box."""
        kinds = [Piece.KING] + [Piece.DEFENDER] * 12 + [Piece.ATTACKER] * 24
        self.table = Tabletop(dict(enumerate(kinds)))
        self.table.arrange({})

    def converse(
        self,
        config: BoardConfig,
        conversation: Conversation[_Result],
        patience_s: float = 3600.0,
        heard: Callable[[Notice], None] = lambda _: None,
    ) -> _Result:
        """Hold a conversation with the board and its person, as fast as it goes.

        `heard` is called with everything that the person hears.

        Raises:
            TimeoutError: it has no end, in virtual time.
        """
        until = self.clock() + patience_s
        with self.opened(config) as (board, seen):
            person = GuidedPerson(self.table, seen, self.clock, Random(self.seed))

            def pause() -> None:
                self.clock.advance(_SCAN_S)
                person.look()
                if self.clock() > until:
                    raise TimeoutError(f"workbench: no end after {patience_s:.0f} s")

            def say(words: Notice) -> None:
                heard(words)
                person.hear(words)

            return hold(conversation, board, say, pause)

    @contextmanager
    def opened(self, config: BoardConfig) -> Iterator[tuple[Board, Callable[[], Frame]]]:
        """Open the board as a program does that believes a configuration; yield what is seen."""
        painter = Painter(config.power, config.wiring.pixels)
        with ExitStack() as opened:
            if self.kind in AVR_SENSORS:
                half = self._microcontroller(opened, painter)
            elif self.kind in ("serial-reed", "serial-hall"):
                half = self._over_serial(config, painter)
            else:
                half = self._wired(opened, config, painter)
            sensors = wired(half.sensors, config.wiring.sensors)
            yield JoinedBoard(sensors, half.strip), lambda: self.soldering.seen(half.wire())

    def _soldered(self) -> SolderedSensors:
        return SolderedSensors(self.table, self.clock, self.soldering, self.seed)

    def _wired(self, opened: ExitStack, config: BoardConfig, painter: Painter) -> "_Halves":
        """Return a board without a microcontroller: in itself, or on mock pins."""
        soldered, strip = self._soldered(), _WireStrip(painter)
        if self.kind == "virtual":
            return _Halves(_SolderedReeds(soldered, self.clock), strip, lambda: strip.sent)
        # Only here, because not everybody has mock pins.
        with with_gpiozero():
            from simulators.boards.pin_matrix import PinMatrix

        rows, columns = config.board.matrix.rows or _ROWS, config.board.matrix.columns or _COLUMNS
        pins = PinMatrix(rows, columns, soldered.closed, soldered.no_diode)
        lines = opened.enter_context(matrix_lines(rows, columns, 0.0, pins.factory))
        order = BitOrder(config.wiring.sensors.order())
        return _Halves(GpioMatrix(lines, self.clock, order=order), strip, lambda: strip.sent)

    def _over_serial(self, config: BoardConfig, painter: Painter) -> "_Halves":
        """Return a board behind the model of a microcontroller, calibrated when it was empty."""
        soldered = self._soldered()
        sensors: DeviceReeds | DeviceHalls = DeviceReeds(soldered.read)
        if self.kind == "serial-hall":
            # Faults came after the calibration, as they do.
            sound = replace(self.soldering, faults=FAULTLESS)
            empty = SolderedSensors(Tabletop({}), self.clock, sound, self.seed)
            sensors = DeviceHalls(soldered.millivolts, measured_baseline(empty.millivolts()))
        device = SerialDevice(sensors, self.clock)
        thresholds = config.board.hall.by_sensor(config.wiring.sensors.order())
        board = SerialBoard(
            clock=self.clock,
            ports=SerialLine(device),
            painter=painter,
            settings=LinkSettings(thresholds=thresholds),
        )
        return _Halves(board, board, lambda: device.strip)

    def _microcontroller(self, opened: ExitStack, painter: Painter) -> "_Halves":
        """Return a board with the real firmware."""
        board = LockstepBoard(
            AVR_SENSORS[self.kind],
            self.table,
            self.clock,
            self.seed,
            painter=painter,
            soldering=self.soldering,
        )
        opened.enter_context(board)
        return _Halves(board, board, board.harness.strip)


@dataclass(frozen=True, slots=True)
class _Halves:
    """The raw sensors and the strip of a board, and the bytes that the strip shows."""

    sensors: Sensors
    strip: Strip
    wire: Callable[[], bytes]


class _SolderedReeds:
    """Reeds that are read without anything between."""

    def __init__(self, soldered: SolderedSensors, clock: Callable[[], float]) -> None:
        self._soldered = soldered
        self._clock = clock

    def scan(self) -> Scan:
        """Read the reeds."""
        return Scan(self._soldered.read(), self._clock())


class _WireStrip:
    """A strip that shows whatever is sent."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter
        self.sent = b""

    def show(self, frame: Frame) -> None:
        """Send a frame down the wire."""
        self.sent = self._painter.paint(frame)
