"""A sensor sticks where a piece slides past, or away: the piece is where it has gone to."""

from itertools import pairwise

import pytest

from controller.events.event import MoveCommitted, MoveRetargeted, SensorFailed
from controller.rules.geometry import parse_square
from tests.board_driver import BoardDriver
from tests.controller.session.hands import feel

WAY = ("h11", "h10", "h9", "h8", "h7")
before = pytest.mark.parametrize(
    "moves",
    [("k4-k3", "d6-d4"), ("e1-e4", "d6-d4")],
    ids=["nothing captured", "a captive in the tray"],
)


def after(moves: tuple[str, ...]) -> BoardDriver:
    """Return a board on which moves have been played, and nobody has touched a piece for long."""
    board = BoardDriver()
    board.play(*moves)
    board.wait(6.0)
    return board


def slide_past(board: BoardDriver, sticking: str, each_s: float, overlap_s: float = 0.01) -> None:
    """Slide a piece from h11 to h7 over a sensor that feels it for ever."""
    for left, come in pairwise(WAY):
        leaves = f"{left}:{each_s - overlap_s}" if left != sticking else f":{each_s - overlap_s}"
        feel(board, f"{come}:{overlap_s} {leaves}")


@before
@pytest.mark.parametrize("sticking", ["h10", "h9"])
@pytest.mark.parametrize("each_s", [0.03, 0.06, 0.15, 0.22, 0.45, 0.7, 4.0])
def test_a_slide_over_a_sensor_that_begins_to_stick_ends_where_it_was_felt_last(
    moves: tuple[str, ...], sticking: str, each_s: float
) -> None:
    board = after(moves)
    slide_past(board, sticking, each_s)
    board.wait(1.0)
    board.play("f4-g4")
    assert (board.moves[2:], board.view.repair) == (["h11-h7", "f4-g4"], ())
    assert board.view.faulty == 1 << parse_square(sticking)


@before
def test_a_slide_that_no_two_sensors_feel_at_once_goes_past_it_as_well(
    moves: tuple[str, ...],
) -> None:
    board = BoardDriver()
    board.play(*moves)
    feel(board, "h11+h10:0.1 h10+h9:0.1 h8:0.05 h8:0.03 h7:1.0")
    board.play("f4-g4")
    assert (board.moves[2:], board.view.repair) == (["h11-h7", "f4-g4"], ())
    assert board.view.faulty == 1 << parse_square("h9")


@before
@pytest.mark.parametrize("overlap_s", [0.01, -0.03])
@pytest.mark.parametrize("pause_s", [0.3, 1.0, 4.0])
def test_a_slide_that_pauses_beside_a_square_that_feels_its_piece_still_goes_on(
    moves: tuple[str, ...], pause_s: float, overlap_s: float
) -> None:
    """h11 slides to h10, whatever its sensor says, and on to h7 after a while."""
    board = after(moves)
    feel(board, f"h10:{pause_s}")
    for left, come in pairwise(WAY[1:]):
        first, second = (come, left) if overlap_s > 0 else (left, come)
        feel(board, f"{first}:{abs(overlap_s)} {second}:0.1")
    board.wait(1.0)
    board.play("f4-g4")
    assert (board.moves[2:], board.view.repair) == (["h11-h7", "f4-g4"], ())
    assert board.view.faulty == 1 << parse_square("h11")


def test_it_is_named_once_the_move_counts_and_not_while_the_piece_is_on_its_way() -> None:
    board = BoardDriver()
    board.play("k4-k3", "d6-d4")
    slide_past(board, "h9", 0.1)
    board.wait(1.0)
    heard = [e for e in board.events if isinstance(e, MoveCommitted | SensorFailed)]
    assert [type(event) for event in heard[2:]] == [MoveCommitted, SensorFailed]


def test_a_piece_that_pauses_beside_a_captive_laid_down_slides_over_no_sensor_that_sticks() -> None:
    """The captive of e2 is laid on c1, two squares behind where the next piece has slid to."""
    board = BoardDriver()
    board.play("d1-d3", "e5-e2", "g1-g3", "f4-c4", "g3-e3")
    board.wait(2.0)
    feel(board, "c4:0.02 c3:0.1 c3:0.02 c2:0.4 c1:1.5 a4:0.5 a3:1.0")
    assert board.moves[-2:] == ["c4-c2", "a4-a3"]
    assert board.view.faulty == 0
    assert MoveRetargeted not in {type(event) for event in board.events}


@pytest.mark.parametrize("stands_s", [0.3, 1.3, 6.0])
@pytest.mark.parametrize(
    ("reply", "made"),
    [("a5:0.5 b5:2.0", "a5-b5"), ("b5:0.02 a5:0.1 c5:0.02 b5:2.0", "a5-c5")],
    ids=["carried", "slid"],
)
def test_a_step_from_a_square_that_feels_its_piece_still_waits_for_who_shows_that_it_was_that_one(
    stands_s: float, reply: str, made: str
) -> None:
    """f8 steps to f9, where d9 may go, too; it counts, with the reply, once d9 is lifted."""
    board = BoardDriver()
    board.play("d1-d3", "d6-d9", "a4-a3")
    board.wait(2.0)
    feel(board, f"f9:{stands_s} {reply}")
    assert (board.moves[3:], board.view.repair) == ([], ())
    feel(board, "d9:0.5 d9:3.0")
    assert (board.moves[3:], board.view.repair) == (["f8-f9", made], ())
    assert board.view.faulty == 1 << parse_square("f8")
