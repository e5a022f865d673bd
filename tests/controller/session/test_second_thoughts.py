"""A move may be changed or taken back, by hand or by command."""

import re
from itertools import permutations

import pytest

from controller.events.command import Command
from controller.events.event import (
    BoardDisturbed,
    BoardRestored,
    CommandRefused,
    MoveCommitted,
    MoveRetargeted,
    MoveTakenBack,
)
from controller.events.view import Phase
from controller.recognition.repair import RepairAction, RepairStep
from controller.rules.endings import OutcomeReason
from controller.rules.geometry import SQUARE_NAMES, bits_of, parse_square
from controller.rules.pieces import Piece, Side
from controller.rules.sentence import sentence
from tests.board_driver import A_MOMENT, OPENING, SETTLED, BoardDriver
from tests.controller.session.hands import asked, board_at, feel, slide


def kinds(board: BoardDriver) -> list[type]:
    plies = (MoveCommitted, MoveRetargeted, MoveTakenBack)
    return [type(event) for event in board.events if isinstance(event, plies)]


def test_a_slide_that_pauses_and_goes_on_is_one_move() -> None:
    board = BoardDriver()
    board.slide(["d1", "d2"], each=1.0)
    assert board.moves == ["d1-d2"]
    board.slide(["d2", "d3", "d4"])
    board.wait(SETTLED)
    assert board.moves == ["d1-d4"]
    assert kinds(board) == [MoveCommitted, MoveRetargeted]


def test_a_slide_may_pause_at_a_capture_and_go_on() -> None:
    board = BoardDriver()
    board.play(*OPENING)
    board.slide(["g3", "f3", "e3"], each=0.5)
    assert board.view.owed == bits_of(parse_square("e2"))
    board.slide(["e3", "f3"], each=SETTLED)
    assert board.moves[-1] == "g3-f3"
    assert board.view.owed == 0
    board.move("e2-b2")
    assert board.moves[-1] == "e2-b2"


def test_a_move_may_be_put_right_after_the_other_side_has_lifted_a_piece_and_put_it_back() -> None:
    """Nobody else may move that piece now; and whoever has only touched one has not replied."""
    board = BoardDriver()
    board.play("d1-d2")
    board.lift("e5")
    board.wait(SETTLED)
    board.put("e5")
    board.move("d2-d4")
    assert board.moves == ["d1-d4"]


def test_a_slide_that_pauses_goes_on_though_the_other_side_touched_a_piece() -> None:
    board = BoardDriver()
    board.slide(["d1", "d2"])
    board.wait(SETTLED)
    board.lift("e5")
    board.wait(SETTLED)
    board.put("e5")
    board.wait(SETTLED)
    board.slide(["d2", "d3"])
    board.wait(SETTLED)
    assert board.moves == ["d1-d3"]


def test_a_piece_that_is_adjusted_has_not_come_to_where_the_reply_in_the_hand_may_go() -> None:
    """i3 is adjusted while e2 is in the hand; on e3 it would have captured that."""
    board = BoardDriver()
    board.play(*OPENING)
    board.move("g3-i3")
    board.wait(1.5)
    board.events.clear()
    board.lift("e2")
    board.wait(0.2)
    board.lift("i3")
    board.wait(0.7)
    board.put("e3")
    board.wait(0.6)
    board.put("i3")
    board.wait(SETTLED)
    assert board.moves[4:] == ["g3-i3", "e2-e3"]
    assert [e for e in board.events if isinstance(e, MoveRetargeted)] == []


def test_a_nudge_of_the_other_side_changes_nothing() -> None:
    board = BoardDriver()
    board.play("d1-d2")
    board.lift("e5")
    board.wait(0.1)
    board.put("e5")
    board.slide(["d2", "d3"])
    board.wait(SETTLED)
    assert board.moves == ["d1-d3"]


def test_pressing_the_clock_commits_the_move_that_stands() -> None:
    board = BoardDriver()
    board.lift("d1")
    board.put("d3")
    board.command(Command.PRESS_CLOCK)
    assert board.moves == ["d1-d3"]
    board.take_events()
    at = board.at
    board.command(Command.PRESS_CLOCK)
    assert board.events == [CommandRefused(at, sentence("command.nothing_waits"))]


def test_several_moves_are_taken_back_by_putting_the_pieces_back() -> None:
    board = BoardDriver()
    board.play("d1-d3", "e5-e2", "g1-g3", "f4-c4", "g3-e3xe2", "f8-i8")
    board.lift("i8", "e3")
    board.put("f8", "g3", "e2")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "e5-e2", "g1-g3", "f4-c4"]
    assert [e.ply for e in board.events if isinstance(e, MoveTakenBack)] == [6, 5]


def test_putting_the_last_piece_back_takes_the_move_back() -> None:
    board = BoardDriver()
    board.play("d1-d3")
    board.move("d3-d1")
    assert board.moves == []
    assert kinds(board) == [MoveCommitted, MoveTakenBack]
    board.move("e1-e3")
    assert board.moves == ["e1-e3"]


