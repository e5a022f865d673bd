"""The coach at the table: off until asked, in lights and words, and a review after the game."""

import pytest

from controller.events.command import Command
from controller.events.request import Request
from controller.events.view import Phase
from controller.lights.meaning import Meaning
from controller.lights.scene import meanings
from controller.rules.geometry import SQUARE_NAMES, squares_of
from controller.rules.pieces import Side
from tests.board_driver import SETTLED
from tests.controller.assembly.company import Company, SlowBrain, rival

# The attackers lose: with h3-h1 they let the king through to the edge.
LOST = (
    "f2-a2",
    "f4-e4",
    "d11-d8",
    "f5-f2",
    "h1-h3",
    "f6-f3",
    "h3-h1",
    "f3-a3xa2",
    "h1-h3",
    "a3-a1",
)


def names(bits: int) -> set[str]:
    return {SQUARE_NAMES[square] for square in squares_of(bits)}


def capture_waits() -> Company:
    """Return a board on which g3-e3 would capture e2, the attackers to move."""
    board = Company()
    board.play("d1-d3", "e5-e2", "g1-g3", "f4-c4")
    return board


def test_nobody_is_coached_who_has_not_asked() -> None:
    board = capture_waits()
    board.lift("g3")
    assert board.view is board.session.view


def test_pieces_that_are_taken_next_are_lit_for_the_side_that_asked() -> None:
    board = Company()
    board.play("d1-d3", "e5-e2", "g1-g3")
    board.ask(Request.COACH, Side.DEFENDERS, on=True)
    assert names(board.view.advice.threatened) == {"e2"}
    assert Meaning.THREATENED in meanings(board.view).values()
    assert board.view.coached == (Side.DEFENDERS,)
    board.ask(Request.COACH, Side.DEFENDERS, on=False)
    assert board.view.advice.threatened == 0


def test_the_other_side_is_not_coached_with_it() -> None:
    board = Company()
    board.play("d1-d3", "e5-e2")
    board.ask(Request.COACH, Side.DEFENDERS, on=True)
    assert board.view.advice.threatened == 0


def test_targets_of_a_lifted_piece_are_graded() -> None:
    board = capture_waits()
    board.ask(Request.COACH, Side.ATTACKERS, on=True)
    board.lift("g3")
    advice = board.view.advice
    graded = advice.good | advice.fair | advice.bad
    assert graded == board.view.targets
    assert "e3" in names(advice.good | advice.fair)


def test_moves_that_let_the_king_through_are_bad_and_the_one_that_stops_him_is_not() -> None:
    board = Company()
    board.play(*LOST[:6])
    board.ask(Request.COACH, Side.ATTACKERS, on=True)
    board.lift("h3")
    assert board.view.advice.bad == board.view.targets
    board.put("h3")
    board.lift("d1")
    assert "d3" not in names(board.view.advice.bad)
    assert {"c1", "b1"} <= names(board.view.advice.bad)


def test_a_hint_comes_in_three_steps_and_goes_with_the_move() -> None:
    board = capture_waits()
    board.ask(Request.HINT)
    first = board.view.advice
    assert first.hint_area.bit_count() == 25
    assert (first.hint_piece, first.hint) == (None, None)
    board.ask(Request.HINT)
    second = board.view.advice
    assert second.hint_piece is not None
    assert first.hint_area >> second.hint_piece & 1
    board.ask(Request.HINT)
    third = board.view.advice
    assert third.hint is not None
    assert (third.hint.origin, third.hint_area) == (second.hint_piece, 0)
    assert board.said[0] == "coach.hint.move"
    board.move(str(third.hint))
    assert board.view.advice.hint is None
    assert not any(key.startswith("coach") for key in board.said)


@pytest.mark.parametrize("asked", [Request.HINT, Request.OPTIONS, Request.MOVE_NOW])
def test_while_pieces_are_set_up_the_answer_is_what_is_still_to_do(asked: Request) -> None:
    board = capture_waits()
    board.person_says(Command.NEW_GAME)
    board.wait(1)
    assert board.view.phase is Phase.SET_UP
    refused = board.ask(asked)
    assert refused is not None
    assert refused.key == "set_up.steps"


def test_no_hint_is_given_when_the_game_is_over() -> None:
    board = Company(rival=rival(side=Side.DEFENDERS))
    board.person_says(Command.RESIGN)
    board.ask(Request.HINT)
    assert board.view.advice.hint_area == 0


