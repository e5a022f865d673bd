"""Hands that are ahead of the game: replies lifted before the move stands, and what is pushed."""

import pytest

from controller.events.event import BoardDisturbed, MoveRefused, MoveTentative
from controller.rules.geometry import bits_of, parse_square
from controller.rules.pieces import Side
from tests.board_driver import A_MOMENT, OPENING, SCAN_S, SETTLED, BoardDriver
from tests.controller.session.hands import board_at, feel, slide

# Who slides i10 to i8 captures j8, and on i7 j7.
ON_TWO_RANKS = """
...........
........D..
...........
.........AD
..K......AD
...........
...........
...........
...........
...........
A.........A
"""


def after(*moves: str) -> BoardDriver:
    """Return a board on which some moves have been played."""
    board = BoardDriver()
    board.play(*moves)
    board.events.clear()
    return board


def at_once(board: BoardDriver, *changes: str) -> None:
    """Change some squares between two scans: `-e4` takes a piece away, `+e4` puts one there."""
    board.occupied ^= bits_of(*(parse_square(change[1:]) for change in changes))
    board.wait(2 * SCAN_S)


def one_by_one(board: BoardDriver, *changes: tuple[str, float]) -> None:
    """Change one square after the other, and wait some seconds after each."""
    for change, seconds in changes:
        board.occupied ^= 1 << parse_square(change[1:])
        board.wait(seconds)


def test_whoever_has_lifted_before_a_move_stood_has_not_replied_to_it() -> None:
    """e5-c5 is taken back though k4 is in the air: f4-c4 is the move, and k4-j4 the reply."""
    board = after("d1-d3")
    board.lift("e5", "k4")
    board.put("c5")
    board.wait(0.8)
    board.lift("c5")
    board.put("e5")
    board.wait(0.4)
    board.lift("f4")
    board.wait(0.3)
    board.put("c4")
    board.wait(0.3)
    board.put("j4")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "f4-c4", "k4-j4"]
    assert not [e for e in board.events if isinstance(e, BoardDisturbed | MoveRefused)]


def test_nobody_makes_two_moves_in_a_row_that_wait_for_one_of_the_other_side() -> None:
    """The same, with k4 lifted while the piece stood on c5: c5-e5 and then f4-c4 are no plies."""
    board = after("d1-d3")
    board.lift("e5")
    board.put("c5")
    board.wait(0.1)
    board.lift("k4")
    board.wait(0.7)
    board.lift("c5")
    board.put("e5")
    board.wait(0.6)
    board.lift("f4")
    board.wait(0.2)
    board.put("c4")
    board.wait(0.3)
    board.put("j4")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "f4-c4", "k4-j4"]


def test_what_was_taken_back_is_no_move_of_its_own_though_the_reply_stands_first() -> None:
    """The same, and k5-j5 stands before the sensor of c4 feels the move that it replies to."""
    board = after("d1-d3")
    board.lift("e5")
    board.put("c5")
    board.wait(0.02)
    board.lift("k5")
    board.wait(1.6)
    board.lift("c5")
    board.wait(0.05)
    board.put("e5")
    board.wait(0.3)
    board.lift("f4")
    board.wait(1.5)
    board.put("j5")
    board.wait(0.2)
    assert board.moves[1:] in (["e5-c5"], [])
    board.put("c4")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "f4-c4", "k5-j5"]
    assert not [e for e in board.events if isinstance(e, BoardDisturbed | MoveRefused)]


def test_a_reply_that_was_lifted_first_is_still_the_second_to_stand() -> None:
    """i3 and j3 could each go to e3 and to h3."""
    board = after("j6-j3", "h6-h3", "a4-a3", "h3-i3", "d1-d2")
    board.lift("j3")
    board.wait(0.6)
    board.lift("i3")
    board.wait(0.8)
    board.put("e3")
    board.wait(0.4)
    board.put("h3")
    board.wait(SETTLED)
    assert board.moves[-2:] == ["i3-e3", "j3-h3"]


def test_a_reply_may_stand_before_the_move_though_it_was_lifted_just_after() -> None:
    """e5 stands askew on c5, where nothing feels it at first."""
    board = after("d1-d2")
    board.lift("e5")
    board.wait(0.05)
    board.lift("d2")
    board.wait(0.25)
    board.put("b2")
    board.wait(0.6)
    assert board.moves == ["d1-d2"]
    board.put("c5")
    board.wait(SETTLED)
    assert board.moves == ["d1-d2", "e5-c5", "d2-b2"]
    assert not [e for e in board.events if isinstance(e, BoardDisturbed | MoveRefused)]


