"""What is said of a ruleset of one's own with unknown, missing or contradictory keys.

Each complaint names the file, the key in full, and what was expected there.
"""

import re
from importlib.resources import files
from typing import Literal, get_args, get_origin

import pytest
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from controller.rules.errors import RulesetError
from controller.rules.ruleset import Ruleset, parse_ruleset
from tests.controller.rules.fields import fields_of, sections_of

HERE = "/home/player/house rules.toml"
TEXT = (files("controller.rules") / "data" / "copenhagen.toml").read_text(encoding="utf-8")
SECTIONS = sections_of(Ruleset)
FIELDS = {
    path: kind for name, section in SECTIONS.items() for path, kind in fields_of(section, name)
}
CHOICES = {path: get_args(kind) for path, kind in FIELDS.items() if get_origin(kind) is Literal}

CUSTODIAL_KING_AND_THRONE = (
    "king.throne_stands_in: expected false where king.captured_by is 'custodial'; "
    "capture.throne_hostile_to_defenders says what the throne does there"
)
ESCAPE_AND_FORT = (
    "ending.exit_fort: expected false where ending.escape is 'edge'; "
    "a king who is on the edge has won already"
)


def field_at(path: str) -> FieldInfo:
    """Return the model's field of a dotted name."""
    section, name = path.split(".")
    return SECTIONS[section].model_fields[name]


def complaint(text: str) -> str:
    """Return what is said of a text that is no ruleset, without the file, which it must name."""
    with pytest.raises(RulesetError) as raised:
        parse_ruleset(text, HERE)
    said = str(raised.value)
    assert said.startswith(f"{HERE}: ")
    return said.removeprefix(f"{HERE}: ")


def known(model: type[BaseModel]) -> str:
    """Return what is said of a key that a model does not know."""
    return f"expected one of {', '.join(model.model_fields)}"


def with_line(path: str, line: str) -> str:
    """Return the text with the line of a key replaced, "" to leave the key out."""
    *sections, key = path.split(".")
    section, lines, replaced = "", [], 0
    for old in TEXT.splitlines():
        section = old.strip("[]") if old.startswith("[") else section
        if old.startswith(f"{key} = ") and [section] == (sections or [""]):
            lines.append(line)
            replaced += 1
        else:
            lines.append(old)
    assert replaced == 1, f"{path} stands in the text {replaced} times"
    return "\n".join(lines)


def and_line(text: str, after: str, line: str) -> str:
    """Return a text with one more line after another."""
    assert text.count(f"{after}\n") == 1
    return text.replace(f"{after}\n", f"{after}\n{line}\n")


def test_the_text_that_these_tests_spoil_is_a_ruleset() -> None:
    assert parse_ruleset(TEXT, HERE).name == "copenhagen"


@pytest.mark.parametrize("path", [p for p in FIELDS if field_at(p).is_required()])
def test_a_missing_key_is_named(path: str) -> None:
    assert complaint(with_line(path, "")) == f"{path}: expected this key, found none"


@pytest.mark.parametrize("key", ["name", "title", "source"])
def test_a_missing_key_at_the_top_is_named(key: str) -> None:
    assert complaint(with_line(key, "")) == f"{key}: expected this key, found none"


@pytest.mark.parametrize(("key", "most"), [("name", 64), ("title", 100), ("source", 300)])
def test_what_fits_on_no_page_is_told_by_its_length(key: str, most: int) -> None:
    at_most, line = f'{key} = "{"x" * most}"', re.compile(f"^{key} = .*$", re.MULTILINE)
    assert getattr(parse_ruleset(line.sub(at_most, TEXT), HERE), key) == "x" * most
    too_long = line.sub(f'{key} = "{"x" * (most + 1)}"', TEXT)
    expected = f"{key}: expected at most {most} characters, got {most + 1}"
    assert complaint(too_long) == expected


def test_a_game_that_was_kept_brings_a_title_of_any_length() -> None:
    kept = parse_ruleset(TEXT, HERE).model_copy(update={"title": "x" * 999})
    assert Ruleset.model_validate_json(kept.model_dump_json()) == kept


def test_a_missing_start_is_named() -> None:
    start = TEXT[TEXT.index("start = ") : TEXT.index("[movement]")]
    assert complaint(TEXT.replace(start, "")) == "start: expected this key, found none"


@pytest.mark.parametrize("section", SECTIONS)
def test_a_missing_section_is_named(section: str) -> None:
    assert (
        complaint(TEXT.replace(f"[{section}]", "[elsewhere]"))
        == f"{section}: expected this key, found none"
    )


@pytest.mark.parametrize("section", SECTIONS)
def test_an_unknown_key_is_named_with_its_section(section: str) -> None:
    spoiled = and_line(TEXT, f"[{section}]", 'berserk = "all"')
    assert complaint(spoiled) == f"{section}.berserk: {known(SECTIONS[section])}"