def test_why_a_move_was_bad_is_said_and_played_out_move_by_move() -> None:
    board = Company()
    board.play(*LOST[:7])
    assert board.ask(Request.WHY) is None
    assert board.said[0] == "coach.why.bad"
    shown = []
    for _ in range(12):
        shown.append(board.view.advice.shown)
        board.wait(1.0)
    # The king goes to the edge, and nobody keeps him from a corner.
    assert [str(move) for move in shown[:2]] == ["f3-a3", "f3-a3"]
    assert len(set(shown)) > 2
    assert shown[-1] is None
    assert Meaning.SHOWN not in meanings(board.view).values()


def test_a_move_that_was_not_bad_is_called_so() -> None:
    board = Company()
    board.play(*LOST[:8])
    board.ask(Request.WHY)
    assert board.said[0] == "coach.why.not_bad"
    assert board.view.advice.shown is None


def test_who_asks_why_is_answered_without_the_hint_that_was_given_before() -> None:
    board = Company()
    board.play(*LOST[:8])
    for _ in range(3):
        board.ask(Request.HINT)
    board.ask(Request.WHY)
    assert board.said[:1] == ["coach.why.not_bad"]
    assert (board.view.advice.hint, board.view.advice.hint_piece) == (None, None)
    board.ask(Request.HINT)
    assert board.said[0] == "coach.hint.area"
    assert "coach.why.not_bad" not in board.said


def test_a_hint_ends_what_is_played_out_of_a_bad_move() -> None:
    board = Company()
    board.play(*LOST[:7])
    board.ask(Request.WHY)
    assert board.view.advice.shown is not None
    board.ask(Request.HINT)
    assert board.said[0] == "coach.hint.area"
    assert "coach.why.bad" not in board.said
    assert board.view.advice.shown is None


def test_a_hint_says_how_to_ask_for_more_where_somebody_can() -> None:
    at_home, exhibited = Company(), Company()
    exhibited.companion.serve_strangers()  # who have no button
    for step in ("area", "piece"):
        at_home.ask(Request.HINT)
        exhibited.ask(Request.HINT)
        assert at_home.said == [f"coach.hint.{step}", f"coach.hint.{step}.ask"]
        assert exhibited.said == [f"coach.hint.{step}"]


def test_a_hint_stays_where_there_is_no_move_to_ask_about() -> None:
    board = Company()
    board.ask(Request.HINT)
    refused = board.ask(Request.WHY)
    assert refused is not None
    assert refused.key == "coach.no_move"
    assert board.said[0] == "coach.hint.area"


@pytest.mark.parametrize("asked", [Request.HINT, Request.WHY])
def test_what_can_be_done_is_listed_without_the_answer_that_was_given_before(
    asked: Request,
) -> None:
    board = capture_waits()
    board.ask(asked)
    board.ask(Request.OPTIONS)
    assert board.said[0] == "options.captures"
    assert not any(key.startswith("coach") for key in board.said)
    board.ask(asked)
    assert board.said[0].startswith("coach")
    assert not any(key.startswith("options") for key in board.said)


def test_a_review_begins_without_the_answer_that_was_given_before() -> None:
    brain = SlowBrain()
    board = Company(brain)
    board.play("d1-d3", "e5-e2")
    board.ask(Request.HINT)
    brain.answer()
    board.ask(Request.REVIEW)
    assert board.said[0] == "review.looking"
    assert not any(key.startswith("coach") for key in board.said)


def test_a_review_that_has_ended_is_no_longer_spoken_of_when_something_else_is_asked() -> None:
    board = Company()
    board.play("d1-d3")
    board.ask(Request.REVIEW)
    board.wait(0.5)
    assert board.said[0] == "review.nothing"
    board.ask(Request.WHY)
    assert board.said[0] == "coach.why.not_bad"
    assert "review.nothing" not in board.said


def test_why_a_move_was_bad_is_said_through_the_reply_and_no_longer() -> None:
    board = Company()
    board.play(*LOST[:7])
    board.ask(Request.WHY)
    board.wait(0.5)
    board.play("f3-c3")
    assert board.said[0] == "coach.why.bad"
    board.play("a8-b8")
    assert not any(key.startswith("coach.why") for key in board.said)
    assert board.view.advice.shown is None


def test_why_a_move_was_bad_goes_when_it_is_taken_back() -> None:
    board = Company()
    board.play(*LOST[:7])
    board.ask(Request.WHY)
    assert board.said[0] == "coach.why.bad"
    board.person_says(Command.UNDO)
    board.occupied = board.session.game.position.occupied
    board.wait(SETTLED)
    assert not any(key.startswith("coach.why") for key in board.said)


def test_before_the_first_move_there_is_nothing_to_ask_about() -> None:
    refused = Company().ask(Request.WHY)
    assert refused is not None
    assert refused.key == "coach.no_move"
