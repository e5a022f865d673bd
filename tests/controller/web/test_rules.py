"""What the server tells of the rules: a ruleset with pictures, and where a line of moves leads."""

from typing import Any
from urllib.parse import quote

import pytest

from controller.rules.library import ruleset_names
from controller.web.rules import rule_routes
from tests.controller.rules.fields import rules_with
from tests.controller.web.asking import Asking

CLIENT = Asking(rule_routes(tuple))


def line(moves: str, ruleset: str = "copenhagen") -> dict[str, Any]:
    answer = CLIENT.get(f"/api/line?ruleset={ruleset}&moves={moves}")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_a_ruleset_comes_with_its_aims_its_clauses_and_their_pictures() -> None:
    found = CLIENT.get("/rules/copenhagen.json").json()
    assert found["title"] == "Copenhagen Hnefatafl 11x11"
    assert found["start"]["f6"] == "king"
    assert [said["key"] for said in found["aims"]["defenders"]] == [
        "aim.defenders.escape.corner",
        "aim.defenders.take",
    ]
    (shieldwall,) = [each for each in found["clauses"] if each["clause"] == "4b"]
    assert shieldwall["say"] == [{"key": "rule.shieldwall", "args": {}}]
    (example,) = shieldwall["examples"]
    assert (example["from"], example["to"], example["taken"]) == ("f7", "f1", ["d1", "e1"])
    assert set(example["before"]) - set(example["after"]) == {"f7", "d1", "e1"}


def test_the_rules_of_the_game_on_the_board_are_known_by_their_name_too() -> None:
    own = rules_with({"ending.repetition_count": 5, "name": "ours"})
    client = Asking(rule_routes(lambda: [own]))
    assert client.get("/rules/ours.json").json()["name"] == "ours"
    assert client.get("/rules/fetlar.json").json()["name"] == "fetlar"
    assert {"name": "ours", "title": own.ruleset.title} in client.get("/rulesets.json").json()


@pytest.mark.parametrize("name", ["a/b", "../a", "a.json", "a?b#c", "/"])
def test_a_ruleset_may_have_any_name(name: str) -> None:
    own = rules_with({"name": name})
    client = Asking(rule_routes(lambda: [own]))
    assert client.get(f"/rules/{quote(name, safe='')}.json").json()["name"] == name


def test_all_rulesets_are_listed_by_name() -> None:
    found = CLIENT.get("/rulesets.json").json()
    assert [each["name"] for each in found] == list(ruleset_names())
    assert {"name": "fetlar", "title": "Fetlar Hnefatafl 11x11"} in found
    assert CLIENT.get("/rules/ours.json").status_code == 404


@pytest.mark.parametrize("path", ["/rules/nope.json", "/api/line?ruleset=nope&moves="])
def test_a_ruleset_that_is_not_there_is_named_with_those_that_are(path: str) -> None:
    client = Asking(rule_routes(lambda: [rules_with({"name": "ours"})]))
    answer = client.get(path)
    names = ", ".join(sorted([*ruleset_names(), "ours"]))
    expected = f"ruleset: expected one of {names}; got 'nope'"
    assert (answer.status_code, answer.text) == (404, expected.encode())


def test_a_line_leads_to_a_position_with_its_open_squares_and_captures() -> None:
    found = line("d1-d3,e5-e2,g1-g3,f4-c4,g3-e3")
    assert found["moves"][-1] == "g3-e3xe2"
    assert "e2" not in found["pieces"]
    assert found["to_move"] == "defenders"
    assert (
        found["record"] == "/4tt1t3/5t5/3tt6/t1T7t/t4TT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/"
    )
    assert found["open"]["e6"] == ["e5", "e4"]
    assert found["refusal"] is None
    assert found["outcome"] is None


def test_without_moves_the_start_position_stands() -> None:
    assert line("")["pieces"] == CLIENT.get("/rules/copenhagen.json").json()["start"]


def test_a_move_that_is_refused_ends_the_line_with_the_reason() -> None:
    found = line("d1-d3,e5-d4,a4-a5")
    assert found["moves"] == ["d1-d3"]
    assert found["refusal"]["clause"] == "3"
    assert found["refusal"]["say"][0]["key"] == "refusal.not_in_line"


@pytest.mark.parametrize("moves", ["d1", "d1-d3;e5-e2", "d1-z9"])
def test_what_is_no_move_is_said_to_be_none(moves: str) -> None:
    answer = CLIENT.get(f"/api/line?ruleset=copenhagen&moves={moves}")
    assert answer.status_code == 400
    assert "expected a move such as d1-d4" in answer.text.decode()


def test_of_a_ruleset_that_nobody_knows_nothing_is_said() -> None:
    assert CLIENT.get("/rules/nonsense.json").status_code == 404
    assert CLIENT.get("/api/line?ruleset=nonsense").status_code == 404
