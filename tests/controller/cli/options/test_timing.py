"""The durations of a session, as people write them and as traces say them."""

import pytest

from controller.assembly.errors import UsageMistake
from controller.assembly.replaying import timing_of
from controller.cli.options.timing import parse_timing
from controller.session.timing import Timing

NAMES = "debounce=, settle=, carried=, replied=, give_up=, apart="


@pytest.mark.parametrize(
    ("text", "timing"),
    [
        (None, Timing()),
        ("settle=250", Timing(settle_s=0.25)),
        ("settle=250,carried=150", Timing(settle_s=0.25, carried_s=0.15)),
        (" debounce = 7.5 , give_up=0", Timing(debounce_s=0.0075, give_up_s=0.0)),
        ("replied=1,apart=2", Timing(replied_s=0.001, apart_s=0.002)),
    ],
)
def test_what_is_told_is_so_and_the_rest_is_as_usual(text: str | None, timing: Timing) -> None:
    assert parse_timing(text) == timing
    assert timing_of(timing.settings()) == timing


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", f"--timing: expected one of {NAMES}; got ''"),
        ("settle=1,", f"--timing: expected one of {NAMES}; got ''"),
        ("settle_s=1", f"--timing: expected one of {NAMES}; got 'settle_s=1'"),
        ("speed=3", f"--timing: expected one of {NAMES}; got 'speed=3'"),
        ("settle", "--timing: settle: expected milliseconds such as 300, got ''"),
        ("settle=fast", "--timing: settle: expected milliseconds such as 300, got 'fast'"),
        ("settle=-1", "--timing: settle: expected milliseconds such as 300, got '-1'"),
        ("settle=1e3", "--timing: settle: expected milliseconds such as 300, got '1e3'"),
        ("settle=1,settle=2", "--timing: settle: expected one time, got '2' too"),
    ],
)
def test_what_is_no_timing_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(UsageMistake) as refused:
        parse_timing(text)
    assert str(refused.value) == complaint
