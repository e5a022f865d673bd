"""Rulesets as data: what a TOML file must say, and what is refused."""

import tomllib
from collections.abc import Callable
from importlib.resources import files

import pytest

from controller.rules.compiled import compiled
from controller.rules.errors import RulesetError
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.pieces import Side
from controller.rules.position import parse_diagram
from controller.rules.ruleset import Ruleset, parse_ruleset

DATA = files("controller.rules") / "data"
TEXT = (DATA / "copenhagen.toml").read_text(encoding="utf-8")


def complaint(text: str) -> str:
    """Return what is said of a text that is no ruleset."""
    with pytest.raises(RulesetError) as raised:
        parse_ruleset(text, "here.toml")
    return str(raised.value)


def test_copenhagen_says_what_its_text_says() -> None:
    ruleset = named_ruleset("copenhagen")
    assert ruleset.movement.model_dump() == {
        "throne_stop": "king",
        "throne_pass": "all",
        "corner_stop": "king",
    }
    assert ruleset.capture.model_dump() == {
        "king_captures": "both",
        "corners_hostile": True,
        "throne_hostile_to_attackers": "always",
        "throne_hostile_to_defenders": "empty",
        "shieldwall": True,
    }
    assert ruleset.king.model_dump() == {
        "captured_by": "surrounding",
        "throne_stands_in": True,
        "edge": "safe",
    }
    assert ruleset.ending.model_dump() == {
        "escape": "corner",
        "exit_fort": True,
        "encirclement": True,
        "no_moves": "loses",
        "repetition": "defenders_lose",
        "repetition_count": 3,
        "time_limit_minutes": 0,
    }


def test_the_clauses_of_copenhagen_are_the_paragraphs_of_its_text() -> None:
    assert named_ruleset("copenhagen").clauses.model_dump() == {
        "turn": "2",
        "movement": "3",
        "custodial": "4a",
        "shieldwall": "4b",
        "restricted": "5",
        "king_escaped": "6a",
        "exit_fort": "6b",
        "king_captured": "7a",
        "encircled": "7b",
        "repetition": "8",
        "no_moves": "9",
        "agreement": "10",
        "time": None,
    }


def test_the_start_of_a_ruleset_has_the_attackers_to_move() -> None:
    ruleset = named_ruleset("copenhagen")
    start = ruleset.start_position()
    assert start == parse_diagram(ruleset.start, Side.ATTACKERS)
    assert (start.attackers.bit_count(), start.defenders.bit_count()) == (24, 12)


@pytest.mark.parametrize("name", ruleset_names())
def test_every_file_that_ships_is_the_ruleset_of_its_name(name: str) -> None:
    text = (DATA / f"{name}.toml").read_text(encoding="utf-8")
    assert named_ruleset(name).name == name
    assert named_ruleset(name) == parse_ruleset(text, f"{name}.toml")


@pytest.mark.parametrize("name", ruleset_names())
def test_every_ruleset_that_ships_starts_from_the_same_position(name: str) -> None:
    expected = named_ruleset("copenhagen").start_position()
    assert named_ruleset(name).start_position() == expected


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(RulesetError) as raised:
        named_ruleset("chess")
    known = ", ".join(ruleset_names())
    assert str(raised.value) == f"ruleset: expected one of {known}, got 'chess'"


@pytest.mark.parametrize("name", ["", "../copenhagen", "copenhagen.toml", "Copenhagen"])
def test_a_name_is_no_path_and_is_spelt_as_it_is(name: str) -> None:
    with pytest.raises(RulesetError, match=r"^ruleset: expected one of "):
        named_ruleset(name)


def test_a_text_that_is_not_toml_is_refused() -> None:
    assert complaint("name = ").startswith("here.toml: expected TOML: ")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('name = "copenhagen"\n', "", "here.toml: name: expected this key, found none"),
        ("shieldwall = true\n", "", "here.toml: capture.shieldwall: expected this key, found none"),
        ("[ending]", "[endings]", "here.toml: ending: expected this key, found none"),
        (
            "shieldwall = true",
            "shieldwall = true\nshieldwalls = true",
            (
                "here.toml: capture.shieldwalls: expected one of king_captures, corners_hostile, "
                "throne_hostile_to_attackers, throne_hostile_to_defenders, shieldwall"
            ),
        ),
        (
            'escape = "corner"',
            'escape = "side"',
            "here.toml: ending.escape: expected 'corner' or 'edge', got 'side'",
        ),
        (
            "repetition_count = 3",
            "repetition_count = 1",
            "here.toml: ending.repetition_count: expected at least 2, got 1",
        ),
        (
            'shieldwall = "4b"\n',
            "",
            "here.toml: clauses.shieldwall: expected the paragraph of a rule in play",
        ),
        (
            'exit_fort = "6b"\n',
            "",
            "here.toml: clauses.exit_fort: expected the paragraph of a rule in play",
        ),
        (
            'encircled = "7b"\n',
            "",
            "here.toml: clauses.encircled: expected the paragraph of a rule in play",
        ),
    ],
)
def test_data_that_are_not_complete_and_consistent_are_refused(
    old: str, new: str, expected: str
) -> None:
    assert TEXT.count(old) == 1
    assert complaint(TEXT.replace(old, new)) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("shieldwall = true", 'shieldwall = "yes"'),
        ("shieldwall = true", "shieldwall = 1"),
        ("repetition_count = 3", 'repetition_count = "3"'),
        ("repetition_count = 3", "repetition_count = 3.0"),
        ("repetition_count = 3", "repetition_count = true"),
        ('turn = "2"', "turn = 2"),
    ],
)
def test_a_value_of_another_type_is_refused(old: str, new: str) -> None:
    assert TEXT.count(old) == 1
    assert complaint(TEXT.replace(old, new)).startswith("here.toml: ")


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (lambda rows: rows[1:], "start: expected 11 lines, rank 11 first, got 10"),
        (
            lambda rows: ["..KAAAAA...", *rows[1:5], "AA.DD.DD.AA", *rows[6:]],
            "start: expected a king away from the edge",
        ),
        (
            lambda rows: ["A..AAAAA...", *rows[1:]],
            "start: expected nobody but the king on the throne and corners",
        ),
        (
            lambda rows: [*rows[:4], "A..KDDD...A", "AA.DDDDD.AA", *rows[6:]],
            "start: expected nobody but the king on the throne and corners",
        ),
    ],
)
def test_a_start_that_cannot_be_played_is_refused(
    spoil: Callable[[list[str]], list[str]], expected: str
) -> None:
    start = tomllib.loads(TEXT)["start"]
    spoiled = "\n".join(["", *spoil(start.split()), ""])
    assert complaint(TEXT.replace(start.strip(), spoiled.strip())) == f"here.toml: {expected}"


def test_equal_data_are_equal_rulesets_and_share_their_masks() -> None:
    one, other = parse_ruleset(TEXT, "one.toml"), parse_ruleset(TEXT, "other.toml")
    assert one == other == named_ruleset("copenhagen")
    assert compiled(one) is compiled(other)


def test_other_data_are_another_ruleset_with_other_masks() -> None:
    other = parse_ruleset(TEXT.replace("shieldwall = true", "shieldwall = false"), "other.toml")
    assert other != named_ruleset("copenhagen")
    assert compiled(other) is not compiled(named_ruleset("copenhagen"))
    assert compiled(other).ruleset == other


def test_a_ruleset_comes_through_json_unchanged() -> None:
    ruleset = named_ruleset("copenhagen")
    assert Ruleset.model_validate_json(ruleset.model_dump_json()) == ruleset
