"""Completion by the TAB key, as real shells ask for it."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.conftest import needs
from tests.controller.cli.test_main import COMMANDS
from tests.hnefi import HNEFI, hnefi, the_line_of_a_mistake
from tests.waiting import PATIENCE_S

# What bash does where TAB is pressed: it splits the line, and calls what is registered for the
# command. Its last word may be empty.
TAB_IN_BASH = """
set -eu
PATH="$(dirname "$1"):$PATH"
source /dev/stdin <<<"$(_HNEFI_COMPLETE=source_bash hnefi)"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
$(complete -p hnefi | sed 's/.*-F \\([^ ]*\\).*/\\1/') hnefi "${COMP_WORDS[-1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


def offered(*words: str) -> list[str]:
    """Return what bash offers in place of the last word."""
    ran = subprocess.run(
        ["bash", "-c", TAB_IN_BASH, "bash", HNEFI, *words],
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
