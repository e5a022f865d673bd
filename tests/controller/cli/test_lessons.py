"""`hnefi lessons`: list, check and play."""

import json
import re
from http.client import HTTPConnection
from pathlib import Path

import pytest

from controller.lessons.library import ladder
from tests.controller.lessons.test_reading import GOOD
from tests.hnefi import hnefi, started
from tests.waiting import PATIENCE_S


def test_lessons_are_listed_in_their_order() -> None:
    ran = hnefi("lessons", "list", "--json")
    found = json.loads(ran.stdout)
    assert [each["name"] for each in found] == [lesson.name for lesson in ladder()]
    assert found[4] == {
        "name": "take_one",
        "stage": "capture",
        "title": "The first capture",
        "ruleset": "copenhagen",
        "side": "attackers",
        "par": 1,
    }
    shown = hnefi("lessons", "list").stdout
    assert "Taking pieces" in shown
    assert all(lesson.name in shown for lesson in ladder())


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD, encoding="utf-8")
    return file


def test_a_good_lesson_has_nothing_to_complain_about(mine: Path) -> None:
    ran = hnefi("lessons", "check", str(mine))
    assert (ran.returncode, ran.stdout) == (0, f"{mine}: nothing to complain about.\n")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            '[["h6-h5"]]',
            '[["h6-h7"]]',
            "solutions, item 1: expected moves that meet the goal, got h6-h7",
        ),
        (
            '[["h6-h5"]]',
            '[["h6-a1"]]',
            "solutions, item 1: expected legal moves, got h6-a1 (h6-a1: not_in_line)",
        ),
        ("par = 1", "par = 2", "par: expected the moves of the first solution, 1, got 2"),
        ("par = 1", "par = 1\nmost = 0", "most: expected at least 1, got 0"),
        ('solutions = [["h6-h5"]]', "", "solutions: expected at least one, found none"),
        ('["h4"] }', '["h4"] }\nvisit = ["h12"]', "visit: expected a square a1 to k11, got 'h12'"),
        ("{ captured", "{ not = { captured", None),
        (
            'solutions = [["h6-h5"]]',
            'solutions = [["h6-h5"]]\nreply = "searched"',
            "solutions: expected none where replies are searched",
        ),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    mine: Path, old: str, new: str, complaint: str | None
) -> None:
    mine.write_text(GOOD.replace(old, new), encoding="utf-8")
    ran = hnefi("lessons", "check", str(mine), "--json")
    (found, *_) = json.loads(ran.stdout)["complaints"]
    assert ran.returncode == 1
    assert found.startswith(f"{mine}: ")
    if complaint is not None:
        assert found == f"{mine}: {complaint}"


def test_a_goal_that_is_met_already_is_no_lesson(mine: Path) -> None:
    text = GOOD.replace('{ captured = ["h4"] }', '{ piece_on = { h4 = "defender" } }')
    mine.write_text(text, encoding="utf-8")
    assert "the position meets it already" in hnefi("lessons", "check", str(mine)).stdout


def test_a_lesson_without_texts_must_be_one_that_ships(mine: Path) -> None:
    mine.write_text(GOOD[: GOOD.index("[texts]")], encoding="utf-8")
    assert "texts: expected a table" in hnefi("lessons", "check", str(mine)).stdout
    ran = hnefi("lessons", "play", str(mine), "--headless")
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)


def test_a_visitor_does_a_lesson_of_ones_own(mine: Path) -> None:
    ran = hnefi("lessons", "play", str(mine), "--headless", "--json")
    found = json.loads(ran.stdout)
    assert (ran.returncode, found["lesson"]) == (0, "mine")
    assert found["stars"] >= 1


def test_a_lesson_is_done_on_a_page_until_somebody_has_had_enough() -> None:
    with started("lessons", "play", "take_one", "--no-browser", "--port", "0") as playing:
        connection = HTTPConnection(playing.address(), timeout=PATIENCE_S)
        connection.request("GET", "/health")
        assert connection.getresponse().status == 200
        connection.close()
        ended = playing.interrupt()
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_people_read_how_a_visitor_did() -> None:
    ran = hnefi("lessons", "play", "take_one", "--headless")
    assert re.fullmatch(
        r"The pieces stood after \d+ s; solved \d+ s later, with [1-4] of 4 stars\.\n", ran.stdout
    )
    assert ran.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("play", "take_non", "--headless"), "did you mean take_one?"),
        (("play", "nowhere.toml", "--headless"), "nowhere.toml: expected a lesson to read, found"),
        (("play", "take_one", "--json"), "--json: expected --headless with it"),
        (("check", "nowhere.toml"), "hnefi: nowhere.toml: expected a lesson to read, found none"),
    ],
)
def test_a_mistake_is_one_line_and_status_2(arguments: tuple[str, ...], complaint: str) -> None:
    ran = hnefi("lessons", *arguments)
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert complaint in ran.stderr


@pytest.mark.parametrize("record", ["/11/", "/11/11/11/11/11/11/11/11/11/11/11/"])
def test_a_position_that_cannot_be_read_is_a_mistake_in_one_line(record: str) -> None:
    ran = hnefi("simulate", "--no-browser", "--position", record)
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert "--position: position record: expected" in ran.stderr
