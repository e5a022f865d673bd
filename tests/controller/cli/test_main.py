"""The command line itself: what it is, what it offers, and one line for every mistake."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

HNEFI = str(Path(sys.executable).with_name("hnefi"))


def hnefi(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [HNEFI, *arguments], capture_output=True, text=True, timeout=60, check=False
    )


def test_the_version_is_that_of_the_package() -> None:
    ran = hnefi("--version")
    expected = (0, f"hnefi {version('hnefi')}\n", "")
    assert (ran.returncode, ran.stdout, ran.stderr) == expected


@pytest.mark.parametrize("arguments", [["--help"], ["simulate", "--help"]])
def test_help_fits_80_columns(arguments: list[str]) -> None:
    ran = hnefi(*arguments)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert max(len(line) for line in ran.stdout.splitlines()) <= 80
    assert " ".join(["Usage: hnefi", *arguments[:-1]]) in ran.stdout


@pytest.mark.parametrize(
    "option", ["--port", "--redis", "--no-browser", "--headless", "--games", "--seed", "--json"]
)
def test_help_tells_every_option_of_simulate(option: str) -> None:
    assert option in hnefi("simulate", "--help").stdout


def test_without_a_command_it_shows_what_there_is() -> None:
    ran = hnefi()
    assert (ran.returncode, ran.stdout.strip(), ran.stderr) == (
        2,
        hnefi("--help").stdout.strip(),
        "",
    )


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--bogus"], "--bogus"),
        (["bogus"], "bogus"),
        (["simulate", "--bogus"], "--bogus"),
        (["simulate", "bogus"], "bogus"),
        (["simulate", "--port"], "--port"),
        (["simulate", "--port", "eighty"], "--port"),
        (["simulate", "--port", "65536"], "--port"),
        (["simulate", "--port", "-1"], "--port"),
        (["simulate", "--seed", "x"], "--seed"),
    ],
)
def test_a_mistake_is_told_in_one_line_that_names_it(arguments: list[str], named: str) -> None:
    ran = hnefi(*arguments)
    (line,) = ran.stderr.splitlines()
    assert line.startswith("hnefi: ")
    assert named in line
    assert (ran.returncode, ran.stdout) == (2, "")


def test_the_simulator_is_loaded_only_when_it_is_asked_for() -> None:
    script = "import sys, controller.cli.main; print([m for m in sys.modules if 'simulators' in m])"
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "[]\n", "")


@pytest.mark.parametrize("arguments", [["rules"], ["perft", "--depth", "1"], ["replay"]])
def test_a_full_disk_is_told_in_one_line(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [HNEFI, *arguments],
            input=b"d1-d2\n",
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    complaint = b"hnefi: output: expected room to write, found none (No space left on device)\n"
    assert (ran.returncode, ran.stderr) == (2, complaint)
