"""A game has ended, and people do with the pieces what they like."""

from collections.abc import Callable

import pytest

from controller.events.command import Command
from controller.events.event import BoardDisturbed, GameEnded, MoveRefused, PieceLifted
from controller.events.view import Phase
from controller.rules.pieces import Side
from tests.board_driver import BoardDriver
from tests.controller.session.hands import board_at, slide

ESCAPING = """
...........
..........K
..........A
...........
...........
..A........
...........
.....DD....
...........
...........
..A........
"""
AIMING = """
...........
...........
..........K
...........
...........
..A........
...........
.....DD....
...........
...........
..A........
"""
ADVICE = (PieceLifted, MoveRefused, BoardDisturbed)


def has_escaped() -> BoardDriver:
    board = board_at(ESCAPING, Side.DEFENDERS)
    slide(board, "k10", "k11")
    board.wait(1.0)
    assert any(isinstance(event, GameEnded) for event in board.events)
    return board


def has_resigned() -> BoardDriver:
    board = board_at(ESCAPING, Side.DEFENDERS)
    board.say(Command.RESIGN, Side.DEFENDERS)
    board.wait(1.0)
    return board


@pytest.mark.parametrize("ended", [has_escaped, has_resigned])
def test_the_board_shows_how_it_ended_while_it_is_cleared(
    ended: Callable[[], BoardDriver],
) -> None:
    board = ended()
    shown = board.view.sentence
    board.take_events()
    for square in ("c6", "f4", "k9", "g4", "c1"):
        board.lift(square)
        board.wait(1.5)
    board.put("e8")
    board.wait(12.0)
    view = board.view
    assert [event for event in board.take_events() if isinstance(event, ADVICE)] == []
    assert (view.sentence, view.phase) == (shown, Phase.OVER)
    assert (view.lifted, view.targets, view.repair) == (None, 0, ())


def test_a_slide_that_went_on_too_far_into_the_corner_may_come_back_a_bit() -> None:
    board = board_at(AIMING, Side.DEFENDERS)
    slide(board, "k9", "k10", "k11")
    board.wait(1.0)
    assert (board.moves, board.view.phase) == (["k9-k11"], Phase.OVER)
    slide(board, "k11", "k10")
    board.wait(2.0)
    assert (board.moves, board.view.phase) == (["k9-k10"], Phase.PLAY)


@pytest.mark.parametrize("rested_s", [4.0, 60.0])
def test_a_piece_that_is_pushed_back_while_the_board_is_cleared_has_ended_the_game(
    rested_s: float,
) -> None:
    board = board_at(AIMING, Side.DEFENDERS)
    slide(board, "k9", "k10", "k11")
    board.wait(rested_s)
    slide(board, "k11", "k10")
    board.wait(1.0)
    board.lift("k10")
    board.wait(3.0)
    assert (board.moves, board.view.phase) == (["k9-k11"], Phase.OVER)
