"""Hands that overlap: what is a ply, and what was only pushed while somebody else moved."""

from controller.recognition import prices
from controller.rules.geometry import bits_of, parse_square
from hal.board import Poles
from tests.board_driver import COPENHAGEN
from tests.controller.recognition.stories import Looker, whereabouts


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


def test_of_two_pieces_in_the_air_the_one_has_come_whose_pole_is_felt() -> None:
    """d1 and f4 may both go to d4."""
    start = COPENHAGEN.start
    felt = Poles(start.attackers, start.defenders | bits_of(parse_square("d4")), start.king)
    board = Looker().look("-d1").look("-f4", after=0.05).look("+d4", after=0.1, poles=felt)
    assert seen(board) == ([], {"d1": "", "f4": "d4"})
