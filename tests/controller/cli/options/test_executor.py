"""Work on several cores ends with whoever has asked for it, quietly, and so do its programs."""

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from controller.assembly.interrupts import INTERRUPTED
from tests.alive import is_alive
from tests.controller.assembly.test_coach import LOST
from tests.controller.engine.kernels import needs_kernel
from tests.hnefi import HNEFI, started
from tests.waiting import PATIENCE_S, wait_until

LONG = ("--nodes", "2000000")
pytestmark = needs_kernel


def is_gone(group: int) -> bool:
    """Say whether no process of a group runs; one that only waits to be buried does not."""
    for process in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it ended just now
            state, _, its_group = process.read_text("utf-8").rpartition(")")[2].split()[:3]
            if int(its_group) == group and state != "Z":
                return False
    return True


def games_to_review(folder: Path) -> Path:
    """Write games that a worker is long at, behind one without a move: it is there once it says so.

    To look at even one move would cost seconds.
    """
    games = folder / "games.txt"
    games.write_text("nonsense\n" + f"{' '.join(LOST)}\n" * 50, encoding="utf-8")
    return games


@pytest.mark.parametrize("by_terminal", [True, False])
def test_ctrl_c_ends_all_workers_without_a_word(tmp_path: Path, *, by_terminal: bool) -> None:
    command = [HNEFI, "review", str(games_to_review(tmp_path)), *LONG, "--jobs", "2"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as reviewing:
        try:
            assert reviewing.stdout
            assert reviewing.stdout.readline().startswith("1: 0 moves")
            # A terminal interrupts all processes; whoever sends a signal to one, that one.
            interrupt = os.killpg if by_terminal else os.kill
            interrupt(reviewing.pid, signal.SIGINT)
            _, complaints = reviewing.communicate(timeout=PATIENCE_S)
            assert (reviewing.returncode, complaints) == (130, "")
            wait_until(lambda: is_gone(reviewing.pid), "the end of all workers")
        finally:
            if not is_gone(reviewing.pid):
                os.killpg(reviewing.pid, signal.SIGKILL)


def test_a_worker_that_is_ended_by_the_machine_is_one_line(tmp_path: Path) -> None:
    command = [HNEFI, "review", str(games_to_review(tmp_path)), *LONG, "--jobs", "1"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as reviewing:
        assert reviewing.stdout
        reviewing.stdout.readline()
        for worker in workers_of(reviewing.pid):
            os.kill(worker, signal.SIGKILL)
        _, complaints = reviewing.communicate(timeout=PATIENCE_S)
    assert (reviewing.returncode, complaints) == (
        2,
        (
            "hnefi: --jobs: expected workers that last, but the machine has ended one; is there "
            "too little memory for them? Give fewer\n"
        ),
    )


def workers_of(parent: int) -> list[int]:
    """Return the workers of a process, not what watches over their semaphores."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii")
    return [
        int(child)
        for child in children.split()
        if b"resource_tracker" not in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


@pytest.mark.parametrize(
    ("number", "status"),
    [
        (signal.SIGINT, INTERRUPTED),
        (signal.SIGTERM, 128 + signal.SIGTERM),
        (signal.SIGKILL, -signal.SIGKILL),
    ],
)
def test_a_match_that_is_ended_ends_the_programs_that_play_in_it(
    tmp_path: Path, number: signal.Signals, status: int
) -> None:
    program = tmp_path / "hangs"
    program.write_text(f"#!/bin/sh\necho > {tmp_path}/started-$$\nsleep 600\necho never\n")
    program.chmod(0o700)
    playing = ("--games", "8", "--jobs", "2", "--time", "600")
    with started("match", f"htp: {program}", f"htp: {program}", *playing) as match:

        def programs() -> list[int]:
            return [int(each.name.rpartition("-")[2]) for each in tmp_path.glob("started-*")]

        wait_until(lambda: len(programs()) == 2, "two games")
        match.process.send_signal(number)
        assert match.process.wait(PATIENCE_S) == status
        wait_until(lambda: not any(map(is_alive, programs())), "the end of both programs")
        if number != signal.SIGKILL:  # of which Python's own helper complains
            assert match.complaints.read() == ""
