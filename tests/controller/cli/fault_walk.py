"""Every fault that a builder makes, through every tool, on every simulated board.

`python -m tests.controller.cli.fault_walk` runs them all and writes the tables of
docs/build/faults.md; `test_every_fault_by_every_tool.py` runs some of them by day and all at night.
"""

import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from simulators.workbench import KINDS, Kind
from tests.hnefi import hnefi

PAGE = Path(__file__).parents[3] / "docs/build/faults.md"
TOOLS = ("doctor", "map", "calibrate", "selftest")
REEDS: tuple[Kind, ...] = ("virtual", "gpio-matrix", "serial-reed", "avr-reed")
HALLS: tuple[Kind, ...] = ("serial-hall", "avr-hall")
# What stands in a cell: nothing was found, the fault cannot be there, the tool has nothing to do.
UNSEEN, IMPOSSIBLE, NEEDLESS = "none", "", "not needed"
_MOST_NAMES = 3
Cell = tuple[str, str, Kind]


@dataclass(frozen=True)
class Fault:
    """How a simulated board gets it: the option --faults, and what it is really wired like."""

    faults: str = ""
    wired: str = ""
    wired_one_by_one: str = ""  # where each sensor has a wire of its own
    boards: Sequence[Kind] = KINDS


def _exchanged(one: str, other: str) -> str:
    """Return the wiring in which the wires of two sensors are exchanged."""
    names = [f"{file}{rank}" for rank in range(1, 12) for file in "abcdefghijk"]
    first, second = names.index(one), names.index(other)
    names[first], names[second] = other, one
    return f"[wiring.sensors]\nsquares = {names}\n"


RANK_6 = "+".join(f"{file}6" for file in "abcdefghijk")
FAULTS = {
    "none": Fault(),
    "dead": Fault("dead=f6"),
    "stuck": Fault("stuck=f6"),
    "chattering": Fault("chatter=f6"),
    "weak": Fault("faint=f6"),
    "ghosting: two wires touch": Fault("bridged=f6+g6"),
    "swapped wires": Fault(
        wired="[wiring.sensors]\ncolumns = [1, 2, 3, 4, 5, 7, 6, 8, 9, 10, 11]\n",
        wired_one_by_one=_exchanged("f6", "g6"),
    ),
    "reversed ribbon": Fault(wired='[wiring.sensors]\nfirst = "k1"\n'),
    "missing ground": Fault(f"floating={RANK_6}"),
    "wrong order of colours": Fault(wired='[wiring.pixels]\norder = "RGB"\n'),
    "missing diode": Fault("no_diode=f6", boards=REEDS),
}


def command(tool: str, fault: str, kind: Kind) -> list[str]:
    """Return the words of a command; map and calibrate visit what they always do."""
    if tool != "selftest":
        return [tool]
    if fault == "missing diode" and kind != "gpio-matrix":
        return [tool, "--diodes"]
    return [tool, "--only", "e6,f6,g6"]


def found(tool: str, fault: str, kind: Kind, folder: Path) -> str:
    """Return what a tool finds of a fault: squares, or else the part that it names."""
    injected = FAULTS[fault]
    if kind not in injected.boards:
        return IMPOSSIBLE
    believed, real = folder / "board.toml", folder / "real.toml"
    believed.write_text("")
    real.write_text((kind in HALLS and injected.wired_one_by_one) or injected.wired)
    options = ["--simulated", kind, "--wired-as", str(real), "--config", str(believed), "--json"]
    if injected.faults:
        options += ["--faults", injected.faults]
    ran = hnefi(*command(tool, fault, kind), *options)
    if ran.returncode == 2:
        assert "found reeds, which need nothing" in ran.stderr, ran.stderr
        return NEEDLESS
    bad = [check for check in json.loads(ran.stdout)["checks"] if check["verdict"] != "ok"]
    assert ran.returncode == int(any(check["verdict"] == "fail" for check in bad))
    return in_a_cell(bad)


def in_a_cell(bad: Sequence[Mapping[str, str | None]]) -> str:
    """Return whole wires and other parts by name, and the squares, at least their number."""
    parts = list(dict.fromkeys(str(check["part"]) for check in bad if check["square"] is None))
    squares = list(dict.fromkeys(square for check in bad if (square := check["square"])))
    if len(squares) > _MOST_NAMES:
        squares = [f"{len(squares)} squares"]
    return ", ".join([*parts, *squares]) or UNSEEN


def heading(tool: str) -> str:
    """Return the line above the table of a tool."""
    return f"| {tool} | " + " | ".join(KINDS) + " |"


def table(tool: str, said: Mapping[Cell, str]) -> str:
    """Return the table of a tool."""
    rows = [
        f"| {fault} | " + " | ".join(said[tool, fault, kind] for kind in KINDS) + " |"
        for fault in FAULTS
    ]
    return "\n".join([heading(tool), "|---" * (len(KINDS) + 1) + "|", *rows]) + "\n"


def kept(page: str) -> dict[Cell, str]:
    """Return what the tables of a page say that was found."""
    said: dict[Cell, str] = {}
    for tool in TOOLS:
        _, _, after = page.partition(heading(tool))
        for line in after.partition("\n\n")[0].splitlines()[2:]:
            fault, *rest = (cell.strip() for cell in line.strip("|").split("|"))
            said |= {(tool, fault, kind): cell for kind, cell in zip(KINDS, rest, strict=True)}
    return said


def with_table(page: str, tool: str, said: Mapping[Cell, str]) -> str:
    """Return a page with the table of a tool in place of the one that it has."""
    before, head, after = page.partition(heading(tool))
    rest = after.partition("\n\n")[2]
    return f"{before}{table(tool, said)}\n{rest}" if head else page


def main() -> None:
    """Run all, and write the tables."""
    said = {}
    for tool, fault, kind in product(TOOLS, FAULTS, KINDS):
        with tempfile.TemporaryDirectory() as folder:
            said[tool, fault, kind] = found(tool, fault, kind, Path(folder))
        sys.stderr.write(f"{tool}, {fault}, {kind}: {said[tool, fault, kind]}\n")
    page = PAGE.read_text()
    for tool in TOOLS:
        page = with_table(page, tool, said)
    PAGE.write_text(page)


if __name__ == "__main__":
    main()
