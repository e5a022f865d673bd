"""The parts of the harness form no circle: each knows only parts below it.

A part is a header with the source of the same name. The compiler refuses calls of functions that
no included header declares, so the graph of includes bounds the graph of calls.
"""

import re
from graphlib import TopologicalSorter
from pathlib import Path

HARNESS = Path(__file__).parents[3] / "simulators" / "avr" / "harness"
INCLUDE = re.compile(r'^#include "(\w+)\.h"', re.MULTILINE)


def included_parts() -> dict[str, set[str]]:
    """Return the parts that each part includes, in its header or its source."""
    parts: dict[str, set[str]] = {}
    for file in sorted(HARNESS.glob("*.[ch]")):
        included = INCLUDE.findall(file.read_text(encoding="ascii"))
        parts.setdefault(file.stem, set()).update(set(included) - {file.stem})
    return parts


def test_the_parts_form_no_circle() -> None:
    order = list(TopologicalSorter(included_parts()).static_order())  # raises CycleError
    assert order.index("chip") < order.index("uart") < order.index("commands")


def test_the_line_knows_neither_chip_nor_uart_and_they_do_not_know_the_line() -> None:
    parts = included_parts()
    assert parts["line"] == {"chance", "cycles"}
    assert parts["uart"] == {"chip", "cycles"}
    assert parts["chip"] == {"chance", "cycles", "watchdog"}


def test_every_header_says_what_it_is_for() -> None:
    silent = [file.name for file in HARNESS.glob("*.h") if not file.read_text().startswith("// ")]
    assert silent == []
