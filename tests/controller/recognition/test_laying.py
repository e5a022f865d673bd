"""Captives that come back to the board: laid aside, put back, pushed on, or put up for another."""

import pytest

from controller.recognition import prices
from controller.recognition.change import SquareChange
from controller.recognition.laying import laid
from controller.recognition.story import AIR, Away, Dead, Made, begun
from controller.rules.geometry import parse_square
from controller.rules.pieces import Side
from tests.controller.recognition.stories import Looker, dead_on, line_after, whereabouts

# After the first of these g3-e3 captures e2, and after the second k3-e3 does.
CAPTURES = "d1-d3 e5-e2 g1-g3 f4-c4"
CAPTURES_FROM_AFAR = "d1-d3 e5-e2 k4-k3 f4-c4"


def test_a_captive_may_be_laid_aside_before_the_move_that_captures_it() -> None:
    """e2 is laid on g1 as g3 is lifted."""
    board = Looker(CAPTURES).look("-e2").look("-g3", "+g1", after=0.2).look(after=0.3)
    assert (board.moves, whereabouts(board.best)) == (CAPTURES.split(), {"e2": "g1", "g3": ""})
    board.look("+e3")
    assert (board.moves[4:], dead_on(board.best)) == (["g3-e3"], ["g1"])


def test_the_piece_that_moved_last_may_be_captured_next_and_laid_aside_before() -> None:
    board = Looker("d1-d3 f4-c4 g1-g3 e5-e2").look("-e2")
    board.look("-g3", "+g1", after=0.2).look(after=0.3)
    assert whereabouts(board.best) == {"e2": "g1", "g3": ""}
    board.look("+e3")
    assert (board.moves[4:], dead_on(board.best)) == (["g3-e3"], ["g1"])


def test_a_slide_goes_on_past_squares_though_a_captive_lies_aside() -> None:
    """e2 is laid on b2 as k3 begins to slide to e3."""
    board = Looker(CAPTURES_FROM_AFAR).look("-e2").look("-k3", "+b2", after=0.2)
    for file in "jihg":
        board.look(f"+{file}3", after=0.1).look(f"-{file}3", after=0.15)
    assert whereabouts(board.best) == {"e2": "b2", "g3": ""}
    board.look("+e3", after=0.1).look(after=0.3)
    assert (board.moves[4:], dead_on(board.best)) == (["k3-e3"], ["b2"])


def capturing() -> Looker:
    """Return a board on which g3-e3 has just captured on e2, and the captive stands there still."""
    return Looker("d1-d3 e5-e2 g1-g3 f4-c4").look("-g3").look("+e3")


def test_what_comes_to_the_square_of_a_piece_in_the_hand_is_that_piece_and_no_captive() -> None:
    """d2 is back just as the captive beside it is taken."""
    board = Looker("g1-g3 e5-e2 h1-h2 f4-d4 a4-a3 d4-d2").look("-g3").look("+e3")
    board.look("-d2").look("-e2").look("+d2", after=0.02)
    assert (whereabouts(board.best), dead_on(board.best)) == ({}, [])


def test_what_comes_to_the_edge_after_a_lift_is_the_piece_that_was_lifted() -> None:
    """d6 may not go past d3 to d1; captives are laid there, too, but not by a hand that moves."""
    board = capturing().look("-e2").look("-d6").look("+d1", after=0.8).look(after=0.3)
    assert (whereabouts(board.best), dead_on(board.best)) == ({"d6": "d1"}, [])


def test_what_comes_after_a_lift_is_no_captive_that_was_taken_from_where_it_lay() -> None:
    """It lay on b2, and is carried off the board as f5 is lifted to move to c5."""
    board = capturing().look("-e2").look("+b2", after=0.4).look("-b2", after=3.0)
    board.look("-f5", after=0.4).look("+c5", after=0.3)
    laid = min((s.price for s in board.beam.stories if dead_on(s) == ["c5"]), default=99.0)
    assert (board.moves[-1], laid > 8) == ("f5-c5", True)


def test_what_comes_far_off_as_a_piece_is_lifted_is_no_slide_of_that_piece() -> None:
    """g5 slides to h5, and the captive is laid on i5 in the moment in which g5 leaves."""
    board = Looker("d1-d3 e5-e2 g1-g3 f4-c4 k5-j5 c4-b4").look("-g3").look("+e3").look("-e2")
    board.look("-g5", "+i5", after=0.2).look("+h5", after=0.01).look(after=0.05)
    assert (board.moves[-1], dead_on(board.best)) == ("g5-h5", ["i5"])


def test_nobody_carries_a_captive_to_a_far_square_in_a_moment() -> None:
    """It takes a fifth of a second; where it was just taken it was only put back."""
    e3 = parse_square("e3")
    captive = Dead(AIR, Side.DEFENDERS, 10.0, taken=True, home=e3, last=e3)
    story = begun(line_after())._replace(dead=(captive,))
    soon, later, late, shaken = (
        laid(story, captive, SquareChange(parse_square(square), at, late=is_late)).price
        for square, at, is_late in (
            ("i7", 10.1, False),
            ("i7", 10.2, False),
            ("i7", 10.1, True),
            ("e3", 10.1, False),
        )
    )
    assert (soon - later, late, shaken) == (prices.FLIES, later, prices.PUT_BACK)


