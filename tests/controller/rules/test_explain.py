"""Rulesets in plain sentences: everything that the data say is said, on the clause that says it."""

from itertools import combinations

import pytest

from controller.rules.explain import explain
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.ruleset import Clauses, Ruleset
from controller.words.catalogue import say
from tests.controller.rules.fields import (
    Value,
    fields_of,
    rules_with,
    sections_of,
    value_at,
    values_of,
)

SECTIONS = {name: model for name, model in sections_of(Ruleset).items() if model is not Clauses}
FIELDS = {
    path: kind for name, section in SECTIONS.items() for path, kind in fields_of(section, name)
}
# What else a ruleset has to say where a field is not as in Copenhagen.
GIVEN: dict[str, dict[str, Value]] = {
    "king.captured_by": {"king.throne_stands_in": False},
    "ending.escape": {"ending.exit_fort": False},
    "ending.time_limit_minutes": {"clauses.time": "11"},
}
TIMED: dict[str, Value] = {"ending.time_limit_minutes": 60}
TOLD_BY_FIELD: dict[str, Value] = {f"clauses.{clause}": clause for clause in Clauses.model_fields}

in_every_ruleset = pytest.mark.parametrize("name", ruleset_names())


def sentences(ruleset: Ruleset) -> list[str]:
    """Return what is said of a ruleset, without the clauses."""
    return [say(sentence) for _, sentence in explain(ruleset)]


def heard(changes: dict[str, Value]) -> list[str]:
    """Return what is said of Copenhagen with some fields changed."""
    return sentences(rules_with(changes).ruleset)


COPENHAGEN_TOLD = """
- 2: The attackers move first; the sides take turns.
- 3: All pieces move any number of empty squares in a row or column.
- 5: Only the king may stop on the throne, and everybody may pass over it while it is empty;
  only the king may stop on a corner.
- 4a: A piece between two enemies in a line is captured if an enemy's move closed the trap.
- 4a: The king captures like any piece, whether he moves or stands.
- 5: A hostile square helps to capture the piece beside it, as if an enemy stood there.
- 5: Corners are hostile to all; the throne is hostile to attackers always, to defenders when it
  is empty.
- 4b: Two or more pieces side by side on the edge, with an enemy in front of each, are captured by
  the move that closes them in at both ends; at one end a corner is enough.
- 7a: The king is captured by four, or by three beside the empty throne; on the edge he is safe.
- 7a: A king who moves in between attackers is not captured until one of them moves to a square
  beside him and closes the trap.
- 6a: The defenders win when the king reaches a corner.
- 6b: The defenders win when the king stands on the edge, can move, and is walled in by a fort
  that the attackers cannot break.
- 7b: The attackers win when they encircle the king and all defenders.
- 9: A side that cannot move loses.
- 8: If a position occurs 3 times with the same side to move, the defenders lose.
- 10: The sides may agree on a draw."""


def test_copenhagen_is_told_in_the_order_of_play() -> None:
    expected = [" ".join(point.split()) for point in COPENHAGEN_TOLD.split("\n- ")[1:]]
    found = explain(named_ruleset("copenhagen"))
    assert [f"{clause}: {say(sentence)}" for clause, sentence in found] == expected


@in_every_ruleset
def test_every_clause_is_cited_and_no_other(name: str) -> None:
    ruleset = named_ruleset(name)
    clauses = {clause for clause in ruleset.clauses.model_dump().values() if clause is not None}
    assert {clause for clause, _ in explain(ruleset)} == clauses


def test_every_sentence_stands_on_the_clause_of_what_it_says() -> None:
    assert [clause for clause, _ in explain(rules_with(TIMED | TOLD_BY_FIELD).ruleset)] == [
        "turn",
        "movement",
        "restricted",
        "custodial",
        "custodial",
        "restricted",
        "restricted",
        "shieldwall",
        "king_captured",
        "king_captured",
        "king_escaped",
        "exit_fort",
        "encircled",
        "no_moves",
        "repetition",
        "time",
        "agreement",
    ]


@in_every_ruleset
def test_every_sentence_is_one_and_said_once(name: str) -> None:
    found = sentences(named_ruleset(name))
    assert len(set(found)) == len(found)
    for sentence in found:
        assert sentence == " ".join(sentence.split())
        assert (sentence[0].isupper(), sentence[-1], sentence.count(".")) == (True, ".", 1)


@pytest.mark.parametrize("path", FIELDS)
def test_every_value_of_a_field_is_told_otherwise(path: str) -> None:
    values = values_of(FIELDS[path], value_at(path))
    found = {value: heard(GIVEN.get(path, {}) | {path: value}) for value in values}
    assert [pair for pair in combinations(found, 2) if found[pair[0]] == found[pair[1]]] == []


@pytest.mark.parametrize(("one", "other"), list(combinations(ruleset_names(), 2)))
def test_rulesets_are_told_alike_exactly_where_they_are_alike(one: str, other: str) -> None:
    alike = [
        [ruleset.model_dump()[section] for section in SECTIONS]
        + [ruleset.clauses.agreement is None]
        for ruleset in map(named_ruleset, (one, other))
    ]
    said = [sentences(named_ruleset(name)) for name in (one, other)]
    assert (said[0] == said[1]) == (alike[0] == alike[1])


BY_FOUR = "The king is captured by four, or by three beside the empty throne"


@pytest.mark.parametrize(
    ("name", "beginning", "rest"),
    [
        ("hnefatafl-v1", "The king takes no part", " in captures."),
        ("hnefatafl-v2", "The king captures when he moves,", " but not by standing there."),
        ("hnefatafl-v1", BY_FOUR, "."),
        ("hnefatafl-v2", "The king is captured by two", ", like any piece."),
        ("hnefatafl-v3", BY_FOUR, ", on the edge by three."),
        ("hnefatafl-v2", "The defenders win when the king reaches", " any square of the edge."),
        ("hnefatafl-v3", "The defenders win when the king reaches", " a corner."),
        ("hnefatafl-v3", "Nobody may stop on the throne, and everybody may pass over it", None),
        ("hnefatafl-v1", "Corners are hostile to nobody; the throne is hostile to", None),
        ("hnefatafl-corner", "If a side cannot move,", " the game is a draw."),
        ("viking-chess", "After 120 minutes", " the game is a draw."),
    ],
)
def test_this_is_said_of_this_ruleset(name: str, beginning: str, rest: str | None) -> None:
    (found,) = [said for said in sentences(named_ruleset(name)) if said.startswith(beginning)]
    assert rest in {None, found.removeprefix(beginning)}


def test_of_agreement_nothing_is_said_where_the_text_is_silent() -> None:
    silent = heard({"clauses.agreement": None})
    assert silent == heard({})[:-1]


@pytest.mark.parametrize("count", [2, 3, 11])
def test_how_often_a_position_may_occur_is_told(count: int) -> None:
    found = heard({"ending.repetition_count": count})[-2]
    assert found.startswith(f"If a position occurs {count} times with ")


@pytest.mark.parametrize(("minutes", "said"), [(1, "1 minute"), (2, "2 minutes")])
def test_a_time_limit_is_told_in_minutes(minutes: int, said: str) -> None:
    limited = heard({"ending.time_limit_minutes": minutes, "clauses.time": "11"})
    assert f"After {said} the game is a draw." in limited
