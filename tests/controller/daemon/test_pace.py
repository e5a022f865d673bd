"""The loop looks often while anything moves, and waits for news while nothing does."""

import pytest

from controller.daemon.lateness import Late, Lateness, Machine
from controller.daemon.pace import LIGHTS_S, LOOKED_AT_S, NOTHING_S, PERIOD_S, Pace


def rested() -> Pace:
    pace = Pace(0.0)
    assert pace.take(10.0, moved=False)
    return pace


def test_a_board_on_which_something_moved_is_looked_at_a_hundred_times_a_second() -> None:
    pace = Pace(0.0)
    assert not pace.take(9.9, moved=False)
    assert pace.period(wakes=True, lights=False) == PERIOD_S


@pytest.mark.parametrize(
    ("wakes", "lights", "period"),
    [(True, False, NOTHING_S), (True, True, LIGHTS_S), (False, True, LOOKED_AT_S)],
)
def test_after_ten_seconds_a_turn_comes_when_something_is_due(
    *, wakes: bool, lights: bool, period: float
) -> None:
    assert rested().period(wakes=wakes, lights=lights) == period


def test_a_move_ends_the_rest_at_once() -> None:
    pace = rested()
    assert pace.take(10.1, moved=True)
    assert not pace.is_resting
    assert pace.period(wakes=True, lights=True) == PERIOD_S


def test_a_board_that_is_recorded_never_rests() -> None:
    pace = Pace(0.0, rests=False)
    assert not pace.take(1e6, moved=False)


def test_no_rest_is_so_long_that_the_session_would_miss_scans() -> None:
    assert max(NOTHING_S, LIGHTS_S, LOOKED_AT_S) < 0.5


def test_lateness_is_of_nearly_all_turns_and_of_the_worst() -> None:
    lateness = Lateness()
    assert lateness.late() == Late(0.0, 0.0)
    for turn in range(1000):
        lateness.add(turn / 1000, 10.0)
    assert lateness.late() == Late(0.99, 0.999)


def test_what_other_programs_do_to_the_machine_is_left_out() -> None:
    lateness = Lateness()
    lateness.add(since_due_s=0.5, worked_s=0.002)
    lateness.add(since_due_s=0.5, worked_s=0.5, waited_s=0.497)
    assert lateness.late().worst == pytest.approx(0.003)
    assert lateness.late_by_clock() == Late(0.5, 0.5)


def test_a_process_that_works_has_worked() -> None:
    machine = Machine()
    before = machine.worked_s()
    sum(range(1_000_000))
    assert machine.worked_s() > before
    assert machine.waited_s() >= 0
