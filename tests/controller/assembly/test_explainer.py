"""What happened is shown by the squares that did it, one after the other, with its rule."""

from controller.assembly.explainer import HOLD_S, OPTION_S, STEP_S
from controller.events.request import Request
from controller.lights.meaning import Meaning
from controller.lights.scene import meanings
from controller.rules.compiled import compiled
from controller.rules.geometry import parse_square
from controller.rules.library import named_ruleset
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence
from controller.words.catalogue import say
from tests.board_driver import OPENING, SETTLED
from tests.controller.assembly.company import Company, SlowBrain
from tests.squares import squares

WON = (
    *("d1-d2", "f8-i8", "d2-d1", "f7-f9", "d1-d2", "f6-f8"),
    *("d2-d1", "f8-b8", "d1-d2", "b8-b11", "d2-d1", "b11-a11"),
)


def explaining() -> Company:
    board = Company()
    board.ask(Request.EXPLAIN, on=True)
    assert board.view.explains
    return board


def last_said(board: Company) -> Sentence:
    return board.view.sentences[[each.key for each in board.view.sentences].index("explain.rule")]


def test_a_capture_is_shown_by_its_captors_and_then_by_what_they_took() -> None:
    board = explaining()
    board.play(*OPENING)
    board.lift("g3")
    board.put("e3")
    board.wait(0.25)
    lit = []
    for _ in range(3):
        lit.append(board.view.advice.because)
        board.wait(STEP_S)
    assert lit == [squares("e3"), squares("e1 e3"), squares("e1 e2 e3")]
    assert meanings(board.view)[parse_square("e1")] is Meaning.BECAUSE
    # What is to be taken away stays lit as that.
    assert meanings(board.view)[parse_square("e2")] is Meaning.OWED
    said = last_said(board)
    assert said.argument("clause") == "4a"
    captured = said.argument("said")
    assert isinstance(captured, Sentence)
    assert captured.key == "capture.custodial"
    board.wait(HOLD_S)
    assert board.view.advice.because == 0
    assert "explain.rule" not in board.said


def test_a_refusal_is_shown_by_what_was_in_the_way() -> None:
    board = explaining()
    board.move("f2-f9")
    assert board.view.refusal is not None
    assert board.view.advice.because == squares("f4")
    board.wait(4 * STEP_S)
    assert board.view.advice.because == squares("f4 f5 f6 f7 f8")
    assert last_said(board).argument("clause") == "3"


def test_an_end_is_shown_by_its_squares() -> None:
    board = Company()
    assert board.ask_lesson("king_by_four") is None
    board.wait(0.1)
    board.occupied = board.view.position.occupied
    board.wait(SETTLED)
    board.move("h4-i4")
    board.wait(4 * STEP_S)
    assert board.view.advice.because == squares("i4 j3 j5 k4")
    assert last_said(board).argument("clause") == "7a"


def test_a_rule_without_a_number_is_named_by_its_heading() -> None:
    board = Company(rules=compiled(named_ruleset("hnefatafl-v1")))
    board.ask(Request.EXPLAIN, on=True)
    board.play(*OPENING, "g3-e3xe2")
    said = next(each for each in board.view.sentences if each.key.startswith("explain."))
    assert say(said) == (
        "The piece on e2 is captured between e3 and e1. See “How to capture pieces” in the rules."
    )


def test_how_a_game_has_ended_is_said_once() -> None:
    board = explaining()
    board.play(*WON)
    assert board.view.outcome is not None
    assert board.said == ["explain.rule"]
    board.wait(STEP_S + HOLD_S)
    assert board.said == ["outcome"]


def test_unless_somebody_asks_nothing_is_explained() -> None:
    board = Company()
    board.play(*OPENING, "g3-e3xe2")
    assert board.view.advice.because == 0
    assert not board.view.explains


def test_another_ply_ends_an_explanation() -> None:
    board = explaining()
    board.play(*OPENING, "g3-e3xe2")
    board.move("f5-c5")
    assert board.view.advice.because == 0


def test_what_a_side_can_do_is_shown_one_after_the_other() -> None:
    board = Company()
    board.play(*OPENING)
    assert board.session.game.position.to_move is Side.ATTACKERS
    assert board.ask(Request.OPTIONS) is None
    moves = []
    while board.view.advice.hint is not None:
        moves.append(str(board.view.advice.hint))
        board.wait(OPTION_S)
    assert "g3-e3" in moves
    assert "options.captures" in board.said
    board.wait(2 * OPTION_S)
    assert board.said == ["turn.attackers"]


def test_who_can_do_nothing_special_is_said_so() -> None:
    board = Company()
    board.ask(Request.OPTIONS)
    assert board.said == ["options.nothing"]


def test_options_of_a_position_that_is_gone_are_dropped() -> None:
    brain = SlowBrain()
    board = Company(brain)
    board.ask(Request.OPTIONS)
    assert board.said == ["coach.thinking"]
    board.move("d1-d3")
    brain.answer()
    board.wait(0.1)
    assert board.said == ["turn.defenders"]
