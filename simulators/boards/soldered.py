"""A board as somebody has soldered it: sensors and pixels where they really are, with faults.

Sensors give what the chips behind them get, in the order of their wires; a strip shows what its
bytes make it show. What a program believes of both stands in its configuration, and may be wrong.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from random import Random
from statistics import fmean

from controller.rules.geometry import squares_of
from hal.board import CHANNELS, SQUARE_COUNT, Frame
from hal.strips.layout import StripLayout
from hal.wiring.pixels import PixelWiring
from hal.wiring.sensors import BitOrder, SensorWiring
from simulators.boards.physical import PhysicalBoard
from simulators.table.faults import FAULTLESS, Faults, ghosted
from simulators.table.hall import HallSensors
from simulators.table.magnets import WEAK, Magnets
from simulators.table.tabletop import Tabletop

# What a sensor gives that is broken one way or the other.
_DEAD_MV, _STUCK_MV = 2500.0, 4600.0
# How far a chattering one jumps.
_CHATTER_MV = 900.0
_SPURIOUS = 0.02
_NEAR = 0.05
# Between these a sensor drifts that nothing holds at ground.
_FLOATING_MV = (1500.0, 3500.0)


@cache
def _layout(pixels: PixelWiring) -> StripLayout:
    return StripLayout(pixels)


@dataclass(frozen=True, slots=True)
class Soldering:
    """How a board is really wired, and its faults, by square.

    `dark` pixels show nothing, and all of them if the strip gets no `data`.
    """

    sensors: SensorWiring = field(default_factory=SensorWiring)
    pixels: PixelWiring = field(default_factory=PixelWiring)
    faults: Faults = FAULTLESS
    dark: int = 0
    data: bool = True

    def seen(self, sent: bytes) -> Frame:
        """Return what people see of the bytes that went down the strip."""
        layout = _layout(self.pixels)
        size = CHANNELS * layout.pixel_count
        laid = sent[:size].ljust(size, b"\0") if self.data else bytes(size)
        pixels = bytearray(layout.from_wire(laid).pixels)
        for square in squares_of(self.dark):
            pixels[CHANNELS * square : CHANNELS * (square + 1)] = bytes(CHANNELS)
        return Frame(bytes(pixels))


class SolderedSensors:
    """What the wires of the sensors carry under a tabletop's pieces, sensor by sensor."""

    def __init__(
        self,
        table: Tabletop,
        clock: Callable[[], float],
        soldering: Soldering,
        seed: int = 0,
    ) -> None:
        """Put the sensors under the pieces."""
        self._order = soldering.sensors.order()
        sensor_of = {square: sensor for sensor, square in enumerate(self._order)}
        self._by_sensor = BitOrder([sensor_of[square] for square in range(SQUARE_COUNT)])
        faults = soldering.faults
        self._faults = faults
        self._random = Random(f"{seed}/soldered")
        self._magnets = Magnets(table, dict.fromkeys(faults.weak, WEAK))
        # Ghosts come from wires, so they are made of sensors and not of squares.
        without_wires = Faults(
            faults.dead,
            faults.stuck,
            faults.chatter,
            faint=faults.faint,
            bridged=faults.bridged,
        )
        self._reeds = PhysicalBoard(table, clock, "reed", without_wires, seed)
        self._halls = HallSensors(self._magnets, clock, Random(f"{seed}/hall"), faults.faint)
        self.no_diode = self._by_sensor(faults.no_diode)
        self._floating = self._by_sensor(faults.floating)

    def closed(self) -> int:
        """Return the reeds that are closed, or seem so for want of a ground, as bits by sensor."""
        closed = self._by_sensor(self._reeds.scan().occupied)
        if not self._floating:
            return closed
        noise = self._random.getrandbits(SQUARE_COUNT)
        return closed & ~self._floating | noise & self._floating

    def read(self) -> int:
        """Return the reeds that read closed, ghosts included, as bits by sensor."""
        return ghosted(self.closed(), self.no_diode)

    def millivolts(self) -> tuple[float, ...]:
        """Return what Hall sensors give, by sensor."""
        squares = list(self._halls.millivolts())
        for square in squares_of(self._faults.dead):
            squares[square] = _DEAD_MV
        for square in squares_of(self._faults.stuck):
            squares[square] = _STUCK_MV
        for square in squares_of(self._faults.chatter):
            near = abs(self._magnets.field[square]) >= _NEAR
            if self._random.random() < (0.5 if near else _SPURIOUS):
                squares[square] += _CHATTER_MV if not near else -_CHATTER_MV
        for square in squares_of(self._faults.floating):
            squares[square] = self._random.uniform(*_FLOATING_MV)
        # Two outputs that touch pull each other to the middle.
        joined = list(squares_of(self._faults.bridged))
        if joined:
            middle = fmean(squares[square] for square in joined)
            for square in joined:
                squares[square] = middle
        return tuple(squares[square] for square in self._order)
