"""Who is interrupted, and who ends at once."""

import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from controller.assembly.interrupts import (
    asking_for_an_end,
    end_at_once,
    ended_by_the_system,
    interruptible,
)

ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def answer() -> object:
    return signal.getsignal(signal.SIGINT)


@pytest.fixture(autouse=True)
def _put_back() -> Iterator[None]:
    before = {each: signal.getsignal(each) for each in ENDS}
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


def test_what_must_be_closed_is_interrupted_and_the_rest_ends_at_once() -> None:
    end_at_once()
    ends = answer()
    assert ends is not signal.default_int_handler
    with interruptible():
        with interruptible():  # such as a spinner while a board is open
            assert answer() is signal.default_int_handler
        assert answer() is signal.default_int_handler
    assert answer() is ends
    with pytest.raises(KeyboardInterrupt), interruptible():
        signal.raise_signal(signal.SIGINT)
    assert answer() is ends


@pytest.mark.parametrize("other", [signal.SIG_IGN, signal.SIG_DFL])
def test_who_answers_otherwise_goes_on_doing_so(other: signal.Handlers) -> None:
    signal.signal(signal.SIGINT, other)
    end_at_once()
    with interruptible():
        assert answer() is other
    assert answer() is other


def test_what_has_nothing_to_close_is_ended_by_the_system_and_only_meanwhile() -> None:
    def handler(*_: object) -> None:
        raise AssertionError

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, handler)
    with ended_by_the_system():
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
        assert answer() is signal.SIG_IGN
    assert (answer(), signal.getsignal(signal.SIGTERM)) == (signal.SIG_IGN, handler)
    signal.signal(signal.SIGINT, handler)
    with ended_by_the_system():
        assert answer() is signal.SIG_DFL
    assert answer() is handler


def test_who_was_started_to_outlive_its_terminal_does() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    assert asking_for_an_end() == [signal.SIGTERM, signal.SIGHUP]
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    assert asking_for_an_end() == [signal.SIGTERM]


# The signal comes while a destructor runs, out of which Python lets no exception.
LOST = """
import signal, sys, time
from controller.assembly.interrupts import ask_again_where_lost
class Gone:
    def __del__(self):
        {raised}
signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
ask_again_where_lost()
try:
    Gone()
    time.sleep(60)
except KeyboardInterrupt:
    sys.exit(130)
finally:
    print("closed")
"""


@pytest.mark.parametrize(("name", "status"), [("SIGTERM", 143), ("SIGINT", 130)])
def test_a_signal_that_python_loses_ends_the_process_all_the_same(name: str, status: int) -> None:
    code = LOST.format(raised=f"signal.raise_signal(signal.{name})")
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (status, "closed\n", "")


def test_a_mistake_that_python_drops_is_said_as_before() -> None:
    code = LOST.format(raised="raise ValueError('mine')").replace("sleep(60)", "sleep(0)")
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (0, "closed\n")
    assert "ValueError: mine" in ended.stderr
