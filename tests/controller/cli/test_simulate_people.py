"""`hnefi simulate --headless`, with who plays and on which board."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.hnefi import hnefi, the_line_of_a_mistake


def played(tmp_path: Path, *arguments: str) -> dict[str, Any]:
    games = tmp_path / "games.csv"
    games.write_text("d1-d3 e5-e2 g1-g3 f4-c4 g3-e3xe2 f8-i8\n")
    ran = hnefi("simulate", "--headless", "--games", str(games), "--json", *arguments)
    assert ran.stderr == ""
    found: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    assert found.pop("worst_step_ms") > 0
    return found


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--hand", "quick"], "--hand: expected --headless with it"),
        (["--sensors", "reed"], "--sensors: expected --headless with it"),
        (["--faults", "dead=e5"], "--faults: expected --headless with it"),
        (
            ["--timing", "settle=soon"],
            "--timing: settle: expected milliseconds such as 300, got 'soon'",
        ),
        (
            ["--headless", "--games", "1", "--hand", "clumsy"],
            (
                "--hand: expected one of steady, careful, quick, slider, child, crowd, friends, "
                "exhibition, got 'clumsy'"
            ),
        ),
        (
            ["--headless", "--games", "1", "--sensors", "laser"],
            "--sensors: expected one of ideal, reed, hall, got 'laser'",
        ),
        (
            ["--headless", "--games", "1", "--faults", "dead=e5"],
            "--faults: expected --sensors reed or --sensors hall with it",
        ),
        (
            ["--headless", "--games", "1", "--sensors", "ideal", "--faults", "dead=e5"],
            "--faults: expected --sensors reed or --sensors hall with it",
        ),
        (
            ["--headless", "--games", "1", "--sensors", "reed", "--faults", "dead=z9"],
            "--faults: dead: expected a square a1 to k11, got 'z9'",
        ),
    ],
)
def test_a_mistake_is_told_in_one_line(arguments: list[str], line: str) -> None:
    assert the_line_of_a_mistake(hnefi("simulate", *arguments)) == f"hnefi: {line}"


@pytest.mark.parametrize("sensors", ["ideal", "reed", "hall"])
def test_the_steady_hand_is_understood_on_every_board(tmp_path: Path, sensors: str) -> None:
    found = played(tmp_path, "--sensors", sensors)
    assert (found["plies"], found["recognised"], found["wrong"], found["missed"]) == (6, 6, 0, 0)


def test_the_steady_hand_on_ideal_sensors_plays_unless_told_otherwise(tmp_path: Path) -> None:
    heard = played(tmp_path, "--hand", "steady", "--sensors", "ideal")
    assert heard == played(tmp_path)


def test_another_hand_plays_otherwise(tmp_path: Path) -> None:
    assert played(tmp_path, "--hand", "careful") != played(tmp_path)


def test_a_faulty_sensor_is_felt_in_the_report(tmp_path: Path) -> None:
    faults = ("--sensors", "reed", "--faults", "dead=d3+d4+d5+e2+g3+c4")
    assert played(tmp_path, *faults) != played(tmp_path, "--sensors", "reed")


def header(trace: Path) -> dict[str, str]:
    lines = trace.read_text(encoding="utf-8").split("\n\n")[0].splitlines()
    heard = (line.removeprefix("# ").partition(": ") for line in lines if line.startswith("# "))
    return {key: value for key, _, value in heard}


def test_durations_are_played_with_and_recorded(tmp_path: Path) -> None:
    trace = tmp_path / "slow.trace"
    slow = ("--timing", "settle=900,carried=800")
    found = played(tmp_path, *slow, "--record", str(trace))
    assert found["recognised"] == 6
    assert found["place_to_commit_ms"]["p50"] > 700
    assert (header(trace)["settle_ms"], header(trace)["carried_ms"]) == ("900", "800")


@pytest.mark.parametrize(
    ("options", "board"),
    [
        ([], "virtual, headless"),
        (["--sensors", "ideal"], "virtual, headless"),
        (["--sensors", "hall"], "hall sensors, headless"),
        (
            ["--sensors", "reed", "--faults", "dead=k1, lost=0.01"],
            "reed sensors, dead=k1,lost=0.01, headless",
        ),
    ],
)
def test_a_trace_says_on_which_board_it_was_recorded(
    tmp_path: Path, options: list[str], board: str
) -> None:
    trace = tmp_path / "of-a-board.trace"
    played(tmp_path, *options, "--record", str(trace))
    assert header(trace)["board"] == board


def test_a_recorded_game_on_a_dead_square_is_played_again(tmp_path: Path) -> None:
    trace = tmp_path / "dead.trace"
    faults = ("--sensors", "reed", "--faults", "dead=d3+e3")
    found = played(tmp_path, *faults, "--record", str(trace))
    assert (found["plies"], found["recognised"], found["missed"], found["said"]) == (6, 6, 0, 2)
    assert " ! place d3\n" in trace.read_text(encoding="utf-8")
    lines = hnefi("trace", "replay", str(trace)).stdout.splitlines()
    assert lines[-1] == "d1-d3 e5-e2 g1-g3 f4-c4 g3-e3xe2 f8-i8"
    assert sum("Command: place" in line for line in lines) == 2


@pytest.mark.parametrize("kit", ["gpio-matrix", "gpio-matrix-spi", "gpio-matrix-nano"])
def test_who_has_configured_a_real_board_of_pins_plays_on_the_virtual_one(
    tmp_path: Path, kit: str
) -> None:
    file = str(tmp_path / "board.toml")
    assert hnefi("config", "init", kit, "--config", file).returncode == 0
    # Only the virtual board has sensors to choose.
    assert played(tmp_path, "--config", file, "--sensors", "reed")["recognised"] == 6
