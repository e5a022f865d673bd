"""Several things happen at once: what is seen is put down to the piece that moved."""

from itertools import pairwise

import pytest

from controller.events.event import GameStarted, MoveCommitted, MoveRetargeted, MoveTakenBack
from controller.rules.compiled import compiled
from controller.rules.game import Game, new_game
from controller.rules.geometry import parse_square
from controller.rules.library import named_ruleset
from controller.rules.pieces import Side
from controller.rules.position import parse_diagram
from controller.store.replay import replayed
from controller.words.catalogue import say
from tests.board_driver import COPENHAGEN, OPENING, SCAN_S, SETTLED, BoardDriver
from tests.controller.store.kept import plies
from tests.squares import squares


def test_a_piece_that_never_left_its_square_has_not_moved_on() -> None:
    """The defender might have gone on to e2 and the attacker to e3, had e3 ever been empty."""
    board = BoardDriver()
    board.play("d1-d3", "e5-e3")
    board.lift("d3")
    board.put("e2")
    board.wait(1.0)
    assert board.moves == ["d1-d3", "e5-e3"]
    assert board.view.refusal_sentence is not None
    assert say(board.view.refusal_sentence) == (
        "A piece moves in a straight line, and e2 is neither in the row nor in the column of d3."
    )


def test_a_reply_may_go_to_the_square_that_the_move_came_from() -> None:
    """The piece from e4 could have captured e2 on e3, so the captive might be gone early."""
    board = BoardDriver()
    board.play("d1-d4", "e5-e2", "d4-e4", "f8-i8")
    board.lift("e4")
    board.put("b4")
    board.wait(0.1)
    board.lift("e2")
    board.wait(0.1)
    board.put("e4")
    board.wait(SETTLED)
    assert board.moves[-2:] == ["e4-b4", "e2-e4"]


def test_a_piece_that_leaves_while_another_is_in_the_air_lands_as_itself() -> None:
    """g5 went to j5 and stands askew, felt by no sensor; the attackers slide g1 up the file."""
    board = BoardDriver()
    board.play("d1-d2")
    board.slide(["g5", "h5"], each=0.4)
    board.slide(["h5", "i5", "j5"], each=0.25)
    board.lift("j5")
    board.wait(0.3)
    board.slide(["g1", "g2", "g3"], each=0.25)
    board.put("j5")
    board.wait(SETTLED)
    assert board.moves == ["d1-d2", "g5-j5", "g1-g3"]


@pytest.mark.parametrize("seconds", [0.25, 0.4, 0.6])
def test_which_of_two_pieces_in_the_air_has_landed_shows_when_the_other_one_does(
    seconds: float,
) -> None:
    """h1 stands askew on h3, felt by no sensor, when h6 comes to h4, where h1 may go, too."""
    board = BoardDriver()
    board.lift("h1")
    board.wait(0.07)
    board.lift("h6")
    board.wait(0.95)
    board.put("h4")
    board.wait(seconds)
    board.put("h3")
    board.wait(SETTLED)
    assert board.moves == ["h1-h3", "h6-h4"]


def test_a_move_that_was_changed_is_no_capture_by_the_reply() -> None:
    """c4 went on to e4, stood there, and came back to d4 before d8 was lifted."""
    board = BoardDriver()
    board.play("a4-c4", "f8-c8", "g1-g2", "d6-d8")
    board.slide(["c4", "d4"], each=0.05)
    board.slide(["d4", "e4"], each=0.35)
    board.slide(["e4", "d4"], each=0.25)
    board.lift("d8")
    board.wait(0.6)
    board.put("g8")
    board.wait(SETTLED)
    assert board.moves[-2:] == ["c4-d4", "d8-g8"]


def test_a_slide_that_ends_where_the_start_position_stands_begins_no_game() -> None:
    board = BoardDriver()
    board.play("d1-d2", "e5-e4", "d2-d1")
    board.slide(["e4", "e3"], each=0.4)
    board.slide(["e3", "e4", "e5"], each=0.05)
    board.wait(2.0)
    assert not [event for event in board.events if isinstance(event, GameStarted)]


