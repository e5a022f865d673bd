"""A matrix wired to the lines of the kernel's simulated GPIO chip: pulls follow what is driven.

The chip shows the value of every line in sysfs, and takes a pull for each. A line that is high
though nothing pulls it up is driven; what current reaches from there is pulled up.
"""

import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

from simulators.boards.pin_matrix import reached

CHIP = Path("/sys/devices/platform/gpio-sim.0/gpiochip0")


class Line:
    """A line of the chip, whose two files stay open: opening them takes long."""

    def __init__(self, number: int) -> None:
        folder = CHIP / f"sim_gpio{number}"
        self._value = os.open(folder / "value", os.O_RDONLY)
        self._pull = os.open(folder / "pull", os.O_WRONLY)
        self._is_up = False

    @property
    def is_driven(self) -> bool:
        """Whether it is high though nothing pulls it up."""
        return not self._is_up and os.pread(self._value, 1, 0) == b"1"

    def pull(self, *, up: bool) -> None:
        """Pull it up or down."""
        if up != self._is_up:
            os.pwrite(self._pull, b"pull-up" if up else b"pull-down", 0)
            self._is_up = up


class Wires:
    """Rows and columns as lines of a chip, with keys between them; a context manager."""

    def __init__(self, rows: Sequence[int], columns: Sequence[int]) -> None:
        self.closed: Callable[[], int] = int
        self.no_diode = 0
        self._rows = [Line(number) for number in rows]
        self._columns = [Line(number) for number in columns]
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._live, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _live(self) -> None:
        while not self._ended.wait(0.0005):
            rows, columns = _driven(self._rows), _driven(self._columns)
            high_rows, high_columns = reached(self.closed(), self.no_diode, rows, columns)
            _pull(self._rows, high_rows & ~rows)
            _pull(self._columns, high_columns & ~columns)


def _driven(lines: Sequence[Line]) -> int:
    return sum(1 << n for n, line in enumerate(lines) if line.is_driven)


def _pull(lines: Sequence[Line], high: int) -> None:
    for n, line in enumerate(lines):
        line.pull(up=bool(high >> n & 1))
