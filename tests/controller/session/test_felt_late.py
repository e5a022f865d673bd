"""Pieces that were put askew are felt late, or go on; boards are hit; hands reach across others."""

import pytest

from controller.events.event import BoardDisturbed, MoveCommitted, MoveTakenBack
from controller.rules.geometry import parse_square, squares_of
from controller.rules.pieces import Side
from tests.board_driver import OPENING, SETTLED, BoardDriver
from tests.controller.session.hands import board_at, feel

_LONG_OPENING = (
    "d11-d7 f8-d8xd7 k4-j4 d8-b8 e1-e4 d6-d4xe4 j6-j5 d4-d9 k8-e8 d9-e9xe8 b6-b7 f7-f9 f2-a2 "
    "e6-b6xb7 d1-d5 h6-h10 h1-h9xh10 b8-k8 a8-c8 k8-e8 h9-h6 b6-b8 a7-a8xb8 e9-e10 j4-g4 "
    "g7-g10xf10 a4-e4xf4 f5-f2 d5-d10 f9-j9 f11-f10xe10 e8-e10xf10"
)


def hit(board: BoardDriver, pieces: int) -> None:
    """Let some pieces jump, so that no sensor feels them for 20 ms."""
    stood, squares = board.occupied, list(squares_of(board.occupied))
    for square in squares[-pieces:]:
        board.occupied ^= 1 << square
    board.wait(0.02)
    board.occupied = stood
    board.wait(0.05)


def test_a_board_that_is_hit_takes_no_move_back() -> None:
    board = BoardDriver()
    board.lift("d1")
    board.wait(0.4)
    board.put("d3")
    board.wait(0.05)
    hit(board, 3)
    board.wait(SETTLED)
    assert board.moves == ["d1-d3"]
    assert [e for e in board.events if isinstance(e, BoardDisturbed | MoveTakenBack)] == []


def test_a_board_that_is_hit_hard_while_a_piece_is_in_the_hand_was_not_knocked_over() -> None:
    board = BoardDriver()
    board.lift("d1")
    board.wait(0.3)
    hit(board, 15)
    board.put("d3")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3"]


def test_a_piece_that_goes_elsewhere_while_the_reply_is_in_the_air_changes_its_move() -> None:
    """f2 stands on e2 first, and goes on to h2, over f2, before f8 comes down on i8."""
    board = BoardDriver()
    board.lift("f2")
    board.put("e2")
    board.lift("f8")
    board.wait(1.3)
    board.lift("e2")
    board.wait(0.5)
    board.put("h2")
    board.wait(0.5)
    board.put("i8")
    board.wait(SETTLED)
    assert board.moves == ["f2-h2", "f8-i8"]


def test_whoever_holds_a_piece_while_the_move_is_changed_has_not_agreed_to_it() -> None:
    board = BoardDriver()
    board.lift("d1")
    board.put("d3")
    board.wait(0.1)
    board.lift("e5")
    board.wait(0.8)
    board.lift("d3")
    board.put("e5")
    board.wait(0.3)
    board.put("b1")
    board.wait(SETTLED)
    assert board.moves == ["d1-b1"]


def test_a_piece_that_is_felt_after_three_plies_has_gone_on_before_them() -> None:
    """d1 pauses on d2, and comes to d4, where nothing feels it until it is put straight."""
    board = BoardDriver()
    board.slide(["d1", "d2"], each=0.7)
    board.lift("d2")
    board.wait(1.0)
    board.move("e5-e2")
    board.move("k4-k3")
    board.put("d4")
    board.wait(SETTLED)
    assert board.moves == ["d1-d4", "e5-e2", "k4-k3"]


def test_a_piece_passes_the_square_of_one_that_has_replied_before_the_move_is_felt() -> None:
    """h6 stands askew on h5; f2 goes to b2, and f1 over f2 to f3."""
    board = BoardDriver()
    board.play(*_LONG_OPENING.split())
    for act, seconds in (("h6", 0.7), ("f2", 0.13), ("f1", 0.22), ("b2", 0.78), ("f3", 0.36)):
        board.occupied ^= 1 << parse_square(act)
        board.wait(seconds)
    board.put("h5")
    board.wait(1.0)
    assert board.moves[-3:] == ["h6-h5", "f2-b2", "f1-f3"]


def test_a_piece_pushed_off_its_sensor_before_the_move_stood_makes_no_reply_for_another() -> None:
    """a4 is pushed as f8 comes to i8, and might have gone to d4; but d1 was lifted last."""
    board = BoardDriver()
    board.play("h1-h3")
    board.lift("f8")
    board.wait(0.2)
    board.lift("a4")
    board.put("i8")
    board.wait(1.2)
    board.lift("d1")
    board.wait(0.4)
    board.put("d4")
    board.wait(1.0)
    board.move("e5-e2")
    board.wait(2.0)
    assert [str(e.move) for e in board.events if isinstance(e, MoveCommitted)] == [
        *("h1-h3", "f8-i8"),
        *("d1-d4", "e5-e2"),
    ]