def test_one_piece_alone_does_not_take_back_several_plies() -> None:
    """On its way from e2 back to e5 it passes e3, where it stood four plies before."""
    board = BoardDriver()
    board.play("d1-d3", "e5-e3", "d3-c3", "e3-e5", "c3-d3", "e5-e2", "g1-g2")
    board.move("g2-g1")
    board.slide(["e2", "e3"], each=1.0)
    assert len(board.moves) == 6
    board.slide(["e3", "e4", "e5"], each=0.1)
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "e5-e3", "d3-c3", "e3-e5", "c3-d3"]


def test_a_piece_in_the_air_since_before_the_reply_is_no_second_reply() -> None:
    """f2 went past d2 to c2, came back to d2, and stands there so that no sensor feels it."""
    board = BoardDriver()
    board.play("f2-e2", "f8-i8")
    board.slide(["e2", "d2", "c2"], each=0.4)
    board.slide(["c2", "d2"], each=0.05)
    board.lift("d2")
    board.wait(0.3)
    board.slide(["g5", "h5"], each=0.1)
    board.put("d2")
    board.wait(0.2)
    board.slide(["h5", "i5"], each=SETTLED)
    assert board.moves == ["f2-e2", "f8-i8", "e2-d2", "g5-i5"]


def test_a_slide_goes_on_though_its_captive_to_be_is_already_gone() -> None:
    board = BoardDriver()
    board.play(*OPENING)
    board.lift("e2")
    board.slide(["g3", "f3", "e3"], each=0.2)
    board.wait(SETTLED)
    assert board.moves == [*OPENING, "g3-e3"]


def test_a_board_that_is_put_up_again_makes_no_moves() -> None:
    """Only the piece from a4 has rolled to b4, where it might have moved."""
    board = BoardDriver()
    board.lift("a4", "a5", "a6", "d1", "e1", "f1")
    board.wait(SETTLED)
    board.put("b4")
    board.put("a5", "a6", "d1", "e1", "f1")
    board.wait(1.0)
    assert board.moves == []
    assert board.view.sentence.endswith("Move the piece on b4 to a4.")
    board.slide(["b4", "a4"])
    board.move("a4-b4")
    assert board.moves == ["a4-b4"]


def test_a_ply_is_taken_back_right_after_the_reply_to_it() -> None:
    board = BoardDriver()
    board.play("d1-d3", "g5-g2", "j6-j4", "h6-h4", "j4-j6")
    for back in (["j6", "j5", "j4"], ["h4", "h5", "h6"]):
        board.slide(back, each=0.2)
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "g5-g2", "j6-j4"]


def test_a_reply_that_begins_is_no_captive_of_a_move_that_went_another_way() -> None:
    """From g3 a piece could have captured e2; on i3 it cannot be on its way to that."""
    board = BoardDriver()
    board.play(*OPENING)
    board.slide(["g3", "h3", "i3"], each=0.2)
    board.lift("e2")
    board.wait(0.1)
    assert board.moves == [*OPENING, "g3-i3"]


def test_a_reply_may_capture_the_piece_that_has_just_been_put_down() -> None:
    """The captive is taken first, before its move has counted."""
    board = BoardDriver()
    board.lift("a4")
    board.put("e4")
    board.lift("e4")
    board.lift("d6")
    board.put("d4")
    board.wait(2 * SETTLED)
    assert board.moves == ["a4-e4", "d6-d4"]


def test_pieces_that_fall_make_no_ply_though_they_look_like_one_and_its_reply() -> None:
    board = BoardDriver()
    board.play("d1-d3")
    board.lift("e5", "d11")
    board.put("e4")
    board.wait(0.3)
    board.lift("a4", "a5", "k4", "k5", "f8", "g11")
    board.wait(1.0)
    assert board.moves == ["d1-d3"]


def test_a_piece_that_comes_back_to_the_square_where_it_was_seen_is_no_other() -> None:
    """It was put down on i7, pushed askew, and right again while g7 is in a hand."""
    board = BoardDriver()
    board.play("d1-d3", "g5-g2")
    board.slide(["k7", "j7", "i7"], each=0.1)
    board.lift("i7")
    board.wait(0.2)
    board.lift("g7")
    board.put("i7")
    board.wait(0.2)
    assert board.moves == ["d1-d3", "g5-g2", "k7-i7"]