def test_a_capture_is_taken_back_with_its_captive() -> None:
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2")
    board.lift("e3")
    board.put("g3")
    board.wait(SETTLED)
    assert board.moves[-1] == "g3-e3"
    board.put("e2")
    board.wait(SETTLED)
    assert board.moves == list(OPENING)
    assert board.view.repair == ()


def test_a_capture_is_taken_back_though_an_older_captive_lies_on_the_edge() -> None:
    """Only its own captive is asked for, and when that is back, the older one."""
    board = BoardDriver()
    board.play("a4-e4", "d6-d4xe4")
    feel(board, "k10:2.0")
    board.play("k7-h7", "f8-h8xh7")
    feel(board, "h8:0.4 f8:1.2")
    assert (board.moves[-1], asked(board.view)) == ("f8-h8", {(None, "h7")})
    feel(board, "h7:2.0")
    assert board.moves == ["a4-e4", "d6-d4", "k7-h7"]
    assert (board.view.repair, board.view.strays) == ((), bits_of(parse_square("k10")))


def test_an_undone_move_that_still_stands_is_not_made_again() -> None:
    board = BoardDriver()
    board.play("d1-d3")
    board.command(Command.UNDO)
    board.wait(1.0)
    assert board.moves == []
    assert board.view.sentence == ("The last move was undone. Move the piece on d3 to d1.")


def test_an_undone_slide_that_is_shown_to_have_gone_on_stands_for_none() -> None:
    board = BoardDriver()
    board.slide(["d1", "d2"], each=0.4)
    board.slide(["d2", "d3"], each=0.25)
    assert board.view.sentence == "d1-d3 counts in a moment."
    board.command(Command.UNDO)
    board.wait(1.0)
    assert board.moves == []
    assert board.view.sentence == "The last move was undone. Move the piece on d3 to d1."


@pytest.mark.parametrize("after_s", [0.0, 0.1])
def test_an_undone_slide_that_has_gone_on_stands_for_another_move(after_s: float) -> None:
    board = BoardDriver()
    board.slide(["d1", "d2"], each=0.4)
    assert board.moves == ["d1-d2"]
    board.slide(["d2", "d3"], each=after_s + A_MOMENT)
    board.command(Command.UNDO)
    board.lift("e5")
    board.wait(0.3)
    board.put("e4")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "e5-e4"]


def test_who_undoes_a_move_that_counts_in_a_moment_means_that_one() -> None:
    board = BoardDriver()
    board.play("d1-d3")
    board.slide(["e5", "e4", "e3"])
    board.wait(0.25)
    assert board.view.sentence == "e5-e3 counts in a moment."
    board.command(Command.UNDO)
    board.wait(1.0)
    assert board.moves == ["d1-d3"]
    assert board.view.sentence == "The last move was undone. Move the piece on e3 to e5."


def test_an_undone_piece_may_go_elsewhere_or_back_to_the_same_square() -> None:
    for target in ("d4", "d3"):
        board = BoardDriver()
        board.play("d1-d3")
        board.command(Command.UNDO)
        board.lift("d3")
        board.put(target)
        board.wait(SETTLED)
        assert board.moves == [f"d1-{target}"]


def test_an_undone_capture_asks_for_the_captive() -> None:
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2")
    board.command(Command.UNDO)
    board.wait(SETTLED)
    assert board.view.sentence == (
        "The last move was undone. Move the piece on e3 to g3. Put a defender on e2."
    )
    board.move("e3-g3")
    assert board.view.sentence == "The last move was undone. Put a defender on e2."
    board.put("e2")
    board.wait(SETTLED)
    stood = [event for event in board.events if isinstance(event, BoardDisturbed | BoardRestored)]
    assert [type(event) for event in stood] == [BoardDisturbed, BoardRestored]


def test_of_a_piece_that_is_lifted_while_a_captive_is_asked_back_it_is_said_that_it_was() -> None:
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2")
    board.command(Command.UNDO)
    board.wait(SETTLED)
    board.move("e3-g3")
    board.lift("h6")
    board.wait(12.0)
    assert board.view.sentence.startswith("Several pieces are off the board.")


def test_undo_after_the_end_opens_the_game_again() -> None:
    board = BoardDriver()
    moves = "d1-d2 f8-i8 d2-d1 f7-f9 d1-d2 f6-f8 d2-d1 f8-b8 d1-d2 b8-b11 d2-d1 b11-a11"
    board.play(*moves.split())
    board.command(Command.UNDO)
    board.lift("a11")
    board.put("b11")
    board.wait(SETTLED)
    assert board.view.outcome is None
    board.move("b11-a11")
    assert board.view.outcome is not None