def test_what_is_pushed_while_its_side_has_a_piece_in_the_hand_waits_for_that() -> None:
    board = after()
    board.lift("d1")
    board.wait(0.2)
    board.lift("k4")
    board.wait(0.1)
    board.put("j4")
    board.wait(2 * SETTLED)
    assert board.moves == []
    board.put("d3")
    board.wait(SETTLED)
    assert board.moves == []
    board.wait(2.0)
    assert board.moves == ["d1-d3"]


def test_and_what_is_in_the_hand_counts_at_once_when_that_is_put_right() -> None:
    board = after()
    board.lift("d1")
    board.wait(0.2)
    board.lift("k4")
    board.wait(0.1)
    board.put("j4")
    board.put("d3")
    board.wait(1.0)
    assert board.moves == []
    board.lift("j4")
    board.put("k4")
    assert board.moves == ["d1-d3"]


def test_it_is_the_move_if_the_piece_in_the_hand_is_put_back() -> None:
    board = after()
    board.lift("d1")
    board.wait(0.2)
    board.lift("k4")
    board.wait(0.1)
    board.put("j4")
    board.wait(0.5)
    board.put("d1")
    board.wait(SETTLED)
    assert board.moves == ["k4-j4"]


def test_and_after_ten_seconds_whatever_the_hand_does() -> None:
    board = after()
    board.lift("d1")
    board.wait(0.2)
    board.lift("k4")
    board.wait(0.1)
    board.put("j4")
    board.wait(9.5)
    assert board.moves == []
    board.wait(1.0)
    assert board.moves == ["k4-j4"]


def test_a_step_through_the_air_waits_for_no_piece_that_a_sleeve_has_pushed() -> None:
    """g7 stands askew, where nothing feels it; e5 is carried to e4, and k4 to j4."""
    board = after("d1-d3")
    board.lift("g7")
    board.wait(1.0)
    for origin, target, seconds in (("e5", "e4", 0.1), ("k4", "j4", 0.3)):
        board.lift(origin)
        board.wait(0.25)
        board.put(target)
        board.wait(seconds)
    assert board.moves == ["d1-d3", "e5-e4", "k4-j4"]


def test_a_fall_may_begin_with_a_piece_that_lands_where_it_might_have_gone() -> None:
    board = after("d1-d3", "e5-e4")
    at_once(board, "-a4", "+a2")
    for changes in ("-e6", "-a5", "-b6", "-d6", "-h1", "-k5", "-k7", "-f10", "-e1"):
        at_once(board, changes)
        board.wait(0.05)
    board.wait(1.0)
    assert board.moves == ["d1-d3", "e5-e4"]


def test_a_piece_that_has_stood_for_long_does_not_go_on_but_makes_the_next_move() -> None:
    """h6-h3 stands askew, where nothing feels it, and d1 goes from d3 on to d4 in reply."""
    board = after()
    board.lift("d1")
    board.put("d2")
    board.slide(["d2", "d3"])
    board.wait(2.5)
    board.lift("h6")
    board.wait(0.8)
    board.lift("d3")
    board.put("d4")
    board.wait(0.4)
    board.put("h3")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "h6-h3", "d3-d4"]


def test_a_captive_laid_aside_just_when_a_piece_is_lifted_is_no_ply() -> None:
    """c4 cannot be on c11 at once; it stands on c3 a moment later."""
    board = after(*OPENING, "g3-e3xe2")
    board.wait(0.5)
    at_once(board, "-c4", "+c11")
    board.wait(0.15)
    board.put("c3")
    board.wait(SETTLED)
    assert (board.moves[-1], board.view.strays) == ("c4-c3", bits_of(parse_square("c11")))


def test_two_stories_that_are_as_likely_do_not_hold_up_the_game_for_ever() -> None:
    """f8 and g9 are lifted together: nobody can tell which of them came to f9, and which to g8."""
    board = BoardDriver()
    changes = (("g11", 0.5), ("g9", 0.07), ("f8", 0.31), ("g9", 0.08), ("f9", 0.02), ("g8", 0.46))
    for square, after_s in changes:
        board.wait(after_s)
        board.occupied ^= 1 << parse_square(square)
    board.wait(0.5)
    board.play("h6-h8", "d1-d4", "h8-h5")
    board.wait(3.0)
    assert board.moves[-3:] == ["h6-h8", "d1-d4", "h8-h5"]
    assert set(board.moves[1:3]) in ({"f8-f9", "g9-g8"}, {"f8-g8", "g9-f9"})


def test_a_reply_that_counted_stays_when_the_move_before_it_goes_on() -> None:
    """d1 brushes d2 on its way to d3, and e5-e2 is made before it is put down there."""
    board = after()
    at_once(board, "-d1", "+d2")
    board.wait(0.02)
    board.lift("d2")
    board.wait(0.07)
    board.lift("e5")
    board.wait(0.4)
    board.put("e2")
    board.wait(0.45)
    board.put("d3")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "e5-e2"]


