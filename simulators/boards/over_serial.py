"""A simulated board at the far end of a serial line in memory: the codec, the link and all.

The third depth of imitation, after a board in itself and before the real firmware under simavr.
"""

from collections.abc import Callable
from random import Random

from hal.board import Board
from hal.serial.board import SerialBoard
from hal.serial.link.settings import LinkSettings
from hal.strips.painter import BOUNDLESS, Painter
from simulators.boards.device_halls import DeviceHalls, measured_baseline
from simulators.boards.device_sensors import DeviceReeds, DeviceSensors
from simulators.boards.serial_device import SerialDevice
from simulators.boards.serial_line import SerialLine
from simulators.boards.wired_board import WiredBoard
from simulators.table.hall import HallSensors
from simulators.table.magnets import Magnets
from simulators.table.tabletop import Tabletop


class BoardOverSerial(WiredBoard):
    """A board whose sensors and pixels are wired to a simulated microcontroller."""

    def __init__(
        self, sensors: DeviceSensors, clock: Callable[[], float], *, states: bool = False
    ) -> None:
        """Connect it; `clock` is the microcontroller's and the controller's."""
        self.device = SerialDevice(sensors, clock)
        self.line = SerialLine(self.device)
        painter = Painter(BOUNDLESS)
        settings = LinkSettings(states=states)
        serial = SerialBoard(clock=clock, ports=self.line, painter=painter, settings=settings)
        super().__init__(serial, lambda: self.device.strip)


def reeds_over_serial(board: Board, clock: Callable[[], float]) -> BoardOverSerial:
    """Return a board with the sensors of another one, as reeds behind a serial line."""
    return BoardOverSerial(DeviceReeds(lambda: board.scan().occupied), clock)


def halls_over_serial(
    table: Tabletop, clock: Callable[[], float], seed: int, *, states: bool = False
) -> BoardOverSerial:
    """Return the board of a table with calibrated Hall sensors behind a serial line."""
    sensors = HallSensors(Magnets(table), clock, Random(seed))
    without_pieces = HallSensors(Magnets(Tabletop({})), clock, Random(seed))
    baseline = measured_baseline(without_pieces.millivolts())
    return BoardOverSerial(DeviceHalls(sensors.millivolts, baseline), clock, states=states)
