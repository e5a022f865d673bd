"""What Ctrl-C does: end the process at once, or interrupt what has to close something first.

And which other signals ask for an end.

Python raises KeyboardInterrupt wherever it happens to be. While modules are imported that is in the
middle of them, where it prints a traceback or gets lost; and nothing is open yet that must be
closed. Knows nothing of what is open later.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from types import FrameType

INTERRUPTED = 130
# The second comes where the terminal is closed, or the connection to it lost.
_ENDS = (signal.SIGTERM, signal.SIGHUP)
# A callback in which an end was lost has returned by then, in seconds.
_RETURNED_S = 0.05


def asking_for_an_end() -> list[signal.Signals]:
    """Return the signals that ask for an end, beside Ctrl-C; not those that this process ignores.

    `nohup` starts a program that ignores its terminal's end.
    """
    return [each for each in _ENDS if signal.getsignal(each) is not signal.SIG_IGN]


def end_at_once() -> None:
    """Let Ctrl-C end the process from now on, quietly, with the status of an interrupted program.

    A program that was started with Ctrl-C ignored, as a shell does in the background, stays so.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def ask_again_where_lost() -> None:
    """Ask for the end once more, a moment later, where Python drops what asks for it.

    It drops every exception that is raised in a destructor, or in a callback such as those that run
    while it imports, and says so on standard error.
    """
    before = sys.unraisablehook

    def hook(dropped: "sys.UnraisableHookArgs") -> None:
        number = _asked_by(dropped.exc_value)
        if number is None:
            before(dropped)
            return
        again = Timer(_RETURNED_S, os.kill, (os.getpid(), number))
        again.daemon = True
        again.start()

    sys.unraisablehook = hook


def _asked_by(error: BaseException | None) -> int | None:
    """Return the number of the signal that raised an exception, if one did."""
    match error:
        case KeyboardInterrupt():
            return signal.SIGINT
        case SystemExit(code=int(code)) if code - 128 in _ENDS:
            return code - 128
    return None


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C raise KeyboardInterrupt, so that what is open meanwhile is closed."""
    before = signal.getsignal(signal.SIGINT)
    if before is not _end:
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def ended_by_the_system() -> Iterator[None]:
    """Let Ctrl-C and a signal end the process even while Python takes no step, as in a search.

    For what has nothing to close: no `finally` is reached. Who ignores a signal goes on doing so.
    """
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, *_ENDS)}
    before = {each: answer for each, answer in before.items() if callable(answer)}
    for each in before:
        signal.signal(each, signal.SIG_DFL)
    try:
        yield
    finally:
        for each, answer in before.items():
            signal.signal(each, answer)


def _end(_number: int, _frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)
