"""Which sensor lies under which square, and scans put in order by it.

Sensor *n* is row *n* div 11, column *n* mod 11 of the matrix or of the microcontroller. Knows no
driver.
"""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field, model_validator

from hal.board import (
    SQUARE_COUNT,
    Attached,
    DiodeTesting,
    Measuring,
    Noticing,
    Poles,
    Scan,
    Sensors,
)
from hal.notice import Notice
from hal.section import Section
from hal.sensors_behind import SensorsBehind
from hal.squares import SIDE
from hal.wiring.path import Along, Corner, check_each, parse_squares, path

_Lines = Annotated[tuple[Annotated[int, Field(ge=1, le=SIDE)], ...], Field(max_length=SIDE)]
_IN_ORDER = tuple(range(1, SIDE + 1))


class SensorWiring(Section):
    """How the sensors are wired: which square the first one feels, and where the next ones are.

    `first` is the square of row 1, column 1. `along` ranks says that a row of sensors feels a
    rank, `along` files that it feels a file. `rows` and `columns` say in which order they were
    wired, if not one after the other: rows = [2, 1, ...] means that the first row of wires lies
    where the second should. `squares` names the square of every sensor, instead of all that.
    """

    first: Corner = "a1"
    along: Along = "ranks"
    rows: _Lines = _IN_ORDER
    columns: _Lines = _IN_ORDER
    squares: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _one_for_each(self) -> "SensorWiring":
        check_each(self.order(), "sensor")
        return self

    def order(self) -> tuple[int, ...]:
        """Return the square of each sensor.

        Raises:
            ValueError: a name is no square.
        """
        if self.squares:
            return tuple(square for square in parse_squares(self.squares) if square is not None)
        return path(
            self.first,
            self.along,
            lines=[row - 1 for row in self.rows],
            steps=[column - 1 for column in self.columns],
        )


class BitOrder:
    """Puts the bits of a bitboard in another order, a byte at a time."""

    def __init__(self, order: Sequence[int]) -> None:
        """Bit *n* goes to bit ``order[n]``."""
        moved = [1 << square for square in order] + [0] * (-len(order) % 8)
        self._tables = [
            [
                sum(bit for n, bit in enumerate(moved[at : at + 8]) if byte >> n & 1)
                for byte in range(256)
            ]
            for at in range(0, len(moved), 8)
        ]
        self._size = len(self._tables)

    def __call__(self, bits: int) -> int:
        """Return the bits in their order."""
        ordered = 0
        for table, byte in zip(self._tables, bits.to_bytes(self._size, "little"), strict=True):
            ordered |= table[byte]
        return ordered


class WiredSensors(SensorsBehind):
    """Sensors whose scans are put in the order of the squares."""

    def __init__(self, sensors: Sensors, wiring: SensorWiring) -> None:
        """Put the scans of sensors in order."""
        super().__init__(sensors)
        self._measuring = sensors if isinstance(sensors, Measuring) else None
        self._noticing = sensors if isinstance(sensors, Noticing) else None
        self._squares = wiring.order()
        self._order = BitOrder(self._squares)

    def scan(self) -> Scan:
        """Return the newest scan.

        Raises:
            BoardLostError: the sensors cannot be read.
        """
        scan = self._sensors.scan()
        poles = scan.poles and Poles(*map(self._order, scan.poles))
        return Scan(self._order(scan.occupied), scan.at, poles)

    def heights_mv(self) -> list[float] | None:
        """Return how far the sensor of each square is above its baseline."""
        heights = self._measuring.heights_mv() if self._measuring else None
        if heights is None:
            return None
        by_square = dict(zip(self._squares, heights, strict=True))
        return [by_square[square] for square in range(SQUARE_COUNT)]

    def missing_diodes(self) -> int | None:
        """Return the squares whose reed is closed now and lets current flow back."""
        found = self._sensors.missing_diodes() if isinstance(self._sensors, DiodeTesting) else None
        return None if found is None else self._order(found)

    @property
    def place(self) -> str:
        """Where the sensors are attached."""
        return self._sensors.place if isinstance(self._sensors, Attached) else ""

    def take_notices(self) -> list[Notice]:
        """Return what has come up since the last call."""
        return self._noticing.take_notices() if self._noticing else []


def wired(sensors: Sensors, wiring: SensorWiring) -> Sensors:
    """Return sensors in the order of the squares; the same ones if they lie so."""
    in_order = wiring.order() == tuple(range(SQUARE_COUNT))
    return sensors if in_order else WiredSensors(sensors, wiring)