def test_a_piece_in_the_air_does_not_slide_about_as_another_passes_its_origin() -> None:
    """f8 went to j8 and was pushed off its sensor; a8 slides past f8."""
    board = BoardDriver()
    board.play("d1-d2", "f8-j8")
    board.lift("j8")
    board.wait(0.3)
    board.slide(["a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8"], each=0.2)
    board.put("j8")
    board.wait(SETTLED)
    assert board.moves == ["d1-d2", "f8-j8", "a8-h8"]
    assert not [e for e in board.events if isinstance(e, MoveRetargeted)]


def test_only_the_piece_that_made_the_last_ply_can_change_it() -> None:
    """g7 slides up between f9 and h9, and h10 is taken before it is captured."""
    board = BoardDriver()
    board.play("f10-f9", "e7-e9", "h11-h10", "f8-i8", "f9-h9")
    board.slide(["g7", "g8"], each=0.1)
    board.lift("h10")
    board.slide(["g8", "g9"], each=0.2)
    board.put("h10")
    board.wait(SETTLED)
    assert not [e for e in board.events if isinstance(e, MoveRetargeted)]


def test_a_slide_felt_on_two_squares_is_no_reply_by_the_captive_that_was_taken_early() -> None:
    """Between f3 and e3 a magnet is felt on both, and e2 is in a hand already."""
    board = BoardDriver()
    board.play(*OPENING)
    board.lift("e2")
    board.slide(["g3", "f3"], each=0.3)
    board.put("e3")
    board.lift("f3")
    board.wait(SETTLED)
    assert board.moves == [*OPENING, "g3-e3"]


def test_a_reply_by_a_piece_that_might_have_been_a_captive_counts_when_it_has_stood() -> None:
    board = BoardDriver()
    board.play(*OPENING)
    board.lift("e2")
    board.slide(["g3", "f3"], each=0.3)
    board.put("e3")
    board.wait(2 * SETTLED)
    assert board.moves == [*OPENING, "g3-f3", "e2-e3"]


def test_a_piece_that_steps_beside_another_is_not_its_captor() -> None:
    """i2 was pushed off its sensor; e3 steps to f3, where from i3 it could have been captured."""
    board = BoardDriver()
    board.play("e1-e3", "g5-i5", "d1-c1", "i5-i3", "c1-b1", "d6-d3", "a4-b4", "i3-i2")
    board.lift("i2")
    board.wait(0.3)
    board.slide(["e3", "f3"], each=0.5)
    board.put("i2")
    board.wait(SETTLED)
    assert board.moves[-2:] == ["i3-i2", "e3-f3"]
    assert not [e for e in board.events if isinstance(e, MoveRetargeted)]


def test_a_piece_that_was_seen_on_its_way_captures_nothing_elsewhere() -> None:
    """c3 was slid to f3 and stands askew there; b5 steps to c5, where from c3 it is captured."""
    board = BoardDriver()
    board.play("d1-d3", "f8-i8", "d3-c3", "e5-b5")
    board.slide(["c3", "d3", "e3", "f3"], each=0.1)
    board.lift("f3")
    board.wait(0.2)
    board.slide(["b5", "c5"], each=0.5)
    board.put("f3")
    board.wait(2 * SETTLED)
    assert board.moves[-2:] == ["c3-f3", "b5-c5"]


def test_a_piece_in_the_air_since_before_another_was_lifted_is_no_captive_of_that() -> None:
    """e5 went too far, to e2, where g3 could capture it, and stands askew on e4 for a second."""
    board = BoardDriver()
    board.play("d1-d3", "f4-c4", "g1-g3")
    board.slide(["e5", "e4", "e3", "e2"], each=0.05)
    board.wait(SETTLED)
    board.lift("e2")
    board.lift("g3")
    board.wait(1.0)
    board.put("e4")
    board.put("h3")
    board.wait(2 * SETTLED)
    assert board.moves == ["d1-d3", "f4-c4", "g1-g3", "e5-e4", "g3-h3"]


def test_a_move_that_stood_before_a_captive_seemed_to_be_gone_is_not_doubted() -> None:
    """c4 went on to e4, where d8 could capture it, and came back to d4, where it was pushed."""
    board = BoardDriver()
    board.play("a4-c4", "f8-c8", "g1-g2", "d6-d8")
    board.slide(["c4", "d4"], each=0.05)
    board.slide(["d4", "e4"], each=0.35)
    board.slide(["e4", "d4"], each=0.1)
    board.lift("d4")
    board.wait(0.1)
    board.lift("d8")
    board.put("d4")
    board.wait(0.2)
    assert board.moves[-1] == "c4-d4"


