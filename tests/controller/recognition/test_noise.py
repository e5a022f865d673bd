"""The driver of a line gives noise: none of its squares has changed, and no sensor is at fault."""

import random

import pytest

from controller.events.event import SensorFailed
from controller.recognition.noise import QUIET, Noise, heard
from controller.rules.geometry import SQUARE_COUNT, bits_of, squares_of
from tests.board_driver import SCAN_S, SETTLED, BoardDriver
from tests.squares import squares

LINES = {
    "row": [f"{file}4" for file in "abcdefghijk"],
    "column": [f"d{rank}" for rank in range(1, 12)],
}


def noisy(board: BoardDriver, line: list[str], seconds: float, seed: int = 0) -> None:
    """Let the sensors of a line say anything for a while."""
    chance, stands, noise = random.Random(seed), board.occupied, squares(*line)
    for _ in range(round(seconds / SCAN_S)):
        board.occupied = stands & ~noise | chance.getrandbits(SQUARE_COUNT) & noise
        board.wait(SCAN_S)
    board.occupied = stands


def failed(board: BoardDriver) -> list[int]:
    return [event.square for event in board.events if isinstance(event, SensorFailed)]


@pytest.mark.parametrize(
    ("changed", "unheard"),
    [
        pytest.param(("a4", "c4", "k4"), LINES["row"], id="three squares of a row"),
        pytest.param(("d1", "d2", "d9"), LINES["column"], id="three squares of a column"),
        pytest.param(("a4", "c4", "k4", "f9"), LINES["row"], id="another piece is lifted"),
        pytest.param(("a4", "c4"), [], id="two hands, a slide, or two sensors that chatter"),
        pytest.param(("a4", "b5", "c6"), [], id="squares of no line"),
        pytest.param(("a4", "c4", "k4", "f9", "f8"), [], id="a board that is hit"),
    ],
)
def test_a_line_on_which_several_squares_change_at_once_says_nothing(
    changed: tuple[str, ...], unheard: list[str]
) -> None:
    assert heard(QUIET, squares(*changed), 1.0).unheard(1.0) == squares(*unheard)


def test_it_says_nothing_until_it_has_been_quiet_for_a_moment() -> None:
    noise = heard(QUIET, squares("a4", "c4", "k4"), 1.0)
    assert heard(noise, squares("b4", "c4"), 1.02).unheard(1.04) == squares(*LINES["row"])
    assert heard(noise, squares("a5", "b6"), 1.02).unheard(1.04) == 0
    assert heard(noise, 0, 1.02).unheard(1.04) == 0


def test_noise_that_goes_on_for_two_seconds_is_heard_until_it_has_been_over() -> None:
    row, noise = squares(*LINES["row"]), QUIET
    for number in range(201):
        noise = heard(noise, row, number / 100)
    assert noise == Noise(row, 0.0, 2.0)
    assert noise.unheard(2.0) == row
    again = heard(heard(noise, 0, 2.2), row, 2.3)
    assert again.unheard(2.3) == 0
    assert heard(heard(again, 0, 3.0), row, 3.1).unheard(3.1) == row


def test_noise_that_pauses_says_nothing_as_soon_as_it_goes_on() -> None:
    noise = heard(QUIET, squares(*LINES["row"]), 1.0)
    assert heard(noise, squares(*LINES["row"]), 1.1) == Noise(squares(*LINES["row"]), 1.0, 1.1)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("line", LINES)
def test_a_line_of_noise_makes_no_move_and_names_no_sensor(line: str, seed: int) -> None:
    board = BoardDriver()
    board.play("d1-d3", "e5-d5")
    noisy(board, LINES[line], 0.3, seed)
    board.wait(SETTLED)
    board.play("h1-h3")
    assert (board.moves, failed(board)) == (["d1-d3", "e5-d5", "h1-h3"], [])


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("line", "move"), [("row", "a4-a3"), ("column", "d1-d3")])
def test_a_piece_that_leaves_a_line_of_noise_is_in_the_air_once_that_is_over(
    line: str, move: str, seed: int
) -> None:
    board = BoardDriver()
    origin, target = move.split("-")
    board.occupied ^= squares(origin)
    noisy(board, LINES[line], 0.2, seed)
    board.put(target)
    board.wait(SETTLED)
    assert (board.moves, failed(board)) == ([move], [])


def test_a_line_whose_driver_gives_noise_for_long_is_named() -> None:
    board = BoardDriver()
    noisy(board, LINES["row"], 3.5)
    assert bits_of(*failed(board)) == squares(*LINES["row"])


@pytest.mark.parametrize("names", [("c4",), ("c4", "h4")])
def test_one_sensor_of_a_line_that_chatters_is_named_at_once_and_so_are_two(
    names: tuple[str, ...],
) -> None:
    board = BoardDriver()
    for _ in range(20):
        board.occupied ^= squares(*names)
        board.wait(SCAN_S)
    assert sorted(failed(board)) == list(squares_of(squares(*names)))
