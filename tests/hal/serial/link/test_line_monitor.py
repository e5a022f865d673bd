"""What a line tells by being silent, noisy or late; all in seconds."""

import pytest

from hal.serial.link.line_monitor import LineMonitor
from hal.serial.link.state import Trouble


def heard_monitor() -> LineMonitor:
    """Return a monitor of a line on which a frame has just come, at 0."""
    monitor = LineMonitor(0.0)
    monitor.bytes_received(0.0, has_frame=True)
    return monitor


def test_who_sends_frames_and_never_says_who_it_is_is_no_board_after_2_s() -> None:
    monitor = heard_monitor()
    for tenth in range(30):
        at = tenth / 10
        monitor.bytes_received(at, has_frame=True)
        is_late = tenth >= 20
        assert monitor.trouble(at, is_greeted=False) == (Trouble.ANONYMOUS if is_late else None)


@pytest.mark.parametrize(("period_s", "stale_s"), [(0.01, 0.3), (0.2, 0.6), (2.0, 6.0)])
def test_reports_are_missed_after_three_periods_and_300_ms(period_s: float, stale_s: float) -> None:
    monitor = heard_monitor()
    monitor.expect_every(period_s)
    monitor.identity_received(0.0)
    for at, trouble in ((0.99 * stale_s, None), (1.01 * stale_s, Trouble.STALE)):
        monitor.bytes_received(at, has_frame=True)
        assert monitor.trouble(at, is_greeted=True) == trouble
