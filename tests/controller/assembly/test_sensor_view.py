"""The view of the sensors: raw at once, felt after debouncing, restless after many changes."""

from typing import Any

from controller.assembly.sensor_view import SensorView
from hal.board import Scan
from hal.squares import SQUARES_BY_NAME

E5 = SQUARES_BY_NAME["e5"]


def e5(view: SensorView) -> dict[str, Any]:
    sensor: dict[str, Any] = view.reading()["sensors"][E5]
    return sensor


def test_a_change_is_raw_at_once_and_felt_when_it_has_lasted() -> None:
    view = SensorView(bounce_s=0.015)
    view.look(Scan(0, 0.0), None)
    view.look(Scan(1 << E5, 0.01), None)
    assert (e5(view)["raw"], e5(view)["felt"]) == (True, False)
    view.look(Scan(1 << E5, 0.02), None)
    view.look(Scan(1 << E5, 0.03), None)
    assert e5(view) == {"name": "e5", "raw": True, "felt": True, "restless": False, "mv": None}


def test_a_sensor_that_changes_often_is_restless_for_a_second() -> None:
    view = SensorView()
    for count in range(6):
        view.look(Scan((count % 2) << E5, count / 100), None)
    assert e5(view)["restless"]
    view.look(Scan(1 << E5, 1.5), None)
    assert not e5(view)["restless"]


def test_readings_a_second_are_counted_and_a_repeated_scan_is_none() -> None:
    view = SensorView()
    for count in range(300):
        view.look(Scan(0, count // 2 / 100), None)
    assert view.reading()["rate"] == 100


def test_millivolts_are_shown_where_they_are_measured() -> None:
    view = SensorView()
    view.look(Scan(0, 0.0), [float(square) for square in range(121)])
    assert e5(view)["mv"] == E5


def test_a_lost_board_says_why_until_it_is_back() -> None:
    view = SensorView()
    assert view.is_lost
    view.lose("It was unplugged.")
    assert (view.is_lost, view.reading()["lost"]) == (True, "It was unplugged.")
    view.look(Scan(0, 0.0), None)
    assert (view.is_lost, view.reading()["lost"]) == (False, "")
