"""What Ctrl-C does: end the process at once, or interrupt what has to close something first.

Python raises KeyboardInterrupt wherever it happens to be. While modules are imported that is in the
middle of them, where it prints a traceback or gets lost; and nothing is open yet that must be
closed. Knows nothing of what is open later.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130


def end_at_once() -> None:
    """Let Ctrl-C end the process from now on, quietly, with the status of an interrupted program.

    A program that was started with Ctrl-C ignored, as a shell does in the background, stays so.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


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


def _end(_number: int, _frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)
