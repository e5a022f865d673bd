"""`hnefi simulate`, run as people run it."""

import http.client
import json
import os
import socket
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from controller.notation.control import EXPECTED
from simulators.people.games import read_games
from tests.board_driver import COPENHAGEN
from tests.effort import long_or_short
from tests.hnefi import SHORT_GAME, hnefi, started, the_line_of_a_mistake
from tests.recorded import recorded_lines
from tests.waiting import PATIENCE_S


def simulate(*arguments: str) -> CompletedProcess[str]:
    return hnefi("simulate", *arguments)


def mistake(*arguments: str) -> str:
    """Return the one line that tells of a mistake on the command line."""
    return the_line_of_a_mistake(simulate(*arguments))


def report(ran: CompletedProcess[str]) -> dict[str, Any]:
    assert (ran.returncode, ran.stderr) == (0, "")
    found: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    assert found.pop("worst_step_ms") > 0
    return found


# Mistakes --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--games", "3"], "hnefi: --games: expected --headless with it"),
        (["--json"], "hnefi: --json: expected --headless with it"),
        (["--clock", "blitz:5"], f"hnefi: --clock: expected {EXPECTED}; got 'blitz:5'"),
        (
            ["--attackers", " "],
            "hnefi: --attackers: expected a name of 1 to 64 characters, got ' '",
        ),
        (
            ["--attackers", "\x1b[31mred"],
            "hnefi: --attackers: expected a name without control characters, got '\\x1b[31mred'",
        ),
        (
            ["--headless"],
            "hnefi: simulate --headless: expected --games FILE or --games N",
        ),
        (
            ["--headless", "--games", "0"],
            "hnefi: --games: expected a file or a number 1 to 1000000, got 0",
        ),
        (
            ["--headless", "--games", "no/such file.csv"],
            "hnefi: no/such file.csv: expected a file of games (No such file or directory)",
        ),
        (
            ["--headless", "--games", "-3"],
            "hnefi: --games: expected a file or a number 1 to 1000000, got -3",
        ),
        (
            ["--headless", "--games", "/"],
            "hnefi: /: expected a file of games (Is a directory)",
        ),
        (
            ["--no-browser", "--port", "0", "--redis", "localhost"],
            (
                "hnefi: --redis: expected redis://HOST:PORT/DB, rediss://HOST:PORT/DB or "
                "unix:///PATH, got 'localhost'"
            ),
        ),
        (
            ["--no-browser", "--port", "0", "--redis", "redis://localhost:port"],
            (
                "hnefi: --redis: expected redis://HOST:PORT/DB, rediss://HOST:PORT/DB or "
                "unix:///PATH, with a port 0 to 65535; write @ : / in a password as %40 %3A %2F"
            ),
        ),
    ],
)
def test_a_mistake_is_told_in_one_line(arguments: list[str], line: str) -> None:
    assert mistake(*arguments) == line


@pytest.mark.parametrize("count", ["1000001", "9" * 5000], ids=["a few too many", "5000 digits"])
def test_a_number_of_games_beyond_all_reason_is_a_mistake_too(count: str) -> None:
    line = mistake("--headless", "--games", count)
    assert line.startswith("hnefi: --games: expected a file or a number 1 to 1000000, got ")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (b"d1-d3 e5-e2\nd1-d3 e5-x2\n", ":2: ply 2: expected a move such as d1-d4"),
        (b"d1-d3 d3-d4\n", ":1: ply 2: expected a legal move, got 'd3-d4'"),
        (b"d1-d3xe4\n", ":1: ply 1: expected 'd1-d3' by the captures, got 'd1-d3xe4'"),
        (b"\xff\xff\n", ":1: expected text in UTF-8, got other bytes"),
        (b"", ": expected a game on each line, got no line with text"),
    ],
    ids=["no square", "not legal", "capture mark", "binary", "empty"],
)
def test_a_malformed_record_is_told_by_file_and_line(
    tmp_path: Path, text: bytes, complaint: str
) -> None:
    path = tmp_path / "games.csv"
    path.write_bytes(text)
    line = mistake("--headless", "--games", str(path))
    assert line.startswith(f"hnefi: {path}{complaint}")


def test_a_port_in_use_is_a_mistake() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = mistake("--no-browser", "--port", str(port))
    assert line == (
        f"hnefi: --port: expected a free port on 127.0.0.1, but {port} cannot be used "
        "(Address already in use); stop what uses it, such as another hnefi, or choose another "
        "with --port"
    )


@pytest.mark.parametrize(
    ("listens", "complaint"),
    [
        (
            True,
            (
                "The Redis server at {} does not answer. It may be stopped or overloaded, or want "
                "TLS (rediss://)."
            ),
        ),
        (False, "No Redis server at {}. Start one (redis-server), or check host and port."),
    ],
    ids=["silent", "closed"],
)
def test_a_redis_that_does_not_answer_is_a_mistake(*, listens: bool, complaint: str) -> None:
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        if listens:
            mute.listen()
        server = f"127.0.0.1:{mute.getsockname()[1]}"
        line = mistake("--no-browser", "--port", "0", "--redis", f"redis://:secret@{server}/0")
    assert line == f"hnefi: --redis: {complaint.format(server + ', database 0')}"


