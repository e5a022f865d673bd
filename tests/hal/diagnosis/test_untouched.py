"""What a board says by itself, without a hand and without light."""

from collections.abc import Mapping

import pytest

from controller.rules.compiled import compiled
from controller.rules.library import named_ruleset
from controller.rules.pieces import Piece
from hal.board import SQUARE_COUNT
from hal.config import BoardConfig
from hal.diagnosis.check import Check, Verdict
from hal.diagnosis.untouched import look_untouched
from hal.notice import notice
from hal.squares import SQUARES_BY_NAME
from simulators.boards.soldered import Soldering
from simulators.table.faults import FAULTLESS, Faults
from simulators.table.start import start_pieces
from simulators.workbench import Kind, Workbench

E5, F6 = SQUARES_BY_NAME["e5"], SQUARES_BY_NAME["f6"]
SET_UP = start_pieces(compiled(named_ruleset("copenhagen")))


def said(
    kind: Kind, faults: Faults = FAULTLESS, pieces: Mapping[int, Piece] | None = None
) -> list[Check]:
    bench = Workbench(kind, Soldering(faults=faults))
    bench.table.arrange(pieces or {})
    return bench.converse(BoardConfig(), look_untouched(range(SQUARE_COUNT), 1.0))


def occupied(square: int) -> Check:
    words = notice("check.sensor.occupied"), notice("cure.sensor.occupied")
    return Check("sensor", Verdict.WARN, *words, square)


@pytest.mark.parametrize("kind", ["virtual", "serial-hall"])
def test_an_empty_board_is_said_to_be_quiet(kind: Kind) -> None:
    assert said(kind) == [Check("sensors", Verdict.OK, notice("check.sensors.quiet"))]


def test_a_few_closed_sensors_are_named_because_they_may_be_stuck() -> None:
    assert said("virtual", Faults(stuck=1 << F6), {E5: Piece.ATTACKER}) == [
        occupied(E5),
        occupied(F6),
    ]


def test_a_board_that_is_set_up_is_counted() -> None:
    assert said("virtual", pieces=SET_UP) == [
        Check("board", Verdict.OK, notice("check.board.pieces", count=37))
    ]


def test_more_closed_sensors_than_there_are_pieces_are_a_fault() -> None:
    (check,) = said("virtual", Faults(stuck=1), SET_UP)
    assert (check.verdict, check.finding) == (
        Verdict.FAIL,
        notice("check.board.crowded", count=38),
    )


def test_pins_of_the_computer_find_a_missing_diode_under_a_piece() -> None:
    checks = said("gpio-matrix", Faults(no_diode=1 << E5), {E5: Piece.ATTACKER})
    assert [(each.part, each.square, each.verdict) for each in checks] == [
        ("sensor", E5, Verdict.WARN),
        ("diode", E5, Verdict.FAIL),
    ]


def test_a_board_without_ground_says_so_and_nothing_of_single_sensors() -> None:
    everywhere = Faults(floating=(1 << SQUARE_COUNT) - 1)
    findings = notice("check.floating"), notice("cure.floating")
    assert said("virtual", everywhere) == [Check("board", Verdict.FAIL, *findings)]
