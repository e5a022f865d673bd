"""A board that stands as it did: which plies were taken back, and which were never made."""

from itertools import pairwise

import pytest

from controller.recognition.line import PlayedLine
from controller.recognition.sight import Sight
from controller.recognition.story import Dead, Made, Story, begun
from controller.recognition.undone import (
    captives_stand_again,
    moved_after_return,
    pushes_put_right,
    slid_past_push,
    stands_again,
    stood_before,
    swept_back,
)
from controller.rules.geometry import SIZE, parse_square
from controller.rules.pieces import Side
from tests.controller.recognition.stories import line_after, only

AT = 20.0
LONG = [0.0] * SIZE**2
OPENING = "d1-d3 e5-e2 g1-g3 f4-c4"


def after_capture(line: PlayedLine, ended_at: float) -> Story:
    """Return the story of a line whose last ply stands since a time; the captive is off."""
    e2 = parse_square("e2")
    captive = Dead(-1, Side.DEFENDERS, ended_at, taken=True, home=e2)
    return begun(line)._replace(top=Made(line, ended_at, first=ended_at), dead=(captive,))


def test_a_board_with_all_captives_back_stands_as_before_the_capture() -> None:
    line = line_after(f"{OPENING} g3-e3")
    before = line.back()
    found = stands_again(
        only(after_capture(line, 10.0), Sight(before.position.occupied), AT, LONG), line
    )
    assert found is not None
    assert found.line is before


@pytest.mark.parametrize(("ended_at", "is_taken_back"), [(19.0, True), (10.0, False)])
def test_captives_that_come_back_after_play_there_and_back_take_it_back_only_at_once(
    ended_at: float, *, is_taken_back: bool
) -> None:
    start = line_after(OPENING)
    line = line_after(f"{OPENING} g3-e3 c4-b4 e3-g3 b4-c4")
    story, sight = after_capture(line, ended_at), Sight(start.position.occupied)
    assert stands_again(only(story, sight, AT, LONG), line) is None
    assert (captives_stand_again(only(story, sight, AT, LONG), line) is not None) is is_taken_back


def test_a_board_stands_as_it_did_the_fewest_plies_ago_but_not_as_at_the_start() -> None:
    line = line_after("d1-d3 e5-e2 g1-g3")
    found = stood_before(
        only(begun(line), Sight(line_after("d1-d3").position.occupied), AT, LONG), line
    )
    assert found is not None
    assert found.line is line.back().back()
    assert (
        stood_before(only(begun(line), Sight(line_after().position.occupied), AT, LONG), line)
        is None
    )


@pytest.mark.parametrize(("changed_at", "is_taken_back"), [(9.0, False), (15.0, True)])
def test_a_captor_that_has_not_left_its_square_is_not_the_captive_that_stood_there(
    changed_at: float, *, is_taken_back: bool
) -> None:
    """k8 captures f9 from f8, where f9 came from. What lies on k8 then leaves f8 as it is."""
    line = line_after("d1-d3 f8-f9 k8-f8")
    before = line_after("d1-d3")
    stood_at = [0.0] * SIZE**2
    stood_at[parse_square("f8")] = changed_at
    story = begun(line)._replace(top=Made(line, 9.0, first=9.0))
    found = stands_again(only(story, Sight(before.position.occupied), AT, stood_at), line)
    assert (found is not None) is is_taken_back


@pytest.mark.parametrize(("came_at", "is_taken_back"), [(11.0, False), (9.0, True)])
def test_one_move_that_came_before_the_last_ply_stood_is_none(
    came_at: float, *, is_taken_back: bool
) -> None:
    """d1 might have come from d3 with a move, or by taking three plies back."""
    line = line_after("h1-h3 e5-e2 d1-d3 e2-e5 a4-b4 e5-e2 b4-a4 e2-e5")
    before = line_after("h1-h3 e5-e2").back()
    stood_at = [0.0] * SIZE**2
    stood_at[parse_square("d1")], stood_at[parse_square("e5")] = came_at, 10.0
    found = stood_before(only(begun(line), Sight(before.position.occupied), AT, stood_at), line)
    assert (found is not None) is is_taken_back


@pytest.mark.parametrize(
    ("replied_at", "takes_s", "back_at", "were_pushed"),
    [
        (10.1, 0.05, 14.0, True),
        (10.5, 0.05, 14.0, False),
        (10.1, 0.25, 14.0, False),  # both were carried there
        (10.1, 0.25, 11.0, False),
    ],
)
def test_two_steps_that_come_together_and_go_back_were_pushes(
    replied_at: float, takes_s: float, back_at: float, *, were_pushed: bool
) -> None:
    times = (
        (10.0 - takes_s, 10.0),
        (replied_at, replied_at + takes_s),
        (back_at, back_at + 0.5),
        (back_at + 2.0, back_at + 2.5),
    )
    line, made = line_after("d1-d3"), Made(line_after("d1-d3"), 2.0)
    begins = made
    for ply, (left, first) in zip(("f8-g8", "f10-g10", "g8-f8", "g10-f10"), times, strict=True):
        line = line.after(*map(parse_square, ply.split("-")))
        made = Made(line, first, carried=True, left=left, before=made, first=first)
    story, sight = begun(line)._replace(top=made), Sight(line.position.occupied)
    assert (pushes_put_right(only(story, sight, AT)) is begins) is were_pushed


