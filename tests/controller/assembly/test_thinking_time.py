"""How long an opponent thinks by its clock: it never loses on time by thinking."""

from math import inf

import pytest

from controller.assembly.thinking_time import affordable_s, lost_in_s
from controller.engine.players import Choice
from controller.events.view import ClockFace, SideTime
from controller.notation.control import parse_control
from controller.notation.moves import parse_move
from controller.rules.pieces import Side
from tests.campaign.quiet_games import quiet_moves
from tests.controller.assembly.company import Company, SlowBrain, rival
from tests.effort import long_or_short

ITS = Side.DEFENDERS


def face(control: str, seconds: int, periods: int | None = None) -> ClockFace:
    """Return clocks that show this for its side."""
    return ClockFace(control, SideTime(1, periods), SideTime(seconds, periods), ITS)


@pytest.mark.parametrize(
    ("control", "seconds", "periods", "affordable"),
    [
        ("gong:10", 10, None, 9.5),
        ("gong:2", 2, None, 1.5),
        ("gong:1", 1, None, 0.75),
        ("fixed:20m", 1201, None, 30.0),
        ("fixed:9s", 9, None, 0.2),
        ("fixed:9s", 1, None, 0.05),
        ("fischer:15+10", 401, None, 10 + 9.5),
        ("fischer:15+10", 5, None, 3.5),
        ("byoyomi:30m+5x60", 1801, 5, 45 + 59.5),
        ("byoyomi:30m+5x60", 60, 5, 59.5),
        ("byoyomi:30m+5x60", 60, 1, 59.5),
        ("byoyomi:1m+1x10", 71, None, 1.5 + 9.5),
    ],
)
def test_a_move_may_take_its_share_of_the_main_time_and_what_comes_back_with_it(
    control: str, seconds: int, periods: int | None, affordable: float
) -> None:
    assert affordable_s(face(control, seconds, periods), ITS) == pytest.approx(affordable)


@pytest.mark.parametrize(
    ("control", "seconds", "periods", "affordable"),
    [
        ("gong:10", 4, None, 2.5),
        ("byoyomi:30m+5x60", 31, 3, 29.5),
        ("byoyomi:1m+1x10", 9, None, 7.5),
        ("fischer:15+10", 1, None, 0.05),
    ],
)
def test_of_a_time_that_others_have_used_it_counts_a_second_less_than_is_shown(
    control: str, seconds: int, periods: int | None, affordable: float
) -> None:
    assert affordable_s(face(control, seconds, periods), ITS) == pytest.approx(affordable)


@pytest.mark.parametrize("clock", [None, ClockFace(game_s=7200), ClockFace("", None, None)])
def test_without_a_clock_of_its_side_it_takes_any_time(clock: ClockFace | None) -> None:
    assert (affordable_s(clock, ITS), lost_in_s(clock, ITS)) == (inf, inf)


@pytest.mark.parametrize(
    ("control", "seconds", "periods", "lost"),
    [
        ("gong:10", 4, None, 4.0),
        ("fixed:20m", 1200, None, 1200.0),
        ("byoyomi:30m+5x60", 31, 1, 31.0),
        ("byoyomi:30m+5x60", 31, 2, inf),
    ],
)
def test_it_has_lost_when_what_is_shown_is_used_unless_another_period_comes(
    control: str, seconds: int, periods: int | None, lost: float
) -> None:
    assert lost_in_s(face(control, seconds, periods), ITS) == lost


@pytest.mark.parametrize(
    "control",
    [
        "gong:1",
        "gong:2",
        "fixed:9s",
        "fischer:12s+0",
        "fischer:6s+1",
        "byoyomi:5s+3x2",
        "byoyomi:2s+1x2",
        "byoyomi:0s+2x1.5",
    ],
)
def test_who_thinks_as_long_as_it_may_loses_no_game_on_time(control: str) -> None:
    """Also if whoever is to move its pieces takes his time."""
    brain, moves = SlowBrain(), quiet_moves(7)
    board = Company(brain, rival=rival("strongest", ITS), control=parse_control(control))
    turns = long_or_short(10, 5)
    for _ in range(turns):
        board.move(next(moves))
        seconds = brain.arguments[3]
        assert isinstance(seconds, float)
        board.wait(seconds + 0.03)
        brain.answer(Choice(parse_move(next(moves)).move, 0.5))
        board.wait(3.0)
        board.make_asked()
    assert (board.view.outcome, len(board.moves)) == (None, 2 * turns)


@pytest.mark.parametrize("control", ["gong:2", "fixed:9s", "byoyomi:1s+1x2"])
def test_who_is_slower_than_it_may_be_is_hurried_before_its_time_is_up(control: str) -> None:
    brain = SlowBrain()
    board = Company(brain, rival=rival("strongest", ITS), control=parse_control(control))
    board.move("d1-d3")
    while not brain.hurried and board.view.outcome is None:
        board.wait(0.1)
    assert (board.view.outcome, brain.hurried) == (None, 1)


def test_who_has_used_a_part_of_its_time_before_is_hurried_in_time_too() -> None:
    """A takeback gives no time back, and of what is shown nearly a second may be gone."""
    brain = SlowBrain()
    board = Company(brain, rival=rival("strongest", ITS), control=parse_control("gong:2"))
    board.move("d1-d3")
    board.wait(0.8)
    board.move("d3-d1")
    brain.answer()
    brain.hurried = 0
    board.move("d1-d3")
    while not brain.hurried and board.view.outcome is None:
        board.wait(0.02)
    assert (board.view.outcome, brain.hurried) == (None, 1)


def test_with_time_enough_a_level_thinks_as_it_does_without_a_clock() -> None:
    brain = SlowBrain()
    board = Company(brain, rival=rival("strongest", ITS), control=parse_control("fischer:15+10"))
    board.move("d1-d3")
    assert brain.arguments[3] is None


def test_a_level_without_a_time_stops_when_its_clock_wants_that() -> None:
    brain = SlowBrain()
    board = Company(brain, rival=rival("club", ITS), control=parse_control("gong:2"))
    board.move("d1-d3")
    assert brain.arguments[3] == 1.5


def test_another_program_is_given_whole_seconds_that_its_clock_has() -> None:
    brain = SlowBrain()
    program = rival("opentafl: nobody", ITS)
    board = Company(brain, rival=program, control=parse_control("gong:3"))
    board.move("d1-d3")
    assert brain.arguments[3] == 2