@pytest.mark.parametrize("goes_to", ["c11", "b9", "a9"])
@pytest.mark.parametrize("after_s", [0.5, 2.0, 20.0])
def test_the_king_that_has_escaped_may_be_put_anywhere(goes_to: str, after_s: float) -> None:
    """Whoever clears the board, or sets it up again, thinks no better of the move that has won."""
    board = BoardDriver()
    moves = "d1-d2 f8-i8 d2-d1 f7-f9 d1-d2 f6-f8 d2-d1 f8-b8 d1-d2 b8-b11 d2-d1 b11-a11"
    board.play(*moves.split())
    board.wait(after_s)
    board.lift("a11")
    board.wait(0.4)
    board.put(goes_to)
    board.wait(1.0)
    board.lift("d1", "a4", "k6")
    board.wait(5.0)
    assert board.moves == moves.split()
    assert board.view.outcome is not None


def test_a_move_that_is_put_back_may_be_followed_by_another_at_once() -> None:
    board = BoardDriver()
    board.slide(["d1", "d2"], each=0.5)
    board.slide(["d2", "d1"], each=0.2)
    board.lift("e1")
    board.wait(0.3)
    board.put("e3")
    board.wait(SETTLED)
    assert board.moves == ["e1-e3"]


def test_a_slide_that_went_on_counts_where_it_ended_when_the_reply_comes_early() -> None:
    board = BoardDriver()
    board.slide(["d1", "d2"], each=0.5)
    board.slide(["d2", "d3"], each=0.2)
    board.lift("e5")
    board.wait(0.1)
    board.put("e4")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "e5-e4"]


def test_a_captive_taken_during_the_slide_is_no_reply() -> None:
    board = BoardDriver()
    board.play(*OPENING)
    board.slide(["g3", "f3"])
    board.lift("e2")
    board.wait(0.2)
    board.slide(["f3", "e3"])
    board.wait(SETTLED)
    assert board.moves == [*OPENING, "g3-e3"]
    assert board.view.owed == 0


def test_a_captive_taken_before_the_slide_is_no_reply() -> None:
    board = BoardDriver()
    board.play(*OPENING)
    board.lift("e2")
    board.wait(0.3)
    board.slide(["g3", "f3", "e3"], each=0.16)
    board.wait(SETTLED)
    assert board.moves == [*OPENING, "g3-e3"]


@pytest.mark.parametrize("gap", [0.0, 0.05, 0.1, 0.15, 0.25, 0.35])
def test_several_moves_are_taken_back_one_after_the_other_as_fast_as_hands_are(
    gap: float,
) -> None:
    board = BoardDriver()
    board.play(*OPENING)
    for back, there in (("c4", "f4"), ("g3", "g1")):
        board.lift(back)
        board.put(there)
        board.wait(gap)
    board.wait(SETTLED)
    assert board.moves == list(OPENING[:2])


def test_three_plies_may_follow_each_other_before_the_first_has_settled() -> None:
    board = BoardDriver()
    for origin, target in (("d1", "d3"), ("e5", "e2"), ("d3", "c3"), ("e2", "d2")):
        board.lift(origin)
        board.put(target)
        board.wait(0.15)
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "e5-e2", "d3-c3", "e2-d2"]


def test_the_other_side_may_take_its_captive_before_the_move_has_settled() -> None:
    board = BoardDriver()
    board.play(*OPENING[:3])
    # f4-c4 settles while the attackers already take what g3-e3 will capture.
    board.lift("f4")
    board.put("c4")
    board.lift("e2")
    board.wait(SETTLED)
    assert board.moves == list(OPENING)
    board.lift("g3")
    board.put("e3")
    board.wait(SETTLED)
    assert board.moves == [*OPENING, "g3-e3"]


def test_a_piece_that_came_back_was_not_captured_by_a_nudged_neighbour() -> None:
    board = BoardDriver()
    board.play("d1-d3", "e5-e3", "d3-c3", "f4-i4")
    board.slide(["c3", "c2"], each=0.5)
    board.slide(["c2", "c3"], each=0.1)
    board.lift("e3")
    board.wait(0.2)
    board.put("e3")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "e5-e3", "d3-c3", "f4-i4"]


def test_a_move_after_the_end_by_repetition_takes_no_plies_back() -> None:
    """With c3 the board stands as it did three plies before the end."""
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2")
    for _ in range(2):
        board.play("c4-c3", "e3-f3", "c3-c4", "f3-e3")
    board.wait(2.0)
    assert board.view.phase is Phase.OVER
    board.move("c4-c3")
    board.wait(3.0)
    assert (len(board.moves), board.view.phase) == (13, Phase.OVER)
    board.move("c3-c4")
    board.wait(2.0)
    board.move("e3-f3")
    board.wait(2.0)
    assert (len(board.moves), board.view.phase) == (12, Phase.PLAY)


def test_a_game_that_comes_back_to_its_start_goes_on_until_the_repetition_ends_it() -> None:
    board = BoardDriver()
    there_and_back = ("d1-d2", "e5-e4", "d2-d1", "e4-e5")
    for move in 2 * there_and_back:
        board.move(move)
        board.wait(1.5)
        if move == "e4-e5" and board.view.outcome is None:
            assert board.view.sentence == (
                "The pieces stand as at the start; for a new game press New game. "
                "Move one of the attackers' pieces. "
                "This position has occurred 2 times; if it occurs 3 times, the defenders lose."
            )
    assert board.moves == list(2 * there_and_back)
    assert board.view.outcome is not None
    assert board.view.outcome.reason is OutcomeReason.REPETITION