def test_a_move_stands_though_the_slide_that_replies_pauses_over_the_throne() -> None:
    board = BoardDriver()
    opening = ("d1-d2", "f4-c4", "d2-d1", "f5-f3", "d1-d2", "f6-f4", "d2-d1", "f4-e4")
    board.play(*opening)
    board.lift("a4")
    board.put("b4")
    board.slide(["f7", "f6"], each=0.5)
    assert board.moves == [*opening, "a4-b4"]
    board.slide(["f6", "f5"], each=0.5)
    assert board.moves == [*opening, "a4-b4", "f7-f5"]


def test_a_move_stands_though_the_reply_slides_to_a_captive_that_is_already_gone() -> None:
    board = BoardDriver()
    board.play("d1-d3", "e5-e2", "g1-g3")
    board.lift("f4")
    board.put("c4")
    board.lift("e2")
    board.slide(["g3", "f3"], each=0.5)
    assert board.moves == ["d1-d3", "e5-e2", "g1-g3", "f4-c4"]
    board.slide(["f3", "e3"], each=0.5)
    assert board.moves == [*OPENING, "g3-e3"]


def test_a_slide_felt_on_two_squares_does_not_make_the_move_before_it_stand_anew() -> None:
    """d6, felt on d7 too, begins to move 0.1 s after b4 was reached."""
    board = BoardDriver()
    board.slide(["a4", "b4"], each=0.1)
    board.occupied ^= 1 << parse_square("d7")
    board.wait(0.03)
    board.lift("d6")
    assert board.moves == ["a4-b4"]


def test_what_falls_long_after_a_hasty_ply_leaves_that_in_the_game() -> None:
    board = BoardDriver()
    board.play("d1-d3")
    board.lift("e5")
    board.put("e4")
    board.lift("d11")
    board.wait(1.5)
    board.lift("a4", "a5", "k4", "k5", "f8", "g11")
    board.wait(1.0)
    assert board.moves == ["d1-d3", "e5-e4"]


def test_a_takeback_that_goes_too_far_is_no_ply_replied_to_by_the_takeback_before() -> None:
    board = BoardDriver()
    board.play("d1-d2", "d6-d9", "a4-b4")
    board.slide(["b4", "a4"])
    board.wait(0.1)
    board.slide(["d9", "d8", "d7", "d6", "d5"], each=0.03)
    board.wait(0.2)
    board.slide(["d5", "d6"])
    board.wait(SETTLED)
    assert board.moves == ["d1-d2"]


def test_a_slide_felt_on_two_squares_is_no_move_of_a_piece_in_the_air() -> None:
    """d3 was pushed off its sensor; d6 is felt on d5 too, where the piece from d1 might go."""
    board = BoardDriver()
    board.play("d1-d3")
    board.lift("d3")
    board.wait(0.3)
    board.occupied ^= 1 << parse_square("d5")
    board.wait(0.03)
    board.lift("d6")
    board.wait(SETTLED)
    board.put("d3")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "d6-d5"]


def test_a_piece_that_never_left_its_square_is_not_taken_back() -> None:
    """k4 was pushed off its sensor, and h6 slides to j6, where the piece on j4 came from."""
    board = BoardDriver()
    board.play("j6-j4")
    board.lift("k4")
    board.wait(SETTLED)
    board.slide(["h6", "i6"], each=0.1)
    board.slide(["i6", "j6"], each=SETTLED)
    board.put("k4")
    board.wait(SETTLED)
    assert board.moves == ["j6-j4", "h6-j6"]
    assert not [e for e in board.events if isinstance(e, MoveTakenBack)]


def test_a_piece_in_the_air_while_another_passes_its_way_is_no_reply_to_that() -> None:
    """f2 went on to c2 and stands askew there; d6 is slid over d2, where it might have gone."""
    board = BoardDriver()
    board.slide(["f2", "e2"], each=SETTLED)
    board.slide(["e2", "d2", "c2"], each=0.05)
    board.lift("c2")
    board.wait(0.2)
    board.slide(["d6", "d5", "d4", "d3", "d2"], each=0.05)
    board.slide(["d2", "d3"], each=SETTLED)
    board.put("c2")
    board.wait(2 * SETTLED)
    assert board.moves == ["f2-c2", "d6-d3"]


