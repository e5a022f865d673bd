"""A process that thinks: its own, of the lowest priority, hurried, and started again if it dies."""

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.assembly.brain import PatientBrain, ProcessBrain
from controller.engine.errors import PeerError
from controller.engine.participants import Participant, parse_participant
from controller.engine.search import Limits
from controller.engine.thinking import GameSoFar, best, choose
from controller.rules.game import new_game
from tests.alive import is_alive
from tests.controller.engine.kernels import kernel_of, rules_of
from tests.waiting import PATIENCE_S as USUAL_PATIENCE_S
from tests.waiting import wait_until

# What has the lowest priority gets nothing while others keep all cores busy.
PATIENCE_S = 5 * USUAL_PATIENCE_S

COPENHAGEN = rules_of("copenhagen")
GAME = GameSoFar.of(new_game(COPENHAGEN))
LONG = Limits(seconds=2 * PATIENCE_S)


@pytest.fixture(scope="module")
def brain() -> Iterator[ProcessBrain]:
    """Return a brain for all tests: to start a process takes a second."""
    kernel_of(COPENHAGEN)
    thinks = ProcessBrain()
    yield thinks
    thinks.close()


@pytest.mark.parametrize("protocol", ["htp", "opentafl"])
@pytest.mark.parametrize("signalled", [False, True], ids=["closed", "closed after a signal"])
def test_a_program_that_hangs_ends_with_the_process_it_plays_in(
    tmp_path: Path, protocol: str, *, signalled: bool
) -> None:
    program = tmp_path / "hangs"
    program.write_text(f"#!/bin/sh\necho > {tmp_path}/started-$$\nsleep 600\necho never\n")
    program.chmod(0o700)
    known = set(multiprocessing.active_children())
    thinks = ProcessBrain()
    thinks.ask(choose, GAME, parse_participant(f"{protocol}: {program}"), 1, None, 1)
    wait_until(lambda: any(tmp_path.glob("started-*")), "the program")
    (started,) = tmp_path.glob("started-*")
    (process,) = set(multiprocessing.active_children()) - known
    if signalled:
        os.kill(process.pid or 0, signal.SIGTERM)
        os.kill(process.pid or 0, signal.SIGHUP)
    thinks.close()
    wait_until(lambda: not process.is_alive(), "the end of the process")
    number = int(started.name.rpartition("-")[2])
    wait_until(lambda: not is_alive(number), "the end of the program")


def test_a_program_that_has_answered_and_does_not_end_is_ended_with_the_process(
    tmp_path: Path,
) -> None:
    program = tmp_path / "stays"
    # It plays by the words of HTP, and neither the end of its input nor SIGTERM makes it go.
    program.write_text(
        f"#!/bin/sh\ntrap '' TERM\necho > {tmp_path}/started-$$\nwhile read line; do\n"
        "case $line in generate_move) echo = play attacker d1 d3;; *) echo =;; esac\ndone\n"
        "while :; do sleep 600; done\n"
    )
    program.chmod(0o700)
    thinks = ProcessBrain()
    thinks.ask(choose, GAME, parse_participant(f"htp: {program}"), 1, 1.0, 1).result(PATIENCE_S)
    (started,) = tmp_path.glob("started-*")
    thinks.close()
    number = int(started.name.rpartition("-")[2])
    wait_until(lambda: not is_alive(number), "the end of the program")


def niceness(_: object = None) -> int:
    """Return the niceness of the process that answers."""
    return os.nice(0)


def test_it_answers_from_a_process_of_the_lowest_priority(brain: ProcessBrain) -> None:
    assert brain.ask(niceness).result(PATIENCE_S) == 19
    assert os.nice(0) < 19


def test_it_answers_the_same_as_if_asked_here(brain: ProcessBrain) -> None:
    asked = (GAME, parse_participant("two-moves"), 1, None, 1)
    there, here = brain.ask(choose, *asked), PatientBrain().ask(choose, *asked)
    assert there.result(PATIENCE_S) == here.result()


def test_who_is_hurried_answers_with_what_has_been_found(brain: ProcessBrain) -> None:
    answer = brain.ask(best, GAME, LONG)
    # It has not begun to think yet, since its process is only being started.
    brain.hurry()
    assert answer.result(PATIENCE_S).lines


def test_who_is_hurried_is_not_hurried_with_the_next_question(brain: ProcessBrain) -> None:
    first = brain.ask(best, GAME, LONG)
    brain.hurry()
    second = brain.ask(best, GAME, Limits(nodes=200_000))
    assert first.result(PATIENCE_S).lines
    assert second.result(PATIENCE_S).nodes > 150_000


def test_a_process_that_dies_is_started_again_and_the_question_answered(
    brain: ProcessBrain,
) -> None:
    brain.ask(niceness).result(PATIENCE_S)
    answer = brain.ask(best, GAME, Limits(seconds=0.5))
    for process in multiprocessing.active_children():
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
    assert answer.result(PATIENCE_S).lines


def test_what_a_program_does_wrong_comes_back_as_an_error(brain: ProcessBrain) -> None:
    gone = Participant(protocol="htp", command=f"{sys.executable} -c pass")
    with pytest.raises(PeerError):
        brain.ask(choose, GAME, gone, 1, 1.0, 1).result(PATIENCE_S)


def test_nothing_is_left_of_it_when_it_is_closed() -> None:
    thinks = ProcessBrain()
    thinks.ask(niceness).result(PATIENCE_S)
    before = set(multiprocessing.active_children())
    thinks.ask(best, GAME, LONG)
    thinks.close()
    deadline = time.monotonic() + PATIENCE_S
    while set(multiprocessing.active_children()) >= before and time.monotonic() < deadline:
        time.sleep(0.02)
    assert len(multiprocessing.active_children()) < len(before)
