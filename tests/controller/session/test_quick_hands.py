"""Two people play fast, four hands and two sleeves over one board: who has moved what."""

from itertools import pairwise

import pytest

from controller.rules.pieces import Side
from tests.board_driver import BoardDriver
from tests.controller.session.hands import board_at, counted, feel, slide

ONTO_CAPTIVE = """
...........
...........
.......K...
....D......
...........
...........
....DA.....
...........
...A.......
...........
...........
"""
BOTH_IN_HANDS = """
...........
...........
...........
...........
.......AD.A
...........
.........A.
...........
...........
..K........
...........
"""
BESIDE_TARGET = """
..A.A......
......KA.A.
..A.AA.D...
AA.A.....A.
..D...D.AD.
..A....AD..
.A.A.......
..DAA.D....
D..........
.......DA..
.AA...A..A.
"""
ON_THE_CORNER = """
.....A.....
......KA.A.
.....A..D..
AA....A....
.AA.A.DD.A.
.AAAA..DA..
ADD.......A
.........D.
..AD..D....
.....A.....
.A..A.A..A.
"""
TWO_STEPS = """
...D.......
..D..D.A.D.
...A...A...
...D...A...
.A..D...A..
.......A.A.
.A.......A.
...........
D.A.A.A.AAD
..A...K....
...AD.A....
"""


TAKEN_BEFORE = """
...........
...........
...........
.DA.D......
...........
...........
....K......
...........
.......A...
...........
...........
"""
SLIDING = """
...........
...........
...........
...........
...........
...........
.......D...
..........K
...........
.A.......A.
...........
"""


@pytest.mark.parametrize(
    ("gone_s", "stands_s"), [(0.02, 4.0), (0.04, 4.0), (0.06, 4.0), (0.1, 0.5)]
)
def test_a_reply_may_come_to_the_square_of_a_captive_that_has_just_been_taken(
    gone_s: float, stands_s: float
) -> None:
    """That captive may have been shaken only, but not for long."""
    board = board_at(ONTO_CAPTIVE, Side.ATTACKERS)
    board.play("d3-d5")
    feel(board, f"e8:0.4 e5:{gone_s} e5:{stands_s}")
    assert board.moves == ["d3-d5", "e8-e5"]


def test_a_move_whose_reply_stands_need_not_wait_until_that_has_stood() -> None:
    board = BoardDriver()
    feel(board, "d1:0.3 e5:0.1 d3:0.1 e4:0.2")
    assert board.moves == ["d1-d3"]


def test_a_captive_that_was_bumped_is_not_the_piece_that_is_held() -> None:
    board = board_at(ONTO_CAPTIVE, Side.ATTACKERS)
    board.play("d3-d5")
    feel(board, "e8:0.4 e5:0.06 e5:2.0 e9:0.5 e5:0.5")
    assert board.moves == ["d3-d5", "e8-e9"]


def test_a_piece_that_stood_on_the_line_before_a_move_is_slid_on_as_its_reply() -> None:
    board = BoardDriver()
    feel(board, "e4:2.0")
    board.play("d1-d3")
    feel(board, "f4:1.0")
    assert board.moves == ["d1-d3", "f4-e4"]


def test_a_reply_in_the_other_hand_is_no_captive_that_lies_where_its_captor_may_go() -> None:
    """j5 might capture i7 on j7, if i7 lay on j11; but there j5 has gone, and i7 replies."""
    board = board_at(BOTH_IN_HANDS, Side.ATTACKERS)
    feel(board, "j5:1.0 i7:0.6 j11:0.4 j7:1.5")
    assert board.moves == ["j5-j11", "i7-j7"]


def test_which_of_two_moved_shows_when_the_other_one_is_put_right_though_two_have_replied() -> None:
    """A sleeve has shifted a3 and c6; c4 has come to a4, where a3 might have gone."""
    board = board_at(BESIDE_TARGET, Side.DEFENDERS)
    feel(board, "c4:0.07 a3:0.05 a4:0.01 c6:0.2 j8:0.05 j7:0.07 i8:0.2 j2:0.12 i2:0.11 c6:0.51")
    assert counted(board) == []
    feel(board, "a3:2.5")
    assert (board.moves, len(counted(board))) == (["c4-a4", "j8-i8", "j7-j2"], 3)


def test_on_a_board_that_was_knocked_over_nobody_makes_one_move_after_the_other() -> None:
    """A sleeve, four hands, and e7 tried on the corner seem a fall for a moment."""
    board = board_at(ON_THE_CORNER, Side.ATTACKERS)
    feel(board, "c3+c2:0.3 i9:0.15 h9:0.21 f2:0.2 g3:0.02 c2:0.02 h2:0.23 g7:0.02 g6:0.24")
    feel(board, "g8:0.01 c2:0.2 g7:0.21 e7:0.37 g3:0.11 k11:1.22 k11:0.57 e7:0.14")
    feel(board, "d3:0.18 a3:0.21 j7:0.18 j8:0.21 g3:0.17 e1:0.04 g4:0.29 e4:0.21 a3:0.19 g3:1.0")
    made = "c3-c2 i9-h9 f2-h2 g7-g6 g8-g7 d3-a3 j7-j8 g3-g4 e1-e4 a3-g3"
    assert (board.moves, board.view.repair) == (made.split(), ())


