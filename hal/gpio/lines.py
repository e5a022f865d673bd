"""The pins of a Raspberry Pi, through gpiozero: rows to drive, columns to read, buttons to look at.

On real hardware lgpio reads and writes eleven pins
with one call; any other pin factory, such as the mock one of tests, is asked pin by pin.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from hal.gpio.header import PULLED_UP
from hal.gpio.libraries import explained, lgpio_module, pin_factory

_SPIN_S = 100e-6


class MatrixLines(Protocol):
    """Rows and columns of a matrix, bit *n* for the n-th pin of each."""

    def read_row(self, row: int) -> int:
        """Drive one row, wait until the columns have settled, and return those that are high."""
        ...

    def read_back(self, column: int) -> int:
        """Drive one column against the diodes, and return the rows that are high."""
        ...


class PinLines:
    """Lines of any pin factory, a call for each pin."""

    def __init__(
        self, factory: Any, rows: Sequence[int], columns: Sequence[int], settle_s: float
    ) -> None:
        """Drive the rows low, and pull the columns down."""
        self._rows = [factory.pin(gpio) for gpio in rows]
        self._columns = [factory.pin(gpio) for gpio in columns]
        self._settle_s = settle_s
        self._set_directions(driven=self._rows, read=self._columns)

    def read_row(self, row: int) -> int:
        """Drive one row and return the columns that are high."""
        return self._read(self._rows[row], self._columns)

    def read_back(self, column: int) -> int:
        """Drive one column and return the rows that are high, of those that can be pulled down."""
        readable = [pin for pin in self._rows if pin.info.pull != "up"]
        self._set_directions(driven=self._columns, read=readable)
        for pin in self._columns:
            # Only one is driven; the others must not hold low what it lifts.
            if pin is not self._columns[column]:
                pin.function, pin.pull = "input", "down"
        high = self._read(self._columns[column], readable)
        self._set_directions(driven=self._rows, read=self._columns)
        positions = [n for n, pin in enumerate(self._rows) if pin in readable]
        return sum(1 << position for n, position in enumerate(positions) if high >> n & 1)

    def close(self) -> None:
        """Let go of all pins."""
        for pin in (*self._rows, *self._columns):
            pin.function = "input"

    def _set_directions(self, driven: Sequence[Any], read: Sequence[Any]) -> None:
        for pin in read:
            pin.function, pin.pull = "input", "down"
        for pin in driven:
            pin.function, pin.state = "output", 0

    def _read(self, driven: Any, read: Sequence[Any]) -> int:
        driven.state = 1
        settle(self._settle_s)
        high = sum(1 << n for n, pin in enumerate(read) if pin.state)
        driven.state = 0
        return high


class GroupLines:
    """Lines of a kernel's GPIO chip through lgpio, one call for all rows or all columns."""

    def __init__(
        self, chip: int, rows: Sequence[int], columns: Sequence[int], settle_s: float
    ) -> None:
        """Drive the rows low, and pull the columns down."""
        self._lgpio = lgpio_module()
        self._handle = self._lgpio.gpiochip_open(chip)
        self._rows, self._columns = list(rows), list(columns)
        self._settle_s = settle_s
        try:
            self._claim(self._rows, self._columns)
        except self._lgpio.error:
            self._lgpio.gpiochip_close(self._handle)
            raise

    def read_row(self, row: int) -> int:
        """Drive one row and return the columns that are high."""
        return self._read(self._rows[0], 1 << row, self._columns[0])

    def read_back(self, column: int) -> int:
        """Drive one column and return the rows that are high, of those that can be pulled down."""
        readable = [gpio for gpio in self._rows if gpio not in PULLED_UP]
        driven = self._columns[column]
        others = [gpio for gpio in self._columns if gpio != driven]
        self._free(self._rows, self._columns)
        self._claim([driven], readable + others)
        high = self._read(driven, 1, readable[0])
        self._free([driven], readable + others)
        self._claim(self._rows, self._columns)
        positions = [self._rows.index(gpio) for gpio in readable]
        return sum(1 << position for n, position in enumerate(positions) if high >> n & 1)

    def close(self) -> None:
        """Let go of all pins."""
        self._free(self._rows, self._columns)
        self._lgpio.gpiochip_close(self._handle)

    def _claim(self, driven: list[int], read: list[int]) -> None:
        lgpio = self._lgpio
        lgpio.group_claim_output(self._handle, driven, [0] * len(driven))
        lgpio.group_claim_input(self._handle, read, lgpio.SET_PULL_DOWN)

    def _free(self, *groups: list[int]) -> None:
        for group in groups:
            self._lgpio.group_free(self._handle, group[0])

    def _read(self, driven: int, bits: int, read: int) -> int:
        self._lgpio.group_write(self._handle, driven, bits)
        settle(self._settle_s)
        _, high = self._lgpio.group_read(self._handle, read)
        self._lgpio.group_write(self._handle, driven, 0)
        return int(high)


def settle(seconds: float) -> None:
    """Wait; for a time too short to sleep, busily."""
    if seconds >= _SPIN_S:
        time.sleep(seconds)
        return
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        pass


@contextmanager
def matrix_lines(
    rows: Sequence[int], columns: Sequence[int], settle_s: float, factory: Any = None
) -> Iterator[MatrixLines]:
    """Open the lines of a matrix, and let go of them at the end; `factory` is one of gpiozero's.

    Raises:
        DriverError: there are no such pins here, or they may not be used.
    """
    pins = pin_factory() if factory is None else factory
    chip = _chip_of(pins)
    lines: PinLines | GroupLines
    with explained():
        if chip is None:
            lines = PinLines(pins, rows, columns, settle_s)
        else:
            lines = GroupLines(chip, rows, columns, settle_s)
    try:
        yield lines
    finally:
        lines.close()


class ButtonLines:
    """Buttons between pins and ground; the pins are pulled up."""

    def __init__(self, gpios: Sequence[int], factory: Any = None) -> None:
        """Pull the pins up.

        Raises:
            DriverError: there are no such pins here, or they may not be used.
        """
        pins = pin_factory() if factory is None else factory
        with explained():
            self._pins = [pins.pin(gpio) for gpio in gpios]
            for pin in self._pins:
                pin.function, pin.pull = "input", "up"

    def read(self) -> int:
        """Return the pressed buttons as bits."""
        return sum(1 << n for n, pin in enumerate(self._pins) if not pin.state)

    def close(self) -> None:
        """Let go of the pins."""
        for pin in self._pins:
            pin.close()


def _chip_of(factory: Any) -> int | None:
    """Return the kernel's chip behind a factory, None where pins are no lgpio pins."""
    chip = getattr(factory, "chip", None)
    return chip if isinstance(chip, int) else None
