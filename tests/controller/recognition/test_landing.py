"""Hands that overlap: what is a ply, and what was only pushed while somebody else moved."""

import pytest

from controller.recognition import prices
from controller.recognition.change import SquareChange
from controller.recognition.landing import laid
from controller.recognition.story import AIR, Dead, Made, begun
from controller.rules.geometry import bits_of, parse_square
from controller.rules.pieces import Side
from hal.board import Poles
from tests.board_driver import COPENHAGEN
from tests.controller.recognition.stories import Looker, dead_on, line_after, whereabouts


def seen(board: Looker) -> tuple[list[str], dict[str, str]]:
    """Return the plies of the best story, and what is away from its place."""
    return board.moves, whereabouts(board.best)


def test_a_slide_that_goes_on_past_a_pushed_piece_is_one_move() -> None:
    """d1 slides by d2 to d3; the sleeve behind it pushes e5 to e4."""
    board = Looker().look("-d1").look("+d2", after=0.04).look("-e5", "+e4", after=0.05)
    board.look("-d2", after=0.2).look("+d3", after=0.04)
    assert seen(board) == (["d1-d3"], {"e5": "e4"})


def test_a_piece_that_was_pushed_and_slides_back_was_put_right() -> None:
    board = Looker().look("-d1").look("+d2", after=0.04).look("-e5", "+e4", after=0.05)
    board.look("-d2", after=0.2).look("+d3", after=0.04).look("-e4", "+e5", after=0.2)
    assert seen(board) == (["d1-d3"], {})


def test_pieces_of_both_sides_that_are_pushed_as_a_slide_begins_make_no_moves() -> None:
    board = Looker().look("-d1").look("+d2", after=0.04).look("-e5", "+e4", after=0.05)
    board.look("-e1", after=0.07).look("+e2", after=0.05)
    board.look("-d2", after=0.06).look("+d3", after=0.04).look("-e2", "+e1", after=0.4)
    assert seen(board) == (["d1-d3"], {"e5": "e4"})


def test_who_puts_pieces_right_that_a_sleeve_has_lifted_has_not_moved_the_one_it_pushed() -> None:
    """e5, f4 and h6 are swept while d1 is in the air; e5 and f4 come back first."""
    board = Looker().look("-d1").look("-e5", after=0.03).look("-f4", after=0.03)
    board.look("-h6", "+i6", after=0.03).look("+d3", after=0.8)
    board.look("+e5", after=0.01).look("+f4")
    assert seen(board) == (["d1-d3"], {"h6": "i6"})


def test_a_sleeve_that_has_pushed_one_piece_pushes_others() -> None:
    board = Looker().look("-d1").look("-h6", after=0.05).look("-g5", "+g4", after=0.15)
    board.look("-g7", "+g8", after=0.05).look("+d3", after=0.3).look("+h6", after=0.3)
    assert seen(board) == (["d1-d3"], {"g5": "g4", "g7": "g8"})


def test_the_piece_of_the_last_move_may_be_pushed_aside_by_the_reply() -> None:
    board = Looker("d1-d3").look("-e5", after=1.0).look("-d3", "+c3", after=0.02)
    assert seen(board.look("+e4", after=0.05)) == (["d1-d3", "e5-e4"], {"d3": "c3"})


def test_a_piece_that_was_in_the_hand_all_the_time_makes_its_sides_first_move() -> None:
    """g1 is pushed to g2, and then e5 to e4, while d1 is on its way to d3."""
    board = Looker().look("-d1").look("-g1", "+g2", after=0.02)
    board.look("-e5", "+e4", after=0.1).look("+d3", after=0.15)
    assert seen(board) == (["d1-d3"], {"g1": "g2", "e5": "e4"})


def test_a_pushed_piece_that_is_felt_now_and_then_is_not_thereby_a_move() -> None:
    board = Looker().look("-d1").look("+d3", after=0.3).look("-e5", "+e4", after=0.02)
    for _ in range(2):
        board.look("-e4", after=0.1).look("+e4", after=0.2)
    assert board.moves == ["d1-d3"]


def test_a_slide_goes_on_while_the_other_side_holds_its_reply() -> None:
    """d1 stands on d2 for two seconds before it slides on to d3."""
    board = Looker().look("-d1").look("+d2", after=0.05).look("-e5", after=0.2)
    board.look("-d2", after=2.1).look("+d3", after=0.05).look("+e4", after=0.3)
    assert seen(board) == (["d1-d3", "e5-e4"], {})


def test_a_move_is_taken_back_while_the_other_side_holds_its_reply() -> None:
    """d1 goes back, and f2 is moved in its place; e5 had waited in the air."""
    board = Looker().look("-d1").look("+d2", after=0.05).look("-e5", after=0.02)
    board.look("-d2", after=1.6).look("+d1", after=0.05).look("-f2", after=0.4)
    board.look("+h2", after=1.2).look("+e3", after=0.2).look(after=0.3)
    assert seen(board) == (["f2-h2", "e5-e3"], {})


