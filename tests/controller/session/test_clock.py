"""Clocks as values: what a control means, and what is left after each move."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.notation.control import Control, parse_control
from controller.rules.pieces import Side
from controller.session.clock import Clock, new_clock, parse_clock, write_clock

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS


def control(text: str) -> Control:
    found = parse_control(text)
    assert found is not None
    return found


def left_after(text: str, *thought: float) -> list[float]:
    """Return what the attackers have left after each move, if they think so long each time."""
    clock, at, left = new_clock(control(text)), 0.0, []
    for seconds in thought:
        clock = clock.running_for(ATTACKERS, at)
        at += seconds
        clock = clock.moved(ATTACKERS, at)
        left.append(clock.attackers_s)
    return left


def test_without_a_clock_there_is_none() -> None:
    assert parse_control("none") is None
    assert not new_clock(None).is_on


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fischer:15+10", Control("fischer:15+10", 900.0, increment_s=10.0)),
        ("fischer:90s+1.5", Control("fischer:90s+1.5", 90.0, increment_s=1.5)),
        ("byoyomi:30m+5x60", Control("byoyomi:30m+5x60", 2100.0, periods=5, period_s=60.0)),
        ("byoyomi:0+1x30", Control("byoyomi:0+1x30", 30.0, periods=1, period_s=30.0)),
        ("fixed:20m", Control("fixed:20m", 1200.0)),
        ("fixed:1h", Control("fixed:1h", 3600.0)),
        ("gong:10", Control("gong:10", 10.0, periods=1, period_s=10.0)),
    ],
)
def test_a_control_is_read_as_people_write_it(text: str, expected: Control) -> None:
    assert parse_control(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("", "fischer", "fischer:", "fischer:15", "fischer:0+10", "fischer:15+-1"),
        *("byoyomi:30", "byoyomi:30+0x60", "byoyomi:30+5x0", "byoyomi:30+101x1"),
        *("fixed:0", "fixed:25h", "gong:0", "gong:10+1", "hourglass:5", "fixed:\u0661"),
    ],
)
def test_what_is_no_control_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected none, fischer:MINUTES"):
        parse_control(text)


def test_fischer_adds_its_seconds_after_each_move() -> None:
    assert left_after("fischer:1+10", 20.0, 5.0, 55.0) == [50.0, 55.0, 10.0]


def test_fixed_gives_nothing_back() -> None:
    assert left_after("fixed:1m", 20.0, 5.0) == [40.0, 35.0]


def test_a_gong_gives_each_move_the_same_time() -> None:
    assert left_after("gong:10", 9.0, 1.0) == [10.0, 10.0]


def test_byoyomi_gives_a_period_back_whole_and_takes_those_that_were_used_up() -> None:
    # 60 s of main time, then three periods of 10 s.
    assert left_after("byoyomi:1m+3x10", 30.0, 25.0, 8.0, 9.0) == [60.0, 35.0, 30.0, 30.0]
    assert left_after("byoyomi:1m+3x10", 60.0, 9.0, 15.0, 5.0) == [30.0, 30.0, 20.0, 20.0]
    assert left_after("byoyomi:1m+3x10", 85.0, 9.0) == [10.0, 10.0]


def test_only_the_clock_of_the_side_to_move_runs() -> None:
    clock = new_clock(control("fixed:1m")).running_for(DEFENDERS, 5.0)
    after = clock.at(12.0)
    assert (after.attackers_s, after.defenders_s, after.played_s) == (60.0, 53.0, 7.0)
    stopped = clock.running_for(None, 12.0).at(100.0)
    assert (stopped.defenders_s, stopped.played_s) == (53.0, 7.0)


def test_only_the_time_of_a_side_whose_clock_runs_is_up() -> None:
    clock = new_clock(control("fixed:1m")).running_for(DEFENDERS, 5.0).at(66.0)
    assert [clock.is_up(side) for side in (DEFENDERS, ATTACKERS, None)] == [True, False, False]


def test_it_is_known_when_time_runs_out() -> None:
    clock = new_clock(control("fixed:1m"), limit_s=50.0)
    assert clock.runs_out_at == float("inf")
    assert clock.running_for(ATTACKERS, 5.0).runs_out_at == 55.0
    assert replace(clock, limit_s=0.0).running_for(ATTACKERS, 5.0).runs_out_at == 65.0


def test_a_clock_never_shows_less_than_nothing_and_time_never_goes_back() -> None:
    clock = new_clock(control("fixed:1m")).running_for(ATTACKERS, 5.0)
    assert clock.at(500.0).attackers_s == 0.0
    assert clock.at(3.0).attackers_s == 60.0


def test_a_move_that_is_taken_back_loses_what_it_added_and_time_that_is_used_stays_used() -> None:
    clock = new_clock(control("fischer:1+10")).running_for(ATTACKERS, 0.0).moved(ATTACKERS, 20.0)
    assert clock.attackers_s == 50.0
    assert clock.taken_back(ATTACKERS, 20.0).attackers_s == 40.0


def test_a_move_that_is_taken_back_leaves_no_more_of_a_period_than_when_it_counted() -> None:
    clock = new_clock(control("byoyomi:0+2x10")).running_for(ATTACKERS, 0.0).moved(ATTACKERS, 3.0)
    assert clock.attackers_s == 20.0
    assert clock.taken_back(ATTACKERS, 3.0, counted_s=17.0).attackers_s == 17.0
    assert clock.at(9.0).taken_back(ATTACKERS, 9.0, counted_s=17.0).attackers_s == 14.0
    # Nothing is known of moves from before a restart.
    assert clock.taken_back(ATTACKERS, 3.0).attackers_s == 20.0


def test_what_clocks_show_is_written_and_read_again() -> None:
    fischer = control("fischer:15+10")
    clock = Clock(fischer, 7200.0, 899.125, 12.0, 1888.875, running=ATTACKERS, since=77.0)
    assert write_clock(clock) == "899125 12000 1888875"
    assert parse_clock(write_clock(clock), fischer, 7200.0) == replace(
        clock, running=None, since=0.0
    )
    assert write_clock(new_clock(None, 7200.0)) == "- - 0"
    # The first version of the store had no time of the whole game.
    assert parse_clock("900000 800000", fischer, 0.0).defenders_s == 800.0


@pytest.mark.parametrize("text", ["", "900000", "1 2 3 4", "1.5 2 3", "x y z", "-1 2 3"])
def test_what_shows_no_clock_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected milliseconds such as"):
        parse_clock(text, control("fixed:1m"), 0.0)


@given(
    st.sampled_from(["fischer:1+10", "byoyomi:1m+3x10", "fixed:1m", "gong:10"]),
    st.lists(st.floats(0.0, 30.0), max_size=20),
)
def test_a_move_never_costs_time_and_never_gives_more_than_its_control(
    text: str, thought: list[float]
) -> None:
    given_by = control(text)
    before = given_by.each_s
    for seconds, left in zip(thought, left_after(text, *thought), strict=True):
        used_up = max(before - seconds, 0.0)
        most = max(given_by.increment_s, given_by.period_s)
        assert used_up - 1e-6 <= left <= used_up + most + 1e-6
        assert left <= max(before, given_by.each_s) + given_by.increment_s
        before = left