def with_a_captive_in_the_tray() -> BoardDriver:
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2")
    board.wait(6.0)
    return board


@pytest.mark.parametrize("overlap_s", [0.05, 0.15, 0.3, 1.0, 3.0])
def test_a_piece_that_is_felt_on_two_squares_for_long_has_made_its_step(overlap_s: float) -> None:
    """A reed that has closed opens at a greater distance; no captive of long ago came there."""
    board = with_a_captive_in_the_tray()
    board.put("d4")
    board.wait(overlap_s)
    board.lift("c4")
    board.wait(SETTLED)
    assert board.moves[-1] == "c4-d4"


@pytest.mark.parametrize("overlap_s", [0.05, 0.15, 0.3, 1.0, 3.0])
def test_and_it_goes_on_as_slowly_after_a_move_that_counts(overlap_s: float) -> None:
    board = with_a_captive_in_the_tray()
    board.slide(["c4", "d4"])
    board.wait(0.6)
    board.put("e4")
    board.wait(overlap_s)
    board.lift("d4")
    board.wait(0.6)
    assert board.moves[-1] == "c4-e4"


@pytest.mark.parametrize("seconds", [0.2, 0.5, 2.0])
@pytest.mark.parametrize("before_s", [0.0, 0.3, 1.0])
def test_a_row_that_feels_nothing_for_a_while_takes_no_move_back(
    before_s: float, seconds: float
) -> None:
    board = BoardDriver()
    board.move("b6-c6")
    board.wait(before_s)
    row = ["d11", "e11", "f11", "g11", "h11"]
    board.lift(*row)
    board.wait(seconds)
    board.put(*row)
    board.wait(SETTLED)
    assert board.moves == ["b6-c6"]
    assert not any(isinstance(event, MoveTakenBack) for event in board.events)


def test_a_move_counts_that_is_made_while_a_row_feels_nothing() -> None:
    board = BoardDriver()
    row = ["d11", "e11", "f11", "g11", "h11"]
    board.lift("b6")
    board.wait(0.2)
    board.lift(*row)
    board.wait(0.2)
    board.put("c6")
    board.wait(0.4)
    board.put(*row)
    board.wait(SETTLED)
    assert board.moves == ["b6-c6"]


@pytest.mark.parametrize("reply", [("a4", "b4"), ("k4", "k2")])
def test_a_move_put_beside_its_square_is_put_right_after_the_reply(reply: tuple[str, str]) -> None:
    """c4-c5 comes down on d5, where it may not go; the reply stands before somebody sees that."""
    board = with_a_captive_in_the_tray()
    board.lift("c4")
    board.wait(0.5)
    board.put("d5")
    board.wait(1.8)
    board.lift(reply[0])
    board.wait(0.4)
    board.put(reply[1])
    board.wait(0.6)
    board.lift("d5")
    board.put("c5")
    board.wait(1.0)
    assert board.moves[-2:] == ["c4-c5", "-".join(reply)]


def test_a_slide_to_where_an_unfelt_piece_seemed_to_have_gone_is_seen_once_that_is_felt() -> None:
    """e5 stands on the line of e2, felt by nothing; a5 slides to d5, which e5 may have made."""
    board = BoardDriver()
    board.play("a4-c4")
    board.lift("e5")
    board.wait(2.0)
    board.slide(["a5", "b5", "c5", "d5"], each=0.15)
    board.wait(2.0)
    board.lift("f4")
    board.wait(0.6)
    board.put("f3")
    board.wait(2.0)
    board.put("e2")
    board.wait(4.0)
    assert (board.moves, board.view.repair) == (["a4-c4", "e5-e2", "a5-d5", "f4-f3"], ())


def captured(ago_s: float) -> BoardDriver:
    """Return a board on which e2 was captured, and taken off so long ago."""
    board = BoardDriver()
    for ply in (*OPENING, "g3-e3"):
        board.move(ply)
    board.lift("e2")
    board.wait(ago_s)
    return board


@pytest.mark.parametrize("taken_s", [0.4, 1.0, 2.0])
@pytest.mark.parametrize(
    ("slide", "move"),
    [
        pytest.param("f5:0.02 e5:0.08 d5:0.08 d5:0.02 c5:0.05 e5:4", "f5-c5", id="on the way"),
        pytest.param("d5:0.14 d5:0.02 d4:0.02 d6:4", "d6-d4", id="where it came from"),
        pytest.param("f4:0.05 f4:0.01 f3:0.03 f5:4", "f5-f3", id="the same, more quickly"),
        pytest.param("f4:0.14 f4:0.01 f3:0.24 f5:4", "f5-f3", id="long after it was there"),
    ],
)
def test_a_quick_slide_over_a_sensor_that_opens_late_is_no_captive_that_is_laid_down(
    slide: str, move: str, taken_s: float
) -> None:
    """A sensor feels the piece until it is there, or for a moment longer."""
    board = captured(taken_s)
    feel(board, slide)
    assert (board.moves, board.view.strays, board.view.owed) == (
        [*OPENING, "g3-e3", move],
        0,
        0,
    )


