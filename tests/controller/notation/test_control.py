"""What clocks go by, in OpenTafl's words; `session/test_clock.py` has what people write."""

import pytest

from controller.notation.control import Control, otg_control, otg_left, parse_control


def control(text: str) -> Control:
    found = parse_control(text)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("fischer:15+10", "900 0/0 10i"),
        ("byoyomi:30m+5x60", "1800 60/5 0i"),
        ("fixed:20m", "1200 0/0 0i"),
        ("gong:10", "0 10/1 0i"),
    ],
)
def test_a_control_is_main_time_periods_and_increment(text: str, written: str) -> None:
    assert otg_control(control(text)) == written


@pytest.mark.parametrize(
    ("text", "left_s", "written"),
    [
        ("fischer:15+10", 897.2, "898 0/0"),
        ("fixed:20m", 0.0, "0 0/0"),
        ("byoyomi:30m+5x60", 300.5, "1 60/5"),
        ("byoyomi:30m+5x60", 300.0, "0 60/5"),
        ("byoyomi:30m+5x60", 125.0, "0 5/3"),
        ("byoyomi:30m+5x60", 0.0, "0 0/0"),
        ("gong:10", 3.4, "0 4/1"),
    ],
)
def test_what_is_left_is_main_time_then_the_period_and_how_many_there_are(
    text: str, left_s: float, written: str
) -> None:
    assert otg_left(control(text), left_s) == written
