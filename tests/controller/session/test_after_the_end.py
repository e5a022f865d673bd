"""A game has ended, and people do with the pieces what they like."""

from collections.abc import Callable

import pytest

from controller.events.command import Command
from controller.events.event import (
    BoardDisturbed,
    CommandRefused,
    GameEnded,
    MoveRefused,
    PieceLifted,
)
from controller.events.view import Phase
from controller.rules.geometry import parse_square
from controller.rules.pieces import Side
from tests.board_driver import OPENING, BoardDriver
from tests.controller.session.hands import board_at, feel, slide

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
HUNTING = """
...........
.....A.....
...........
...........
...........
....AKA....
.....A.....
.....DD....
...........
..A........
...........
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
def test_a_captor_that_is_pushed_back_before_it_is_cleared_away_has_captured_the_king(
    rested_s: float,
) -> None:
    board = board_at(HUNTING, Side.ATTACKERS)
    feel(board, f"f10:0.02 f9:0.05 f9:0.02 f8:0.05 f8:0.02 f7:{rested_s}")
    feel(board, "f7:0.02 f8:1.5 f8:3.0")
    assert (board.moves, board.view.phase) == (["f10-f7"], Phase.OVER)


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


@pytest.mark.parametrize("command", [Command.PRESS_CLOCK, Command.PLACE])
def test_nothing_counts_after_the_end_whatever_is_pressed(command: Command) -> None:
    board = has_resigned()
    ended = board.session.game
    board.lift("f4")
    board.wait(0.5)
    if command is Command.PRESS_CLOCK:
        board.put("f2")
        board.wait(0.5)
    board.take_events()
    board.command(command, "f2" if command is Command.PLACE else None)
    board.wait(1.0)
    assert [type(event) for event in board.take_events()] == [CommandRefused]
    assert (board.session.game, board.moves) == (ended, [])


def test_an_end_is_shown_at_once_though_a_piece_has_long_been_in_a_hand() -> None:
    board = board_at(ESCAPING, Side.DEFENDERS)
    board.lift("f4")
    board.wait(20.0)
    board.say(Command.RESIGN, Side.DEFENDERS)
    board.wait(0.02)
    view = board.view
    assert (view.phase, view.lifted, view.targets) == (Phase.OVER, None, 0)


def test_a_piece_that_touches_the_square_where_it_would_win_and_slides_on_has_not_won() -> None:
    board = board_at(AIMING, Side.DEFENDERS)
    feel(board, "k9:0.5 k11:0.15 k11:0.01 k10:1.0")
    assert (board.moves, board.view.phase) == (["k9-k10"], Phase.PLAY)


def test_a_captive_that_is_laid_on_the_board_after_the_end_is_not_asked_off() -> None:
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2")
    board.say(Command.RESIGN, Side.DEFENDERS)
    board.put("b3")
    board.wait(3.0)
    assert (board.view.phase, board.view.strays) == (Phase.OVER, 0)


def test_what_people_show_after_a_resignation_was_not_played_once_they_take_that_back() -> None:
    """Three moves are shown, both pieces lie beside the board for a while, and are put home."""
    board = BoardDriver()
    board.play("a4-b4")
    board.wait(1.0)
    board.say(Command.RESIGN, Side.DEFENDERS)
    feel(board, "e5:0.44 e4:1.51 e11:0.42 e10:0.71 e4:0.71 e3:0.13")
    feel(board, "e10:0.83 e3:1.69 e11:1.19 e5:1.5")
    board.command(Command.UNDO)
    board.wait(1.0)
    assert (board.moves, board.view.repair) == (["a4-b4"], ())


def test_a_slide_goes_on_after_a_resignation_that_was_a_mistake() -> None:
    board = BoardDriver()
    slide(board, "h1", "h2", "h3")
    board.wait(0.4)
    board.say(Command.RESIGN, Side.DEFENDERS)
    board.wait(0.5)
    board.command(Command.UNDO)
    board.wait(0.4)
    slide(board, "h3", "h4")
    board.wait(0.4)
    assert (board.moves, board.view.repair) == (["h1-h4"], ())


def test_a_captive_in_the_hand_at_an_end_that_is_taken_back_is_a_stray_where_it_is_laid() -> None:
    board = BoardDriver()
    board.play(*OPENING, "g3-e3")
    board.lift("e2")
    board.wait(0.6)
    board.say(Command.RESIGN, Side.DEFENDERS)
    board.wait(0.5)
    board.command(Command.UNDO)
    board.wait(0.4)
    board.put("j10")
    board.wait(1.0)
    assert (board.view.repair, board.view.strays) == ((), 1 << parse_square("j10"))
