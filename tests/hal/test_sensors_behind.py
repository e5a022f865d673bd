"""What stands before sensors can do what they can, and nothing that they cannot."""

import pytest

from hal.board import Sensors
from hal.joined_board import Darkness, JoinedBoard
from hal.sensors_behind import SensorsBehind
from hal.wiring.sensors import SensorWiring, WiredSensors
from tests.hal.test_joined_board import BareSensors, WorkingSensors


def joined(sensors: Sensors) -> SensorsBehind:
    return JoinedBoard(sensors, Darkness())


def in_another_order(sensors: Sensors) -> SensorsBehind:
    return WiredSensors(sensors, SensorWiring(first="k11"))


def in_another_order_and_joined(sensors: Sensors) -> SensorsBehind:
    return JoinedBoard(WiredSensors(sensors, SensorWiring(first="k11")), Darkness())


EVERYBODY = pytest.mark.parametrize(
    "before", [SensorsBehind, joined, in_another_order, in_another_order_and_joined]
)


@EVERYBODY
def test_sensors_are_paced_waited_for_and_counted(before: type[SensorsBehind]) -> None:
    sensors = WorkingSensors()
    stands = before(sensors)
    stands.set_period(0.5)
    assert (sensors.period_s, stands.wakes_on, stands.counts()) == (0.5, 7, {"reports": 3})


@EVERYBODY
def test_of_sensors_that_only_scan_nothing_more_is_asked(before: type[SensorsBehind]) -> None:
    stands = before(BareSensors())
    stands.set_period(0.5)
    assert (stands.wakes_on, stands.counts()) == (None, {})