def test_what_a_stop_captured_may_reply_when_the_slide_has_gone_on() -> None:
    board = BoardDriver()
    board.play("d1-c1", "e5-e2", "g1-g3", "f4-c4")
    board.slide(["g3", "f3", "e3"], each=0.1)
    board.wait(SETTLED)
    assert board.moves[-1] == "g3-e3"
    board.slide(["e3", "d3", "c3"], each=0.1)
    board.lift("e2")
    board.wait(0.2)
    board.put("d2")
    board.wait(SETTLED)
    assert board.moves[-2:] == ["g3-c3", "e2-d2"]


def test_a_slide_past_its_last_origin_is_no_takeback_while_the_other_side_moves() -> None:
    """i6 was put on i7, askew; the attackers at once slide e2 on, past f2 where it came from."""
    board = BoardDriver()
    board.play("d1-d2", "h6-i6", "f2-e2")
    board.lift("i6")
    board.wait(1.0)
    board.slide(["e2", "f2"], each=0.2)
    board.slide(["f2", "g2"], each=SETTLED)
    board.put("i7")
    board.wait(2 * SETTLED)
    assert board.moves == ["d1-d2", "h6-i6", "f2-e2", "i6-i7", "e2-g2"]
    assert not [e for e in board.events if isinstance(e, MoveTakenBack)]


def test_a_ply_that_is_seen_only_after_two_replies_counts_with_them() -> None:
    """d1 was put on d2, askew, and is put right while the attackers have a4 in the hand."""
    board = BoardDriver()
    board.lift("d1")
    board.wait(1.0)
    board.lift("h6")
    board.put("i6")
    board.lift("a4")
    board.put("d2")
    board.wait(2 * SETTLED)
    assert board.moves == ["d1-d2", "h6-i6"]
    board.put("b4")
    board.wait(SETTLED)
    assert board.moves == ["d1-d2", "h6-i6", "a4-b4"]


def test_a_slide_felt_on_two_squares_is_no_return_of_the_piece_that_it_captures() -> None:
    """f3 is taken early, and e2 slides to f2, where that piece came from."""
    board = BoardDriver()
    board.play("d1-d2", "e5-e2", "f2-f3")
    board.lift("f3")
    board.occupied ^= 1 << parse_square("f2")
    board.wait(0.03)
    board.lift("e2")
    board.wait(SETTLED)
    assert board.moves == ["d1-d2", "e5-e2", "f2-f3", "e2-f2"]


def test_a_piece_lifted_after_the_reply_may_be_the_one_that_is_seen() -> None:
    """d1 stands askew on d3, and f2 is slid to d2, where that might have gone, and back."""
    board = BoardDriver()
    board.lift("d1")
    board.wait(1.0)
    board.lift("h6")
    board.put("i6")
    board.wait(0.1)
    board.slide(["f2", "e2", "d2"], each=0.05)
    board.wait(0.2)
    assert board.moves == []
    board.slide(["d2", "e2", "f2"], each=0.05)
    board.put("d3")
    board.wait(2 * SETTLED)
    assert board.moves == ["d1-d3", "h6-i6"]


def test_a_ply_pushed_right_counts_though_the_second_reply_begins_just_then() -> None:
    """And h6-i6, which has stood for longer: a4 is the reply to it, so it is meant."""
    board = BoardDriver()
    board.lift("d1")
    board.put("d2")
    board.lift("d2")
    board.wait(0.1)
    board.lift("h6")
    board.put("i6")
    board.wait(0.1)
    board.put("d2")
    board.lift("a4")
    board.wait(0.2)
    assert board.moves == ["d1-d2", "h6-i6"]
    board.put("b4")
    board.wait(2 * SETTLED)
    assert board.moves == ["d1-d2", "h6-i6", "a4-b4"]