def test_what_took_longer_than_a_push_was_carried_and_the_other_one_pushed() -> None:
    """h9 is carried to g9, and a sleeve pushes h6 to h5; both are steps of one side."""
    board = board_at(TWO_STEPS, Side.ATTACKERS)
    feel(board, "h9:0.17 i7+g9:0.04 i7:0.04 i7:0.01 h5+h6+i7:0.03 d9:0.01 i7:0.01 i7:0.01 i7:0.06")
    feel(board, "a3:0.23 a3:0.25 e7:0.11 e5:0.23 d9+g9:0.13 g7:0.19 i7:0.02 d11:0.21 g11:0.11")
    feel(board, "h5+h6:1.0")
    made = ["h9-g9", "e7-e5", "g9-g7", "d11-g11"]
    assert (board.moves, len(counted(board))) == (made, 4)


@pytest.mark.parametrize("each_s", [0.12, 0.22])
def test_a_reply_that_stands_while_a_piece_slides_yet_waits_for_the_slide(each_s: float) -> None:
    """The other hand had lifted before it could see how far that slides."""
    board = board_at(SLIDING, Side.ATTACKERS)
    feel(board, "b2:0.03 b3:0.02 h5:0.1")
    for left, come in pairwise(("b3", "b4", "b5", "b6", "b7", "b8", "b9")):
        if come == "b5":
            feel(board, "h6:0.01")
        feel(board, f"{left}:0.02 {come}:{each_s}")
    board.wait(1.0)
    assert [str(move) for move in counted(board)] == ["b2-b9", "h5-h6"]
    assert board.moves == ["b2-b9", "h5-h6"]


def test_a_reply_in_the_other_hand_is_no_captive_that_was_taken_before_the_move() -> None:
    """c8 is taken off, h3 lifted, and then e8 moves; what comes to e3 is not c8."""
    board = board_at(TAKEN_BEFORE, Side.DEFENDERS)
    feel(board, "c8:0.08 h3:0.21 e8:0.42 e3:0.06 d8:3.5")
    assert board.moves == ["e8-d8", "h3-e3"]


@pytest.mark.parametrize("in_s", [0.3, 0.5])
@pytest.mark.parametrize("soon_s", [0.05, 0.3])
def test_a_step_there_and_back_that_was_carried_is_no_push_of_an_arm_that_slid_on(
    in_s: float, soon_s: float
) -> None:
    """d6 slides to d3 and steps on to d2; in between d1 goes to c1, and then back."""
    board = BoardDriver()
    board.play("a4-b4")
    board.wait(1.0)
    feel(board, "d6:0.06 d5:0.04 d5:0.04 d4:0.04 d4:0.06")
    feel(board, f"d3:{soon_s} d1:{in_s} c1:{soon_s} d3:{in_s} d2:{soon_s} c1:0.2 d1:1.5")
    assert board.moves == ["a4-b4", "d6-d3", "d1-c1", "d3-d2", "c1-d1"]
    assert len(counted(board)) == len(board.moves)


@pytest.mark.parametrize("in_s", [0.45, 0.6])
def test_two_steps_lifted_at_once_and_carried_are_moves_though_both_step_back_later(
    in_s: float,
) -> None:
    board = BoardDriver()
    feel(board, f"a4:0.4 b4:0.13 e5:0.07 d1:{in_s - 0.2} e4:0.2 d2:1.3")
    feel(board, "e4:0.4 e5:0.3 d2:0.4 d1:2.0")
    assert board.moves == ["a4-b4", "e5-e4", "d1-d2", "e4-e5", "d2-d1"]
    assert len(counted(board)) == len(board.moves)


# Two pieces step, and the first one slides back: d1 has been carried to d2 there, and e5 leaves for
# e4 before anybody can have seen that.
STEPPED = "d1:0.4 d2:{early_s} e5:0.06 e4:{stood_s} d2:0.04 d1:"


@pytest.mark.parametrize("early_s", [0.02, 0.1, 0.16])
@pytest.mark.parametrize("stood_s", [0.4, 0.6, 1.2])
def test_a_piece_that_was_carried_slides_back_as_its_next_move_once_the_reply_has_rested(
    early_s: float, stood_s: float
) -> None:
    """It was no push that somebody puts right now, and no ply is dropped meanwhile."""
    board = BoardDriver()
    feel(board, STEPPED.format(early_s=early_s, stood_s=stood_s) + "2.5")
    assert board.moves == ["d1-d2", "e5-e4", "d2-d1"]
    assert len(counted(board)) == len(board.moves)


@pytest.mark.parametrize("stood_s", [0.25, 0.8])
def test_but_if_the_reply_is_put_right_it_was_a_push_and_the_move_was_taken_back(
    stood_s: float,
) -> None:
    board = BoardDriver()
    feel(board, STEPPED.format(early_s=0.02, stood_s=stood_s) + "0.5 e4:0.2 e5:2.0")
    assert board.moves == []


@pytest.mark.parametrize("lifts_s", [0.1, 0.28])
def test_a_quick_reply_straight_ahead_of_a_slide_is_no_square_of_that_slide(lifts_s: float) -> None:
    """d1 slides to d3, d6 comes to d4 in no time, and d3 is lifted for the next move."""
    board = BoardDriver()
    slide(board, "d1", "d2", "d3", each=0.1)
    board.wait(lifts_s)
    feel(board, "d6:0.15 d4:0.3 d3:0.3 b3:0.8")
    assert board.moves == ["d1-d3", "d6-d4", "d3-b3"]