def test_two_pieces_that_a_sleeve_pushes_there_and_back_have_not_moved() -> None:
    board = Looker().look("-g1", "+g2").look("-e5", "+e4", after=0.05)
    board.look("-g2", "+g1", after=0.4).look("-e4", "+e5", after=0.1)
    assert seen(board) == ([], {})


def test_a_slide_is_one_move_although_its_first_square_was_felt_before_the_reply() -> None:
    """d1 brushes d2 on its way to d3; the reply is made before it is put down."""
    board = Looker().look("-d1", "+d2").look("-d2", after=0.03).look("-e5", after=0.07)
    board.look("+e2", after=0.4).look("+d3", after=0.5)
    assert seen(board) == (["d1-d3", "e5-e2"], {})


def test_a_slide_there_and_back_is_no_move_although_the_other_side_holds_a_piece() -> None:
    """d1 slides to d3 and home, and stands on no square for longer than to pass it."""
    board = Looker().look("-e5").look("-d1", after=1.0)
    for passed in ("d2", "d3", "d2"):
        board.look(f"+{passed}", after=0.01).look(f"-{passed}", after=0.2)
    board.look("+d1", after=0.01).look("+e2", after=0.7).look(after=0.2)
    assert seen(board) == ([], {"e5": "e2"})


def test_who_has_just_moved_makes_no_second_move_with_the_other_hand() -> None:
    """h1 and f6 were swept; h1 is pushed on to h2 as e1 is lifted, and e1 comes to e3."""
    board = Looker("d1-d2 f4-c4").look("-h1").look("-f6", after=0.1)
    board.look("-e1", "+h2").look("+e3", after=0.1).look(after=0.3)
    assert board.beam.stories[1].price < prices.SURE
    board.look("-h2", "+h1")
    assert seen(board) == (["d1-d2", "f4-c4", "e1-e3"], {"f6": ""})


# After the first of these g3-e3 captures e2, and after the second k3-e3 does.
CAPTURES = "d1-d3 e5-e2 g1-g3 f4-c4"
CAPTURES_FROM_AFAR = "d1-d3 e5-e2 k4-k3 f4-c4"


def test_a_captive_may_be_laid_aside_before_the_move_that_captures_it() -> None:
    """e2 is laid on g1 as g3 is lifted."""
    board = Looker(CAPTURES).look("-e2").look("-g3", "+g1", after=0.2).look(after=0.3)
    assert seen(board) == (CAPTURES.split(), {"e2": "g1", "g3": ""})
    board.look("+e3")
    assert (board.moves[4:], dead_on(board.best)) == (["g3-e3"], ["g1"])


def test_the_piece_that_moved_last_may_be_captured_next_and_laid_aside_before() -> None:
    board = Looker("d1-d3 f4-c4 g1-g3 e5-e2").look("-e2")
    board.look("-g3", "+g1", after=0.2).look(after=0.3)
    assert seen(board)[1] == {"e2": "g1", "g3": ""}
    board.look("+e3")
    assert (board.moves[4:], dead_on(board.best)) == (["g3-e3"], ["g1"])


def test_a_slide_goes_on_past_squares_though_a_captive_lies_aside() -> None:
    """e2 is laid on b2 as k3 begins to slide to e3."""
    board = Looker(CAPTURES_FROM_AFAR).look("-e2").look("-k3", "+b2", after=0.2)
    for file in "jihg":
        board.look(f"+{file}3", after=0.1).look(f"-{file}3", after=0.15)
    assert seen(board)[1] == {"e2": "b2", "g3": ""}
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


def test_of_two_pieces_in_the_air_the_one_has_come_whose_pole_is_felt() -> None:
    """d1 and f4 may both go to d4."""
    start = COPENHAGEN.start
    felt = Poles(start.attackers, start.defenders | bits_of(parse_square("d4")), start.king)
    board = Looker().look("-d1").look("-f4", after=0.05).look("+d4", after=0.1, poles=felt)
    assert seen(board) == ([], {"d1": "", "f4": "d4"})


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


@pytest.mark.parametrize(("seconds", "price"), [(1.4, 0.0), (1.6, prices.LAID_LATE)])
def test_a_captive_that_has_long_been_taken_is_hardly_laid_on_the_board(
    seconds: float, price: float
) -> None:
    e3, c9 = parse_square("e3"), parse_square("c9")
    captive = Dead(AIR, Side.DEFENDERS, 10.0, taken=True, home=e3, last=e3)
    story = begun(line_after())._replace(dead=(captive,))
    assert laid(story, captive, SquareChange(c9, 10.0 + seconds)).price == prices.LAID + price


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