def test_pieces_that_fall_for_a_second_make_no_ply() -> None:
    board = BoardDriver()
    board.play("d1-d3")
    board.lift("e5", "d11")
    board.put("e4")
    board.wait(0.3)
    for name in ("a4", "a5", "k4", "k5", "f8", "g11", "h1"):
        board.lift(name)
        board.wait(0.05)
    board.wait(1.0)
    assert board.moves == ["d1-d3"]


def test_a_slide_past_the_origin_of_its_captive_takes_nothing_back() -> None:
    """d4 is taken early, and d8 pauses on d6, where that came from, on its way to capture it."""
    board = BoardDriver()
    board.play("d1-d3", "g5-h5", "d11-d8", "d6-d4")
    board.lift("d4")
    board.slide(["d8", "d7"], each=0.5)
    board.slide(["d7", "d6"], each=0.25)
    board.slide(["d6", "d5"], each=2 * SETTLED)
    assert board.moves == ["d1-d3", "g5-h5", "d11-d8", "d6-d4", "d8-d5"]
    assert not [e for e in board.events if isinstance(e, MoveTakenBack)]


def test_a_slide_in_two_steps_is_one_move_though_another_comes_near_meanwhile() -> None:
    """j10 might have gone to k10, too, and k8 have stayed on k9."""
    board = BoardDriver()
    board.play("h1-h3", "g7-g10", "a8-b8", "g10-j10")
    board.lift("k8")
    board.put("k9")
    board.lift("j10")
    board.occupied ^= 1 << parse_square("k9")
    board.wait(3 * SCAN_S)
    board.put("j9")
    board.put("k10")
    board.wait(SETTLED)
    assert board.moves[4:] == ["k8-k10", "j10-j9"]


def test_of_two_moves_in_a_row_that_are_replied_to_the_first_one_counts() -> None:
    """Whoever moves twice has to put the second piece back."""
    board = BoardDriver()
    board.lift("a5")
    board.wait(0.4)
    board.put("c5")
    board.lift("j6")
    board.wait(0.05)
    board.put("j10")
    board.wait(0.1)
    board.lift("h6")
    board.wait(0.2)
    board.put("h5")
    board.wait(1.5)
    assert board.moves == ["a5-c5", "h6-h5"]


def test_a_slide_goes_on_though_the_reply_slides_in_the_same_moment() -> None:
    board = BoardDriver()
    board.play("h1-h3", "g7-g10")
    board.slide(["h3", "g3"], each=0.6)
    gone, reply = 1 << parse_square("g3"), 1 << parse_square("f8")
    board.occupied ^= gone
    board.wait(SCAN_S)
    board.occupied ^= reply | 1 << parse_square("f3")
    board.wait(2 * SCAN_S)
    board.put("f9")
    board.slide(["f3", "e3", "d3", "c3", "b3"])
    board.wait(SETTLED)
    assert board.moves[2:] == ["h3-b3", "f8-f9"]


def test_a_slide_that_pauses_goes_on_before_its_hand_can_have_seen_the_reply() -> None:
    board = BoardDriver()
    board.play("d1-d3", "f8-i8", "k5-j5")
    board.slide(["i8", "i7"], each=0.3)
    board.slide(["i7", "i6"], each=0.2)
    board.slide(["d11", "d10"])
    board.slide(["i6", "i5", "i4", "i3"], each=0.1)
    board.wait(SETTLED)
    assert board.moves[3:] == ["i8-i3", "d11-d10"]


def test_a_step_counts_with_the_reply_to_it_though_its_side_holds_its_next_move() -> None:
    """k4 is in the hand as a4 steps to b4, and h6 goes to h3."""
    board = BoardDriver()
    board.lift("k4")
    board.lift("a4")
    board.put("b4")
    board.wait(0.1)
    board.lift("h6")
    board.wait(0.2)
    board.put("h3")
    board.wait(2 * SETTLED)
    assert board.moves == ["a4-b4", "h6-h3"]


def test_of_two_pieces_that_fly_in_no_time_the_first_makes_no_move_meanwhile() -> None:
    """Each comes to stand beside another, which might be felt there, too, for a moment."""
    board = BoardDriver()
    board.play("d1-d2", "g7-i7")
    for gone, come in (("e11", "e8"), ("e5", "g8")):
        board.occupied ^= squares(gone, come)
        board.wait(0.03)
    board.wait(SETTLED)
    assert board.moves == ["d1-d2", "g7-i7"]
    assert len([e for e in board.events if isinstance(e, MoveCommitted)]) == 2


