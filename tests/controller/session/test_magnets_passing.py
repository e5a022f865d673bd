"""A magnet that is no piece comes past, on a wrist or in a closed hand, while people move."""

import pytest

from controller.events.event import MoveRetargeted, SensorFailed
from tests.board_driver import OPENING, BoardDriver
from tests.controller.session.hands import asked, counted, feel

PASSING = ("i8 i9 j9", "c8 b8 b9", "j3 j2 i2")


def after_a_capture() -> BoardDriver:
    """Return a board from which the captive of e2 has been taken 1.6 s ago."""
    board = BoardDriver()
    board.play(*OPENING)
    board.move("g3-e3")
    board.wait(0.5)
    feel(board, "e2:1.6")
    return board


@pytest.mark.parametrize("squares", PASSING)
@pytest.mark.parametrize("before_s", [0.02, 0.06, 0.15])
def test_what_lands_while_a_magnet_passes_is_no_captive(squares: str, before_s: float) -> None:
    """g5 is carried to g3; the magnet is on another square by then, and passes two more."""
    first, second, third = squares.split()
    board = after_a_capture()
    feel(board, f"g5:0.5 {first}:{before_s} g3:0.14 {first}:0.03")
    feel(board, f"{second}:0.17 {third}:0.01 {second}:0.11 {third}:2.0")
    assert (board.moves[5:], board.view.repair, board.view.strays) == (["g5-g3"], (), 0)


@pytest.mark.parametrize("squares", PASSING)
def test_a_captor_that_lands_beside_its_captive_is_not_that(squares: str) -> None:
    """f10 captures g8, which is taken, while a magnet passes."""
    first, _, third = squares.split()
    board = BoardDriver()
    board.play("h11-h8", "f8-g8")
    board.wait(2.0)
    feel(board, f"f10:0.34 {first}:0.03 f8:0.2 {first}:0.13 {third}:0.2 g8:0.05 {third}:3.0")
    assert (board.moves[2:], board.view.repair) == (["f10-f8"], ())
    assert MoveRetargeted not in {type(event) for event in board.events}


@pytest.mark.parametrize("stays_s", [0.12, 0.25])
@pytest.mark.parametrize("way", ["c11 c10 b10", "c11 b11 b10", "i9 i8 i7 j7", "c3 c2 c1"])
def test_a_magnet_that_comes_past_a_piece_has_not_moved_it(way: str, stays_s: float) -> None:
    """Nor does the sensor of that piece stick, which feels it still."""
    board = BoardDriver()
    board.play("d1-d3", "f8-f9")
    board.wait(2.0)
    for square in way.split():
        feel(board, f"{square}:{stays_s} {square}:0.02")
    board.wait(2.0)
    board.play("d3-d2")
    assert (board.moves, board.view.repair) == (["d1-d3", "f8-f9", "d3-d2"], ())
    assert board.view.faulty == 0
    assert SensorFailed not in {type(event) for event in board.events}


def test_nor_while_another_piece_slides() -> None:
    """The magnet comes beside d11, round a corner, and leaves as f8 has come to h8."""
    board = BoardDriver()
    board.play("d1-d3")
    board.wait(2.0)
    feel(board, "f8:0.03 g8:0.08 g8:0.01 c11:0.08 h8:0.15 c11:0.06 c10:0.2 c10+b10:0.1 b10:1.5")
    assert (board.moves, board.view.lifted, board.view.faulty) == (["d1-d3", "f8-h8"], None, 0)


@pytest.mark.parametrize("way", ["d7 c7 c8 c9", "d7 d8 c8 c9"])
def test_nor_while_another_piece_is_lifted(way: str) -> None:
    """The magnet comes past e7, which feels its piece all the time, and g7 moves."""
    first, second, third, fourth = way.split()
    board = BoardDriver()
    board.play("d1-d3")
    board.wait(2.0)
    feel(board, f"{first}:0.09 {second}:0.03 {first}:0.07 {second}:0.05 {third}:0.06")
    feel(board, f"g7:0.08 {third}:0.03 {fourth}:0.14 {fourth}:0.4 g8:2.0")
    assert (board.moves, board.view.lifted, board.view.faulty) == (["d1-d3", "g7-g8"], None, 0)