@pytest.mark.parametrize(
    ("reply", "target", "push_s", "on_s", "back_s", "is_one_move"),
    [
        ("e5-d5", "d2", 0.0, 0.21, 0.8, True),
        ("e5-d5", "d2", 0.0, 0.5, 0.8, False),  # somebody may have seen the reply
        ("f9-f8", "d2", 0.0, 0.21, 0.8, True),
        ("e5-d5", "b4", 0.0, 0.21, 0.8, False),  # it goes back, which slides do not
        ("e5-d5", "d2", 0.0, 0.21, 5.0, False),  # by then everybody has seen that it counts
        ("e5-d5", "d2", 0.2, 0.21, 0.8, False),  # no push takes so long
    ],
)
def test_a_piece_that_slid_past_one_that_was_pushed_there_and_back_has_made_one_move(
    reply: str, target: str, push_s: float, on_s: float, back_s: float, *, is_one_move: bool
) -> None:
    begins = Made(line_after("a5-d5 f8-f9"), 2.0)
    home, pushed = reply.split("-")
    moves = ("d5-d4", reply, f"d4-{target}", f"{pushed}-{home}")
    back_at = 10.3 + back_s
    times = ((9.9, 10.0), (10.25 - push_s, 10.25), (10.25 + on_s, 10.8), (back_at, back_at))
    line, made = begins.line, begins
    for move, (left, first) in zip(moves, times, strict=True):
        line = line.after(*map(parse_square, move.split("-")))
        made = Made(line, first, left=left, before=made, first=first)
    found = slid_past_push(only(begun(line)._replace(top=made), Sight(line.position.occupied), AT))
    assert (found is not None) is is_one_move
    if found is not None:
        assert found == Made(
            begins.line.after(parse_square("d5"), parse_square(target)),
            10.8,
            left=9.9,
            before=begins,
            first=10.8,
        )


def made_of(begins: Made, moves: str, *times: tuple[float, float]) -> Made:
    """Return what moves have made, whose pieces left and came at some times."""
    made = begins
    for move, (left, first) in zip(moves.split(), times, strict=True):
        line = made.line.after(*map(parse_square, move.split("-")))
        made = Made(line, first, carried=True, left=left, before=made, first=first)
    return made


STEPS = "f8-g8 f10-g10 g8-f8 g10-f10"


@pytest.mark.parametrize(
    ("moves", "left_s", "were_tilted"),
    [(STEPS, 0.05, True), (STEPS, 0.15, False), ("f8-i8 f10-i10 i8-f8 i10-f10", 0.05, False)],
)
def test_an_arm_tilts_two_pieces_at_once_by_a_square_and_not_far(
    moves: str, left_s: float, *, were_tilted: bool
) -> None:
    begins, left = Made(line_after("d1-d3"), 9.8, first=9.8), 10.0 + left_s
    made = made_of(begins, moves, (10.0, 10.3), (left, left + 0.3), (11.0, 11.5), (12.0, 12.5))
    story = begun(made.line)._replace(top=made)
    found = pushes_put_right(only(story, Sight(made.line.position.occupied), AT))
    assert (found is begins) is were_tilted


@pytest.mark.parametrize(
    ("lifted_s", "home_s", "at_once"),
    [(0.4, 0.2, True), (0.6, 0.2, False), (0.0, 0.2, False), (0.4, -0.1, True), (0.4, 0.4, False)],
)
def test_two_hands_that_take_two_plies_back_at_once_lift_the_later_one_first(
    lifted_s: float, home_s: float, *, at_once: bool
) -> None:
    """f10 is lifted so long before f8, and is home so long after that."""
    begins = Made(line_after("d1-d3"), 9.0, first=9.0)
    returns = ((15.0, 15.6), (15.0 - lifted_s, 15.6 + home_s))
    made = made_of(begins, STEPS, (10.0, 10.3), (11.0, 11.3), *returns)
    story = begun(made.line)._replace(top=made)
    assert (swept_back(only(story, Sight(made.line.position.occupied), AT)) is begins) is at_once


@pytest.mark.parametrize(("each_s", "were_returns"), [(0.6, True), (2.0, False)])
def test_returns_come_soon_after_each_other_but_not_after_what_was_shown(
    each_s: float, *, were_returns: bool
) -> None:
    """Five plies are shown, and looked at; h3 goes home in one, and then k4 moves out of turn."""
    begins = Made(line_after("a4-a3 f4-c4"), 0.0, first=0.0)
    shown, returns = "d1-d2 c4-b4 h1-h2 e5-e2 h2-h3", "e2-e5 h3-h1 b4-c4 d2-d1"
    firsts = [2.0, 4.0, 6.0, 8.0, 10.0, *(13.0 + each_s * number for number in range(4))]
    made = made_of(begins, f"{shown} {returns}", *((first - 0.3, first) for first in firsts))
    moved = begins.line.after(parse_square("k4"), parse_square("k3"))
    found = moved_after_return(
        only(begun(made.line)._replace(top=made), Sight(moved.position.occupied), AT, LONG)
    )
    assert (found is not None and found.line is moved) is were_returns


def test_a_board_may_stand_as_it_did_sixteen_plies_before_some_were_read_as_play() -> None:
    """Eighteen plies, none of which goes back."""
    begins = line_after("a4-a3 f4-c4")
    attacker, defender = "d1 d2 c2 c3 b3 b2 b1 c1 c2 d2", "f8 f9 e9 e10 d10 c10 c9 c8 c7 d7"
    line = begins
    steps = zip(pairwise(attacker.split()), pairwise(defender.split()), strict=True)
    for both in steps:
        for origin, target in both:
            line = line.after(parse_square(origin), parse_square(target))
    found = stood_before(only(begun(line), Sight(begins.position.occupied), AT, LONG), line)
    assert found is not None
    assert found.line is begins