@pytest.mark.parametrize("after_s", [0.01, 0.25, 0.3, 0.32, 0.35, 0.5])
def test_an_undo_just_when_a_takeback_by_hand_counts_means_the_same_ply(after_s: float) -> None:
    board = BoardDriver()
    board.play("d1-d3", "e5-e4", "a4-a3")
    board.lift("a3")
    board.put("a4")
    board.wait(after_s - A_MOMENT)
    board.command(Command.UNDO)
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "e5-e4"]
    board.command(Command.UNDO)
    assert board.moves == ["d1-d3"]


def test_a_move_that_has_long_counted_stays_however_often_its_side_tries_to_move_again() -> None:
    board = BoardDriver()
    board.play("d1-d3")
    board.wait(4.0)
    for origin, target in (("a4", "c4"), ("g1", "g3"), ("k4", "i4"), ("a5", "b5"), ("h1", "h3")):
        board.slide([origin, target], each=1.0)
        board.move(f"{target}-{origin}")
        board.wait(1.0)
    board.play("e5-e2")
    assert board.moves == ["d1-d3", "e5-e2"]
    assert kinds(board) == [MoveCommitted, MoveCommitted]


def test_such_a_move_may_still_be_taken_back_by_hand() -> None:
    board = BoardDriver()
    board.play("d1-d3")
    board.wait(4.0)
    board.move("d3-d1")
    assert board.moves == []


def test_two_plies_are_taken_back_though_one_captured_where_the_other_had_gone() -> None:
    """h1 captured i6 from h6: the captive goes back there first, then the captor, then it."""
    board = BoardDriver()
    board.play("f10-i10", "h6-i6", "h1-h6xi6")
    for act, seconds in (("i6", 0.4), ("h6", 0.1), ("i6", 0.7), ("h1", 0.7), ("h6", 3.0)):
        board.occupied ^= 1 << parse_square(act)
        board.wait(seconds)
    assert (board.moves, board.view.repair) == (["f10-i10"], ())


@pytest.mark.parametrize("by_hand", [True, False])
def test_a_captive_that_had_just_moved_is_asked_for_when_its_capture_is_taken_back(
    *, by_hand: bool
) -> None:
    board = BoardDriver()
    board.play("k8-h8", "f8-f9", "a8-f8xf9")
    if not by_hand:
        board.command(Command.UNDO)
        board.wait(1.0)
    board.move("f8-a8")
    board.wait(2.0)
    assert board.view.repair == (RepairStep(RepairAction.PUT, parse_square("f9"), Piece.DEFENDER),)
    board.put("f9")
    board.wait(1.0)
    assert board.moves == ["k8-h8", "f8-f9"]


def test_after_two_undos_each_piece_is_asked_for_where_it_belongs() -> None:
    """Both of them start on f; c2 is of the attackers, f3 of the defenders."""
    board = BoardDriver()
    board.play("f2-c2", "f4-f3")
    board.command(Command.UNDO)
    board.wait(0.8)
    board.command(Command.UNDO)
    board.wait(1.0)
    assert board.view.sentences[0].key == "cause.undone"
    steps = {(step.origin, step.square) for step in board.view.repair}
    wanted = [("f3", "f4"), ("c2", "f2")]
    assert steps == {(parse_square(origin), parse_square(target)) for origin, target in wanted}


@pytest.mark.parametrize("after_s", [0.05, 0.15, 0.25, 0.45])
def test_two_plies_are_taken_back_by_two_hands_though_the_captive_comes_last(
    after_s: float,
) -> None:
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2", "g5-i5")
    board.wait(2.0)
    board.lift("i5")
    board.wait(0.55)
    board.put("g5")
    board.wait(after_s)
    board.slide(["e3", "f3", "g3"], each=0.2)
    board.wait(1.0)
    board.put("e2")
    board.wait(4.0)
    assert (board.moves, board.view.repair) == (list(OPENING), ())


def test_a_piece_that_went_and_came_back_is_at_home_when_all_of_that_is_undone() -> None:
    board = BoardDriver()
    board.play("d1-d3", "f4-c4", "d3-d2", "c4-f4")
    for _ in range(3):
        board.command(Command.UNDO)
        board.wait(0.5)
    board.move("d2-d3")
    board.wait(5.0)
    assert (board.moves, board.view.repair) == (["d1-d3"], ())


OVERSHOT = """
.....A...D.
...........
.......K...
..A....A...
D.....D..A.
....A...A..
A..ADA.AD..
.DD...A..D.
.......AAAA
.....A..AA.
....AA...A.
"""


PUSHED_BACK = """
....A.AAD..
....AAD....
A.....A....
......A.A..
A......A..A
..K.......D
A.A.A.A....
......A....
..D.......D
......A....
...........
"""


