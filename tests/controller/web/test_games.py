"""The page's side of the library: a list, a game, and nothing that changes one."""

import json
from functools import partial
from pathlib import Path

import pytest

from controller.store.records import Entry, Header, Kind
from controller.store.store import Change, store_for_writing
from controller.web.games import game_routes, kept_start
from controller.web.rules import rule_routes
from tests.controller.rules.fields import rules_with
from tests.controller.store.kept import MOVES, header, plies
from tests.controller.web.asking import Asking
from tests.hnefi import hnefi


def client(path: Path | None) -> Asking:
    return Asking(game_routes(path))


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Fill a library with three games."""
    path = tmp_path / "games.db"
    store = store_for_writing(str(path))
    named = (Entry(0, Kind.NAMES, "attackers Anna"), *plies(*MOVES))
    store.save([Change(header(each), 0, named) for each in ("aaaa", "bbbb")])
    store.save([Change(header("cccc"), 0, plies(*MOVES[:1]))])
    store.close()
    return path


def test_the_list_is_that_of_the_command(games: Path) -> None:
    listed = hnefi("games", "list", "--json", "--data", str(games.parent)).stdout.splitlines()
    expected = {"games": [json.loads(line) for line in listed], "matching": 3, "total": 3}
    assert client(games).get("/api/games").json() == expected


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("search=anna", ["bbbb", "aaaa"]),
        ("limit=1", ["cccc"]),
        ("limit=1&before=cccc", ["bbbb"]),
        ("search=nobody", []),
        ("search=%00anna", ["bbbb", "aaaa"]),
        ("search=%00%ff", []),
        ("search=%ed%a0%80", []),
        ("search=%00", ["cccc", "bbbb", "aaaa"]),
    ],
)
def test_the_list_is_searched_and_read_page_by_page(
    games: Path, query: str, found: list[str]
) -> None:
    answer = client(games).get(f"/api/games?{query}").json()
    assert [each["id"] for each in answer["games"]] == found


@pytest.mark.parametrize(
    ("query", "matching"),
    [("search=anna", 2), ("search=anna&limit=1&before=bbbb", 2), ("limit=1", 3), ("search=no", 0)],
)
def test_the_list_says_how_many_games_a_search_finds_on_all_pages(
    games: Path, query: str, matching: int
) -> None:
    answer = client(games).get(f"/api/games?{query}").json()
    assert (answer["matching"], answer["total"]) == (matching, 3)


def test_a_game_has_its_plies_and_names(games: Path) -> None:
    game = client(games).get("/api/games/aaaa").json()
    assert (game["plies"], game["names"]["attackers"]) == (list(MOVES), "Anna")
    assert game["entries"][1] == [1000, "ply", MOVES[0]]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/games/zzzz", 404),
        ("/api/games?limit=-1", 400),
        ("/api/games?limit=many", 400),
        ("/api/games?before=zzzz", 404),
        ("/api/games?before=%00%ff", 404),
        ("/api/games/%00%ff", 404),
    ],
)
def test_what_is_not_there_is_refused(games: Path, path: str, status: int) -> None:
    assert client(games).get(path).status_code == status


@pytest.mark.parametrize("limit", ["-1", "many", "9999999999", "1.5", ""])
def test_a_limit_that_is_none_is_quoted_with_the_numbers_that_are_meant(
    games: Path, limit: str
) -> None:
    said = client(games).get(f"/api/games?limit={limit}").text
    assert said == f"limit: expected a whole number from 0 to 500, got {limit!r}".encode()


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_nothing_can_be_changed(games: Path, method: str) -> None:
    for path in ("/api/games", "/api/games/aaaa"):
        assert client(games).request(method, path).status_code == 405


def test_without_a_library_there_are_no_games(tmp_path: Path) -> None:
    for path in (None, tmp_path / "games.db"):
        assert client(path).get("/api/games").json() == {"games": [], "matching": 0, "total": 0}
        assert client(path).get("/api/games/aaaa").status_code == 404


def test_a_damaged_library_says_so(games: Path) -> None:
    games.write_bytes(b"ruined " * 10_000)
    answer = client(games).get("/api/games")
    assert answer.status_code == 503
    assert b"games.db" in answer.text
    assert str(games.parent).encode() not in answer.text


def test_a_kept_game_is_shown_by_its_own_rules_from_its_own_start(tmp_path: Path) -> None:
    own = rules_with({"name": "ours", "ending.repetition_count": 5}).ruleset.model_dump_json()
    path = tmp_path / "games.db"
    store = store_for_writing(str(path))
    store.save([Change(Header("ours", own, 0), 0, plies("d1-d3"))])
    start = "/11/11/11/3t7/11/5K5/11/11/11/11/11/ defenders"
    store.save([Change(Header("placed", own, 0, start), 0, ())])
    store.close()
    rules = Asking(rule_routes(tuple, partial(kept_start, path)))
    shown = rules.get("/api/line?ruleset=ours&game=ours&moves=d1-d3").json()
    assert (shown["moves"], shown["to_move"]) == (["d1-d3"], "defenders")
    placed = rules.get("/api/line?ruleset=ours&game=placed").json()
    assert placed["pieces"] == {"d4": "attacker", "f6": "king"}
    assert rules.get("/rules/ours.json").status_code == 404
    assert rules.get("/rules/ours.json?game=ours").json()["name"] == "ours"
    assert rules.get("/rules/fetlar.json?game=ours").json()["name"] == "ours"
    assert rules.get("/rules/fetlar.json?game=none").json()["name"] == "fetlar"
    # Elsewhere, where the game is not kept, its ruleset may be known.
    assert rules.get("/api/line?ruleset=fetlar&game=none").json()["to_move"] == "attackers"
    assert rules.get("/api/line?ruleset=ours&game=none").status_code == 404