@pytest.mark.parametrize(
    ("line", "key"), [('board = "11x11"', "board"), ("[dice]\nsides = 6", "dice")]
)
def test_an_unknown_key_or_section_at_the_top_is_named(line: str, key: str) -> None:
    spoiled = TEXT.replace("[movement]\n", f"{line}\n[movement]\n")
    assert complaint(spoiled) == f"{key}: {known(Ruleset)}"


def test_a_key_in_the_wrong_section_is_named_where_it_stands() -> None:
    moved = and_line(TEXT, "[king]", "encirclement = true")
    assert complaint(moved) == f"king.encirclement: {known(SECTIONS['king'])}"


@pytest.mark.parametrize("path", CHOICES)
def test_a_value_that_is_no_choice_is_told_with_the_choices(path: str) -> None:
    *most, last = [repr(choice) for choice in CHOICES[path]]
    expected = f"{path}: expected {', '.join(most)} or {last}, got 'some'"
    assert complaint(with_line(path, f'{path.split(".")[1]} = "some"')) == expected


@pytest.mark.parametrize("path", [path for path, kind in FIELDS.items() if kind is bool])
def test_a_value_that_is_neither_true_nor_false_is_told(path: str) -> None:
    spoiled = with_line(path, f'{path.split(".")[1]} = "no"')
    assert complaint(spoiled) == f"{path}: expected true or false, got 'no'"


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("ending.repetition_count", "1", "expected at least 2, got 1"),
        ("ending.time_limit_minutes", "-1", "expected at least 0, got -1"),
        ("ending.time_limit_minutes", "inf", "expected a whole number, got inf"),
        ("ending.time_limit_minutes", '"two hours"', "expected a whole number, got 'two"),
    ],
)
def test_a_number_out_of_range_or_no_number_is_told(path: str, value: str, expected: str) -> None:
    spoiled = with_line(path, f"{path.split('.')[1]} = {value}")
    assert complaint(spoiled).startswith(f"{path}: {expected}")


def test_a_section_that_is_a_value_is_told() -> None:
    spoiled = TEXT.replace("[movement]\n", "king = 4\n[movement]\n").replace("[king]", "[kings]")
    assert complaint(spoiled) == "king: expected a section with keys, got 4"


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (
            "king.captured_by",
            '"custodial"',
            CUSTODIAL_KING_AND_THRONE,
        ),
        (
            "ending.escape",
            '"edge"',
            ESCAPE_AND_FORT,
        ),
        (
            "ending.time_limit_minutes",
            "120",
            "clauses.time: expected the paragraph of a rule in play",
        ),
    ],
)
def test_keys_that_contradict_each_other_are_both_named(
    path: str, value: str, expected: str
) -> None:
    spoiled = with_line(path, f"{path.split('.')[1]} = {value}")
    assert complaint(spoiled) == expected


@pytest.mark.parametrize("clause", ["shieldwall", "exit_fort", "encircled"])
def test_a_rule_in_play_without_its_paragraph_is_told(clause: str) -> None:
    expected = f"clauses.{clause}: expected the paragraph of a rule in play"
    assert complaint(with_line(f"clauses.{clause}", "")) == expected


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("capture.shieldwall", "shieldwall"),
        ("ending.exit_fort", "exit_fort"),
        ("ending.encirclement", "encircled"),
    ],
)
def test_a_rule_that_is_not_played_needs_no_paragraph(line: str, clause: str) -> None:
    text = with_line(line, f"{line.split('.')[1]} = false")
    lines = [old for old in text.splitlines() if not old.startswith(f'{clause} = "')]
    ruleset = parse_ruleset("\n".join(lines), HERE)
    assert ruleset.clauses.model_dump()[clause] is None


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("AA.DDKDD.AA", "AA.DD.DD.AA", "start: expected one king, got 0"),
        ("AA.DDKDD.AA", "AA.DKKDD.AA", "start: expected one king, got 2"),
        ("AA.DDKDD.AA", "AA.DDKDD.A", "start: rank 6: expected 11 letters, got 10"),
        ("AA.DDKDD.AA", "AA.DDKxD.AA", "start: g6: expected A, D, K or ., got 'x'"),
        ("AA.DDKDD.AA", "", "start: expected 11 lines, rank 11 first, got 10"),
    ],
)
def test_a_start_that_is_no_position_is_told_with_the_place(
    old: str, new: str, expected: str
) -> None:
    assert TEXT.count(old) == 1
    assert complaint(TEXT.replace(old, new)) == expected


def test_a_reading_that_is_not_complete_is_told_with_its_place() -> None:
    assert TEXT.count('about = "shieldwall"\n') == 1
    incomplete = TEXT.replace('about = "shieldwall"\n', "")
    assert complaint(incomplete) == "readings.2.about: expected this key, found none"


def test_a_key_that_is_given_twice_is_told() -> None:
    spoiled = and_line(TEXT, 'turn = "2"', 'turn = "3"')
    assert complaint(spoiled).startswith("expected TOML: ")


def test_an_empty_file_lacks_the_first_key() -> None:
    assert complaint("") == "name: expected this key, found none"


def test_a_date_is_no_text() -> None:
    assert complaint(with_line("source", "source = 2024-02-14")).startswith("source: ")
