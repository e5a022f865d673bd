"""Sentences about a board that is not right count the squares that are wrong, and lit."""

import pytest

from controller.events.view import Phase
from controller.lights.scene import meanings
from controller.recognition.repair import RepairStep, repair
from controller.rules.position import Position
from controller.session.sentences import repair_sentences, set_up_sentence
from controller.session.session import Session
from controller.words.catalogue import say
from hal.board import Poles, Scan
from tests.board_driver import COPENHAGEN, SCAN_S
from tests.squares import squares

START = COPENHAGEN.start
# Defenders that stand where attackers belong.
SWAPPED = ("d1", "e1", "f1")


def with_defenders_on(*names: str) -> Position:
    wrong = squares(*names)
    return START._replace(attackers=START.attackers & ~wrong, defenders=START.defenders | wrong)


def reversed_sides() -> Position:
    return START._replace(attackers=START.defenders, defenders=START.attackers)


def only_kings() -> Position:
    return START._replace(attackers=0, defenders=0, king=START.occupied)


def hall_session(position: Position) -> Session:
    """Return the session of a Hall board on which a position stands."""
    session = Session(COPENHAGEN)
    poles = Poles(position.attackers, position.defenders, position.king)
    for number in range(1, 100):
        session.observe(Scan(position.occupied, number * SCAN_S, poles))
    return session


@pytest.mark.parametrize(
    ("position", "wrong"),
    [(with_defenders_on(*SWAPPED), 3), (reversed_sides(), 36), (only_kings(), 36)],
)
def test_a_set_up_counts_each_square_with_a_piece_of_the_wrong_kind_once(
    position: Position, wrong: int
) -> None:
    view = hall_session(position).view
    said = say(*view.sentences)
    assert view.phase is Phase.SET_UP
    assert said == f"Set the pieces up: {wrong} squares are still wrong. The lights show where."
    assert len(meanings(view)) == wrong


def steps_of(lacking: int, surplus: int) -> tuple[RepairStep, ...]:
    return repair(START, lacking, surplus, only_kings())


def test_a_set_up_counts_both_squares_of_a_piece_that_stands_beside_its_own() -> None:
    said = say(set_up_sentence(repair(START, squares("d1"), squares("d2"))))
    assert said == "Set the pieces up: 2 squares are still wrong. The lights show where."


def test_what_is_not_listed_is_counted_by_the_squares_that_are_lit_besides() -> None:
    wrong = squares("d1", "e1", "f1", "g1", "h1")
    steps = steps_of(wrong, wrong)
    assert say(*repair_sentences(steps)) == (
        "Take the piece on d1 off the board. Take the piece on e1 off the board. "
        "Take the piece on f1 off the board. Take the piece on g1 off the board. "
        "1 more square is lit."
    )


def test_squares_that_are_listed_already_are_not_counted_again() -> None:
    wrong = squares("d1", "e1", "f1", "g1")
    listed = repair_sentences(steps_of(wrong, wrong))
    assert [each.key for each in listed] == ["repair.take"] * 4


def test_a_few_steps_are_listed_whole() -> None:
    assert say(*repair_sentences(steps_of(squares("d1"), 0))) == "Put an attacker on d1."
