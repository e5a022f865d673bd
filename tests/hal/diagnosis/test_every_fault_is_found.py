"""Every fault that a builder makes is found by its square, on every depth of imitation.

A simulated person sees the lights and carries the piece. By day each board is asked about the
squares around the fault; at night about all of them.
"""

from dataclasses import dataclass

import pytest

from hal.board import SQUARE_COUNT
from hal.config import BoardConfig
from hal.diagnosis.check import Check, Verdict
from hal.diagnosis.diodes import find_missing_diodes
from hal.diagnosis.selftest import Examined, examine
from hal.squares import SQUARE_NAMES, SQUARES_BY_NAME
from hal.wiring.pixels import PixelWiring
from hal.wiring.sensors import SensorWiring
from simulators.boards.soldered import Soldering
from simulators.table.faults import Faults
from simulators.workbench import KINDS, Kind, Workbench
from tests.effort import NIGHTLY

E5 = 1 << SQUARES_BY_NAME["e5"]
ALL = (1 << SQUARE_COUNT) - 1
RANK_5 = tuple(f"{file}5" for file in "abcdefghijk")
FILE_E = tuple(f"e{rank}" for rank in range(1, 12))
NEAR_E5 = tuple(SQUARES_BY_NAME[name] for name in ("d5", "e5", "f5"))
EXCHANGED = SensorWiring(columns=(1, 2, 3, 4, 6, 5, 7, 8, 9, 10, 11))
TURNED = SensorWiring(columns=tuple(range(11, 0, -1)))
REEDS: tuple[Kind, ...] = ("virtual", "gpio-matrix", "serial-reed", "avr-reed")


@dataclass(frozen=True)
class Fault:
    """What is wrong, and the checks that are not good: part, square and finding."""

    soldering: Soldering
    found: tuple[tuple[str, str | None, str], ...]
    with_light: bool = False  # whether pixels must be looked at, too
    boards: tuple[Kind, ...] = KINDS


def sensor(name: str, how: str) -> tuple[str, str | None, str]:
    return ("sensor", name, f"check.sensor.{how}")


def without_ground(names: tuple[str, ...]) -> Soldering:
    return Soldering(faults=Faults(floating=sum(1 << SQUARES_BY_NAME[name] for name in names)))