@pytest.mark.parametrize("touched", ["", "k5"], ids=["alone", "a sleeve brushes k5"])
@pytest.mark.parametrize("late_s", [0.2, 0.4])
def test_a_step_that_replies_while_the_move_is_felt_on_both_squares_counts(
    late_s: float, touched: str
) -> None:
    """f8 steps to f9 while k4 feels the piece on j4 still, and might have been pushed."""
    board = BoardDriver()
    board.play("d1-d3", "h6-h4")
    board.wait(2.0)
    feel(board, f"{touched}:0.01 j4:0.01 {touched}:0.12 f8+f9:{late_s - 0.14:.2f} k4:3")
    assert (board.moves[2:], board.view.repair) == (["k4-j4", "f8-f9"], ())


@pytest.mark.parametrize("late_s", [0.12, 0.25, 0.4])
@pytest.mark.parametrize("thought_s", [0.5, 2.0, 10.0])
def test_a_reply_that_slides_over_the_square_that_a_step_has_left_changes_no_step(
    late_s: float, thought_s: float
) -> None:
    """g8 feels its piece until that is past h8; h7 has felt one all along, and is no fault."""
    board = BoardDriver()
    board.play("h1-h2", "f8-g8", "h11-h8", "g5-g4", "h8-h7")
    board.wait(thought_s)
    changes = [(0.0, "h8"), (0.1, "h8+i8"), (0.2, "i8+j8"), (late_s, "g8")]
    began = board.at
    for at, names in sorted(changes):
        board.wait(began + at - board.at)
        feel(board, f"{names}:0")
    board.wait(4.0)
    assert board.moves[-2:] == ["h8-h7", "g8-j8"]
    assert (board.view.faulty, board.view.repair) == (0, ())


@pytest.mark.parametrize("laid", ["c5:0.05", "d5:0.15 d5+c5:0.05"], ids=["put", "pushed"])
def test_a_captive_that_is_laid_as_a_piece_is_lifted_that_may_go_there_is_no_move(
    laid: str,
) -> None:
    """The way of f5 to c5 goes over e5, which feels nothing."""
    board = captured(1.0)
    feel(board, f"{laid} f5:8")
    assert board.moves == [*OPENING, "g3-e3"]


SHOVED_IN_LINE = """
.A.....A...
.........A.
...........
......D....
A...D......
....AK.....
....DD.....
...........
...........
..A........
....A......
"""


@pytest.mark.parametrize("squares", ["d5", "d5 c5", "d5 c5 b5"])
def test_a_captive_that_is_shoved_away_in_line_with_a_piece_in_a_hand_is_no_move_of_that(
    squares: str,
) -> None:
    """e1-e4 has captured e5; f5, which replies, is in a hand, and may not go there any more."""
    board = board_at(SHOVED_IN_LINE, Side.ATTACKERS)
    feel(board, "e1:0.3 e4:0.4 f5:0.3")
    last = "e5"
    for square in squares.split():
        feel(board, f"{last}:0.02 {square}:0.06")
        last = square
    board.wait(2.0)
    feel(board, f"h5:1.5 {last}:0.5 h11:0.4 i11:1.5")
    assert board.moves == ["e1-e4", "f5-h5", "h11-i11"]


def before_the_capture() -> BoardDriver:
    """Return a board on which g3-e3 would capture e2."""
    board = BoardDriver()
    board.play(*OPENING)
    board.wait(4.0)
    return board


def at_times(board: BoardDriver, changes: list[tuple[float, str]]) -> None:
    """Change squares, each at its time in seconds from now."""
    began = board.at
    for at, square in sorted(changes):
        board.wait(began + at - board.at)
        board.occupied ^= 1 << parse_square(square)


@pytest.mark.parametrize("late_s", [0.1, 0.2, 0.35])
@pytest.mark.parametrize("taken_s", [-0.05, 0.03, 0.08, 0.15])
def test_a_captive_taken_at_once_has_not_gone_to_where_its_captor_stands(
    taken_s: float, late_s: float
) -> None:
    """Until the sensor of g3 opens, e2 may have been pushed to e3, or carried there."""
    board = before_the_capture()
    at_times(board, [(0.5, "e3"), (0.5 + taken_s, "e2"), (0.5 + late_s, "g3")])
    board.wait(3.0)
    assert board.moves == [*OPENING, "g3-e3"]
    assert (board.view.owed, board.view.strays, board.view.repair) == (0, 0, ())


@pytest.mark.parametrize("late_s", [0.2, 0.4])
@pytest.mark.parametrize("taken_s", [0.02, 0.1])
def test_a_captive_taken_first_is_not_what_slides_past_a_sensor_that_opens_late(
    taken_s: float, late_s: float
) -> None:
    board = before_the_capture()
    slide = [(0.2, "f3"), (0.3, "e3"), (0.34, "f3"), (0.24 + late_s, "g3")]
    at_times(board, [(taken_s, "e2"), *slide])
    board.wait(3.0)
    assert board.moves == [*OPENING, "g3-e3"]
    assert (board.view.owed, board.view.strays, board.view.repair) == (0, 0, ())