def test_a_king_that_is_pushed_back_as_another_piece_slides_takes_nothing_back() -> None:
    """The king steps to c5, a7 replies, and a sleeve pushes the king back; then g10 slides."""
    board = board_at(PUSHED_BACK, Side.DEFENDERS)
    began = board.at
    changes = (
        "c5-0.62 k2+0.79 c3-0.86 c4+0.87 h7-1.15 h6+1.33 c4-1.72 b4+1.79 b4-1.92 a4+1.95 h6-2.30 "
        "h7+2.30 h7-2.33 h8+2.33 k2-2.40 c6-2.85 c5+2.96 a7-3.17 a6+3.31 c5-3.40 c6+3.40 g10-3.51 "
        "h10+3.51 h10-3.56 i10+3.56 g8-3.91 b8+4.14"
    )
    for change in changes.split():
        square, at = re.split("[+-]", change)
        board.wait(began + float(at) - board.at)
        board.occupied ^= 1 << parse_square(square)
    assert not [e for e in board.events if isinstance(e, MoveTakenBack)]
    board.lift("c6")
    board.put("c5")
    board.wait(SETTLED)
    moves = ["c3-c4", "h7-h6", "c4-a4", "h6-h8", "c6-c5", "a7-a6", "g10-i10", "g8-b8"]
    assert board.moves == moves


@pytest.mark.parametrize("back_s", [0.1, 0.2, 0.5, 1.5])
def test_a_captor_that_goes_back_by_one_square_is_not_captured_by_its_captive(
    back_s: float,
) -> None:
    """g4 slides over e4, where it captures e5, to d4; e5 is taken, and the captor goes back."""
    board = board_at(OVERSHOT, Side.ATTACKERS)
    for origin, target, seconds in (("g4", "f4", 0.2), ("f4", "e4", 0.2), ("e4", "d4", 0.5)):
        board.occupied ^= bits_of(parse_square(origin), parse_square(target))
        board.wait(seconds)
    board.lift("e5")
    board.wait(back_s)
    board.occupied ^= bits_of(parse_square("d4"), parse_square("e4"))
    board.wait(8.0)
    assert board.moves == ["g4-e4"]


STOPS_SHORT = """
...........
..........A
...........
A..........
..D..D..AA.
....A..A...
..A...DA...
A..D.......
.....A....A
...K.......
......D....
"""


@pytest.mark.parametrize("both_s", [0.0, 0.03, 0.08, 0.12])
@pytest.mark.parametrize(("rests_s", "taken_s"), [(0.6, 0.5), (1.0, 0.5), (1.0, 0.9), (2.0, 1.0)])
def test_a_slide_stops_one_short_while_its_captive_is_taken_and_goes_on(
    both_s: float, rests_s: float, taken_s: float
) -> None:
    """d4 slides by d5 to d6, and captures e6; both squares may feel it for a moment."""
    board = board_at(STOPS_SHORT, Side.DEFENDERS)
    board.slide(["d4", "d5"], each=taken_s)
    board.occupied ^= bits_of(parse_square("e6"))
    board.wait(rests_s - taken_s)
    board.occupied ^= bits_of(parse_square("d6"))
    board.wait(both_s)
    board.occupied ^= bits_of(parse_square("d5"))
    board.wait(4.0)
    assert board.moves == ["d4-d6"]


THERE_AND_BACK = """
...........
...........
....D......
...........
...........
.K.........
...........
........A..
........D..
.......A..A
...........
"""
SHIELDWALL = """
.DDD.......
AAAA.......
..A..D.AD..
D..K...A..D
......A....
...........
....A......
....A......
..A..A....D
.......D...
..DA.......
"""


@pytest.mark.parametrize("back", list(permutations(("b11", "c11", "d11"))))
@pytest.mark.parametrize("taken", [("b11", "c11", "d11"), ("d11", "c11", "b11")])
def test_captives_may_be_put_back_in_any_order_before_their_captor_goes_elsewhere(
    taken: tuple[str, ...], back: tuple[str, ...]
) -> None:
    board = board_at(SHIELDWALL, Side.ATTACKERS)
    board.move("e5-e11")
    for name in taken:
        board.lift(name)
        board.wait(0.45)
    board.wait(1.0)
    for name in back:
        board.put(name)
        board.wait(0.45)
    board.lift("e11")
    board.wait(0.8)
    board.put("b5")
    board.wait(1.0)
    assert board.moves == ["e5-b5"]
    assert not board.view.repair


def test_captives_that_are_taken_while_their_captor_is_in_the_air_are_not_asked_for() -> None:
    board = board_at(SHIELDWALL, Side.ATTACKERS)
    board.take_events()
    board.lift("e5")
    board.wait(0.3)
    for name in ("b11", "c11", "d11"):
        board.lift(name)
        board.wait(0.1)
    board.wait(1.0)
    assert board.view.repair == ()
    board.put("e11")
    board.wait(SETTLED)
    assert (board.moves, board.view.owed) == (["e5-e11"], 0)
    assert not [event for event in board.events if isinstance(event, BoardDisturbed)]


