"""What the model of the firmware with Hall sensors reports, and when."""

from hal.serial.link.messages import SENSORS, ReportMode, States
from simulators.boards.device_halls import DeviceHalls


def test_states_are_news_once_and_then_only_when_they_change() -> None:
    millivolts = [2500.0] * SENSORS
    halls = DeviceHalls(lambda: millivolts)
    halls.configure(ReportMode.STATES)
    halls.finish_scan(0.0)
    assert not halls.has_changed
    millivolts[5] += 1200.0
    halls.finish_scan(5000.0)
    assert halls.has_changed
    report = halls.report(0, 5)
    assert isinstance(report, States)
    assert report.felt == 1 << 5
    assert not halls.has_changed
    halls.finish_scan(10000.0)
    assert not halls.has_changed


def test_levels_are_never_news_they_come_with_their_period() -> None:
    millivolts = [2500.0] * SENSORS
    halls = DeviceHalls(lambda: millivolts)
    millivolts[5] += 1200.0
    halls.finish_scan(0.0)
    assert not halls.has_changed