@pytest.mark.parametrize("felt_s", [0.03, 0.08])
def test_a_slide_that_nothing_felt_on_its_last_squares_is_one_move_to_which_a_slide_replies(
    felt_s: float,
) -> None:
    """d2 feels d1-d4 for a moment and d4 only when it is pushed straight, after f8 set out."""
    board = after()
    one_by_one(board, ("-d1", 0.11), ("+d2", felt_s), ("-d2", 0.76))
    one_by_one(board, ("-f8", 0.09), ("+g8", 0.29), ("-g8", 0.08), ("+h8", 0.19))
    one_by_one(board, ("+d4", 0.12), ("-h8", 0.08), ("+i8", SETTLED))
    assert board.moves == ["d1-d4", "f8-i8"]


def test_a_captive_laid_aside_before_its_captor_stands_has_made_no_move() -> None:
    """g3 slides over f3 to e3, and e2, which that captures, is on a2 before anything feels e3."""
    board = after(*OPENING)
    one_by_one(board, ("-g3", 0.08), ("-e2", 0.02), ("+f3", 0.05), ("-f3", 0.12))
    one_by_one(board, ("+a2", 0.18), ("+e3", SETTLED))
    assert board.moves == [*OPENING, "g3-e3"]


def test_a_piece_that_is_pushed_and_comes_back_while_a_slide_goes_on_has_made_no_moves() -> None:
    """d1 slides to d4 in steps; a sleeve pushes h6, which no arm is over, and it is put right."""
    board = after()
    one_by_one(board, ("-d1", 0.03), ("+d2", 0.17))
    at_once(board, "-h6", "+i6")
    one_by_one(board, ("-d2", 0.02), ("+d3", 0.28), ("-d3", 0.04))
    one_by_one(board, ("+d4", 0.14))
    at_once(board, "-i6", "+h6")
    board.wait(3.0)
    assert board.moves == ["d1-d4"]


def test_what_a_pause_captured_may_have_been_lifted_for_the_reply_and_comes_down_late() -> None:
    """k3 rests on e3, where it would capture e2, as that is lifted; then it slides on to d3."""
    board = after("d1-d2", "e5-e2", "k4-k3", "f4-c4")
    board.slide(["k3", "j3", "i3", "h3", "g3", "f3", "e3"], each=0.1)
    board.wait(0.2)
    board.lift("e2")
    board.wait(0.3)
    board.slide(["e3", "d3"], each=3.0)
    board.put("e4")
    board.wait(SETTLED)
    assert board.moves[4:] == ["k3-d3", "e2-e4"]


@pytest.mark.parametrize("stands_s", [0.06, 0.18, 0.6])
@pytest.mark.parametrize("before_s", [0.02, 0.05, 0.2])
def test_what_stops_beside_a_square_and_is_lifted_there_was_captured_by_what_comes_to_that(
    stands_s: float, before_s: float
) -> None:
    """a2 is in a hand when e5 slides to e2; that hand takes e2, and the other puts a2 on d2."""
    board = BoardDriver()
    board.play("a4-a2", "f8-h8", "k4-k3")
    board.lift("a2")
    board.slide(["e5", "e4", "e3", "e2"])
    board.wait(stands_s - A_MOMENT)
    board.occupied ^= 1 << parse_square("e2")
    board.wait(before_s)
    board.put("d2")
    board.wait(2.0)
    assert board.moves[3:] == ["e5-e2", "a2-d2"]
    assert board.view.repair == ()


def test_a_slide_may_come_to_where_a_captive_is_taken_before_the_sensor_there_opens() -> None:
    """c2 slides by d2 to e2, and a hand takes the captive of e2 just before."""
    board = after(*OPENING)
    for move in ("g3-e3", "c4-c2", "a4-b4"):
        board.move(move)
    board.slide(["c2", "d2"], each=0.1)
    board.lift("d2")
    board.wait(1.0)
    board.play("b4-b5")
    board.wait(2.5)
    assert board.moves[-4:] == ["c4-c2", "a4-b4", "c2-e2", "b4-b5"]
    assert (board.view.repair, board.view.owed) == ((), 0)


def test_who_lifts_a_piece_beside_a_captive_that_still_stands_has_not_put_it_there() -> None:
    """d2 is lifted beside e2, on which a captive stands, and goes to c2 after two seconds."""
    board = after(*OPENING)
    for move in ("g3-e3", "c4-c2", "a4-b4", "c2-d2", "b4-b5"):
        board.move(move)
    board.events.clear()
    board.lift("d2")
    board.wait(2.0)
    shown = [event.move for event in board.events if isinstance(event, MoveTentative)]
    board.put("c2")
    board.wait(SETTLED)
    assert (shown, board.moves[-2:]) == ([], ["b4-b5", "d2-c2"])
    assert board.view.owed == 1 << parse_square("e2")


