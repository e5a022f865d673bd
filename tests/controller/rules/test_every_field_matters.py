"""Every field of a ruleset that bears on play changes a judgement: no knob is without effect.

The fields are found by walking the model. Whoever adds one has to draw a position, in
`witnesses.py`, that shows what each of its values does.
"""

from itertools import combinations

import pytest

from controller.notation.moves import parse_move
from controller.rules.compiled import Rules
from controller.rules.game import Game, new_game
from controller.rules.moves import Refusal, RefusalReason
from controller.rules.ruleset import Ruleset
from tests.controller.rules.fields import (
    Value,
    fields_of,
    rules_with,
    sections_of,
    value_at,
    values_of,
)
from tests.controller.rules.witnesses import WITNESSES, Judgement, Witness
from tests.symmetry import Symmetry, draw, in_every_symmetry, named

DOCUMENTATION = {"name", "title", "source", "readings"}
OF_PLAY = {
    path: values_of(kind, value_at(path))
    for name, section in sections_of(Ruleset).items()
    if name != "clauses"
    for path, kind in fields_of(section, name)
}


def judge(rules: Rules, symmetry: Symmetry, witness: Witness) -> Judgement:
    """Return what a ruleset says of the last move of a witness, in the image."""
    start, moves = draw(witness.drawing), [parse_move(text).move for text in witness.moves.split()]
    first = start.piece_at(moves[0].origin)
    assert first is not None, f"{moves[0]} moves nothing that is drawn"
    game = Game(rules, symmetry.position(start._replace(to_move=first.side)))
    for move in moves[:-1]:
        game = game.play(symmetry.move(move))
    last = symmetry.move(moves[-1])
    refusal = game.refusal(last)
    assert (last in game.legal_moves()) == (refusal is None), "a move is legal or refused"
    if refusal:
        return Judgement(refusal)
    game = game.play(last).after(witness.elapsed_s)
    return Judgement(None, frozenset(game.plies[-1].captures), game.outcome)


def test_every_field_is_of_play_or_a_clause_or_documents() -> None:
    sections = set(sections_of(Ruleset))
    assert set(Ruleset.model_fields) == sections | {"start"} | DOCUMENTATION
    assert sections == {"movement", "capture", "king", "ending", "clauses"}


def test_no_witness_is_for_a_field_that_is_not_there() -> None:
    assert set(WITNESSES) <= set(OF_PLAY)


@pytest.mark.parametrize(
    ("path", "one", "other"),
    [(path, *pair) for path, values in OF_PLAY.items() for pair in combinations(values, 2)],
)
def test_any_two_values_of_a_field_are_told_apart_by_a_position(
    path: str, one: Value, other: Value
) -> None:
    assert path in WITNESSES, f"draw a position that shows what {path} does"
    both = [witness.says for witness in WITNESSES[path] if {one, other} <= set(witness.says)]
    assert any(says[one] != says[other] for says in both)


@in_every_symmetry
@pytest.mark.parametrize(
    ("path", "witness"),
    [(path, witness) for path, witnesses in WITNESSES.items() for witness in witnesses],
    ids=[path for path, witnesses in WITNESSES.items() for _ in witnesses],
)
def test_a_position_is_judged_as_each_value_of_a_field_says(
    symmetry: Symmetry, path: str, witness: Witness
) -> None:
    said = {
        value: judge(rules_with({**witness.given, path: value}), symmetry, witness)
        for value in witness.says
    }
    expected = {value: judgement.image(symmetry) for value, judgement in witness.says.items()}
    assert said == expected


def test_another_start_is_another_first_position_with_other_moves() -> None:
    drawn = new_game(rules_with({})).start.diagram()
    without_f10 = drawn.replace(".....A.....", "...........", 1)
    one, other = rules_with({"start": drawn}), rules_with({"start": without_f10})
    assert new_game(one).start.diagram() == drawn
    assert new_game(other).start.diagram() == without_f10
    move = parse_move("f10-f9").move
    nobody = Refusal(move, RefusalReason.NO_PIECE, named("f10"), "3")
    assert (new_game(one).refusal(move), new_game(other).refusal(move)) == (None, nobody)
