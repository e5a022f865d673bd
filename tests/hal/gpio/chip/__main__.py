"""Tries the matrix driver on the kernel's simulated GPIO chip, through gpiozero and lgpio.

Run where that chip is, as by `make gpio-sim`: in a virtual machine.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from benchmarks.pins import measure_chip
from controller.rules.geometry import bits_of, parse_square
from hal.board import SQUARE_COUNT
from hal.gpio.libraries import lgpio_module
from hal.gpio.lines import GroupLines, matrix_lines
from hal.gpio.matrix import GpioMatrix
from hal.notice import notice
from tests.hal.gpio.chip.wires import Wires

ROWS = (17, 27, 22, 10, 9, 11, 5, 6, 13, 19, 26)
COLUMNS = (14, 15, 23, 24, 25, 8, 7, 12, 16, 20, 21)
# The chip's pulls follow at their leisure; real wires take microseconds.
SETTLE_S = 0.15
BOARDS = 5


def factory_of_a_pi_3() -> Any:
    """Return the pins of this computer as if it were a Raspberry Pi 3."""
    lgpio_module()
    from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - lgpio comes first

    class Factory(LGPIOFactory):  # type: ignore[misc] # has no types
        def _get_revision(self) -> int:
            return 0xA02082

    return Factory()


def squares(text: str) -> int:
    return bits_of(*map(parse_square, text.split()))


@contextmanager
def driver(wires: Wires, factory: Any) -> Iterator[GpioMatrix]:
    wires.closed, wires.no_diode = int, 0
    with matrix_lines(ROWS, COLUMNS, SETTLE_S, factory) as lines:
        assert isinstance(lines, GroupLines)
        yield GpioMatrix(lines, time.monotonic)


def boards_are_read(wires: Wires, factory: Any) -> None:
    random = Random(1)
    with driver(wires, factory) as matrix:
        for _ in range(BOARDS):
            closed = sum(1 << at for at in random.sample(range(SQUARE_COUNT), 37))
            wires.closed = lambda closed=closed: closed  # type: ignore[misc] # a default
            seen = matrix.scan().occupied
            assert seen == closed, f"expected {closed:#x}, got {seen:#x}"
        assert matrix.take_notices() == []


def ghosts_are_named_and_not_believed(wires: Wires, factory: Any) -> None:
    with driver(wires, factory) as matrix:
        wires.no_diode = squares("b2")
        wires.closed = lambda: squares("b1 a2 b2")
        assert matrix.scan().occupied == squares("b1 a2 b2")
        assert matrix.take_notices() == [notice("gpio.no_diode", count=1, squares=("b2",))]


def main() -> None:
    factory = factory_of_a_pi_3()
    with Wires(ROWS, COLUMNS) as wires:
        for check in (boards_are_read, ghosts_are_named_and_not_believed):
            check(wires, factory)
            sys.stdout.write(f"ok: {check.__name__}\n")
            sys.stdout.flush()
    for what, microseconds in measure_chip(ROWS, COLUMNS, factory):
        sys.stdout.write(f"{what}: {microseconds:.0f} us\n")
    sys.stdout.write("gpio-sim: all is well\n")


if __name__ == "__main__":
    main()
