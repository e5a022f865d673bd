"""Ctrl-C while a command starts, at every moment of it: no traceback, and the status says so."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from controller.assembly.interrupts import INTERRUPTED
from tests.effort import long_or_short
from tests.hnefi import HNEFI

MOMENTS = long_or_short(nightly=100, usual=2)
# What Python writes of every module that it has imported, and the first of ours.
IMPORTED, STARTED = "import time:", "controller.cli.start"
LAST_WORDS = "Stop it with Ctrl-C.\n"

NO_PORT = ("--serial", "/dev/no-such-port")
COMMANDS = {
    "simulate": ["simulate", "--no-browser", "--port", "0"],
    "play": ["play", "--no-browser", "--port", "0", *NO_PORT],
    "headless": ["simulate", "--headless", "--games", "GAMES"],
}
NEVER = 1_000_000


def interrupted(arguments: list[str], moment: int) -> tuple[int, int, list[str]]:
    """Interrupt a command when it has imported some number of modules, or when its page is served.

    Return how many it had imported at the end, its exit status, and what it said.
    """
    words = [sys.executable, "-X", "importtime", HNEFI, *arguments]
    imports, said = -1, list[str]()
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if not line.startswith(IMPORTED):
                said.append(line)
            elif imports >= 0 or line.endswith(f" {STARTED}\n"):
                imports += 1
            if imports == moment or (line == LAST_WORDS and imports < moment):
                process.send_signal(signal.SIGINT)
                moment = NEVER
    return imports, process.returncode, said


@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_ends_a_command_at_any_moment_of_its_start(name: str, tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.write_text("d1-d3 e5-e2\n")
    arguments = [word.replace("GAMES", str(games)) for word in COMMANDS[name]]
    total, status, said = interrupted(arguments, NEVER)
    assert (status, said[-1][-1:]) == (0, "\n")
    outcomes = [
        interrupted(arguments, moment)[1:] for moment in range(0, total, -(-total // MOMENTS))
    ]
    assert outcomes[0] == (INTERRUPTED, [])
    # Once a game is begun, Ctrl-C is the way to end it.
    ended = [said for status, said in outcomes if (status, said) != (INTERRUPTED, [])]
    assert outcomes[len(outcomes) - len(ended) :] == [(0, said) for said in ended]
    assert all(said[-1] == "\n" for said in ended)


def test_who_was_started_in_the_background_of_a_shell_is_not_interrupted() -> None:
    """Such a program is started with Ctrl-C ignored: it is meant for the one in front."""
    script = "from controller.cli.start import main; from signal import *; print(getsignal(SIGINT))"
    ran = subprocess.run(
        ["sh", "-c", f"trap '' INT; exec {sys.executable} -c '{script}'"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == "1\n"