def test_nor_has_it_slid_on_round_a_corner() -> None:
    """h11 slides to h9, and the magnet comes by h8 and g8 as that stands."""
    board = BoardDriver()
    board.play("d1-d3", "f8-f9")
    board.wait(2.0)
    feel(board, "h11+h10:0.1 h10+h9:0.15 h8:0.05 g8:0.02 h8:0.1")
    board.wait(1.0)
    assert (board.moves[2:], board.view.faulty) == (["h11-h9"], 0)
    feel(board, "g8:1.0")
    assert (board.moves[2:], board.view.lifted, board.view.repair) == (["h11-h9"], None, ())


@pytest.mark.parametrize("rests_s", [0.05, 0.15, 0.5, 2.0])
@pytest.mark.parametrize("passes_s", [0.03, 0.12])
def test_a_wrist_that_rests_behind_its_fingers_has_moved_nothing(
    rests_s: float, passes_s: float
) -> None:
    """c8 is put on c4 with the wrist over c6, which goes back along the line over c8 itself."""
    board = BoardDriver()
    board.play("a8-c8", "f4-i4")
    board.wait(2.0)
    feel(board, f"c8:0.4 c6:0.1 c4:{rests_s} c6:0.01")
    for rank in (7, 8, 9, 10):
        feel(board, f"c{rank}:{passes_s} c{rank}:0.02")
    board.wait(2.0)
    board.play("f8-i8")
    assert (board.moves[2:], board.view.repair) == (["c8-c4", "f8-i8"], ())
    assert (board.view.lifted, board.view.faulty) == (None, 0)


@pytest.mark.parametrize("passes_s", [0.03, 0.12])
def test_nor_has_one_that_goes_back_at_once(passes_s: float) -> None:
    board = BoardDriver()
    board.play("a8-c8", "f4-i4")
    board.wait(2.0)
    feel(board, "c8:0.5 c4:0.06")
    for rank in (6, 7, 8, 9, 10):
        feel(board, f"c{rank}:{passes_s} c{rank}:0.02")
    board.wait(2.0)
    assert (board.moves[2:], board.view.lifted) == (["c8-c4"], None)


@pytest.mark.parametrize(("stands", "passes"), [("d4", "d2"), ("d2", "d4"), ("b1", "d3")])
@pytest.mark.parametrize("rests_s", [0.3, 1.2, 3.0])
def test_of_two_squares_that_feel_one_piece_that_is_meant_which_stays(
    stands: str, passes: str, rests_s: float
) -> None:
    """d1 may go to either; what counts waits until one of them feels nothing any more."""
    board = BoardDriver()
    feel(board, f"d1:0.4 {passes}:0.05 {stands}:{rests_s} {passes}:2.0")
    assert (board.moves, board.view.repair) == ([f"d1-{stands}"], ())
    assert rests_s > 2.0 or list(map(str, counted(board))) == [f"d1-{stands}"]


@pytest.mark.parametrize("rests_s", [0.3, 1.2, 3.0])
def test_and_a_move_that_has_counted_changes_then(rests_s: float) -> None:
    """The wrist is over d2 for so long before d4 is reached that d1-d2 counts by then."""
    board = BoardDriver()
    feel(board, f"d1:0.4 d2:0.4 d4:{rests_s}")
    assert board.moves == ["d1-d2"]
    feel(board, "d2:2.0")
    assert (board.moves, board.view.repair, board.view.lifted) == (["d1-d4"], (), None)


@pytest.mark.parametrize(("wrist", "takes_s"), [("d4", 0.3), ("b1", 0.6)])
def test_a_piece_goes_on_though_a_wrist_rests(wrist: str, takes_s: float) -> None:
    """d2 goes on to d3, and the wrist has been over another square since before."""
    board = BoardDriver()
    feel(board, f"d1:0.4 d2:0.1 {wrist}:0.6 d2:{takes_s} d3:0.3 {wrist}:2.0")
    assert (board.moves, board.view.repair, board.view.lifted) == (["d1-d3"], (), None)


def test_but_what_has_come_long_after_a_move_is_not_its_piece() -> None:
    """A magnet lies on d4; d2 is lifted again, and put on d3."""
    board = BoardDriver()
    feel(board, "d1:0.4 d2:1.5 d4:1.0 d2:0.5 d3:2.0")
    assert board.moves == ["d1-d3"]
    assert asked(board.view) == {(None, "d4")}