# Plies, what is done on the board then, and how many of the plies are left.
TAKEN_BACK = {
    "the captor, the ply two before, the captive straight to where that began": (
        "h11-h10 h6-h7 h1-h4 f8-b8 k8-c8xb8",
        "c8>k8 h4>h1 +f8",
        2,
    ),
    "the ply two before first, then the captor": (
        "h11-h10 h6-h7 h1-h4 f8-b8 k8-c8xb8",
        "h4>h1 c8>k8 +f8",
        2,
    ),
    "the captive before its captor": (
        "h11-h10 h6-h7 h1-h4 f8-b8 k8-c8xb8",
        "h4>h1 +f8 c8>k8",
        2,
    ),
    "a captive that goes to where the captor stood": (
        "k8-h8 f8-f9 a8-f8xf9",
        "f8>a8 +f8",
        1,
    ),
    "the captive first, when one of the other side has long been in the tray": (
        "j6-j5 d6-c6 d1-d6xc6 h6-h4 k8-g8 h4-h8xg8",
        "+k8 h8>h4",
        4,
    ),
    "all that was played, so that a new game begins": (
        "h1-h4 f8-b8 k8-c8xb8",
        "c8>k8 h4>h1 +f8",
        0,
    ),
    "all that was played, with pieces of a kind in each other's places": (
        "f10-c10 f4-c4 c10-c6 f8-j8 a8-i8xj8",
        "i8>f10 c6>a8 c4>f4 +f8",
        0,
    ),
}


@pytest.mark.parametrize("chatters", ["", "k11"])
@pytest.mark.parametrize("pause_s", [0.2, 1.5])
@pytest.mark.parametrize("name", TAKEN_BACK)
def test_a_board_that_stands_as_before_a_capture_is_taken_back(
    name: str, pause_s: float, chatters: str
) -> None:
    """Whether another sensor is known to chatter or not."""
    plies, steps, left = TAKEN_BACK[name]
    board = BoardDriver()
    board.play(*plies.split())
    for _ in range(40 if chatters else 0):
        board.occupied ^= 1 << parse_square(chatters)
        board.wait(0.01)
    board.wait(1.0)
    for step in steps.split():
        if ">" in step:
            origin, target = step.split(">")
            board.lift(origin)
            board.wait(0.5)
            board.put(target)
        else:
            board.put(step[1:])
        board.wait(pause_s)
    board.wait(4.0)
    assert board.moves == [ply.split("x")[0] for ply in plies.split()[:left]]
    assert not board.view.repair


def test_an_undone_piece_goes_back_to_where_it_came_from() -> None:
    """Its captive is missing nearer by; that is an attacker, too."""
    board = BoardDriver()
    board.play("f10-k10", "g7-j7", "k8-i8", "g5-j5xj6", "i8-i5xj5")
    board.command(Command.UNDO)
    board.wait(0.6)
    board.command(Command.UNDO)
    board.wait(2.0)
    assert board.view.repair == (
        RepairStep(RepairAction.SHIFT, parse_square("i8"), Piece.ATTACKER, parse_square("i5")),
        RepairStep(RepairAction.PUT, parse_square("g5"), Piece.DEFENDER),
        RepairStep(RepairAction.PUT, parse_square("j6"), Piece.ATTACKER),
    )


@pytest.mark.parametrize("each_s", [0.08, 0.15])
def test_a_piece_that_slides_over_where_it_came_from_takes_no_plies_back(each_s: float) -> None:
    """For a moment all stands as three plies ago, with a captive that nobody has taken."""
    board = board_at(THERE_AND_BACK, Side.ATTACKERS)
    board.play("h2-i2", "e9-d9", "i2-h2")
    board.wait(1.0)
    slide(board, "d9", "e9", "f9", "g9", "h9", each=each_s, overlap=0.0)
    board.wait(1.0)
    assert board.moves == ["h2-i2", "e9-d9", "i2-h2", "d9-h9"]


def test_a_captive_that_stands_yet_takes_no_plies_back() -> None:
    """Both sides step away and back, with a capture: the board stands as four plies ago."""
    opening = ("g1-g3", "f4-c4", "g3-e3", "c4-c2", "a4-b4", "c2-e2", "b4-a4")
    plies = [*opening, "h6-h7", "e3-f3", "h7-h6", "f3-e3"]
    board = BoardDriver()
    board.play(*plies)
    board.wait(3.0)
    assert (board.moves, board.view.owed) == (plies, bits_of(parse_square("e2")))


@pytest.mark.parametrize(
    ("plies", "undone", "wanted"),
    [
        ("a4-e4 d6-d4xe4 b6-d6", 2, {"d6": "b6", "d4": "d6", "": "e4"}),
        ("a4-e4 d6-d9 h11-h10 d9-d4xe4", 3, {"h10": "h11", "d4": "d6", "": "e4"}),
    ],
)
def test_undone_pieces_are_asked_for_by_their_kinds(
    plies: str, undone: int, wanted: dict[str, str]
) -> None:
    board = BoardDriver()
    board.play(*plies.split())
    for _ in range(undone):
        board.command(Command.UNDO)
        board.wait(0.6)
    board.wait(2.0)
    names = {
        "" if step.origin is None else SQUARE_NAMES[step.origin]: SQUARE_NAMES[step.square]
        for step in board.view.repair
    }
    assert names == wanted


