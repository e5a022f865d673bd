"""`hnefi simulate --headless`, told who plays and on which board."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HNEFI = str(Path(sys.executable).with_name("hnefi"))


def simulate(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [HNEFI, "simulate", *arguments], capture_output=True, text=True, timeout=60, check=False
    )


def played(tmp_path: Path, *arguments: str) -> dict[str, Any]:
    games = tmp_path / "games.csv"
    games.write_text("d1-d3 e5-e2 g1-g3 f4-c4 g3-e3xe2 f8-i8\n")
    ran = simulate("--headless", "--games", str(games), "--json", *arguments)
    assert ran.stderr == ""
    found: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--hand", "quick"], "simulate: --hand, --sensors and --faults need --headless"),
        (["--sensors", "reed"], "simulate: --hand, --sensors and --faults need --headless"),
        (["--faults", "dead=e5"], "simulate: --hand, --sensors and --faults need --headless"),
        (
            ["--headless", "--games", "1", "--hand", "clumsy"],
            "--hand: expected one of steady, careful, quick, slider, child, crowd, got 'clumsy'",
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
    ran = simulate(*arguments)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"hnefi: {line}\n")


@pytest.mark.parametrize("sensors", ["ideal", "reed", "hall"])
def test_the_steady_hand_is_understood_on_every_board(tmp_path: Path, sensors: str) -> None:
    found = played(tmp_path, "--sensors", sensors)
    assert (found["plies"], found["recognised"], found["wrong"], found["missed"]) == (6, 6, 0, 0)


def test_the_steady_hand_on_ideal_sensors_plays_unless_told_otherwise(tmp_path: Path) -> None:
    told = played(tmp_path, "--hand", "steady", "--sensors", "ideal")
    assert told == played(tmp_path)


def test_another_hand_plays_otherwise(tmp_path: Path) -> None:
    assert played(tmp_path, "--hand", "careful") != played(tmp_path)


def test_a_faulty_sensor_is_felt_in_the_report(tmp_path: Path) -> None:
    faults = ("--sensors", "reed", "--faults", "dead=d3+d4+d5+e2+g3+c4")
    assert played(tmp_path, *faults) != played(tmp_path, "--sensors", "reed")
