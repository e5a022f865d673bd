"""A piece comes to the next square: a hand has moved it, or an arm has pushed it."""

import pytest

from controller.events.event import MoveCommitted, MoveTakenBack
from controller.rules.geometry import bits_of, parse_square
from controller.rules.pieces import Side
from tests.board_driver import A_MOMENT, SETTLED, BoardDriver
from tests.controller.session.hands import board_at, feel

FLANKED = """
...AA.AA...
.....A..A..
...........
A.........A
A...D.D....
AA..DKD...A
A...D.D....
A..A....A..
...........
.....A.....
...A.AA..A.
"""


def test_of_two_pieces_that_may_have_come_there_the_other_one_shows_which_it_was() -> None:
    """a4 is pushed and not felt, then d1 is lifted to play d1-d4, where a4 might have gone, too."""
    board = BoardDriver()
    board.play("h1-h3", "e5-e2")
    board.lift("a4")
    board.wait(0.27)
    board.lift("d1")
    board.wait(0.1)
    board.put("d4")
    board.wait(0.4)
    assert board.moves == ["h1-h3", "e5-e2"]
    board.put("a4")
    board.wait(0.15)
    assert board.moves == ["h1-h3", "e5-e2", "d1-d4"]


def test_what_was_taken_back_does_not_come_back_for_a_reply_to_another_move() -> None:
    """a4-b4 is taken back as e5 is in the air; then h1 is put askew, and e5-e2 follows."""
    board = BoardDriver()
    board.slide(["a4", "b4"], each=0.2)
    board.lift("e5")
    board.wait(0.55)
    board.slide(["b4", "a4"], each=0.4)
    assert board.moves == []
    board.lift("h1")
    board.wait(0.55)
    board.put("e2")
    board.wait(0.45)
    assert board.moves == []
    board.put("h3")
    board.wait(SETTLED)
    assert board.moves == ["h1-h3", "e5-e2"]


def test_a_step_that_stood_is_a_move_though_its_side_lifts_another_piece_next() -> None:
    """d1-d2 stands; then a child moves k4 to k2, too, and has to put it back."""
    board = BoardDriver()
    board.slide(["d1", "d2"], each=0.3)
    board.lift("k4")
    board.wait(0.2)
    board.put("k2")
    board.wait(0.4)
    assert board.moves == []
    board.lift("k2")
    board.wait(0.4)
    board.put("k4")
    board.wait(SETTLED)
    assert [str(e.move) for e in board.events if isinstance(e, MoveCommitted)] == ["d1-d2"]


def test_a_piece_that_was_put_askew_makes_the_move_after_the_next_of_its_side() -> None:
    """d3 has only just come there, and is not felt any more while two other plies are made."""
    board = BoardDriver()
    board.lift("d1")
    board.put("d3")
    board.wait(0.15)
    board.lift("d3")
    for move in ("e5-e2", "k4-k3", "f8-i8"):
        board.move(move)
    board.put("b3")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "e5-e2", "k4-k3", "f8-i8", "d3-b3"]


def test_a_piece_that_is_pushed_as_a_slide_goes_on_makes_no_reply_to_its_pause() -> None:
    """d1 pauses on d2, f4 is pushed as it leaves there for d3, and is put right later."""
    board = BoardDriver()
    board.slide(["d1", "d2"], each=0.2)
    board.lift("d2")
    board.slide(["f4", "g4"], each=0.0)
    board.put("d3")
    board.wait(0.4)
    board.slide(["g4", "f4"], each=0.4)
    assert [str(e.move) for e in board.events if isinstance(e, MoveTakenBack)] == []
    assert board.moves == ["d1-d3"]


def test_a_piece_that_is_pushed_beside_a_hand_that_holds_another_makes_no_early_reply() -> None:
    """d1 is in the air for long as f4 is pushed, which is put right after d1-d3 stands."""
    board = BoardDriver()
    board.lift("d1")
    board.wait(0.35)
    board.slide(["f4", "g4"], each=0.7)
    board.put("d3")
    board.wait(0.9)
    board.slide(["g4", "f4"], each=0.4)
    assert [str(e.move) for e in board.events if isinstance(e, MoveCommitted)] == ["d1-d3"]


def test_a_reply_may_leave_its_square_a_moment_before_the_move_is_felt_to_begin() -> None:
    """A piece that slides is felt on its square for a while: k8 leaves 0.03 s after f4."""
    board = BoardDriver()
    board.play("d1-d2", "g5-g3")
    for name, seconds in (("f4", 0.03), ("k8", 0.02), ("g8", 0.03), ("e4", SETTLED)):
        board.occupied ^= 1 << parse_square(name)
        board.wait(seconds)
    board.wait(2.0)
    assert board.moves[2:] == ["k8-g8", "f4-e4"]


