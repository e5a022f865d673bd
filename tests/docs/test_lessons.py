"""The example in docs/lessons.md is a lesson that can be checked and done."""

import json
import re
from pathlib import Path

from controller.lessons.goals import GOAL_KEYS
from controller.lessons.library import stages
from controller.lessons.reading import LessonFile
from controller.rules.library import ruleset_names
from controller.words.catalogue import catalogue
from tests.docs.markdown import ROOT
from tests.hnefi import hnefi

_PAGE = (ROOT / "docs/lessons.md").read_text(encoding="utf-8")


def example(tmp_path: Path) -> str:
    (toml,) = re.findall(r"```toml\n(.*?)```", _PAGE, re.DOTALL)
    file = tmp_path / "between_two.toml"
    file.write_text(toml, encoding="utf-8")
    return str(file)


def test_the_example_has_nothing_to_complain_about(tmp_path: Path) -> None:
    file = example(tmp_path)
    ran = hnefi("lessons", "check", file)
    assert (ran.returncode, ran.stdout) == (0, f"{file}: nothing to complain about.\n")


def test_a_visitor_does_the_example(tmp_path: Path) -> None:
    ran = hnefi("lessons", "play", example(tmp_path), "--headless", "--json")
    found = json.loads(ran.stdout)
    assert (ran.returncode, found["lesson"]) == (0, "between_two")
    assert found["stars"] == 4


def test_the_page_explains_every_key_and_every_goal() -> None:
    keys = re.findall(r"^\| `(\w+)` \|", _PAGE, re.MULTILINE)
    assert sorted(keys) == sorted(LessonFile.model_fields)
    goals = re.findall(r"\{ (\w+) = ", _PAGE.split("| goal | is met when |")[1])
    assert set(goals) - {"e4"} == set(GOAL_KEYS)
    assert "copenhagen" in ruleset_names()


def test_the_page_for_a_class_names_lessons_and_buttons_that_there_are() -> None:
    page = (ROOT / "docs/class.md").read_text(encoding="utf-8")
    there = [text for text in catalogue("en").texts.values() if isinstance(text, str)]
    named = re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", page)
    assert len(named) > 10
    assert [name for name in named if name not in there] == []
    assert [len(stages()[stage]) for stage in ("move", "capture")] == [4, 5]  # the first nine
