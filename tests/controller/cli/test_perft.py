"""`hnefi perft`, and what it counts with, against the reference."""

import json
import sys
from pathlib import Path

import pytest

from controller.rules.compiled import Rules, compiled
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.perft import divide, perft
from controller.rules.pieces import Side
from controller.rules.position import parse_diagram
from controller.rules.ruleset import Ruleset
from tests.effort import long_or_short
from tests.hnefi import hnefi, the_line_of_a_mistake
from tests.reference.naive import START, NaiveGame

# Few men, and a king who is about to be captured or to escape.
SKIRMISH = """\
...........
...........
...........
...........
...........
...........
...........
...A.......
..K........
.A.........
..........."""
SIEGE = """\
...........
...........
.......A...
.....A.....
....A......
...AK......
....A......
...........
...........
...........
..........."""


def counted(*arguments: str) -> list[str]:
    """Return the lines that a count prints."""
    ran = hnefi("perft", *arguments)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


def naive_perft(name: str, depth: int, diagram: str, to_move: str = "attackers") -> int:
    """Return how many sequences of legal moves the reference finds; nothing follows an end."""
    moves = NaiveGame(name, diagram, to_move).legal_moves()
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        game = NaiveGame(name, diagram, to_move)
        game.play(move)
        if game.outcome is None:
            count += naive_perft(name, depth - 1, game.diagram(), game.to_move)
    return count


def rules_from(name: str, diagram: str) -> Rules:
    """Return the rules of a name with another first position."""
    data = json.loads(named_ruleset(name).model_dump_json()) | {"start": diagram}
    return compiled(Ruleset.model_validate_json(json.dumps(data)))


def test_the_count_is_one_line() -> None:
    assert counted("--depth", "2") == ["6788"]


def test_divided_it_begins_with_the_count_behind_each_first_move_in_order() -> None:
    *parts, total = counted("--depth", "2", "--divide", "--ruleset", "hnefatafl-v1")
    behind = dict(part.split(": ") for part in parts)
    assert list(behind) == NaiveGame("hnefatafl-v1").legal_moves()
    assert int(total) == sum(map(int, behind.values())) == naive_perft("hnefatafl-v1", 2, START)
    game = NaiveGame("hnefatafl-v1")
    game.play("d1-d3")
    assert int(behind["d1-d3"]) == len(game.legal_moves())


def test_a_ruleset_may_be_a_file_with_a_start_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "skirmish.toml"
    shipped = Path(sys.modules[Ruleset.__module__].__file__ or "").parent / "data"
    text = (shipped / "hnefatafl-v2.toml").read_text(encoding="utf-8")
    path.write_text(text.replace(START, SKIRMISH), encoding="utf-8")
    expected = str(naive_perft("hnefatafl-v2", 3, SKIRMISH))
    assert counted("--depth", "3", "--ruleset", str(path)) == [expected]


@pytest.mark.parametrize("name", ruleset_names())
def test_the_first_two_plies_of_every_ruleset(name: str) -> None:
    rules = compiled(named_ruleset(name))
    assert perft(rules, rules.start, 2) == naive_perft(name, 2, START)


@pytest.mark.parametrize("diagram", [SIEGE, SKIRMISH][: long_or_short(2, 1)])
@pytest.mark.parametrize("name", ruleset_names())
def test_nothing_follows_a_win(name: str, diagram: str) -> None:
    rules = rules_from(name, diagram)
    assert perft(rules, rules.start, 3) == naive_perft(name, 3, diagram)


@pytest.mark.parametrize("name", ["copenhagen", "hnefatafl-v1"])
def test_it_counts_for_either_side(name: str) -> None:
    rules, start = rules_from(name, SKIRMISH), parse_diagram(SKIRMISH, Side.DEFENDERS)
    assert perft(rules, start, 3) == naive_perft(name, 3, SKIRMISH, "defenders")


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_parts_are_the_whole(depth: int) -> None:
    rules = rules_from("hnefatafl-v2", SKIRMISH)
    parts = list(divide(rules, rules.start, depth))
    assert [str(move) for move, _ in parts] == NaiveGame("hnefatafl-v2", SKIRMISH).legal_moves()
    assert sum(count for _, count in parts) == perft(rules, rules.start, depth)


def test_there_is_one_way_to_make_no_move() -> None:
    rules = compiled(named_ruleset("copenhagen"))
    assert perft(rules, rules.start, 0) == 1


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "--depth"),
        (["--depth", "0"], "--depth"),
        (["--depth", "two"], "--depth"),
        (["--depth", "1", "--ruleset", "nosuch"], "'nosuch'"),
    ],
)
def test_a_mistake_is_told_in_one_line_that_names_it(arguments: list[str], named: str) -> None:
    line = the_line_of_a_mistake(hnefi("perft", *arguments))
    assert line.startswith("hnefi: ")
    assert named in line
