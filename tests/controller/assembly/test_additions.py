"""What those beside a session add to its view, and what the view says beside it."""

from dataclasses import replace

from controller.assembly.additions import Additions
from controller.events.view import Advice, BoardView
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence, sentence
from tests.board_driver import BoardDriver

TURN = sentence("turn.attackers")
REFUSED = sentence("refused.blocked", square="d4")
HINT = sentence("coach.hint.move", move="d1-d4")


def saying(*sentences: Sentence) -> BoardView:
    return replace(BoardDriver().view, sentences=sentences)


def test_a_view_that_nothing_is_added_to_is_the_same_object() -> None:
    view = saying(TURN)
    assert Additions(None, ()).to(view) is view


def test_what_is_added_without_words_leaves_those_of_the_view() -> None:
    view, advice = saying(TURN), Advice(hint_piece=3)
    added = Additions(None, (Side.ATTACKERS,), advice).to(view)
    assert added == replace(view, coached=(Side.ATTACKERS,), advice=advice)


def test_whose_turn_it_is_is_not_said_beside_what_is_to_be_done_in_it() -> None:
    view = saying(TURN, REFUSED, sentence("set_up.begin"))
    added = Additions(None, (), sentences=(HINT,)).to(view)
    assert added == replace(view, sentences=(HINT, REFUSED))


def test_what_an_explanation_quotes_is_not_said_again() -> None:
    explained = sentence("explain.clause", said=REFUSED, clause="4a")
    added = Additions(None, (), sentences=(explained,)).to(saying(REFUSED))
    assert added.sentences == (explained,)