def test_what_flies_in_no_time_just_before_the_board_falls_was_no_move() -> None:
    """a4 is flung to e4, where it might have been played to, and the rest falls 0.25 s later."""
    board = BoardDriver()
    board.play("d1-d3", "e5-e2")
    board.occupied ^= squares("a4 e4")
    board.wait(0.25)
    for name in ("k4", "a5", "g11", "h1", "f8", "d11"):
        board.occupied ^= 1 << parse_square(name)
        board.wait(0.04)
    board.wait(1.0)
    assert board.moves == ["d1-d3", "e5-e2"]


def test_sensors_that_lose_standing_pieces_for_a_moment_take_no_ply_back() -> None:
    """The magnets of a4 and h1 are weak: each is not felt for 0.03 s, again and again."""
    board = BoardDriver()
    board.move("d1-d3")
    for _ in range(8):
        for name in ("a4", "h1"):
            for _ in range(2):
                board.occupied ^= 1 << parse_square(name)
                board.wait(0.03)
            board.wait(0.05)
    board.move("e5-e2")
    assert board.moves == ["d1-d3", "e5-e2"]


def test_a_square_that_a_piece_in_the_hand_has_only_touched_is_no_move() -> None:
    """f8 touches f9, where it might have gone, and then h9, where it might not."""
    board = BoardDriver()
    board.play("d1-d3")
    board.lift("f8")
    board.wait(0.5)
    for name in ("f9", "h9"):
        board.put(name)
        board.wait(0.06)
        assert board.moves == ["d1-d3"]
        board.lift(name)
        board.wait(1.1)
    board.put("f9")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "f8-f9"]


def test_a_square_that_the_mover_touches_is_no_reply_that_makes_another_touch_a_move() -> None:
    """d1 touches d2, h3, and e4 beside e5, which the other side has lifted for its reply."""
    board = BoardDriver()
    board.lift("d1")
    board.put("d2")
    board.lift("d2")
    board.put("h3")
    board.lift("e5")
    board.lift("h3")
    board.wait(0.15)
    board.put("e4")
    assert board.moves == []
    board.lift("e4")
    board.put("d3")
    board.wait(0.2)
    board.put("e2")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "e5-e2"]


def test_the_hand_that_took_a_captive_may_touch_squares_with_it() -> None:
    """The captive of e2 touches h9 and i9 after f8 was lifted, which may not go there."""
    board = BoardDriver()
    board.play(*OPENING, "g3-e3")
    board.lift("e2")
    for name in ("g9", "h9", "i9"):
        board.put(name)
        board.lift(name)
        board.wait(0.2)
        if name == "g9":
            board.lift("f8")
    board.put("j9")
    board.put("f9")
    board.lift("j9")
    board.wait(SETTLED)
    assert board.moves[-1] == "f8-f9"


@pytest.mark.parametrize("wait_s", [0.3, 1.0, 2.0])
def test_a_second_move_of_the_same_side_is_the_one_to_put_back(wait_s: float) -> None:
    board = BoardDriver()
    board.play("d1-d3")
    board.wait(wait_s)
    board.slide(["g1", "g2", "g3"], each=0.13)
    board.wait(1.5)
    sentence = "This move does not count. Move the piece on g3 to g1."
    assert (board.moves, board.view.sentence) == (["d1-d3"], sentence)
    board.slide(["g3", "g2", "g1"], each=0.13)
    board.play("f8-i8")
    assert board.moves == ["d1-d3", "f8-i8"]


@pytest.mark.parametrize("wait_s", [1.8, 2.4])
def test_a_step_that_everybody_has_seen_count_was_no_push(wait_s: float) -> None:
    """Its side slides another piece then, which is out of its turn; reeds feel that twice."""
    board = BoardDriver()
    board.slide(["a4", "b4"])
    board.wait(SETTLED + wait_s)
    for left, come in pairwise(["k4", "j4", "i4", "h4"]):
        board.occupied ^= 1 << parse_square(come)
        board.wait(3 * SCAN_S)
        board.occupied ^= 1 << parse_square(left)
        board.wait(9 * SCAN_S)
    board.wait(4.0)
    sentence = "This move does not count. Move the piece on h4 to k4."
    assert (board.moves, board.view.sentence) == (["a4-b4"], sentence)


