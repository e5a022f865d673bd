"""A piece moves, its square feels it still, and several may have come to where it went."""

import pytest

from controller.events.command import Command
from controller.events.event import CommandRefused
from controller.rules.geometry import parse_square
from controller.rules.sentence import sentence
from controller.session.sentences import captured_sentence
from controller.words.catalogue import catalogue
from tests.board_driver import OPENING, SETTLED, BoardDriver
from tests.controller.session.faulty import FaultyDriver
from tests.controller.session.hands import feel

WHICH = (
    "A piece went to d4, but the board did not feel from where. "
    "Lift whatever still stands on d1 and a4, and put it back."
)


def with_a_piece_that_may_have_come_from_two_squares() -> FaultyDriver:
    """d1's piece goes to d4, and d1 feels it still. a4 could come there, and has not moved yet."""
    board = FaultyDriver(stuck="d1")
    board.wait(SETTLED)
    board.put("d4")
    board.wait(1.0)
    return board


def test_nobody_guesses_which_of_two_pieces_has_moved_unfelt() -> None:
    board = with_a_piece_that_may_have_come_from_two_squares()
    asked = board.view.sentence
    board.play("e5-e2")
    board.wait(10.0)
    assert (board.moves, board.failed) == ([], [])
    assert asked == f"{WHICH} If nobody has moved there, take the piece on d4 off the board."
    assert (board.view.sentence, board.view.tentative) == (WHICH, None)


@pytest.mark.parametrize("about", [None, "d4"], ids=["clock", "place"])
def test_neither_the_clock_nor_a_word_says_which_of_two_pieces_it_was(about: str | None) -> None:
    board = with_a_piece_that_may_have_come_from_two_squares()
    board.command(Command.PRESS_CLOCK if about is None else Command.PLACE, about)
    (refused,) = (event for event in board.events if isinstance(event, CommandRefused))
    assert (catalogue().say(refused.message), board.moves) == (WHICH, [])


@pytest.mark.parametrize("held_s", [0.3, 1.0, 4.0])
@pytest.mark.parametrize("replied", [False, True])
def test_who_lifts_the_piece_that_has_not_moved_shows_which_one_has(
    held_s: float, *, replied: bool
) -> None:
    board = with_a_piece_that_may_have_come_from_two_squares()
    if replied:
        board.play("e5-e2")
        board.wait(2.0)
    board.lift("a4")
    board.wait(held_s)
    board.put("a4")
    board.wait(2.0)
    if not replied:
        board.play("e5-e2")
    assert (board.moves, board.failed) == (["d1-d4", "e5-e2"], [parse_square("d1")])


def test_a_piece_that_moves_later_had_not_moved_unfelt() -> None:
    """Three plies count at once: the first one, its reply, and that of the piece left standing."""
    board = with_a_piece_that_may_have_come_from_two_squares()
    board.play("e5-e2", "a4-c4")
    assert board.moves == ["d1-d4", "e5-e2", "a4-c4"]
    assert board.failed == [parse_square("d1")]


def test_what_it_captures_may_be_taken_before_it_comes() -> None:
    """g3-e3 captures e2, which is lifted first; g3 feels its piece still, and d3 was felt to go."""
    board = BoardDriver()
    board.play(*OPENING)
    board.lift("d3")
    board.wait(0.5)
    board.put("d3")
    board.wait(2.0)
    board.lift("e2")
    board.wait(0.5)
    board.put("e3")
    board.wait(1.0)
    board.play("e7-e9")
    assert board.moves[-2:] == ["g3-e3", "e7-e9"]


def test_a_captive_that_left_a_square_long_ago_does_not_come_back_there() -> None:
    """e2 was captured two plies ago; now f2 moves there, which feels its piece still."""
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2", "d6-d9")
    for neighbour in ("e1", "e3"):
        board.lift(neighbour)
        board.wait(0.5)
        board.put(neighbour)
        board.wait(2.0)
    board.wait(4.0)
    board.put("e2")
    board.wait(1.0)
    board.play("e7-e9")
    assert board.moves[-2:] == ["f2-e2", "e7-e9"]


