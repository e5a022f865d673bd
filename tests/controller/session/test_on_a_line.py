"""A piece that stops on the line between two squares, felt on both or on none, and is pushed on."""

import pytest

from controller.words.catalogue import say
from tests.board_driver import BoardDriver
from tests.controller.session.hands import feel

NONE_TAKEN = ("k4-k3", "d6-d4")
ONE_IN_THE_TRAY = ("e1-e4", "d6-d4xe4")
before = pytest.mark.parametrize("moves", [NONE_TAKEN, ONE_IN_THE_TRAY])


@before
@pytest.mark.parametrize("stands_s", [0.3, 2.0, 5.0, 10.0])
def test_a_slide_that_rests_on_a_line_ends_where_it_is_pushed(
    moves: tuple[str, ...], stands_s: float
) -> None:
    board = BoardDriver()
    board.play(*moves)
    feel(board, f"h11+h10:0.1 h9:0.01 h10:0.09 h8:{stands_s} h9:1.0")
    assert (board.moves[2:], board.view.repair, board.view.strays) == (["h11-h8"], (), 0)


@before
def test_nobody_is_asked_to_take_off_what_rests_on_a_line(moves: tuple[str, ...]) -> None:
    board = BoardDriver()
    board.play(*moves)
    feel(board, "h11+h10:0.1 h9:0.01 h10:0.09 h8:1.0")
    for _ in range(12):
        board.wait(1.0)
        assert (board.view.repair, board.view.strays) == ((), 0)


@before
def test_nor_after_the_reply(moves: tuple[str, ...]) -> None:
    board = BoardDriver()
    board.play(*moves)
    feel(board, "h11+h10:0.1 h10+h9:0.1 h8:1.0")
    board.play("f4-g4")
    for _ in range(12):
        board.wait(1.0)
        assert (board.view.repair, board.view.strays) == ((), 0)
    assert board.moves[2:] == ["h11-h9", "f4-g4"]


@before
def test_after_a_while_it_is_said_what_it_waits_for(moves: tuple[str, ...]) -> None:
    board = BoardDriver()
    board.play(*moves)
    feel(board, "h11+h10:0.1 h9:0.01 h10:0.09 h8:1.0")
    said = [board.view.sentences[0]]
    board.wait(0.45)
    said.append(board.view.sentences[0])
    assert [say(each) for each in said] == [
        "h11-h9 counts in a moment.",
        "h11-h9 counts as soon as the other side moves.",
    ]


@before
@pytest.mark.parametrize("line_s", [0.03, 0.06, 0.15])
@pytest.mark.parametrize("taken_s", [0.4, 0.9, 2.0])
@pytest.mark.parametrize("stands_s", [0.3, 1.0, 3.0])
def test_a_captive_that_is_taken_while_its_captor_rests_on_the_line_has_not_replied(
    moves: tuple[str, ...], line_s: float, taken_s: float, stands_s: float
) -> None:
    """f8 slides to the line between g8 and h8, h7 is taken, and f8 is pushed on."""
    board = BoardDriver()
    board.play(*moves, "h11-h7")
    feel(board, f"f8+g8:{line_s} h8:{taken_s} h7:{stands_s} g8:1.0")
    assert (board.moves[3:], board.view.repair) == (["f8-h8"], ())


@pytest.mark.parametrize("felt_s", [0.16, 0.24, 0.4])
@pytest.mark.parametrize("replied_s", [0.5, 2.0])
def test_a_slide_that_nothing_feels_on_the_line_goes_on_though_it_was_replied_to(
    felt_s: float, replied_s: float
) -> None:
    """h9 felt it for a while before the reply was lifted, and h8 does after that stands."""
    board = BoardDriver()
    board.play(*NONE_TAKEN)
    feel(board, f"h11+h10:0.1 h9:0.01 h10:{felt_s} h9:{replied_s} f4:0.5 h4:1.0 h8:1.0")
    assert (board.moves[2:], board.view.repair) == (["h11-h8", "f4-h4"], ())