# Headless --------------------------------------------------------------------------------


def test_the_last_line_of_a_json_report_is_one_object() -> None:
    found = report(simulate(*SHORT_GAME, "--json"))
    latencies = (found.pop("lift_to_light_ms"), found.pop("place_to_commit_ms"))
    plies = found["plies"]
    assert plies > 0
    assert found == {
        "games": 1,
        "plies": plies,
        "recognised": plies,
        "wrong": 0,
        "missed": 0,
        "phantom": 0,
        "said": 0,
        "stuck": 0,
        "late": 0,
        "undecidable": 0,
        "provisional": 0,
    }
    for latency in latencies:
        assert list(latency) == ["p50", "p99"]
        assert 0 < latency["p50"] <= latency["p99"]


def test_the_same_seed_gives_the_same_output() -> None:
    assert simulate(*SHORT_GAME).stdout == simulate(*SHORT_GAME).stdout


def test_a_file_of_games_is_played(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_bytes(b"d1-d3 e5-e2 g1-g3 f4-c4 g3-e3xe2,1,0,Ongoing\r\ne1-e2 timeout,0,0,White\r\n")
    found = report(simulate("--headless", "--games", str(path), "--json"))
    assert (found["games"], found["plies"], found["recognised"]) == (2, 6, 6)


def test_games_are_kept_where_that_is_asked_for_and_those_that_were_left_are_unfinished(
    tmp_path: Path,
) -> None:
    path, data = tmp_path / "games.csv", str(tmp_path / "data")
    won = "d1-d2 f8-i8 d2-d1 f7-f9 d1-d2 f6-f8 d2-d1 f8-b8 d1-d2 b8-b11 d2-d1 b11-a11"
    path.write_text(f"d1-d3 e5-e2\n{won}\ne1-e2\n")
    names = ("--attackers", "Anna", "--defenders", " Björn  Å ")
    simulate("--headless", "--games", str(path), "--data", data, *names)
    lines = hnefi("games", "list", "--json", "--data", data).stdout.splitlines()
    found = [json.loads(line) for line in lines]
    assert [(game["plies"], game["result"], game["reason"]) for game in found] == [
        (1, None, "unfinished"),
        (12, "defenders", "king_escaped"),
        (2, None, "unfinished"),
    ]
    assert {tuple(game["names"].values()) for game in found} == {("Anna", "Björn Å")}
    started = [game["started"] for game in found]
    assert started == sorted(started, reverse=True)


def test_a_game_whose_time_is_up_is_played_no_further(tmp_path: Path) -> None:
    path, data = tmp_path / "games.csv", str(tmp_path / "data")
    path.write_text("d1-d3 e5-e2 g1-g3 f4-c4 g3-e3xe2\n" * 2)
    clock = ("--clock", "fixed:1s")
    simulate("--headless", "--games", str(path), "--data", data, *clock)
    lines = hnefi("games", "list", "--json", "--data", data).stdout.splitlines()
    assert [json.loads(line)["reason"] for line in lines] == ["time", "time"]
    shown = hnefi("games", "show", json.loads(lines[0])["id"], "--data", data).stdout
    assert "clocks: fixed:1s" in shown


@pytest.mark.parametrize("shape", [["--json"], []], ids=["json", "table"])
def test_a_reader_that_goes_away_is_no_reason_to_complain(tmp_path: Path, shape: list[str]) -> None:
    games = tmp_path / "games.csv"
    games.write_text("d1-d3 e5-e2\n")
    arguments = ["simulate", "--headless", "--games", str(games), *shape]
    # Buffered as it usually is, output is written only at the end.
    buffered = {key: os.environ[key] for key in os.environ if key != "PYTHONUNBUFFERED"}
    with started(*arguments, environment=buffered) as playing:
        playing.said.close()
        assert playing.complaints.read() == ""


@pytest.mark.outside_data
def test_recorded_games_are_recognised_without_fault(tmp_path: Path) -> None:
    lines, path = recorded_lines(every=long_or_short(nightly=1, usual=30)), tmp_path / "games.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    plies = sum(len(game.moves) for game in read_games(COPENHAGEN, path))
    found = report(simulate("--headless", "--games", str(path), "--json"))
    del found["lift_to_light_ms"], found["place_to_commit_ms"]
    assert found == {
        "games": len(lines),
        "plies": plies,
        "recognised": plies,
        "wrong": 0,
        "missed": 0,
        "phantom": 0,
        "said": 0,
        "stuck": 0,
        "late": 0,
        "undecidable": 0,
        "provisional": 0,
    }


# On the page -----------------------------------------------------------------------------


def test_it_prints_its_address_serves_the_page_and_ends_quietly_with_ctrl_c() -> None:
    with started("simulate", "--no-browser", "--port", "0") as playing:
        address = playing.address()
        assert playing.said.readline() == "Stop it with Ctrl-C.\n"
        assert _status_of_page(address) == 200
        ended = playing.interrupt()
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def _status_of_page(address: str) -> int:
    connection = http.client.HTTPConnection(address, timeout=PATIENCE_S)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status
    finally:
        connection.close()
