"""A look back at a game: its turning points are set up again on the board, and tried again.

What the engine finds is given: how far it sees depends on the computer, and is no matter of a
review.
"""

from controller.engine.coach import Refutation, TurningPoint
from controller.events.command import Command
from controller.events.request import Request
from controller.events.view import ClockFace, SideTime
from controller.notation.control import Control, parse_control
from controller.rules.geometry import parse_square
from controller.rules.lines import MOVES, Move
from controller.rules.pieces import Side
from controller.rules.sentence import sentence
from tests.board_driver import SETTLED
from tests.controller.assembly.company import Company, SlowBrain, rival
from tests.controller.assembly.test_coach import LOST


def move_of(text: str) -> Move:
    origin, target = map(parse_square, text.split("-"))
    return MOVES[origin][target]


# Moves that lose, by their plies, and what would have been better.
MISTAKES = {2: ("d11-d8", "f1-f3"), 6: ("h3-h1", "a4-a3")}
POINTS = [
    TurningPoint(ply, move_of(played), move_of(better), given_away=0.2)
    for ply, (played, better) in MISTAKES.items()
]
MISTAKE_AT = max(MISTAKES)
MISTAKE, BETTER = MISTAKES[MISTAKE_AT]


def looked_back(brain: SlowBrain, control: Control | None = None) -> Company:
    """Return a board at the last turning point of a lost game, set up as it was."""
    board = Company(brain, control=control)
    board.play(*LOST)
    board.ask(Request.REVIEW)
    brain.answer(POINTS)
    board.wait(0.5)
    board.occupied = board.session.game.position.occupied
    board.wait(SETTLED)
    return board


def best_move(board: Company) -> str:
    """Return what the coach's hint says in the end."""
    for _ in range(3):
        board.ask(Request.HINT)
    hint = board.view.advice.hint
    assert hint is not None
    return str(hint)


def judge(board: Company, brain: SlowBrain, given_away: float) -> None:
    """Say how much was given away by what is tried."""
    assert board.said[0] == "review.judging"
    brain.answer(Refutation(given_away, (), move_of(BETTER)))
    board.wait(0.5)


def test_the_last_turning_point_is_led_to_by_the_lights() -> None:
    brain = SlowBrain()
    board = Company(brain)
    board.play(*LOST)
    board.ask(Request.REVIEW)
    brain.answer(POINTS)
    board.wait(0.5)
    assert board.moves == [move.split("x")[0] for move in LOST[:MISTAKE_AT]]
    assert board.said[0] == "review.at"
    assert board.view.repair
    board.occupied = board.session.game.position.occupied
    board.wait(SETTLED)
    assert board.view.repair == ()


def test_a_better_move_is_found_and_said_to_be_good() -> None:
    brain = SlowBrain()
    board = looked_back(brain)
    board.move("k4-k3")
    judge(board, brain, given_away=0.01)
    assert board.said[0] == "review.found"


def test_the_same_mistake_is_taken_back_and_tried_again() -> None:
    brain = SlowBrain()
    board = looked_back(brain)
    board.move(MISTAKE)
    judge(board, brain, given_away=0.2)
    assert board.said[0] == "review.try_again"
    assert len(board.moves) == MISTAKE_AT


def test_asked_again_it_goes_to_the_turning_point_before_and_ends_with_the_first() -> None:
    board = looked_back(SlowBrain())
    board.ask(Request.REVIEW)
    board.wait(0.3)
    assert (len(board.moves), board.said[0]) == (min(MISTAKES), "review.at")
    board.ask(Request.REVIEW)
    board.wait(0.3)
    assert (len(board.moves), board.said[0]) == (min(MISTAKES), "review.no_more")


def test_the_opponent_does_not_play_while_a_review_runs() -> None:
    brain = SlowBrain()
    board = Company(brain, rival=rival(side=Side.DEFENDERS))
    board.move("d1-d3")
    brain.answer()
    board.wait(0.1)
    board.make_asked()
    board.ask(Request.REVIEW)
    asked = brain.asked
    board.move("a4-a3")
    assert brain.asked == asked
    assert board.view.advice.asked is None


def test_all_clocks_stand_still_while_a_review_runs() -> None:
    brain = SlowBrain()
    board = Company(brain, rival=rival(side=Side.DEFENDERS), control=parse_control("gong:5"))
    board.move("d1-d3")
    its_answer = brain.waiting.pop()
    board.wait(2)
    board.ask(Request.REVIEW)
    board.wait(20)
    assert board.view.clock == ClockFace(
        "gong:5", SideTime(5, is_low=True), SideTime(3, is_low=True)
    )
    brain.answer([])
    board.wait(1)
    # It has found nothing, and the opponent thinks on by its clock.
    assert board.view.clock == ClockFace(
        "gong:5", SideTime(5, is_low=True), SideTime(2, is_low=True), Side.DEFENDERS
    )
    brain.says = None
    its_answer()
    board.wait(0.1)
    assert board.view.advice.asked is not None


def test_no_time_runs_out_while_something_better_is_sought_in_a_game_that_is_over() -> None:
    board = looked_back(SlowBrain(), parse_control("gong:5"))
    board.wait(20)
    board.move(best_move(board))
    board.wait(20)
    assert board.said[0] == "review.found"
    assert board.view.outcome is None


def test_without_a_game_there_is_nothing_to_look_back_at() -> None:
    refused = Company().ask(Request.REVIEW)
    assert refused is not None
    assert refused.key == "review.no_game"


def test_a_game_without_mistakes_is_praised() -> None:
    brain = SlowBrain()
    board = Company(brain)
    board.play("d1-d3", "e5-e2")
    board.ask(Request.REVIEW)
    assert board.said[0] == "review.looking"
    brain.answer([])
    board.wait(0.1)
    assert board.said[0] == "review.nothing"


def test_what_the_review_found_better_is_the_hint_and_is_good_without_another_look() -> None:
    """Two searches may differ on a busy computer: what was shown was then not good enough."""
    board = looked_back(SlowBrain())
    shown = best_move(board)
    assert shown == BETTER
    board.move(shown)
    assert sentence("review.found", move=shown) in board.view.sentences


def test_a_try_is_judged_before_anything_else_counts() -> None:
    board = looked_back(SlowBrain())
    board.move(MISTAKE)
    assert board.said[0] == "review.judging"


def test_a_new_game_ends_a_review() -> None:
    board = looked_back(SlowBrain())
    board.command(Command.NEW_GAME)
    assert not any(key.startswith("review.") for key in board.said)
