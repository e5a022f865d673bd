"""A king who moves in between attackers is not captured by that: each ruleset plays and says so."""

import pytest

from controller.rules.compiled import compiled
from controller.rules.explain import explain
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.pieces import Side
from controller.rules.sentence import sentence
from tests.symmetry import Symmetry, in_every_symmetry, played

# From the throne he comes between three attackers and the throne that he has left, and between two
# of them in a line.
BESIDE_THE_THRONE = """
    .....K.....
    ....A.A....
    .....A.....
    ...........
    ..........D
    ..........A"""

in_every_ruleset = pytest.mark.parametrize("name", ruleset_names())


@in_every_ruleset
@in_every_symmetry
@pytest.mark.parametrize("elsewhere", [(), ("k1-j1",), ("k1-j1", "k2-k3", "j1-j2")])
def test_he_is_not_captured_whatever_the_attackers_play_elsewhere(
    symmetry: Symmetry, name: str, elsewhere: tuple[str, ...]
) -> None:
    rules = compiled(named_ruleset(name))
    assert played(symmetry, BESIDE_THE_THRONE, "f6-f5", *elsewhere, rules=rules).outcome is None


@in_every_ruleset
@in_every_symmetry
def test_he_is_captured_once_an_attacker_moves_beside_him(symmetry: Symmetry, name: str) -> None:
    rules = compiled(named_ruleset(name))
    moves = ("f6-f5", "e5-e4", "k2-k3", "e4-e5")
    outcome = played(symmetry, BESIDE_THE_THRONE, *moves, rules=rules).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.clause) == (
        Side.ATTACKERS,
        rules.ruleset.clauses.king_captured,
    )


@in_every_ruleset
def test_the_rules_say_so_on_the_clause_of_his_capture_and_how_the_source_is_read(
    name: str,
) -> None:
    ruleset = named_ruleset(name)
    said = (ruleset.clauses.king_captured, sentence("rule.king_steps_in"))
    (reading,) = [each.text for each in ruleset.readings if each.about == "king_steps_in"]
    assert said in explain(ruleset)
    assert reading.endswith("only once an attacker moves to a square beside him.")