def test_of_two_pieces_grasped_together_the_one_that_lands_first_was_not_held_for_less() -> None:
    """f10 and k7 leave 0.1 s apart; k7 lands on h7, f8 has replied, and f10 goes elsewhere."""
    board = BoardDriver()
    for name, seconds in (("f10", 0.1), ("k7", 0.02), ("f8", 0.05), ("c8", 0.23), ("h7", 0.6)):
        board.occupied ^= 1 << parse_square(name)
        board.wait(seconds)
    board.put("d10")
    board.wait(2.5)
    assert board.moves == ["k7-h7", "f8-c8"]


@pytest.mark.parametrize("after_s", [0.05, 0.14, 0.25, 0.4])
@pytest.mark.parametrize("back_s", [0.6, 2.1, 7.0])
def test_a_neighbour_is_pushed_to_the_square_that_a_move_has_just_left(
    after_s: float, back_s: float
) -> None:
    """The piece in the hand is the one that was lifted, not the one that an arm pushed there."""
    board = BoardDriver()
    board.lift("a8")
    board.wait(after_s - A_MOMENT)
    board.occupied ^= bits_of(parse_square("a7"), parse_square("a8"))
    board.wait(0.5 - after_s)
    board.put("c8")
    board.wait(back_s)
    board.occupied ^= bits_of(parse_square("a7"), parse_square("a8"))
    board.wait(2.4)
    board.play("f8-h8")
    board.wait(4.0)
    assert (board.moves, board.view.repair) == (["a8-c8", "f8-h8"], ())


def test_a_piece_that_is_pushed_home_long_after_its_ply_takes_nothing_back() -> None:
    """a4 has come to c4 in two plies, as it might have in one if the reply between were none."""
    board = BoardDriver()
    for move in ("a4-b4", "e5-e4", "b4-c4"):
        board.move(move)
        board.wait(1.0)
    board.wait(1.0)
    board.lift("f8")
    board.put("i8")
    board.slide(["e4", "e5"], each=2.4)
    board.slide(["e5", "e4"], each=1.0)
    assert board.moves == ["a4-b4", "e5-e4", "b4-c4", "f8-i8"]
    assert not [event for event in board.events if isinstance(event, MoveTakenBack)]


@pytest.mark.parametrize("stood_s", [0.7, 2.0, 8.0])
@pytest.mark.parametrize("each_s", [0.03, 0.08])
def test_a_piece_that_is_slid_off_the_board_before_its_captor_comes_has_not_moved_on(
    stood_s: float, each_s: float
) -> None:
    """g5 goes to i5; whoever captures it there slides it to the edge first, and then moves i10."""
    board = board_at(FLANKED, Side.DEFENDERS)
    feel(board, f"g5:0.4 i5:{stood_s} i5:0.03 j5:{each_s} j5:0.03 k5:{each_s} k5:0.8")
    feel(board, "i10:0.4 i6:2.0")
    assert board.moves == ["g5-i5", "i10-i6"]
    assert (board.view.repair, board.view.owed) == ((), 0)


@pytest.mark.parametrize("rested_s", [0.66, 1.05, 1.6])
@pytest.mark.parametrize("on", ["j5", "h5"])
def test_a_move_that_goes_on_just_as_its_captor_is_lifted_is_not_pushed_off_the_board(
    rested_s: float, on: str
) -> None:
    """The other side reaches for i10, which would capture g5 on i5; so g5 slides on, or back."""
    board = board_at(FLANKED, Side.DEFENDERS)
    feel(board, f"g5:0.02 h5:0.06 h5:0.02 i5:{rested_s} i10:0.01 i5:0.02 {on}:0.57 i6:0.5")
    assert board.moves == [f"g5-{on}", "i10-i6"]


@pytest.mark.parametrize("stood_s", [0.8, 2.0, 4.0])
def test_a_captive_that_is_pushed_aside_and_taken_off_after_the_next_move_is_captured(
    stood_s: float,
) -> None:
    """i5 is pushed to j5 before i10 comes to i6; it is taken off the board at last."""
    board = board_at(FLANKED, Side.DEFENDERS)
    feel(board, f"g5:0.4 i5:{stood_s} i5:0.03 j5:0.6 i10:0.5 i6:1.2")
    feel(board, "j5:0.8 e5:0.4 e4:3.0")
    assert board.moves == ["g5-i5", "i10-i6", "e5-e4"]
    assert (board.view.repair, board.view.owed | board.view.strays) == ((), 0)


@pytest.mark.parametrize("rested_s", [2.6, 3.5, 4.5])
def test_a_piece_that_slides_on_after_long_and_then_moves_again_was_not_captured(
    rested_s: float,
) -> None:
    """i10 is lifted just before it slides on, and it makes the next move of its side."""
    board = board_at(FLANKED, Side.DEFENDERS)
    feel(board, f"g5:0.02 h5:0.06 h5:0.02 i5:{rested_s} i10:0.02 i5:0.02 j5:0.45 i6:0.6")
    feel(board, "j5:0.4 j2:1.0 a8:0.4 b8:3.0")
    assert board.moves == ["g5-j5", "i10-i6", "j5-j2", "a8-b8"]
