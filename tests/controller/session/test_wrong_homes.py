"""After a game, a piece may stand on a square where another kind begins: it has to go, too."""

import pytest

from controller.events.command import Command
from controller.events.view import Phase
from controller.recognition.repair import RepairAction, RepairStep
from controller.rules.geometry import parse_square
from controller.rules.pieces import Piece
from controller.session.timing import Timing
from tests.board_driver import COPENHAGEN, SETTLED, BoardDriver


def play(board: BoardDriver) -> None:
    """Bring the attacker of a5 to where a defender begins, some time before the last ply."""
    board.play("d1-d2", "e5-e3", "a5-e5")
    board.wait(6.0)
    board.play("f8-f9")


def shift(origin: str, square: str, piece: Piece) -> RepairStep:
    return RepairStep(RepairAction.SHIFT, parse_square(square), piece, parse_square(origin))


def asked_for_a_new_game() -> BoardDriver:
    board = BoardDriver()
    play(board)
    board.command(Command.NEW_GAME)
    board.wait(SETTLED)
    return board


def carry(board: BoardDriver, origin: str, target: str) -> None:
    board.lift(origin)
    board.wait(0.5)
    board.put(target)
    board.wait(0.5)


def test_it_is_asked_for_where_its_own_kind_is_missing() -> None:
    board = asked_for_a_new_game()
    assert set(board.view.repair) == {
        shift("d2", "d1", Piece.ATTACKER),
        shift("f9", "f8", Piece.DEFENDER),
        shift("e5", "a5", Piece.ATTACKER),
        shift("e3", "e5", Piece.DEFENDER),
    }


def test_the_game_begins_once_all_kinds_are_at_home() -> None:
    board = asked_for_a_new_game()
    for origin, target in (("d2", "d1"), ("f9", "f8"), ("e5", "a5")):
        carry(board, origin, target)
        assert board.view.phase is Phase.SET_UP
    carry(board, "e3", "e5")
    board.wait(SETTLED)
    assert (board.view.phase, board.view.repair) == (Phase.PLAY, ())
    board.play("a5-b5", "e5-e4")
    assert board.moves == ["a5-b5", "e5-e4"]


def test_of_a_piece_that_was_lifted_since_nobody_knows_the_kind() -> None:
    board = asked_for_a_new_game()
    carry(board, "e5", "e5")
    e5 = parse_square("e5")
    assert all(e5 not in (step.square, step.origin) for step in board.view.repair)
    for origin, target in (("d2", "d1"), ("f9", "f8"), ("e3", "a5")):
        carry(board, origin, target)
    board.wait(SETTLED)
    assert board.view.phase is Phase.PLAY


def test_a_board_that_was_set_up_by_hand_before_somebody_asks_is_believed() -> None:
    board = BoardDriver()
    play(board)
    for origin, target in (("e5", "b8"), ("e3", "e5"), ("b8", "a5"), ("d2", "d1"), ("f9", "f8")):
        carry(board, origin, target)
    board.command(Command.NEW_GAME)
    board.wait(SETTLED)
    assert (board.view.phase, board.view.repair, board.moves) == (Phase.PLAY, (), [])


def test_people_who_leave_it_there_play_all_the_same() -> None:
    """No sensor is at fault, and the game does not wait for ever."""
    board = asked_for_a_new_game()
    for origin, target in (("d2", "d1"), ("f9", "f8"), ("e3", "a5")):
        carry(board, origin, target)
    assert board.view.phase is Phase.SET_UP
    board.wait(Timing().give_up_s + SETTLED)
    assert (board.view.phase, board.view.faulty) == (Phase.PLAY, 0)


def test_who_says_that_the_right_kind_stands_there_is_believed() -> None:
    board = asked_for_a_new_game()
    board.command(Command.PLACE, "e5")
    for origin, target in (("d2", "d1"), ("f9", "f8"), ("e3", "a5")):
        carry(board, origin, target)
    board.wait(SETTLED)
    assert (board.view.phase, board.view.faulty) == (Phase.PLAY, 0)


@pytest.mark.parametrize("seconds", [2.0, 20.0])
@pytest.mark.parametrize("asked_first", [False, True])
@pytest.mark.parametrize("how", ["lost", "stalled"])
def test_what_may_have_been_set_up_while_nobody_looked_is_believed(
    how: str, seconds: float, *, asked_first: bool
) -> None:
    board = BoardDriver()
    play(board)
    if asked_first:
        board.command(Command.NEW_GAME)
        board.wait(SETTLED)
    board.occupied = COPENHAGEN.start.occupied & ~(1 << parse_square("f8"))
    if how == "lost":
        board.lose("unplugged", seconds)
    else:
        board.stall(seconds)
    board.wait(SETTLED)
    if not asked_first:
        board.command(Command.NEW_GAME)
        board.wait(SETTLED)
    board.put("f8")
    board.wait(SETTLED)
    assert (board.view.phase, board.view.repair) == (Phase.PLAY, ())


def test_what_came_there_just_before_the_last_ply_is_not_known_for_sure() -> None:
    """People who put up two pieces at once seem to have made a ply."""
    board = BoardDriver()
    board.play("d1-d2", "e5-e3", "a5-e5", "f8-f9")
    board.command(Command.NEW_GAME)
    board.wait(SETTLED)
    e5 = parse_square("e5")
    assert all(e5 not in (step.square, step.origin) for step in board.view.repair)
