"""A row or a column that feels nothing for a moment, or all, holds what it held."""

import pytest

from controller.recognition.dropout import Steady, steadied
from hal.board import Scan
from tests.board_driver import COPENHAGEN, SETTLED, BoardDriver
from tests.squares import squares

START = COPENHAGEN.start.occupied
F_FILE = ("f1", "f2", "f4", "f5", "f6", "f7", "f8", "f10", "f11")


def seen(*occupied: int, every_s: float = 0.01) -> int:
    """Return what is believed to stand after some scans."""
    steady: Steady | None = None
    for number, each in enumerate(occupied):
        steady = steadied(steady, Scan(each, number * every_s))
    assert steady is not None
    return steady.occupied


def test_pieces_of_a_line_that_leave_at_once_are_still_there() -> None:
    without = START & ~squares(*F_FILE)
    assert seen(START, without, without) == START
    assert seen(START, without, START) == START


def test_a_line_that_is_lost_in_the_middle_of_a_scan_is_felt_by_half_first() -> None:
    half = START & ~squares(*F_FILE[:4])
    assert seen(START, half) == half
    assert seen(START, half, START & ~squares(*F_FILE)) == START


def test_a_line_is_believed_to_be_empty_after_two_seconds() -> None:
    without = START & ~squares(*F_FILE)
    assert seen(START, without, *19 * [without], every_s=0.1) == START
    assert seen(START, without, *25 * [without], every_s=0.1) == without


G_LINE = tuple(f"g{rank}" for rank in range(1, 12))


def test_a_line_that_is_filled_at_once_holds_what_it_held() -> None:
    full = START | squares(*G_LINE)
    assert seen(START, full, full) == START
    assert seen(START, START | squares("g2", "g3"), full) == START
    assert seen(START, full, START) == START
    assert seen(START, full, *25 * [full], every_s=0.1) == full


def test_three_pieces_that_come_to_a_line_which_has_room_for_more_are_there() -> None:
    more = START | squares("a2", "b2", "c2")
    assert seen(START, more) == more


@pytest.mark.parametrize(
    "gone",
    [
        pytest.param(F_FILE[1:], id="not all of a line"),
        pytest.param((*F_FILE, "a4", "a5"), id="two other pieces as well"),
        pytest.param(("b6", "d6", "e6", "g6"), id="a part of a row"),
    ],
)
def test_whatever_else_leaves_has_gone(gone: tuple[str, ...]) -> None:
    without = START & ~squares(*gone)
    assert seen(START, without) == without


def test_somebody_may_lift_a_piece_at_that_moment() -> None:
    without = START & ~squares(*F_FILE, "a4")
    assert seen(START, without) == START & ~squares("a4")


def test_two_pieces_may_be_in_two_hands() -> None:
    board = squares("a4", "a5", "c1")
    assert seen(board, squares("c1")) == squares("c1")


@pytest.mark.parametrize("off_s", [0.1, 0.5, 1.5])
@pytest.mark.parametrize("after_s", [0.02, 0.08, 0.3])
def test_a_move_counts_whatever_column_blinks_beside_it(off_s: float, after_s: float) -> None:
    board = BoardDriver()
    board.play("d1-d3")
    board.lift("e5")
    board.wait(0.3)
    board.put("d5")
    board.wait(after_s)
    board.occupied &= ~squares(*F_FILE)
    board.wait(off_s)
    board.occupied |= squares(*F_FILE)
    board.wait(SETTLED)
    board.play("h1-h3")
    assert (board.moves, board.view.repair) == (["d1-d3", "e5-d5", "h1-h3"], ())


@pytest.mark.parametrize("seconds", [0.1, 0.5, 1.5])
@pytest.mark.parametrize("file", "abegk")
def test_a_move_counts_though_a_column_feels_something_everywhere(
    file: str, seconds: float
) -> None:
    board = BoardDriver()
    board.play("d1-d3")
    board.lift("e5")
    stands = board.occupied
    board.occupied |= squares(*(f"{file}{rank}" for rank in range(1, 12)))
    board.wait(seconds)
    board.occupied = stands
    board.wait(0.1)
    board.put("d5")
    board.wait(SETTLED)
    assert (board.moves, board.view.repair) == (["d1-d3", "e5-d5"], ())
