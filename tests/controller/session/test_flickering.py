"""The whole board flickers, as at a loose cable: nothing can be read of it, and nothing is lost."""

from random import Random

import pytest

from controller.events.event import BoardFound, BoardLost, Event
from controller.rules.geometry import SQUARE_COUNT, parse_square
from hal.board import Scan
from tests.board_driver import SCAN_S, BoardDriver

SENTENCE = (
    "The game is paused. "
    "Many squares of the board flicker at once. Check its cable and its power supply."
)


def flicker(board: BoardDriver, seconds: float, *, often: float) -> None:
    """Let a share of the scans, from 0 to 1, say anything."""
    random = Random(3)
    for _ in range(round(seconds / SCAN_S)):
        board.at = round(board.at + SCAN_S, 6)
        noisy = random.random() < often
        read = random.getrandbits(SQUARE_COUNT) if noisy else board.occupied
        board.events += board.session.observe(Scan(read, board.at))


def in_a_game() -> BoardDriver:
    board = BoardDriver()
    board.play("d1-d3", "f8-i8", "h1-h3")
    board.events.clear()
    return board


def pauses(board: BoardDriver) -> list[type[Event]]:
    return [type(e) for e in board.events if isinstance(e, BoardLost | BoardFound)]


@pytest.mark.parametrize("often", [0.2, 0.5, 1.0])
def test_a_board_that_flickers_is_paused_until_it_is_quiet(often: float) -> None:
    """It once gave all sensors up, and took the start position for what stood there."""
    board = in_a_game()
    flicker(board, 15.0, often=often)
    assert (board.moves, board.view.sentence) == (["d1-d3", "f8-i8", "h1-h3"], SENTENCE)
    board.wait(3.0)
    assert (board.view.faulty, pauses(board)) == (0, [BoardLost, BoardFound])
    board.move("f4-i4")
    assert board.moves == ["d1-d3", "f8-i8", "h1-h3", "f4-i4"]


def test_what_is_moved_meanwhile_counts_once_the_board_is_quiet_again() -> None:
    board = in_a_game()
    flicker(board, 5.0, often=0.5)
    for name in ("f4", "i4"):
        board.occupied ^= 1 << parse_square(name)
        flicker(board, 1.0, often=0.5)
    board.wait(4.0)
    assert board.moves == ["d1-d3", "f8-i8", "h1-h3", "f4-i4"]


def test_two_rows_that_fail_are_ignored_and_the_game_goes_on() -> None:
    board = in_a_game()
    rows, random = (1 << 22) - 1 << 88, Random(3)
    for _ in range(1500):
        board.at = round(board.at + SCAN_S, 6)
        noise = random.getrandbits(SQUARE_COUNT) & rows
        board.events += board.session.observe(Scan(board.occupied & ~rows | noise, board.at))
    assert (pauses(board), board.view.faulty, board.view.paused) == ([], rows, None)