@pytest.mark.parametrize("held_s", [0.06, 0.1, 0.18])
@pytest.mark.parametrize("before_s", [0.05, 0.25])
def test_a_move_that_is_thought_better_of_before_its_reply_begins_is_one_move(
    held_s: float, before_s: float
) -> None:
    """d1 stands on d3, and is in the air again when f8 is lifted; that stands before d1 does."""
    board = BoardDriver()
    board.lift("d1")
    board.wait(0.3)
    board.put("d3")
    board.wait(held_s - A_MOMENT)
    board.lift("d3")
    board.wait(0.15)
    board.slide(["f8", "g8", "h8"], each=before_s)
    board.put("d2")
    board.wait(2.0)
    assert board.moves == ["d1-d2", "f8-h8"]


def test_a_piece_tried_out_of_turn_after_a_lost_tempo_takes_nothing_back() -> None:
    """After three moves of one side and two of the other the board stands as five plies before."""
    played = ["d1-d3", "c4-b4", "d3-d2", "b4-c4", "d2-d1"]
    board = BoardDriver()
    board.play("a4-a3", "f4-c4")
    for move in played:
        board.wait(2.0)
        board.move(move)
    board.wait(2.0)
    board.lift("k4")
    board.wait(0.5)
    board.put("k3")
    board.wait(5.0)
    assert board.moves == ["a4-a3", "f4-c4", *played]


@pytest.mark.parametrize("taken", ["e2:0.2 e3:2.0", "e3:0.2 e2:2.0"])
def test_a_captive_is_asked_back_after_an_undo_whenever_it_was_taken(taken: str) -> None:
    """It may have been lifted just before its captor stood; it is in nobody's hand by then."""
    board = BoardDriver()
    board.play(*OPENING)
    feel(board, f"g3:0.3 {taken}")
    board.command(Command.UNDO)
    board.wait(1.0)
    assert asked(board.view) == {("e3", "g3"), (None, "e2")}
    feel(board, "e3:0.4 g3:1.0 a4:0.3 b4:1.0")
    assert (None, "e2") in asked(board.view)


@pytest.mark.parametrize("home", ["g3", "f3"])
def test_a_captor_that_goes_elsewhere_has_its_captive_asked_back_though_that_was_taken_early(
    home: str,
) -> None:
    board = BoardDriver()
    board.play(*OPENING)
    feel(board, f"g3:0.3 e2:0.2 e3:2.0 e3:0.4 {home}:3.0")
    assert board.moves == [*OPENING, "g3-e3"]
    assert (None, "e2") in asked(board.view)


@pytest.mark.parametrize("beside", ["i5", "g3"])
def test_who_replies_while_a_slide_goes_on_and_takes_that_back_has_not_moved(beside: str) -> None:
    """d1 slides to d5 and rests nowhere; g5 is put down when it passes d3, and put back."""
    board = BoardDriver()
    feel(board, f"g5:0.14 d1+d2:0.3 d2+d3+{beside}:0.22 d3+d4:0.1 {beside}:0.1 d4+d5:0.4 g5:2")
    assert board.moves == ["d1-d5"]
    assert not any(isinstance(event, MoveTakenBack) for event in board.events)


# Nothing stands on the throne, and no piece but the king may stop there.
THRONE_PASSED = """
...........
...........
...........
.....D.....
........K..
...........
...........
.A.........
...........
...........
A.........A
"""


def test_a_slide_over_the_throne_while_the_reply_is_lifted_is_one_move_that_is_taken_back() -> None:
    """No piece moves twice in one slide, whatever has been lifted meanwhile."""
    board = board_at(THRONE_PASSED, Side.DEFENDERS)
    feel(board, "f8:0.01 f7:0.04 f7:0.01 f6:0.03 f6:0.01 f5:0.03 f5:0.02 b4+f4:0.03 f4:0.01")
    feel(board, "f3:0.45 b1:1.2")
    assert board.moves == ["f8-f3", "b4-b1"]
    feel(board, "b1:0.01 b2:0.02 b2:0.01 b3:0.03 b3+b4:0.28")
    feel(board, "f3:0.15 f4:0.03 f4:0.14 f5:0.11 f5:0.11 f7:0.09 f7:0.05 f8:0.6")
    taken_back = [MoveCommitted, MoveCommitted, MoveTakenBack, MoveTakenBack]
    assert (board.moves, kinds(board)) == ([], taken_back)


def test_a_slide_back_over_the_throne_takes_the_move_back_whoever_moves_next() -> None:
    """The attackers move out of turn then; nothing says that f8-f3 stands yet."""
    board = board_at(THRONE_PASSED, Side.DEFENDERS)
    feel(board, "f8:0.4 f3:1.5 f3:0.06 f4:0.3 f4:0.06 f5:0.3 f5:0.06 f6:1.2 f6:0.06 f7:0.3 f7:0.06")
    feel(board, "f8:1.5 b4:0.6 b1:0.6")
    assert (board.moves, kinds(board)) == ([], [MoveCommitted, MoveTakenBack])
    assert board.view.sentence == "This move does not count. Move the piece on b1 to b4."


