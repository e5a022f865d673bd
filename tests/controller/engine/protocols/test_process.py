"""Another program is waited for no longer than was said, and ends with all that it has started."""

import os
import resource
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.engine.errors import PeerError
from controller.engine.protocols.process import LineProcess
from tests.alive import is_alive
from tests.waiting import PATIENCE_S, wait_until

# What a process that is to end may need on a busy machine, far below what the programs here sleep.
_SOON_S = 20.0
_HANGS = "import time; time.sleep(600)"


def python(script: str) -> str:
    return shlex.join([sys.executable, "-c", script])


@pytest.fixture
def started() -> Iterator[Callable[[str], LineProcess]]:
    """Start programs, and end them at last."""
    running: list[LineProcess] = []

    def start(command: str) -> LineProcess:
        running.append(LineProcess(command, 1.0))
        return running[-1]

    yield start
    for each in running:
        each.close()


Start = Callable[[str], LineProcess]


def seconds_of(work: Callable[[], object]) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began


def nothing(_: str) -> None:
    """Accept no line."""


def wrapped(script: str, *, deaf: bool = False) -> str:
    """Return a command whose shell starts the program that really plays, and says its number."""
    ignored = "trap '' TERM; " if deaf else ""
    return shlex.join(["sh", "-c", f"{ignored}{python(script)} & echo $!; wait; wait; wait"])


@pytest.mark.parametrize("deaf", [False, True], ids=["who hears", "who ignores the signal"])
def test_a_program_that_hangs_behind_a_script_ends_with_it(started: Start, *, deaf: bool) -> None:
    process = started(wrapped(_HANGS, deaf=deaf))
    hidden = process.wait_for(int, PATIENCE_S, "its number")
    assert is_alive(hidden)
    assert seconds_of(lambda: process.close("quit")) < _SOON_S
    wait_until(lambda: not is_alive(hidden), "the end of the hidden program")


def test_what_a_program_has_left_behind_ends_with_it(started: Start) -> None:
    command = shlex.join(["sh", "-c", f"{python(_HANGS)} & echo $!"])
    process = started(command)
    hidden = process.wait_for(int, PATIENCE_S, "its number")
    process.close()
    wait_until(lambda: not is_alive(hidden), "the end of what was left behind")


def test_a_program_that_says_goodbye_is_let_end_by_itself(started: Start, tmp_path: Path) -> None:
    noted = tmp_path / "noted"
    script = f"import sys; open({str(noted)!r}, 'w').write(sys.stdin.read())"
    process = started(python(script))
    process.close("quit")
    assert noted.read_text() == "quit\n"


def test_a_flood_does_not_outrun_the_time(started: Start) -> None:
    process = started("yes info string thinking")
    began = time.monotonic()
    with pytest.raises(PeerError, match=r"expected a move within 0\.3 s, got none"):
        process.wait_for(nothing, 0.3, "a move")
    assert time.monotonic() - began < _SOON_S


def test_a_flood_stays_in_its_pipe(started: Start) -> None:
    def peak_mb() -> float:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

    before = peak_mb()
    process = started("yes info string thinking")
    for _ in range(2):
        with pytest.raises(PeerError):
            process.wait_for(nothing, 0.5, "a move")
        time.sleep(0.5)  # the program writes on, and nobody reads
    assert peak_mb() - before < 30


def test_a_line_without_end_is_no_answer_and_fills_no_memory(started: Start) -> None:
    process = started(python("import sys\nwhile True: sys.stdout.write('x' * 65536)"))
    longest = 0

    def measure(line: str) -> None:
        nonlocal longest
        longest = max(longest, len(line))

    with pytest.raises(PeerError, match="within"):
        process.wait_for(measure, 1.0, "a move")
    assert longest < 2 << 20


def test_an_answer_that_came_in_time_counts_though_nobody_looked(
    started: Start, tmp_path: Path
) -> None:
    said = tmp_path / "said"
    process = started(shlex.join(["sh", "-c", f"echo first; printf last; exec >&-; echo > {said}"]))
    wait_until(said.exists, "the end of what it has to say")
    assert process.wait_for(str, 0.0, "its first line") == "first"
    assert process.wait_for(str, PATIENCE_S, "its last line") == "last"
    with pytest.raises(PeerError, match="expected a move, but it ended with status 0"):
        process.wait_for(nothing, PATIENCE_S, "a move")


def test_nobody_waits_for_a_program_that_reads_nothing(started: Start) -> None:
    process = started(python(_HANGS))
    with pytest.raises(PeerError, match="expected it to read what is written, it does not"):
        process.write("position " * 100_000)


def test_a_program_that_a_signal_ended_is_said_to_have_ended_so(started: Start) -> None:
    process = started(python("import os, signal; os.kill(os.getpid(), signal.SIGKILL)"))
    with pytest.raises(PeerError, match="expected a move, but it ended with status -9"):
        process.wait_for(nothing, PATIENCE_S, "a move")


def test_to_close_a_program_twice_does_nothing_more() -> None:
    process = LineProcess("cat")
    process.close()
    process.close("quit")
    with pytest.raises(PeerError):
        process.write("too late")
    with pytest.raises(PeerError):
        process.wait_for(nothing, PATIENCE_S, "a move")


def test_a_signal_to_this_group_does_not_reach_the_program(started: Start) -> None:
    process = started("sh -c 'echo $$; cat'")
    number = process.wait_for(int, PATIENCE_S, "its number")
    assert os.getpgid(number) == number != os.getpgrp()