def test_a_piece_that_is_touched_as_another_lands_has_not_moved_there() -> None:
    """d1 has long been in the hand when a4 is touched; both could have come to d4."""
    board = BoardDriver()
    board.play("h1-h2")
    board.lift("f8")
    board.wait(0.15)
    board.lift("d1")
    board.wait(0.15)
    board.put("i8")
    board.wait(0.45)
    board.lift("a4")
    board.put("d4")
    board.wait(0.8)
    assert board.moves == ["h1-h2", "f8-i8"]
    board.put("a4")
    board.wait(SETTLED)
    assert board.moves == ["h1-h2", "f8-i8", "d1-d4"]


def test_a_defender_that_slides_out_of_turn_shows_no_sensor_that_fails() -> None:
    """k4 might have come to where it stands, if its sensor felt it still."""
    opening = "h1-j1 e7-e9 f2-i2 h6-h1 d1-d3 d6-d9 i2-i1 f4-b4"
    moves = f"{opening} a5-d5 g7-g8 d3-d2 f8-f9 a8-f8 e9-e8 b6-d6 d9-i9".split()
    game = replayed(new_game(compiled(named_ruleset("viking-game"))), plies(*moves))
    board = BoardDriver(game.rules, started=False)
    board.session.take_up(game)
    board.occupied = game.position.occupied
    board.wait(5.0)
    for change in ("c4", "b4", "d4", "c4"):
        board.occupied ^= 1 << parse_square(change)
        board.wait(0.04 if change != "b4" else 0.16)
    board.wait(5.0)
    assert (board.moves, board.view.faulty) == (moves, 0)


def test_a_long_slide_out_of_turn_takes_the_move_before_it_not_back() -> None:
    board = BoardDriver()
    opening = ["f2-f3", "f8-i8", "k4-k2", "i8-i9"]
    board.play(*opening)
    board.lift("a4")
    board.wait(0.6)
    board.put("b4")
    board.wait(0.9)
    way = [f"{file}2" for file in "kjihgfedcba"]
    board.slide(way, each=0.16)
    board.wait(0.5)
    board.slide(way[::-1], each=0.16)
    board.play("i9-i10")
    assert board.moves == [*opening, "a4-b4", "i9-i10"]
    assert not any(isinstance(event, MoveTakenBack) for event in board.events)


_SLID_PAST = """
...........
...........
...........
D..........
...........
...........
A....K.....
...........
...........
...........
...........
"""


def test_a_captor_on_the_square_that_its_captive_slid_over_is_no_slide_back_at_rest() -> None:
    """a5-a2 counts; then a8 comes to a3 and takes a2 in the same moment, as if that slid back."""
    board = BoardDriver(started=False)
    game = Game(COPENHAGEN, parse_diagram(_SLID_PAST, Side.ATTACKERS))
    board.session.take_up(game)
    board.occupied = game.position.occupied
    board.wait(1.5)
    board.slide(["a5", "a4", "a3", "a2"], each=0.15)
    board.wait(0.1)
    board.lift("a8")
    board.wait(0.6)
    board.put("a3")
    board.lift("a2")
    board.wait(8.0)
    assert board.moves == ["a5-a2", "a8-a3"]


@pytest.mark.parametrize(
    ("move", "later", "illegal"),
    [
        pytest.param("a4-c4", "f4", "a2", id="a4-a2 and f4-c4 would leave the board alike"),
        pytest.param("a4-d4", "d1", "a4", id="d1-d4 alone would leave the board alike"),
    ],
)
def test_a_piece_that_was_lifted_later_is_not_the_one_that_stands_there(
    move: str, later: str, illegal: str
) -> None:
    """It is put where it may not go, and back."""
    board = BoardDriver()
    origin, target = move.split("-")
    for lifted, put in ((origin, target), (later, illegal)):
        board.lift(lifted)
        board.wait(0.4)
        board.put(put)
        board.wait(0.3)
    board.wait(2.0)
    assert board.moves == [move]
    board.lift(illegal)
    board.wait(0.3)
    board.put(later)
    board.wait(SETTLED)
    assert board.moves == [move]
