"""`hnefi levels`, `match`, `tune`, and an opponent in a headless simulation."""

import json
import re
import signal
import subprocess
from pathlib import Path

import pytest

from controller.engine.levels import level_names
from controller.engine.weights import read_weights
from tests.effort import long_or_short
from tests.hnefi import HNEFI, hnefi, started, the_line_of_a_mistake
from tests.waiting import PATIENCE_S


def test_levels_are_listed_the_easiest_first() -> None:
    ran = hnefi("levels")
    listed = [line.split()[0] for line in ran.stdout.splitlines()[1:] if line]
    assert listed[: len(level_names()) + 2] == ["chance", *level_names(), "adaptive"]
    found = json.loads(hnefi("levels", "--json").stdout)
    assert [level["name"] for level in found] == list(level_names())


@pytest.mark.parametrize("side", ["attackers", "defenders"])
def test_people_play_a_level_and_put_wrong_moves_for_it_right(side: str) -> None:
    games = long_or_short(10, 1)
    arguments = ("--headless", "--games", str(games), "--opponent", "one-move", "--as", side)
    ran = hnefi("simulate", *arguments, "--hand", "quick", "--json")
    found = json.loads(ran.stdout.splitlines()[-1])
    assert ran.returncode == 0
    assert (found["games"], found["wrong"], found["missed"]) == (games, 0, 0)
    assert found["recognised"] == found["plies"] > 20
    assert found["corrected"] > 0
    assert found["unanswered"] == 0


def test_a_file_of_games_leaves_no_move_to_an_opponent() -> None:
    line = the_line_of_a_mistake(
        hnefi("simulate", "--headless", "--games", "games.csv", "--opponent", "one-move")
    )
    assert line == "hnefi: simulate: --opponent decides the moves: expected --games N"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("match", "nobody", "club", "--games", "2"), "A: expected a level"),
        (("match", "club@none.toml", "club", "--games", "2"), "A: none.toml: expected a file"),
        (("match", "club", "club", "--games", "2", "--time", "0"), "--time: expected seconds"),
        (("engine", "--protocol", "htp", "--level", "x"), "--level: expected one of"),
        (("tune", "--games", "0", "--output", "x.toml"), "tune: expected --games or --recorded"),
        (("simulate", "--opponent", "nobody"), "--opponent: expected a level"),
        (("simulate", "--as", "attackers"), "--as: expected --opponent with it"),
    ],
)
def test_a_mistake_is_one_line(arguments: tuple[str, ...], expected: str) -> None:
    assert the_line_of_a_mistake(hnefi(*arguments)).startswith(f"hnefi: {expected}")


def test_a_match_counts_the_games_of_both_sides(tmp_path: Path) -> None:
    record = tmp_path / "games.csv"
    players = ("two-moves", "chance")
    ran = hnefi("match", *players, "--games", "4", "--jobs", "1", "--record", str(record), "--json")
    found = json.loads(ran.stdout)
    wins = found["wins"]["first"]
    assert (found["first"], found["second"], found["games"]) == (*players, 4)
    assert (found["points"], wins) == (4.0, {"attackers": 2, "defenders": 2})
    judged = hnefi("replay", str(record))
    assert judged.returncode == 0, judged.stdout


def test_people_read_a_match_in_a_few_lines() -> None:
    ran = hnefi("match", "two-moves", "chance", "--games", "4", "--jobs", "1")
    head, elo, *rest = ran.stdout.splitlines()
    assert head == "two-moves against chance: 4 of 4 points"
    assert re.fullmatch(r"\+\d+ Elo ± \d+ \(95 %\)\. [A-Z].+\.", elo)
    assert rest == [
        "two-moves won 2 as attackers, 2 as defenders",
        "chance won 0 as attackers, 0 as defenders",
        "0 draws",
    ]


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_an_odd_number_of_games_is_said_to_be_played_in_pairs_before_they_begin(
    more: tuple[str, ...],
) -> None:
    ran = hnefi("match", "two-moves", "chance", "--games", "3", "--jobs", "1", *more)
    assert ran.stderr == (
        "Each opening is played twice, with sides swapped: 4 games in place of 3.\n"
    )
    assert '"games": 4' in ran.stdout if more else "4 of 4 points" in ran.stdout


def test_an_even_number_of_games_needs_no_word() -> None:
    assert hnefi("match", "two-moves", "chance", "--games", "2", "--jobs", "1").stderr == ""