def test_a_piece_beside_a_captive_that_goes_where_it_may_not_has_not_slid_to_its_square() -> None:
    """d2 is put on a11, as if the captive of e2 had been laid there."""
    board = after(*OPENING)
    for move in ("g3-e3", "c4-c2", "a4-b4", "c2-d2", "b4-b5"):
        board.move(move)
    board.wait(1.0)
    board.lift("d2")
    board.wait(0.4)
    board.put("a11")
    board.wait(SETTLED)
    board.lift("a11")
    board.wait(0.3)
    board.put("d2")
    board.wait(SETTLED)
    assert board.moves[-2:] == ["c2-d2", "b4-b5"]
    assert board.view.owed == 1 << parse_square("e2")


@pytest.mark.parametrize("pause_s", [0.05, 0.3, 1.2])
def test_a_reply_in_the_hand_is_no_captive_of_a_slide_that_only_paused_beside_its_square(
    pause_s: float,
) -> None:
    """j8 is lifted; i10 slides to i8 and on to i7, j7 is taken, and then j8 comes to j6."""
    board = board_at(ON_TWO_RANKS, Side.DEFENDERS)
    board.lift("j8")
    board.wait(1.6)
    feel(board, f"i10:0.05 i9:0.1 i9:0.15 i8:{pause_s} i8+i7:0.25 j7:0.3 j6:2.5")
    assert board.moves == ["i10-i7", "j8-j6"]
    assert board.view.repair == ()


@pytest.mark.parametrize("each_s", [0.35, 0.45])
def test_a_slow_slide_past_many_squares_counts_though_its_reply_is_long_in_the_hand(
    each_s: float,
) -> None:
    """Reeds feel it on two squares at once each time; the reply is lifted before it begins."""
    board = BoardDriver()
    board.play("d1-d3", "f8-f9")
    board.wait(1.0)
    board.lift("g7")
    board.wait(1.0)
    slide(board, *(f"{file}3" for file in "defghijk"), each=each_s)
    board.wait(1.0)
    board.put("i7")
    board.wait(0.3)
    assert board.moves == ["d1-d3", "f8-f9", "d3-k3", "g7-i7"]


def test_where_a_piece_stopped_between_two_moves_of_its_own_keeps_nobody_waiting() -> None:
    """d2-d5 seems to be the slide of d1 until the defenders move: that it was none is sure then.

    It may have paused on d3 or d4 just as well when g3 stood; nothing will show that.
    """
    board = after()
    feel(board, "d1:0.2 d2:0.57 g5:0.12 g3:0.07 d2+d3:0.03 d3+d4:0.03 d4+d5:0.34 f4:0.12 c4:0.45")
    assert board.moves == ["d1-d2", "g5-g3", "d2-d5", "f4-c4"]


TAKEN_IN_TURN = """
...........
.....K.....
...........
..A........
......D....
..AA.......
..D........
.....A.....
........D..
...........
...........
"""


def test_what_slides_to_a_captive_that_is_just_being_taken_may_capture_there_too() -> None:
    """g7-c7 captures c6; d6 slides there while that is taken, and captures c7; then i3 replies."""
    board = board_at(TAKEN_IN_TURN, Side.DEFENDERS)
    feel(board, "g7:0.5 c7:2.0 d6:1.0 c7:1.5 i3:0.4 i4:3.0")
    assert board.moves == ["g7-c7", "d6-c6", "i3-i4"]
    assert (board.view.repair, board.view.owed, board.view.strays) == ((), 0, 0)


A_CAPTOR_MAY_GO_ON = """
....A.A....
...........
...........
...........
A...D.D...A
A....K....A
A..DDD....A
...........
.......A...
......D....
......A....
"""


@pytest.mark.parametrize("lead_s", [0.05, 0.2, 0.4])
@pytest.mark.parametrize("rest_s", [1.0, 3.0])
def test_a_captor_whose_captive_has_been_taken_moves_next_and_goes_on_nowhere(
    lead_s: float, rest_s: float
) -> None:
    """h3-g3 captures g2; g3 is in the hand before g7, and comes to g7 once that stands on h7."""
    board = board_at(A_CAPTOR_MAY_GO_ON, Side.ATTACKERS)
    feel(board, f"h3:0.4 g3:0.5 g2:{rest_s} g3:{lead_s} g7:0.4 h7:0.4 g7:2.5")
    assert board.moves == ["h3-g3", "g7-h7", "g3-g7"]
    assert (board.view.repair, board.view.sentence.count("captured")) == ((), 0)
