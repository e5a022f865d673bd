"""Strangers at one board: what nobody can be sure of does not count, and is put back."""

from controller.events.event import MoveTakenBack
from controller.rules.geometry import SQUARE_NAMES
from controller.session.timing import Timing
from tests.board_driver import OPENING, SETTLED, BoardDriver

STRANGERS = Timing(apart_s=1.0)
AT_ONCE = "Several pieces were moved at once. Put them back, then move one at a time."


def strangers() -> BoardDriver:
    return BoardDriver(timing=STRANGERS)


def wanted(board: BoardDriver) -> set[str]:
    """Return what the lights ask for: words such as ``+d1`` and ``-d3``."""
    put = {step.square for step in board.view.repair if step.piece}
    taken = {step.square for step in board.view.repair if not step.piece}
    taken |= {step.origin for step in board.view.repair if step.origin is not None}
    return {f"+{SQUARE_NAMES[square]}" for square in put} | {
        f"-{SQUARE_NAMES[square]}" for square in taken
    }


def with_two_moved_at_once() -> BoardDriver:
    """Lift a piece of each side, and put both down where the first one could go."""
    board = strangers()
    board.lift("d1", "f4")
    board.wait(1.0)
    board.put("d3")
    board.wait(0.5)
    board.put("g4")
    board.wait(1.0)
    return board


def test_of_two_pieces_that_were_moved_at_once_neither_counts() -> None:
    board = with_two_moved_at_once()
    assert board.moves == []
    assert wanted(board) == {"+d1", "+f4", "-d3", "-g4"}
    assert board.view.sentence.startswith(AT_ONCE)


def test_once_both_are_back_one_counts_that_is_moved_alone() -> None:
    board = with_two_moved_at_once()
    for move in ("g4-f4", "d3-d1"):
        board.move(move)
        board.wait(SETTLED)
    assert (board.moves, board.view.repair) == ([], ())
    board.move("d1-d3")
    assert board.moves == ["d1-d3"]


def test_with_one_of_them_back_the_other_does_not_count_yet() -> None:
    board = with_two_moved_at_once()
    board.move("g4-f4")
    board.wait(5.0)
    assert board.moves == []
    assert wanted(board) == {"+d1", "-d3"}


def test_a_reply_that_was_lifted_before_its_move_stood_is_put_back_with_it() -> None:
    board = strangers()
    board.lift("d1")
    board.wait(0.5)
    board.lift("e5")
    board.put("d3")
    board.wait(0.5)
    board.put("e2")
    board.wait(1.0)
    assert board.moves == []
    assert wanted(board) == {"+d1", "+e5", "-d3", "-e2"}


def test_friends_may_do_the_same() -> None:
    board = BoardDriver()
    board.lift("d1")
    board.wait(0.5)
    board.lift("e5")
    board.put("d3")
    board.wait(0.5)
    board.put("e2")
    board.wait(1.0)
    assert board.moves == ["d1-d3", "e5-e2"]


def test_what_stands_elsewhere_once_the_lights_lead_back_is_put_back_too() -> None:
    board = strangers()
    board.lift("j6")
    board.wait(0.5)
    board.lift("h11")  # somebody pockets it
    board.put("j3")
    board.wait(12.0)
    assert board.view.repair
    board.put("h11")  # and another one takes its place
    board.wait(2.0)
    assert board.moves == []
    assert wanted(board) == {"+j6", "-j3"}
    board.move("j3-j6")
    assert (board.moves, board.view.repair) == ([], ())


def test_what_has_counted_stays_though_somebody_moves_a_piece_of_the_same_side() -> None:
    board = strangers()
    board.move("a5-b5")
    board.wait(1.0)
    board.lift("d1")
    board.wait(2.9)
    board.put("d1")
    board.lift("g1")
    board.wait(2.9)
    board.put("g2")
    board.wait(2.0)
    assert board.moves == ["a5-b5"]
    assert not any(isinstance(event, MoveTakenBack) for event in board.events)
    assert wanted(board) == {"+g1", "-g2"}


def test_a_move_may_still_be_taken_back_and_changed() -> None:
    board = strangers()
    board.move("d1-d3")
    board.wait(1.0)
    board.move("d3-d1")
    assert board.moves == []
    board.move("d1-d4")
    board.wait(1.0)
    board.move("d4-d2")
    assert board.moves == ["d1-d2"]


def test_a_captive_in_a_hand_is_not_taken_for_the_piece_that_stands_beside_it() -> None:
    board = strangers()
    board.play(*OPENING, "g3-e3xe2")
    board.wait(1.0)
    board.play("g5-g3", "d3-b3")
    board.put("d3")  # the captive
    board.play("c4-c5")
    board.lift("b3")
    board.lift("d3")
    board.wait(0.3)
    board.put("b3")
    board.wait(3.0)
    board.put("d3")
    board.wait(0.3)
    board.lift("b3")
    board.wait(3.0)
    assert board.moves == [*OPENING, "g3-e3", "g5-g3", "d3-b3", "c4-c5"]
