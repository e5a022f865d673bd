"""Sensors that feel for ever what has long gone: they are given up once a piece has come there."""

from controller.events.event import SensorFailed, SensorHealed
from controller.rules.geometry import parse_square
from tests.board_driver import OPENING, BoardDriver
from tests.controller.session.hands import feel

E2 = parse_square("e2")
# Nobody need move anything else for as long as these go on.
_EIGHT_PLIES = ("h6-h4", "a4-a3", "h4-h6", "a5-b5", "e7-d7", "k4-k3", "d7-e7", "k5-j5")


def board_with_captive() -> BoardDriver:
    """Return a board on which g3-e3 has captured e2, and e2 is felt still."""
    board = BoardDriver()
    board.play(*OPENING)
    board.move("g3-e3")
    return board


def named(board: BoardDriver) -> list[tuple[type, int]]:
    """Return the news of sensors."""
    events = (e for e in board.events if isinstance(e, SensorFailed | SensorHealed))
    return [(type(event), event.square) for event in events]


def test_a_captive_is_asked_for_however_long_it_stands() -> None:
    board = board_with_captive()
    board.play(*_EIGHT_PLIES, "c4-c5")
    assert (board.view.owed, board.view.faulty, named(board)) == (1 << E2, 0, [])


def test_a_move_to_where_a_captive_is_felt_for_ever_counts_with_its_reply() -> None:
    board = board_with_captive()
    board.play(*_EIGHT_PLIES)
    board.move("c4-c5")
    board.lift("e3")  # to e2, which feels nothing new
    board.wait(1.0)
    board.move("h6-h8")
    assert board.moves[-2:] == ["e3-e2", "h6-h8"]
    assert (board.view.owed, named(board)) == (0, [(SensorFailed, E2)])


def test_a_captive_may_be_taken_after_all_without_a_word_of_its_sensor() -> None:
    board = board_with_captive()
    board.play(*_EIGHT_PLIES)
    board.lift("e2")
    assert (board.view.owed, board.view.faulty, named(board)) == (0, 0, [])


def test_a_neighbour_that_is_drawn_on_to_a_square_as_its_piece_slides_off_blames_no_sensor() -> (
    None
):
    """A sleeve draws f1 on to f2, which so feels a piece until f1 is pushed home."""
    board = BoardDriver()
    feel(board, "f1:0.12 e2:0.1 e2:0.05 d2:0.1 d2:0.05 c2:0.1 c2:0.05 b2:1.5 f2:0.1 f1:3.0")
    assert (board.moves, board.view.repair, named(board)) == (["f2-b2"], (), [])
