"""A matrix of keys on gpiozero's mock pins: current flows as it does through wires and diodes.

The second depth of imitation: the driver of a Raspberry Pi's own pins runs, and only the pins are
not real. A key lets current from its row to its column; without its diode also back. What reaches
a pin lifts it, whatever else may pull at it: the worst that can happen without diodes.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, Self

from gpiozero.pins.mock import MockFactory, MockPin

from hal.board import DARK, Frame, Scan
from hal.config import MatrixSection
from hal.gpio.lines import matrix_lines
from hal.gpio.matrix import GpioMatrix
from hal.notice import Notice
from hal.squares import SIDE
from simulators.table.tabletop import Tabletop

_LINE = (1 << SIDE) - 1


class MatrixPin(MockPin):  # type: ignore[misc] # gpiozero has no types
    """A row or a column; what it reads depends on all others."""

    matrix: "PinMatrix | None" = None

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        if self.matrix is not None:
            self.matrix.forget()

    def _set_function(self, value: str) -> None:
        super()._set_function(value)
        if self.matrix is not None:
            self.matrix.forget()

    def _get_state(self) -> bool:
        if self._function == "output" or self.matrix is None:
            return bool(self._state)
        return self._pull == "up" or self.matrix.lifts(self)


class PinMatrix:
    """Pins with a matrix behind them; `factory` is what a driver is given for the real ones.

    `closed` returns the closed keys, bit 11 * row + column; `no_diode` are keys that lack theirs.
    """

    def __init__(
        self,
        rows: Sequence[int],
        columns: Sequence[int],
        closed: Callable[[], int],
        no_diode: int = 0,
    ) -> None:
        """Wire the pins, by GPIO numbers."""
        self.factory = MockFactory(pin_class=MatrixPin)
        self._rows = [self._wired(gpio) for gpio in rows]
        self._columns = [self._wired(gpio) for gpio in columns]
        self._closed = closed
        self.no_diode = no_diode
        self._lifted: set[Any] | None = None

    def forget(self) -> None:
        """Let the current flow again, because a pin has changed."""
        self._lifted = None

    def lifts(self, pin: MatrixPin) -> bool:
        """Say whether current reaches a pin."""
        if self._lifted is None:
            self._lifted = self._reached()
        return pin in self._lifted

    def _wired(self, gpio: int) -> MatrixPin:
        pin: MatrixPin = self.factory.pin(gpio)
        pin.matrix = self
        return pin

    def _reached(self) -> set[Any]:
        """Return the pins that current reaches from those that are driven high."""
        driven = _driven(self._rows), _driven(self._columns)
        rows, columns = reached(self._closed(), self.no_diode, *driven) if any(driven) else (0, 0)
        return {pin for n, pin in enumerate(self._rows) if rows >> n & 1} | {
            pin for n, pin in enumerate(self._columns) if columns >> n & 1
        }


def reached(closed: int, no_diode: int, rows: int, columns: int) -> tuple[int, int]:
    """Return the rows and columns that current reaches from those that are driven.

    `closed` keys and keys with `no_diode` are bits 11 * row + column.
    """
    keys = _lines(closed)
    back = [line & missing for line, missing in zip(keys, _lines(no_diode), strict=True)]
    while True:
        wider_rows, wider_columns = rows, columns
        for row, line in enumerate(keys):
            if rows >> row & 1:
                wider_columns |= line
            if back[row] & columns:
                wider_rows |= 1 << row
        if (wider_rows, wider_columns) == (rows, columns):
            return rows, columns
        rows, columns = wider_rows, wider_columns


class PinBoard:
    """The board of a tabletop on mock pins; a context manager that lets go of them."""

    def __init__(
        self, matrix: MatrixSection, table: Tabletop, clock: Callable[[], float], no_diode: int = 0
    ) -> None:
        """Put the board under the table's pieces, all pixels dark."""
        self.pins = PinMatrix(matrix.rows, matrix.columns, table.occupied, no_diode)
        self._opened = ExitStack()
        lines = self._opened.enter_context(
            matrix_lines(matrix.rows, matrix.columns, matrix.settle_us / 1e6, self.pins.factory)
        )
        self._matrix = GpioMatrix(lines, clock)
        self.shown = DARK

    def __enter__(self) -> Self:
        """Go on."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of the pins."""
        self._opened.close()

    def scan(self) -> Scan:
        """Scan the matrix."""
        return self._matrix.scan()

    def show(self, frame: Frame) -> None:
        """Shine."""
        self.shown = frame

    def take_notices(self) -> list[Notice]:
        """Return what the driver has noticed since the last call."""
        return self._matrix.take_notices()


def _driven(pins: Sequence[MatrixPin]) -> int:
    return sum(1 << n for n, pin in enumerate(pins) if pin.function == "output" and pin.state)


def _lines(bits: int) -> list[int]:
    return [bits >> SIDE * line & _LINE for line in range(SIDE)]
