"""On a Raspberry Pi eleven lines are read by one call to lgpio; a chip of its kind stands in here.

`make gpio-sim` tries the same with the real lgpio, on the kernel's own simulation of a chip.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hal.gpio.test_matrix import COLUMNS, ROWS

_STAND_IN = Path(__file__).parent / "stand_in"
_REPOSITORY = Path(__file__).parents[3]
_PROGRAM = """
import lgpio
from gpiozero.pins.lgpio import LGPIOFactory
from hal.gpio.libraries import pin_factory
from hal.gpio.lines import GroupLines, matrix_lines
from hal.gpio.matrix import GpioMatrix
# This computer is a Raspberry Pi 3.
LGPIOFactory._get_revision = lambda _: 0xA02082
lgpio.rows, lgpio.columns = {rows!r}, {columns!r}
factory = pin_factory()
with matrix_lines(lgpio.rows, lgpio.columns, 200e-6, factory) as lines:
    assert isinstance(lines, GroupLines), lines
    matrix = GpioMatrix(lines, float)
    {then}
factory.close()
assert set(lgpio.opened) == {{-1}}, lgpio.opened
"""
SEEN = """
    for lgpio.closed, lgpio.no_diode in {boards!r}:
        print(matrix.scan().occupied, matrix.missing_diodes())
"""


def said(then: str, rows: tuple[int, ...] = ROWS, columns: tuple[int, ...] = COLUMNS) -> list[str]:
    """Return what a process prints that has a matrix on the lines of a chip."""
    pytest.importorskip("gpiozero")
    program = _PROGRAM.format(rows=rows, columns=columns, then=then.strip())
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONPATH": f"{_STAND_IN}:{_REPOSITORY}"},
    )
    assert ran.stderr == ""
    return ran.stdout.splitlines()


def keys(*numbers: int) -> int:
    return sum(1 << number for number in numbers)


def test_every_board_is_read_as_it_is_and_a_missing_diode_is_found() -> None:
    boards = [
        (0, 0),
        (keys(0, 12, 120), 0),
        (keys(0, 1, 11), keys(1)),
        (keys(*range(0, 121, 12)), keys(12, 60)),
    ]
    assert said(SEEN.format(boards=boards)) == [
        f"{closed} {closed & no_diode}" for closed, no_diode in boards
    ]


def test_a_row_that_a_resistor_pulls_up_is_not_looked_at_from_behind() -> None:
    rows = (2, *ROWS[1:])
    boards = [(keys(0, 12), keys(0, 12))]
    # The diode of key 0, on the row of GPIO 2, cannot be looked for.
    assert said(SEEN.format(boards=boards), rows=rows) == [f"{keys(0, 12)} {keys(12)}"]


def test_what_lgpio_refuses_is_said_in_one_sentence_and_leaves_no_chip_open() -> None:
    then = """
    from hal.errors import DriverError
    try:
        with matrix_lines(lgpio.rows, lgpio.columns, 0.0, factory):
            pass
    except DriverError as error:
        print(error)
    """
    # Another program, or here another matrix, has the lines.
    assert said(then) == ["gpio: the pins cannot be used (GPIO busy)"]
