"""A lesson from its file; a mistake is one line with file, key, value and the cure."""

import pytest

from controller.lessons.errors import LessonError
from controller.lessons.library import named_lesson
from controller.lessons.reading import parse_lesson
from controller.rules.sentence import verbatim

GOOD = """
name = "mine"
to_move = "attackers"
par = 1
goal = { captured = ["h4"] }
solutions = [["h6-h5"]]

[position]
attackers = ["h6", "h3"]
defenders = ["h4"]
king = "f9"

[texts]
title = "Mine"
task = "Take the defender."
wrong = "He still stands."
idea = "Put a man on his other side."
"""


def test_a_lesson_with_texts_says_them() -> None:
    lesson = parse_lesson(GOOD, "mine.toml")
    assert (lesson.name, lesson.par, lesson.most) == ("mine", 1, 1)
    assert (lesson.title, lesson.task) == (verbatim("Mine"), verbatim("Take the defender."))
    assert (lesson.wrong.argument("text"), lesson.idea.argument("text")) == (
        "He still stands.",
        "Put a man on his other side.",
    )


def complaint(*changes: tuple[str, str]) -> str:
    text = GOOD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    with pytest.raises(LessonError) as found:
        parse_lesson(text, "mine.toml")
    return str(found.value)


@pytest.mark.parametrize(
    ("change", "end"),
    [
        (("par = 1", "par = 0"), "par: expected at least 1, got 0"),
        (("par = 1\n", ""), "par: expected this key, found none"),
        (("par = 1", "parr = 1"), "par: expected this key, found none"),
        (
            ("h6-h5", "h6h5"),
            "solutions, item 1: expected a move such as d1-d4 or g3-e3xe2, got 'h6h5'",
        ),
        (('king = "f9"', 'king = "f12"'), "position.king: expected a square a1 to k11, got 'f12'"),
        (
            ('defenders = ["h4"]', 'defenders = ["h6"]'),
            "position.defenders: expected each square once, got 'h6' again",
        ),
        (('["h4"] }', '["h4"], won = "attackers" }'), None),
        (("captured =", "ended ="), None),
        (
            ('name = "mine"', 'name = "My lesson"'),
            (
                "name: expected small letters, digits and underscores, such as first_move, "
                "got 'My lesson'"
            ),
        ),
        (
            ('name = "mine"', 'name = "mine"\nruleset = "copenhagn"'),
            None,
        ),
        (
            ('name = "mine"', 'name = "mine"\nreply = "fixed"'),
            "replies: expected with reply = 'fixed', and with it only",
        ),
        (
            ('king = "f9"', 'king = "a1"'),
            "position: expected a game that goes on, got one that is over",
        ),
        (
            ('title = "Mine"', 'title = "\\u001b[31mMine"'),
            "texts.title: expected one line of plain text, got '\\x1b[31mMine'",
        ),
        (
            ('title = "Mine"', 'title = "\\u202eMine"'),
            "texts.title: expected one line of plain text, got '\\u202eMine'",
        ),
        (("goal = {", "unknown = {"), None),
        (("par = 1", "par ="), None),
    ],
)
def test_a_mistake_is_one_line_that_begins_with_the_file(
    change: tuple[str, str], end: str | None
) -> None:
    said = complaint(change)
    assert said.startswith("mine.toml: ")
    assert "\n" not in said
    assert "expected" in said
    if end is not None:
        assert said == f"mine.toml: {end}"


def test_the_nearest_right_key_is_named() -> None:
    assert complaint(("solutions", "solution")).endswith("got 'solution'; did you mean solutions?")
    assert complaint(("attackers = [", "atackers = [")).endswith("did you mean attackers?")
    assert complaint(("idea =", "ideas =")).startswith("mine.toml: texts.idea: expected this key")


def test_a_name_that_there_is_not_names_the_nearest() -> None:
    with pytest.raises(LessonError, match="did you mean take_one"):
        named_lesson("take_on")
    with pytest.raises(LessonError, match="hnefi lessons list names them all"):
        named_lesson("zzz")
