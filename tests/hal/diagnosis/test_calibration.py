"""Thresholds follow from what the pieces give, with a gain for squares that differ."""

from dataclasses import replace

from hal.config import BoardConfig
from hal.diagnosis.calibration import Calibrated, Heights, measure_pieces, thresholds_of
from hal.diagnosis.findings import failing
from hal.hall_thresholds import HallThresholds
from hal.squares import SQUARES_BY_NAME
from simulators.boards.soldered import Soldering
from simulators.table.faults import Faults
from simulators.workbench import Workbench

A1, E5 = SQUARES_BY_NAME["a1"], SQUARES_BY_NAME["e5"]
USUAL = Heights({A1: 800.0, E5: 800.0, 3: 800.0}, defender=-800.0, king=-1280.0)


def keys(found: Calibrated) -> set[str]:
    return {str(check.finding).split()[0] for check in found.checks}


def test_usual_pieces_give_the_usual_thresholds() -> None:
    usual, found = HallThresholds(), thresholds_of(USUAL).thresholds
    assert found is not None
    assert (found.operate_mv, found.release_mv) == (usual.operate_mv, usual.release_mv)
    assert abs(found.strong_mv - usual.strong_mv) <= 2
    assert abs(found.plain_mv - usual.plain_mv) <= 2
    assert found.gain == {}


def test_weaker_pieces_give_lower_thresholds_in_proportion() -> None:
    half = Heights({s: h / 2 for s, h in USUAL.attackers.items()}, defender=-400.0, king=-640.0)
    found = thresholds_of(half).thresholds
    assert found is not None
    assert (found.operate_mv, found.release_mv) == (72, 56)


def test_a_square_that_differs_gets_a_gain() -> None:
    found = thresholds_of(replace(USUAL, attackers={**USUAL.attackers, E5: 400.0})).thresholds
    assert found is not None
    assert found.gain == {"e5": 0.5}


def test_a_king_like_all_others_is_said_and_the_thresholds_stay_usable() -> None:
    found = thresholds_of(replace(USUAL, king=-810.0))
    assert "check.magnets.king" in keys(found)
    assert found.thresholds is not None
    assert found.thresholds.strong_mv > 900


def test_magnets_the_wrong_way_round_are_said() -> None:
    turned = Heights({s: -h for s, h in USUAL.attackers.items()}, defender=800.0, king=1280.0)
    assert {"check.poles.attackers", "check.poles.defenders"} <= keys(thresholds_of(turned))


def test_magnets_too_weak_for_any_threshold_give_none() -> None:
    found = thresholds_of(Heights({A1: 60.0}, king=-80.0))
    assert (found.thresholds, keys(found)) == (None, {"check.magnets.weak"})


def test_what_was_found_of_the_sensors_is_said_beside_the_thresholds() -> None:
    dead = failing("dead", 7)
    found = thresholds_of(replace(USUAL, faults=(dead,)))
    assert found.checks[0] == dead
    assert found.thresholds is not None


def test_a_sensor_that_is_joined_to_another_gets_no_gain() -> None:
    joined = Faults(bridged=1 << E5 | 1 << E5 + 1)
    bench = Workbench("serial-hall", Soldering(faults=joined))
    heights = bench.converse(BoardConfig(), measure_pieces([A1, E5, 60]))
    assert heights is not None
    assert set(heights.attackers) == {A1, 60}
    assert [(check.square, str(check.finding).split()[0]) for check in heights.faults] == [
        (E5, "check.sensor.ghosts")
    ]


def test_a_wire_without_ground_is_named_and_nothing_is_calibrated() -> None:
    fifth_rank = [44 + file for file in range(11)]
    floating = Faults(floating=sum(1 << square for square in fifth_rank))
    bench = Workbench("serial-hall", Soldering(faults=floating))
    heights = bench.converse(BoardConfig(), measure_pieces([A1]))
    assert heights is not None
    found = thresholds_of(heights)
    assert found.thresholds is None
    assert [(check.part, check.square) for check in found.checks] == [
        ("row 5", None),
        *(("sensor", square) for square in fifth_rank),
    ]


def test_where_no_sensor_feels_a_piece_nothing_is_measured() -> None:
    bench = Workbench("serial-hall", Soldering(faults=Faults(dead=(1 << 121) - 1)))
    found = bench.converse(BoardConfig(), measure_pieces(squares=(A1, E5)))
    assert found is not None
    assert (found.attackers, found.king) == ({}, None)
    assert {str(check.finding) for check in found.faults} == {"check.sensor.dead"}