def test_who_does_not_play_loses_by_fault_and_is_named() -> None:
    ran = hnefi("match", "htp: true", "chance", "--games", "2", "--jobs", "1")
    head, _, *rest = ran.stdout.splitlines()
    assert head == "htp: true against chance: 0 of 2 points"
    faults = [line for line in rest if line.startswith("lost by fault: ")]
    assert len(faults) == 2
    assert faults[0].startswith("lost by fault: true: ")
    assert faults[0].endswith("it ended with status 0")
    assert ran.returncode == 1


@pytest.mark.parametrize("protocol", ["htp", "uci"])
def test_a_match_that_a_protocol_has_no_words_for_is_not_played(protocol: str) -> None:
    words = ("--games", "2", "--jobs", "1", "--ruleset", "fetlar")
    line = the_line_of_a_mistake(hnefi("match", "one-move", f"{protocol}: cat", *words))
    expected = "expected a level or an opentafl program for fetlar"
    assert line == f"hnefi: B: {expected}; {protocol} plays copenhagen only"


@pytest.mark.parametrize(
    ("command", "where"),
    [
        (("match", "club", "{}", "--games", "2"), "B"),
        (("match", "{}", "club", "--games", "2"), "A"),
        (("play", "--no-browser", "--opponent", "{}"), "--opponent"),
        (("simulate", "--no-browser", "--opponent", "{}"), "--opponent"),
        (("simulate", "--headless", "--games", "1", "--opponent", "{}"), "--opponent"),
    ],
)
def test_a_program_that_cannot_start_is_refused_before_anybody_plays(
    tmp_path: Path, command: tuple[str, ...], where: str
) -> None:
    forbidden = tmp_path / "mine"
    forbidden.touch(0o644)
    for program, complaint in (
        (
            "nosuch --strong",
            "expected a program, found none named 'nosuch'; install it, or give its whole path",
        ),
        (
            str(forbidden),
            (
                f"expected a program, got the file {forbidden}, which may not be started; "
                f"allow it with chmod +x {forbidden}"
            ),
        ),
        ("it's", 'expected a command, got "it\'s" (No closing quotation)'),
    ):
        ran = hnefi(*(word.format(f"opentafl: {program}") for word in command))
        assert the_line_of_a_mistake(ran) == f"hnefi: {where}: {complaint}"


def test_a_cluster_that_is_not_there_is_a_mistake_in_one_line() -> None:
    ran = hnefi("match", "chance", "chance", "--games", "2", "--dask", "tcp://127.0.0.1:1")
    assert the_line_of_a_mistake(ran).startswith("hnefi: --dask: expected ")


@pytest.mark.parametrize(
    ("record", "found"),
    [("nowhere/games.csv", "No such file or directory"), ("", "Is a directory")],
)
def test_a_match_that_cannot_be_recorded_is_not_played(
    tmp_path: Path, record: str, found: str
) -> None:
    file = str(tmp_path / record)
    ran = hnefi("match", "chance", "chance", "--games", "2", "--jobs", "1", "--record", file)
    line = f"hnefi: --record: expected a file to add games to, got {file} ({found})"
    assert the_line_of_a_mistake(ran) == line


def test_weights_are_learned_and_can_be_played_with(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    file = tmp_path / "mine.toml"
    learning = ("--games", "3", "--nodes", "100", "--jobs", "1", "--output", str(file))
    assert hnefi("tune", *learning).stdout.startswith(f"{file}: learned from ")
    assert read_weights(file).network == b""
    ran = hnefi("match", f"one-move@{file}", "chance", "--games", "2", "--jobs", "1", "--json")
    assert json.loads(ran.stdout)["points"] == 2.0


@pytest.mark.parametrize("protocol", ["htp", "opentafl"])
def test_an_engine_whose_input_is_closed_has_nothing_to_do(protocol: str) -> None:
    ran = subprocess.run(
        ["sh", "-c", 'exec "$0" engine --protocol "$1" <&-', HNEFI, protocol],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_engine_that_thinks_ends_when_it_is_asked_to(number: signal.Signals) -> None:
    thinking = ("engine", "--protocol", "htp", "--level", "strongest", "--time", "600")
    with started(*thinking) as engine:
        # The answer to the first line shows that the second one is thought about next.
        engine.keys.write("board_size 11\ngenerate_move\n")
        engine.keys.flush()
        assert engine.said.readline() == "=\n"
        engine.process.send_signal(number)
        assert engine.process.wait(PATIENCE_S) == -number
        assert engine.complaints.read() == ""
