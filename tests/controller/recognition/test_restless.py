"""A sensor that comes and goes for nothing, as only the game can tell."""

from dataclasses import replace

import pytest

from controller.recognition.restless import Felt, Restless
from controller.recognition.sight import Sight
from controller.recognition.story import AIR, Dead, begun
from controller.rules.geometry import parse_square
from controller.rules.pieces import Side
from tests.controller.recognition.stories import line_after
from tests.squares import squares

START = line_after()


def seeing(changes: str, each_s: float = 0.3, *, taken_s: float | None = None) -> int:
    """Return the squares at fault after some squares have changed, one after the other."""
    story, known = begun(START), Restless()
    if taken_s is not None:
        story = story._replace(dead=(Dead(AIR, Side.DEFENDERS, -taken_s, taken=True),))
    sight, at, found = Sight(START.position.occupied), 0.0, 0
    for names in changes.split():
        at += each_s
        after = replace(sight, occupied=sight.occupied ^ squares(*names.split("+")))
        known, sight = known.after(START, story, sight, after, at), after
        found |= known.squares
    return found


def test_what_comes_and_goes_three_times_while_every_piece_stands_is_no_piece() -> None:
    assert seeing("c4 c4 c4 c4 c4") == 0
    assert seeing("c4 c4 c4 c4 c4 c4") == squares("c4")


def test_two_squares_may_come_and_go_for_nothing_in_turn() -> None:
    assert seeing("c4 c4 i8 i8 " * 4, 0.2) == squares("c4", "i8")


def test_what_comes_and_goes_seldom_may_be_a_magnet_of_somebody() -> None:
    assert seeing("c4 c4 " * 8, 1.5) == 0


@pytest.mark.parametrize(
    "changes",
    [
        "d1 " + "d3 d3 " * 8,  # a piece in a hand that taps its target
        "d2 d1 d1 d2 " * 8,  # a piece that slides to and fro, felt on both squares for a while
        "d1+d2 d1+d2 " * 8,  # ... or never
        "d1 d1 " * 8,  # one that is touched on its square
    ],
)
def test_what_people_do_with_a_piece_is_no_fault(changes: str) -> None:
    assert seeing(changes) == 0


def test_a_captive_that_was_just_taken_may_be_in_a_hand() -> None:
    assert seeing("c4 c4 " * 4, taken_s=1.0) == 0
    assert seeing("c4 c4 " * 4, taken_s=6.0) == squares("c4")


def test_people_tap_with_a_captive_but_not_so_often_on_one_square() -> None:
    """The captive of e2, which was taken, seems to stand on c4, and to leave it again."""
    captive = Dead(AIR, Side.DEFENDERS, 0.0, taken=True, home=parse_square("e2"))
    empty = Sight(START.position.occupied)
    felt = replace(empty, occupied=empty.occupied | squares("c4"))
    known, at = Restless(), 0.0
    for _ in range(6):
        assert known.squares == 0
        box = begun(START)._replace(dead=(captive._replace(last=parse_square("c4"), since=at),))
        known = known.after(START, box, empty, felt, at + 0.3)
        laid = box._replace(dead=(captive._replace(at=parse_square("c4"), since=at + 0.3),))
        at += 1.0
        known = known.after(START, laid, felt, empty, at)
    assert known.squares == squares("c4")


def test_nothing_is_no_fault_while_a_board_that_fell_is_put_up() -> None:
    """Whatever comes then may be a piece."""
    sight = Sight(START.position.occupied)
    came = replace(sight, occupied=sight.occupied | squares("c4"))
    for upset in (False, True):
        story = begun(START)._replace(upset=upset)
        known = Restless().after(START, story, sight, came, 1.0)
        assert known == Restless(feels=0 if upset else squares("c4"))


@pytest.mark.parametrize(("before", "now"), [("c4", ""), ("", "c4")])
def test_what_a_sensor_says_that_is_not_trusted_or_was_not_just_before_is_no_news(
    before: str, now: str
) -> None:
    occupied = START.position.occupied
    was, comes = (squares(*filter(None, [name])) for name in (before, now))
    sight = Sight(occupied | squares("c4"), comes)
    assert Restless().after(START, begun(START), Sight(occupied, was), sight, 1.0) == Restless()


def test_what_is_known_of_a_square_is_forgotten_once_it_is_ignored() -> None:
    at_fault = Restless((Felt(squares("c4"), 1.0), Felt(squares("i8"), 1.2)))
    assert at_fault.without(squares("c4")) == Restless((Felt(squares("i8"), 1.2),))