@pytest.mark.parametrize(
    ("square", "at", "carried", "price"),
    [
        ("c1", 10.44, False, prices.LAID_ON_EDGE + prices.LAID_BEFORE_SLIDE),
        ("c1", 10.46, False, prices.LAID_ON_EDGE),
        ("c1", 10.44, True, prices.LAID_ON_EDGE),
        ("b2", 10.44, False, prices.LAID),
        ("c3", 10.44, False, prices.LAID),
    ],
    ids=["straight on", "some time later", "it came through the air", "beside", "behind"],
)
def test_a_captive_is_hardly_laid_where_a_slide_goes_on(
    square: str, at: float, price: float, *, carried: bool
) -> None:
    """c4 has slid to c2 at 10 s, and may slide to c1."""
    made = Made(line_after("d1-d3 f4-c4 g1-g3 c4-c2"), 10.0, carried, left=9.9, first=10.0)
    e9 = parse_square("e9")
    captive = Dead(AIR, Side.ATTACKERS, 9.5, taken=True, home=e9, last=e9)
    story = begun(made.line)._replace(top=made, dead=(captive,))
    assert laid(story, captive, SquareChange(parse_square(square), at)).price == price


@pytest.mark.parametrize(
    ("last", "square", "seconds", "price"),
    [
        ("e3", "c9", 1.4, prices.LAID),
        ("e3", "c9", 1.6, prices.LAID + prices.LAID_LATE),
        ("e3", "a9", 1.4, prices.LAID_ON_EDGE),
        ("e3", "a9", 4.9, prices.LAID_ON_EDGE + prices.LAID_SLOWLY),
        ("e3", "a9", 5.1, prices.LAID_ON_EDGE + prices.LAID_LATE),
        ("k9", "a9", 4.9, prices.LAID_ON_EDGE),
        ("k9", "c9", 4.9, prices.LAID + prices.MOVED_INWARDS),
        ("k9", "c9", 5.1, prices.LAID + prices.LAID_LATE),
    ],
)
def test_a_captive_that_has_long_been_taken_is_hardly_laid_on_the_board(
    last: str, square: str, seconds: float, price: float
) -> None:
    """On the edge, a tray for many, somebody lays it in five seconds; and one that was in the way.

    Of e3, where it was captured, and of k9, where it lay.
    """
    e3 = parse_square("e3")
    captive = Dead(AIR, Side.DEFENDERS, 10.0, taken=True, home=e3, last=parse_square(last))
    story = begun(line_after())._replace(dead=(captive,))
    seen = SquareChange(parse_square(square), 10.0 + seconds)
    assert laid(story, captive, seen).price == price


@pytest.mark.parametrize(
    ("last", "held", "rather"),
    [
        ("e3", "k5", 0.0),
        ("e3", "a5", prices.LAID_ON_EDGE_AFTER_LIFT),
        ("e3", "k11", prices.LAID_ON_EDGE_AFTER_LIFT),
        ("c11", "a5", prices.MOVED_ON_AFTER_LIFT),
    ],
    ids=["out of line", "in its file", "in its rank", "the captive lay in the way"],
)
def test_the_captive_comes_to_the_edge_and_no_piece_in_a_hand_out_of_its_line(
    last: str, held: str, rather: float
) -> None:
    """e3 was captured, and lifted before a piece was; something comes to a11."""
    e3, home = parse_square("e3"), parse_square(held)
    captive = Dead(AIR, Side.DEFENDERS, 10.0, taken=True, home=e3, last=parse_square(last))
    away = (Away(home, AIR, 10.1, 10.1, home),)
    story = begun(line_after("d1-d3"))._replace(dead=(captive,), away=away)
    seen = SquareChange(parse_square("a11"), 10.9)
    assert laid(story, captive, seen).price == prices.LAID_ON_EDGE + rather


def test_any_captive_may_be_put_up_for_the_one_of_a_capture_that_was_taken_back() -> None:
    """d6 lies on a9, alive again; d9, which was captured before it, is put on d6."""
    d6, a9, d9 = map(parse_square, ("d6", "a9", "d9"))
    live = Away(d6, a9, 5.0, 5.0, a9, slid=True)
    captive = Dead(AIR, Side.DEFENDERS, 10.0, taken=True, home=d9, last=d9)
    story = begun(line_after())._replace(dead=(captive,), away=(live,))
    after = laid(story, captive, SquareChange(d6, 12.0))
    assert (after.away, after.dead) == ((), (captive._replace(at=a9, since=5.0, last=a9),))
    attacker = captive._replace(side=Side.ATTACKERS)
    other = laid(story._replace(dead=(attacker,)), attacker, SquareChange(d6, 12.0))
    assert other.away == (live,)


def test_a_captive_is_pushed_straight_off_the_board_and_not_round_a_corner() -> None:
    """It was captured on e3, and was on d3 a moment before."""
    e3, d3 = parse_square("e3"), parse_square("d3")
    captive = Dead(AIR, Side.DEFENDERS, 10.0, taken=True, home=e3, last=d3)
    story = begun(line_after())._replace(dead=(captive,))
    straight, round_a_corner = (
        laid(story, captive, SquareChange(parse_square(name), 10.02)).price for name in ("c3", "d4")
    )
    assert round_a_corner - straight > prices.SURE
    # A piece that is played slides there rather.
    assert straight > prices.SLIDES + prices.PLY
