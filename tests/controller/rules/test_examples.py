"""The pictures of the rules show what the rules say: of every ruleset, played by its own core."""

import pytest

from controller.rules.compiled import compiled
from controller.rules.examples import Example, clauses
from controller.rules.geometry import SQUARE_NAMES, squares_of
from controller.rules.library import named_ruleset, ruleset_names
from controller.words.catalogue import say
from tests.controller.rules.fields import rules_with

# Rules that no position shows; a hostile square is shown by the next rule, which says where one is.
WITHOUT_PICTURE = {"rule.turn", "rule.time", "rule.agreement", "rule.hostile_square"}

COPENHAGEN = """
rule.movement: From d4 this piece can go to 12 squares.
rule.stopping: From b6 this piece can go to 19 squares.
rule.stopping: Only the king may stop on a corner.
rule.stopping: Only the king may stop on the throne.
rule.custodial: The piece on e4 is captured between f4 and d4.
rule.custodial: The move counts; nothing is captured.
rule.king_captures.both: The piece on e4 is captured between f4 and d4.
rule.king_captures.both: The piece on e4 is captured between f4 and d4.
rule.hostility: The piece on b1 is captured between c1 and the corner a1.
rule.hostility: The piece on g6 is captured between h6 and the throne.
rule.shieldwall: The row on d1 and e1 is captured by a shieldwall.
rule.king.four_or_throne.edge_safe: The attackers win: the king is captured.
rule.king.four_or_throne.edge_safe: The attackers win: the king is captured.
rule.king.four_or_throne.edge_safe: The move counts; nothing is captured.
rule.king_steps_in: The move counts; nothing is captured.
rule.escape.corner: The defenders win: the king has escaped to a1.
rule.exit_fort: The defenders win: the king stands in an exit fort that cannot be broken.
rule.encirclement: The attackers win: the king and all defenders are encircled.
rule.no_moves.loses: The defenders win: the side to move has no legal move.
rule.repetition.defenders_lose: The attackers win: the same position has occurred too often."""

in_every_ruleset = pytest.mark.parametrize("name", ruleset_names())


def pictures(name: str) -> list[tuple[str, Example]]:
    found = clauses(compiled(named_ruleset(name)))
    return [(clause.said.key, example) for clause in found for example in clause.examples]


def outcome(example: Example) -> str:
    return say(example.said)


def test_copenhagen_is_shown_in_the_order_of_play() -> None:
    shown = [f"{key}: {outcome(example)}" for key, example in pictures("copenhagen")]
    assert shown == COPENHAGEN.strip().splitlines()


@in_every_ruleset
def test_every_rule_has_a_picture_but_those_that_no_position_shows(name: str) -> None:
    found = clauses(compiled(named_ruleset(name)))
    bare = {clause.said.key for clause in found if not clause.examples}
    assert bare <= WITHOUT_PICTURE


@pytest.mark.parametrize(
    ("name", "key", "said"),
    [
        ("hnefatafl-v1", "rule.king_captures.never", ["nothing", "nothing"]),
        ("hnefatafl-v2", "rule.king_captures.mover", ["e4", "nothing"]),
        ("hnefatafl-v1", "rule.hostility", ["nothing", "nothing"]),
        ("hnefatafl-v2", "rule.king.two", ["the king is captured"]),
        ("hnefatafl-v3", "rule.king.four_or_throne.edge", 3 * ["the king is captured"]),
        ("hnefatafl-v1", "rule.escape.edge", ["escaped to d1"]),
        ("fetlar", "rule.repetition.draw", ["The game is a draw"]),
        ("fetlar", "rule.no_moves.loses", ["The defenders win"]),
        ("hnefatafl-v1", "rule.no_moves.draw", ["The game is a draw"]),
    ],
)
def test_what_a_ruleset_has_otherwise_is_shown_otherwise(
    name: str, key: str, said: list[str]
) -> None:
    shown = [outcome(example) for of, example in pictures(name) if of == key]
    assert len(shown) == len(said)
    assert all(part in text for part, text in zip(said, shown, strict=True))


def test_before_and_after_differ_by_the_move_and_its_captures() -> None:
    ((_, example),) = [pair for pair in pictures("copenhagen") if pair[0] == "rule.shieldwall"]
    assert example.after is not None
    assert example.target is not None
    moved = 1 << example.origin | 1 << example.target
    assert example.before.occupied ^ example.after.occupied == moved | example.taken
    assert [SQUARE_NAMES[square] for square in squares_of(example.taken)] == ["d1", "e1"]


def test_a_refused_move_has_no_after() -> None:
    refused = [example for key, example in pictures("copenhagen") if key == "rule.stopping"][1:]
    assert [example.after for example in refused] == [None, None]


def test_a_rule_without_a_picture_is_still_said() -> None:
    found = clauses(rules_with({"ending.time_limit_minutes": 60, "clauses.time": "11"}))
    assert ("11", "rule.time", ()) in [(one.number, one.said.key, one.examples) for one in found]
