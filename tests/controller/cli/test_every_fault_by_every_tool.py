"""What each tool finds of each fault on each simulated board is what docs/build/faults.md says."""

from itertools import product
from pathlib import Path

import pytest

from simulators.workbench import Kind
from tests.controller.cli.fault_walk import FAULTS, PAGE, TOOLS, Cell, found, kept
from tests.effort import NIGHTLY

SAID = kept(PAGE.read_text())
# By day all on the quickest board, and a few on the others.
BY_DAY: dict[Kind, tuple[tuple[str, str], ...]] = {
    "gpio-matrix": (("doctor", "stuck"), ("map", "weak")),
    "serial-reed": (("map", "dead"), ("doctor", "missing ground")),
    "serial-hall": (("calibrate", "swapped wires"),),
    "avr-reed": (("doctor", "missing ground"),),
    "avr-hall": (("doctor", "stuck"),),
}


def is_run(cell: Cell) -> bool:
    tool, fault, kind = cell
    if kind not in BY_DAY:
        return NIGHTLY or tool != "calibrate" or fault == "none"
    return NIGHTLY or (tool, fault) in BY_DAY[kind]


def test_the_page_has_all_cells() -> None:
    kinds = ("virtual", *BY_DAY)
    assert set(SAID) == set(product(TOOLS, FAULTS, kinds))


@pytest.mark.parametrize("cell", [cell for cell in SAID if is_run(cell)], ids=str)
def test_a_tool_finds_what_the_page_says(cell: Cell, tmp_path: Path) -> None:
    assert found(*cell, tmp_path) == SAID[cell]