@pytest.mark.parametrize("looked_s", [0.5, 1.5, 3.0])
def test_a_captive_on_the_edge_is_asked_for_whatever_else_could_have_come_there(
    looked_s: float,
) -> None:
    """It is laid on a9, beside a8, which has not moved; then h6 slides to h3."""
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2")
    feel(board, f":1.7 a9:{looked_s} h6:0.03 h5:0.1 h5:0.03 h4:0.1 h4:0.03 h3:3")
    captured = captured_sentence(1 << parse_square("a9"))
    assert board.view.sentences == (sentence("turn.attackers"), captured)


@pytest.mark.parametrize("held_s", [0.2, 0.9, 1.4])
def test_what_is_laid_in_a_corner_is_no_piece_that_somebody_holds_elsewhere(held_s: float) -> None:
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2")
    feel(board, f":0.6 k5:{held_s} a1:2")
    assert (board.view.refusal, board.view.strays) == (None, 1 << parse_square("a1"))
    feel(board, "k5:2")
    assert (board.view.repair, board.view.strays) == ((), 1 << parse_square("a1"))


def after_a_sensor_began_to_stick() -> FaultyDriver:
    """d3 has felt a piece go, and begins to stick under the next one, which goes to h3.

    h1's could have come there, too, and has not moved yet.
    """
    board = FaultyDriver()
    board.wait(SETTLED)
    board.play("d1-d3", "e7-e8", "d3-d2", "g7-g8", "d2-d3", "d6-d5")
    board.stick("d3")
    board.lift("d3")
    board.wait(0.5)
    board.put("h3")
    board.wait(1.0)
    return board


@pytest.mark.parametrize("replied", [False, True])
def test_who_shows_that_the_other_piece_still_stands_has_told_which_sensor_that_is(
    *, replied: bool
) -> None:
    board = after_a_sensor_began_to_stick()
    if replied:
        board.play("h6-h7")
    board.lift("h1")
    board.wait(0.5)
    board.put("h1")
    board.wait(1.0)
    if not replied:
        board.play("h6-h7")
    assert (board.moves[-2:], board.view.faulty) == (["d3-h3", "h6-h7"], 1 << parse_square("d3"))
    board.play("h1-h2")
    assert board.moves[-3:] == ["d3-h3", "h6-h7", "h1-h2"]


@pytest.mark.parametrize("bad", ["h3", "g3", "f3"])
@pytest.mark.parametrize("taken_after", [0.1, 0.4, 0.8])
def test_a_captive_taken_as_its_captor_flies_past_a_bad_sensor_has_not_replied_to_it(
    taken_after: float, bad: str
) -> None:
    """Nobody would feel i3 go there, and e2 might go to e3 then; i3-e3 captures it."""
    board = FaultyDriver()
    board.wait(SETTLED)
    board.play("d1-d3", "e5-e2", "k4-i4", "f4-c4", "i4-i3", "g5-g4")
    board.closes_now_and_then(bad)
    assert board.failed == [parse_square(bad)]
    board.wait(4.0)
    board.lift("i3")
    board.wait(taken_after)
    board.lift("e2")
    board.wait(1.6)
    board.put("e3")
    board.wait(2.0)
    assert board.moves[6:] == ["i3-e3"]
    board.play("g4-h4")
    assert board.moves[6:] == ["i3-e3", "g4-h4"]


def test_a_piece_in_the_hand_takes_nothing_back_though_it_came_from_a_sensor_that_is_named() -> (
    None
):
    """Without c5, and wherever e5 may be, all stands as before the last three moves."""
    board = FaultyDriver(chatters="e5")
    board.wait(5.0)
    assert board.failed == [parse_square("e5")]
    moves = ["d1-d3", "f4-c4", "k4-j4", "e5-c5", "j4-k4"]
    board.play(*moves)
    board.lift("c5")
    board.wait(3.0)
    assert board.moves == moves
    board.put("c7")
    board.wait(1.0)
    assert board.moves == [*moves, "c5-c7"]