THRONE_BETWEEN = """
...A.......
...........
...........
........K..
...........
...D.......
...........
...........
...........
...........
A.........A
"""


@pytest.mark.parametrize("stops_s", [0.13, 0.9])
@pytest.mark.parametrize("stood_s", [0.8, 2.0])
def test_a_piece_that_slid_over_the_throne_slides_back_over_it_after_the_reply(
    stops_s: float, stood_s: float
) -> None:
    """It was no captive of e6, slid on to g6 and back, though the reply came beside that."""
    board = board_at(THRONE_BETWEEN, Side.DEFENDERS)
    feel(board, f"d6:0.06 e6:{stops_s} e6:0.04 f6:0.07 f6:0.04 g6:{stood_s}")
    feel(
        board, "d11:0.07 d10:0.14 d10:0.05 d9:0.12 d9:0.04 d8:0.12 d8:0.04 d7:0.16 d7:0.06 d6:0.77"
    )
    feel(board, "g6:0.05 f6:0.09 f6:0.05 e6:1.5")
    assert board.moves == ["d6-g6", "d11-d6", "g6-e6"]


SHOVED = """
.A.....A...
.........A.
...........
...........
A...D......
.....KD.A..
.........D.
......A....
...........
..A........
...........
"""


def test_a_captive_may_be_pushed_off_the_board_over_the_square_that_it_came_from() -> None:
    """j5-i5 is no move to k5 then, before which g4-i4 captures it."""
    board = board_at(SHOVED, Side.DEFENDERS)
    feel(board, "j5+i5:1.2 i5:0.02 j5:0.06 j5:0.02 k5:0.06 k5:0.3 g4:0.5 i4:1.2")
    (capture,) = board.session.game.plies[-1].captures
    assert (board.moves, capture.squares) == (["j5-i5", "g4-i4"], (parse_square("i5"),))


@pytest.mark.parametrize("laid_first", ["", "k9"])
def test_a_captive_laid_where_its_captor_came_from_takes_no_move_back(laid_first: str) -> None:
    """k8 has come to f8, which f9 had left: every square feels what it felt two moves ago."""
    board = BoardDriver()
    board.play("d1-d3", "f8-f9", "k8-f8xf9")
    if laid_first:
        board.put(laid_first)
        board.wait(2.0)
        board.lift(laid_first)
    board.wait(0.6)
    board.put("k8")
    board.wait(3.0)
    assert board.moves == ["d1-d3", "f8-f9", "k8-f8"]
    assert (board.view.strays, board.view.repair) == (1 << parse_square("k8"), ())
    board.move("g7-g8")
    assert board.moves[3:] == ["g7-g8"]


def test_any_captive_may_be_put_back_when_a_capture_is_taken_back() -> None:
    """e2 and c7 lie on a3 and c1; c6 goes back, and e2 is put on c7 in place of the other one."""
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2")
    board.put("a3")
    board.play("c4-c7", "a8-c8", "h6-h5", "b6-c6xc7")
    board.put("c1")
    board.wait(2.0)
    board.lift("c6")
    board.put("b6")
    board.lift("a3")
    board.wait(0.6)
    board.put("c7")
    board.wait(2.0)
    assert board.moves[-1] == "h6-h5"
    assert (board.view.strays, board.view.repair) == (1 << parse_square("c1"), ())


def test_whoever_takes_a_capture_back_is_asked_for_the_captive_and_has_moved_no_piece() -> None:
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2")
    board.put("k2")
    board.wait(2.0)
    feel(board, "e3:0.5 g3:1.0")
    keys = [each.key for each in board.view.sentences]
    assert (board.view.refusal, keys[0], asked(board.view)) == (
        None,
        "cause.taking_back",
        {("k2", "e2")},
    )


WIDE = """
...A.A.....
...........
.A.......A.
A.....D....
..........A
...DDK.....
..D........
A..........
...........
.......D...
...........
"""


@pytest.mark.parametrize("target", ["i2", "f2"])
@pytest.mark.parametrize("touch_s", [0.3, 1.0])
def test_a_move_that_was_changed_and_replied_to_does_not_end_where_the_next_one_is_changed(
    target: str, touch_s: float
) -> None:
    """h2-h7 becomes h2-e2, and e2-k2 ends on another square, each after the other side's touch."""
    board = board_at(WIDE, Side.DEFENDERS)
    feel(board, f"h2:0.4 h7:0.5 a4:{touch_s} a4:0.5 h7:0.4 e2:1.5 j9:0.4 j5:1.5")
    feel(board, "e2:0.05 " + " ".join(f"{file}2:0.05 {file}2:0.05" for file in "fghij") + " k2:0.5")
    feel(board, f"d11:{touch_s} d11:0.5 k2:0.4 {target}:2.0")
    assert board.moves == ["h2-e2", "j9-j5", f"e2-{target}"]