FAULTS = {
    "none": Fault(Soldering(), ()),
    "dead": Fault(Soldering(faults=Faults(dead=E5)), (sensor("e5", "dead"),)),
    "stuck": Fault(Soldering(faults=Faults(stuck=E5)), (sensor("e5", "stuck"),)),
    "chattering": Fault(Soldering(faults=Faults(chatter=E5)), (sensor("e5", "chatters"),)),
    "weak reed": Fault(Soldering(faults=Faults(faint=E5)), (sensor("e5", "weak"),), boards=REEDS),
    "weak Hall sensor": Fault(
        Soldering(faults=Faults(faint=E5)),
        (sensor("e5", "weak_mv"),),
        boards=("serial-hall", "avr-hall"),
    ),
    "wires that touch": Fault(
        Soldering(faults=Faults(bridged=E5 | E5 << 1)),
        (sensor("e5", "ghosts"), sensor("f5", "ghosts")),
        boards=REEDS,
    ),
    # Both outputs give the mean of both, half as strong, and only one of the two reaches that.
    "wires of Hall sensors that touch": Fault(
        Soldering(faults=Faults(bridged=E5 | E5 << 1)),
        (sensor("e5", "ghosts"), sensor("f5", "crossed")),
        boards=("serial-hall", "avr-hall"),
    ),
    "exchanged wires": Fault(
        Soldering(EXCHANGED), (sensor("e5", "crossed"), sensor("f5", "crossed"))
    ),
    "a turned ribbon": Fault(Soldering(TURNED), (sensor("d5", "crossed"), sensor("e5", "crossed"))),
    "no supply": Fault(Soldering(faults=Faults(dead=ALL)), (("board", None, "check.nothing"),)),
    "no ground": Fault(
        Soldering(faults=Faults(floating=ALL)), (("board", None, "check.floating"),)
    ),
    "a row without ground": Fault(
        without_ground(RANK_5),
        (("row 5", None, "check.line.floating"), *(sensor(each, "floating") for each in RANK_5)),
    ),
    "a column without ground": Fault(
        without_ground(FILE_E),
        (("column 5", None, "check.line.floating"), *(sensor(each, "floating") for each in FILE_E)),
    ),
    "a dark pixel": Fault(
        Soldering(dark=E5), (("pixel", "e5", "check.pixel.dark"),), with_light=True
    ),
    "another order of colours": Fault(
        Soldering(pixels=PixelWiring(order="RGB")),
        (("strip", None, "check.order.wrong"),),
        with_light=True,
    ),
    "no data": Fault(
        Soldering(data=False),
        (("board", None, "check.nothing"), ("strip", None, "check.order.unknown")),
        with_light=True,
    ),
    "a missing diode": Fault(
        Soldering(faults=Faults(no_diode=E5)),
        (("diode", "e5", "check.diode.missing"),),
        boards=("gpio-matrix",),
    ),
}
# What is tried by day on boards that take their time; at night every row is.
BY_DAY: dict[Kind, tuple[str, ...]] = {
    "gpio-matrix": ("none", "chattering", "a missing diode"),
    "serial-reed": ("dead", "exchanged wires", "a column without ground"),
    "serial-hall": ("weak Hall sensor", "a row without ground"),
    "avr-reed": ("dead",),
    "avr-hall": ("weak Hall sensor",),
}
ROWS = [
    (kind, name)
    for name, fault in FAULTS.items()
    for kind in fault.boards
    if NIGHTLY or name in BY_DAY.get(kind, FAULTS)
]


def bad(checks: list[Check]) -> set[tuple[str, str | None, str]]:
    return {
        (
            check.part,
            None if check.square is None else SQUARE_NAMES[check.square],
            str(check.finding).split()[0],
        )
        for check in checks
        if check.verdict is not Verdict.OK
    }


@pytest.mark.parametrize(("kind", "name"), ROWS, ids=str)
def test_a_fault_is_found_by_its_square(kind: Kind, name: str) -> None:
    fault = FAULTS[name]
    is_whole = NIGHTLY and kind in ("virtual", "gpio-matrix")
    squares = range(SQUARE_COUNT) if is_whole else NEAR_E5
    subject = Examined(colours="GRB" if fault.with_light else "", squares=squares)
    found = bad(Workbench(kind, fault.soldering).converse(BoardConfig(), examine(subject)))
    if is_whole and fault.soldering.sensors != SensorWiring():
        assert set(fault.found) <= found  # a turned ribbon is felt on nearly all squares
    else:
        assert found == set(fault.found)


@pytest.mark.parametrize("kind", [kind for kind in REEDS if NIGHTLY or kind == "virtual"])
def test_a_missing_diode_is_found_with_many_pieces(kind: Kind) -> None:
    # One on each of the two diagonals of a band, and one that two bands look at.
    names = ("c1", "e5", "k11")
    missing = sum(1 << SQUARES_BY_NAME[name] for name in names)
    soldering = Soldering(EXCHANGED, faults=Faults(no_diode=missing))
    config = BoardConfig.model_validate({"wiring": {"sensors": EXCHANGED.model_dump()}})
    bench = Workbench(kind, soldering)
    checks = bench.converse(config, find_missing_diodes(EXCHANGED.order()))
    assert bad(checks) == {("diode", name, "check.diode.missing") for name in names}


def test_a_matrix_with_all_diodes_is_said_to_have_them() -> None:
    checks = Workbench("virtual").converse(BoardConfig(), find_missing_diodes(range(SQUARE_COUNT)))
    assert [(check.part, check.verdict) for check in checks] == [("diode", Verdict.OK)]
