"""Completion by the TAB key, as real shells ask for it."""

import json
import os
import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import needs
from tests.controller.cli.test_main import COMMANDS
from tests.hnefi import HNEFI, SHORT_GAME, hnefi, hnefi_process, the_line_of_a_mistake
from tests.lives import lived
from tests.waiting import PATIENCE_S

# What bash does where TAB is pressed: it splits the line, and calls what is registered for the
# command. Its last word may be empty.
TAB_IN_BASH = """
set -eu
PATH="$(dirname "$1"):$PATH"
source /dev/stdin
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
$(complete -p hnefi | sed 's/.*-F \\([^ ]*\\).*/\\1/') hnefi "${COMP_WORDS[-1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@cache
def script_for_bash() -> str:
    """Return what bash reads once, when it starts."""
    return hnefi_process(environment={"_HNEFI_COMPLETE": "source_bash"}).stdout


def offered(*words: str) -> list[str]:
    """Return what bash offers in place of the last word."""
    ran = subprocess.run(
        ["bash", "-c", TAB_IN_BASH, "bash", HNEFI, *words],
        input=script_for_bash(),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.split()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["hnefi", ""], COMMANDS),
        (["hnefi", "se"], ["service", "selftest", "sensors"]),
        (["hnefi", "games", "re"], ["restore", "repair"]),
        (["hnefi", "games", "list", "--"], ["--limit", "--json", "--data", "--config", "--help"]),
        (["hnefi", "games", "list", "--json", "--l"], ["--limit"]),
        (["hnefi", "--version", "pl"], ["play"]),
        # The shell offers files.
        (["hnefi", "replay", ""], []),
        # A command is still missing.
        (["hnefi", "nonsense", "tu"], ["tune"]),
    ],
)
def test_bash_offers_commands_and_options_and_complains_of_nothing(
    words: list[str], expected: list[str]
) -> None:
    assert offered(*words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["simulate", "--ruleset", "f"], ["fetlar"]),
        (["rules", "viking"], ["viking-chess", "viking-game"]),
        (["play", "--opponent", "ad"], ["adaptive"]),
        (["match", "one-move", "one"], ["one-move", "one-move-careful"]),
        (["engine", "--level", "strong"], ["strongest"]),
        (["lessons", "play", "king_by"], ["king_by_four", "king_by_two"]),
        (["puzzles", "play", "36"], ["36", *map(str, range(360, 367))]),
        (["simulate", "--hand", "c"], ["careful", "child", "crowd"]),
        (["simulate", "--board", ""], ["virtual", "avr-reed", "avr-hall", "gpio-matrix"]),
        (["simulate", "--sensors", ""], ["ideal", "reed", "hall"]),
        (["play", "--clock", ""], ["none", "fischer:", "byoyomi:", "fixed:", "gong:"]),
        (["play", "--board", "s"], ["serial"]),
        (["doctor", "--strip", "spi"], ["spi"]),
        (["doctor", "--simulated", "serial"], ["serial-reed", "serial-hall"]),
        (["config", "init", "nano"], ["nano-hall", "nano-reed"]),
        (["trace", "record", "--board", "g"], ["gpio-matrix"]),
        (["exhibition", "card", "--language", "d"], ["da", "de"]),
        # The shell offers files.
        (["simulate", "--ruleset", "mine.to"], []),
    ],
)
def test_the_values_that_are_known_are_offered(words: list[str], expected: list[str]) -> None:
    assert values(*words) == expected


def test_of_a_game_the_id_is_offered_the_newest_first(tmp_path: Path) -> None:
    for _ in range(2):
        assert hnefi("simulate", *SHORT_GAME, "--data", str(tmp_path)).returncode == 0
    ids = [json.loads(line)["id"] for line in listed(tmp_path).splitlines()]
    assert len(ids) == 2
    for command in ("show", "export", "delete"):
        assert values("games", command, "--data", str(tmp_path), "") == ids
    assert values("games", "show", "--data", str(tmp_path), ids[1][:6]) == [ids[1]]


@pytest.mark.parametrize("holds", [None, b"no store", b""])
def test_where_no_game_can_be_read_nothing_is_offered_and_nothing_complains(
    tmp_path: Path, holds: bytes | None
) -> None:
    if holds is not None:
        (tmp_path / "games.db").write_bytes(holds)
    assert values("games", "show", "--data", str(tmp_path), "") == []
    assert values("games", "show", "--data", str(tmp_path / "games.db"), "") == []
    assert values("games", "show", "--config", str(tmp_path / "none.toml"), "") == []


def listed(folder: Path) -> str:
    """Return the games of a folder, a line of JSON each, the newest first."""
    return hnefi("games", "list", "--json", "--data", str(folder)).stdout


def values(*words: str) -> list[str]:
    """Return what hnefi answers a shell that completes the last word."""
    line = " ".join(["hnefi", *words])
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(len(words))}
    ran = lived(environment={**asked, "_HNEFI_COMPLETE": "complete_bash"})
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.split()


def test_zsh_completes_once_its_script_is_read(tmp_path: Path) -> None:
    zsh = needs("zsh", "zsh")
    script = """
        autoload -Uz compinit && compinit -u -d "$1/dump"
        eval "$(_HNEFI_COMPLETE=source_zsh $2)"
        print ${_comps[hnefi]}
        function _arguments { print -r -- "$@" }
        function hnefi { $HNEFI "$@" }
        path=(${2:h} $path) words=(hnefi games "") CURRENT=3
        _hnefi_completion
    """
    ran = subprocess.run(
        [zsh, "-f", "-c", script, "zsh", tmp_path, HNEFI],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("_hnefi_completion\n*: :((")
    assert "restore" in ran.stdout


def test_fish_offers_commands_with_what_they_do(tmp_path: Path) -> None:
    fish = needs("fish", "fish")
    script = """
        set -p PATH (dirname $argv[1])
        _HNEFI_COMPLETE=source_fish hnefi | source
        complete -C 'hnefi games re'
    """
    ran = subprocess.run(
        [fish, "--no-config", "-c", script, HNEFI],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert [line.split("\t") for line in ran.stdout.splitlines()] == [
        ["repair", "Rescue what can be read of damaged files."],
        ["restore", "Put a backup in place; what was there..."],
    ]


@pytest.mark.parametrize("asked", ["source_tcsh", "bash", "complete"])
def test_another_shell_is_a_mistake(asked: str) -> None:
    line = "_HNEFI_COMPLETE: expected source_bash, source_zsh or source_fish, got "
    ran = hnefi(environment={"_HNEFI_COMPLETE": asked})
    assert the_line_of_a_mistake(ran) == f"hnefi: {line}{asked!r}"
