"""Two pieces are in the air, and one comes down where both may go: the other one tells which."""

import pytest

from controller.events.command import Command
from controller.events.event import MoveTakenBack
from controller.rules.geometry import parse_square
from controller.rules.lines import Move
from controller.rules.pieces import Side
from tests.board_driver import OPENING, BoardDriver
from tests.controller.session.faulty import FaultyDriver
from tests.controller.session.hands import asked, board_at, counted, feel

CORNERED = """
....K......
..........A
.A.......A.
...........
.DA........
...........
...........
...........
A..........
...........
...........
"""

JUMPED = """
...........
..D........
...........
...........
....AD.....
...K.......
...........
..........A
A..........
...........
A.........A
"""


def dropped(board: BoardDriver) -> list[Move]:
    """Return every move that has counted and was taken back, in order."""
    return [event.move for event in board.events if isinstance(event, MoveTakenBack)]


def test_a_reply_to_where_the_last_move_began_is_no_takeback_of_it_while_both_are_in_hands() -> (
    None
):
    """k4 goes to f4 while e4, which came from there, is lifted again and goes on to e3."""
    board = BoardDriver()
    board.play("a4-a3")
    board.lift("f4")
    board.wait(0.3)
    board.put("e4")
    board.wait(0.22)
    board.lift("k4", "e4")
    board.wait(0.19)
    board.put("f4")
    board.wait(0.31)
    board.put("e3")
    board.wait(1.0)
    assert (board.moves, dropped(board)) == (["a4-a3", "f4-e4", "k4-f4", "e4-e3"], [])


def test_a_reply_that_slides_where_a_piece_in_a_hand_may_go_waits_for_that_piece() -> None:
    """a4 stands beside c4, felt by nothing; f4 slides to e4, to which a4 may have gone."""
    board = BoardDriver()
    board.lift("a4")
    board.wait(1.2)
    board.lift("f4")
    board.wait(0.02)
    board.put("e4")
    board.wait(0.4)
    board.put("c4")
    board.wait(1.0)
    assert board.moves == ["a4-c4", "f4-e4"]
    assert len(counted(board)) == 2


def test_of_two_pieces_of_one_side_the_one_that_is_put_back_has_not_moved() -> None:
    """a4 is lifted, and a moment before it comes to e4 another hand adjusts e1."""
    board = BoardDriver()
    board.lift("a4")
    board.wait(1.8)
    board.lift("e1")
    board.wait(0.15)
    board.put("e4")
    board.wait(0.3)
    board.put("e1")
    board.wait(1.0)
    assert board.moves == ["a4-e4"]
    assert len(counted(board)) == 1


def test_a_reply_over_the_square_that_the_mover_has_left_is_no_capture_as_in_draughts() -> None:
    """c7 goes to c9, where j9 might have gone, which is adjusted; b7 replies to d7 over c7."""
    board = board_at(CORNERED, Side.ATTACKERS)
    board.lift("b7")
    board.wait(0.8)
    board.lift("c7", "j9")
    board.wait(0.22)
    board.put("c9")
    board.wait(0.29)
    board.put("d7")
    board.wait(0.29)
    board.put("j9")
    board.wait(1.0)
    assert board.moves == ["c7-c9", "b7-d7"]
    assert len(counted(board)) == 2


@pytest.mark.parametrize("early_s", [0.02, 0.2, 0.3])
@pytest.mark.parametrize("lifted", [("f7", "e7"), ("e7", "f7")])
def test_who_captures_as_in_draughts_learns_so_though_one_piece_was_lifted_early(
    lifted: tuple[str, str], early_s: float
) -> None:
    """c10 goes to c9; of f7, and e7 that jumps over it, one is lifted just before that stands."""
    board = board_at(JUMPED, Side.DEFENDERS)
    first, then = lifted
    feel(board, f"c10:0.4 {first}:{early_s} c9:0.1 {then}:0.4 g7:0.5")
    assert board.moves == ["c10-c9"]
    assert asked(board.view) == {("g7", "e7"), (None, "f7")}


@pytest.mark.parametrize("together_s", [0.1, 0.15, 0.3])
@pytest.mark.parametrize("gone_s", [1.0, 2.0, 4.0])
def test_a_stray_laid_beside_a_piece_that_is_lifted_just_then_is_not_its_move(
    gone_s: float, together_s: float
) -> None:
    """It lay on k9, and is laid on a9; a8 is lifted, and comes to c8."""
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2")
    feel(board, f":0.6 k9:2 c4:0.4 c7:1.5 k9:{gone_s} a9:{together_s} a8:0.5 c8:4")
    assert board.moves[-2:] == ["c4-c7", "a8-c8"]
    assert board.view.strays == 1 << parse_square("a9")


@pytest.mark.parametrize("held_s", [0.3, 0.5])
@pytest.mark.parametrize("later_s", [0.2, 0.6, 1.2])
def test_a_stray_moved_on_to_where_a_lifted_piece_might_go_is_not_that_piece(
    later_s: float, held_s: float
) -> None:
    """It lay on a10, and is moved on to a9 while a8 is in the air, which comes to c8."""
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2")
    feel(board, f":0.6 a10:2 c4:0.4 c7:1.5 a10:0.1 a8:{held_s} a9:{later_s} c8:4")
    assert board.moves[-2:] == ["c4-c7", "a8-c8"]
    assert board.view.strays == 1 << parse_square("a9")


@pytest.mark.parametrize("pause_s", [1.0, 3.0, 8.0])
@pytest.mark.parametrize("each_s", [0.05, 0.1, 0.25])
def test_a_reply_that_slides_is_not_the_piece_in_the_air_though_that_might_go_there_too(
    pause_s: float, each_s: float
) -> None:
    board = FaultyDriver(dead="d9")
    board.wait(0.5)
    board.play("a4-b4")
    board.lift("d6")
    board.put("d9")
    board.wait(pause_s)
    board.slide(("d1", "d2", "d3", "d4"), each_s)
    board.wait(4.0)
    assert board.moves == ["a4-b4"]
    board.command(Command.PLACE, "d9")
    board.wait(0.5)
    assert (board.moves, board.view.repair) == (["a4-b4", "d6-d9", "d1-d4"], ())
