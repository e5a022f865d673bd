"""A simulated board at the far end of a serial line in memory: the codec, the link and all.

The third depth of imitation, after a board in itself and before the real firmware under simavr.
"""

from collections.abc import Callable
from random import Random

from hal.board import Board, Frame, Scan
from hal.serial.board import SerialBoard
from hal.strips.layout import StripLayout, StripWiring
from simulators.boards.device_sensors import DeviceHalls, DeviceReeds, DeviceSensors
from simulators.boards.serial_device import SerialDevice
from simulators.boards.serial_line import SerialLine
from simulators.table.hall import HallSensors
from simulators.table.magnets import Magnets
from simulators.table.tabletop import Tabletop


class BoardOverSerial:
    """A board whose sensors and pixels are wired to a simulated microcontroller."""

    def __init__(
        self, sensors: DeviceSensors, clock: Callable[[], float], *, states: bool = False
    ) -> None:
        """Connect it; `clock` is the microcontroller's and the controller's."""
        self._layout = StripLayout(StripWiring())
        self.device = SerialDevice(sensors, clock)
        self.line = SerialLine(self.device)
        self.serial = SerialBoard(clock=clock, ports=self.line, states=states)

    def scan(self) -> Scan:
        """Return the newest scan that came over the line.

        Raises:
            BoardLostError: none comes.
        """
        return self.serial.scan()

    def show(self, frame: Frame) -> None:
        """Send a frame down the line, as soon as may be."""
        self.serial.show(frame)

    @property
    def shown(self) -> Frame:
        """What the pixels show."""
        return self._layout.from_wire(self.device.strip)


def reeds_over_serial(board: Board, clock: Callable[[], float]) -> BoardOverSerial:
    """Return a board with the sensors of another, as reeds behind a serial line."""
    return BoardOverSerial(DeviceReeds(lambda: board.scan().occupied), clock)


def halls_over_serial(
    table: Tabletop, clock: Callable[[], float], seed: int, *, states: bool = False
) -> BoardOverSerial:
    """Return the board of a table with calibrated Hall sensors behind a serial line."""
    felt = HallSensors(Magnets(table), clock, Random(seed)).millivolts
    empty = HallSensors(Magnets(Tabletop({})), clock, Random(seed)).millivolts
    calibrated = DeviceHalls(empty)
    calibrated.calibrate()
    return BoardOverSerial(DeviceHalls(felt, calibrated.empty), clock, states=states)
