"""Whoever plays before the start position has stood for a while has begun the game by that."""

import pytest

from controller.events.command import Command
from controller.events.event import GameStarted, MoveCommitted, PieceLifted
from controller.events.view import Phase
from controller.notation.moves import parse_move
from controller.recognition.repair import RepairAction, RepairStep
from controller.rules.geometry import bits_of, parse_square
from controller.rules.pieces import Piece
from hal.board import Scan
from tests.board_driver import A_MOMENT, SCAN_S, SETTLED, BoardDriver

C1, D1, D3, E2, E5 = (parse_square(name) for name in ("c1", "d1", "d3", "e2", "e5"))


def looked_at_once() -> BoardDriver:
    board = BoardDriver(started=False)
    board.wait(SCAN_S)
    assert board.view.phase is Phase.SET_UP
    return board


def moved_at_once(board: BoardDriver, *squares: int) -> None:
    """Let the pieces come and go between two scans."""
    board.occupied ^= bits_of(*squares)
    board.wait(SETTLED)


@pytest.mark.parametrize("stands", [0, 1, 5, 29])
@pytest.mark.parametrize("gap_s", [0.0, 0.4, 0.6, 10.0])
def test_a_move_between_two_scans_counts_however_soon_it_is_made(stands: int, gap_s: float) -> None:
    board = looked_at_once()
    board.wait(stands * SCAN_S)
    board.stall(gap_s)
    moved_at_once(board, D1, D3)
    assert board.moves == ["d1-d3"]
    assert isinstance(board.events[0], GameStarted)
    assert isinstance(board.events[-1], MoveCommitted)


def test_stalls_that_begin_the_waiting_again_do_not_swallow_a_move() -> None:
    board = looked_at_once()
    for _ in range(20):
        board.stall(0.6)
        board.wait(SCAN_S)
    assert board.view.phase is Phase.SET_UP
    moved_at_once(board, D1, D3)
    assert board.moves == ["d1-d3"]


def test_a_piece_that_is_lifted_has_its_lights_at_once() -> None:
    board = looked_at_once()
    board.lift("d1")
    assert [type(event) for event in board.events] == [GameStarted, PieceLifted]
    assert board.view.targets & bits_of(D3)
    board.put("d3")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3"]


def test_a_move_right_after_a_new_game_is_asked_for_counts() -> None:
    board = BoardDriver()
    board.command(Command.NEW_GAME)
    assert board.view.phase is Phase.SET_UP
    moved_at_once(board, D1, D3)
    assert board.moves == ["d1-d3"]


def test_what_is_no_move_of_who_begins_is_put_back() -> None:
    board = looked_at_once()
    moved_at_once(board, E5, E2)
    assert (board.view.phase, board.events) == (Phase.SET_UP, [])
    back = RepairStep(RepairAction.SHIFT, E5, Piece.DEFENDER, E2)
    assert board.view.repair == (back,)


def test_what_nobody_ever_saw_standing_is_put_back() -> None:
    board = BoardDriver(started=False)
    moved_at_once(board, D1, D3)
    assert (board.view.phase, board.moves) == (Phase.SET_UP, [])


def test_what_was_moved_while_the_board_was_lost_is_put_back() -> None:
    board = looked_at_once()
    board.lose("unplugged")
    moved_at_once(board, D1, D3)
    assert (board.view.phase, board.moves) == (Phase.SET_UP, [])


def test_the_last_piece_of_a_set_up_may_slide_over_its_square() -> None:
    board = BoardDriver(started=False)
    board.occupied ^= bits_of(D1)
    board.wait(SETTLED)
    board.occupied ^= bits_of(D1)
    board.wait(A_MOMENT)
    moved_at_once(board, D1, C1)
    assert (board.view.phase, board.moves) == (Phase.SET_UP, [])
    moved_at_once(board, C1, D1)
    assert (board.view.phase, board.moves) == (Phase.PLAY, [])


def test_the_first_scan_of_all_may_be_the_last_before_the_move() -> None:
    board = BoardDriver(started=False)
    board.session.observe(Scan(board.occupied, 0.0))
    moved_at_once(board, D1, D3)
    assert [ply.move for ply in board.session.game.plies] == [parse_move("d1-d3").move]


def test_a_piece_that_stands_wrong_for_long_makes_no_move() -> None:
    board = BoardDriver(started=False)
    board.occupied ^= bits_of(D1, D3)
    board.wait(20)
    assert (board.view.phase, board.view.faulty) == (Phase.PLAY, bits_of(D1, D3))
    assert (board.view.tentative, board.moves) == (None, [])
