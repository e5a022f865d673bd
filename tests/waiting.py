"""Waiting for something to become true in real time, never longer than it takes."""

import asyncio
import time
from collections.abc import Callable, Iterator

# What a shared machine may need when it is busy; nothing waits longer than it takes.
PATIENCE_S = 60.0
_LOOK_EVERY_S = 0.01


async def until(condition: Callable[[], bool], what: str) -> None:
    """Wait until a condition holds.

    Raises:
        AssertionError: it does not hold in time.
    """
    for _ in _looks(condition, what):
        await asyncio.sleep(_LOOK_EVERY_S)


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """Wait until a condition holds, where no event loop runs.

    Raises:
        AssertionError: it does not hold in time.
    """
    for _ in _looks(condition, what):
        time.sleep(_LOOK_EVERY_S)


def _looks(condition: Callable[[], bool], what: str) -> Iterator[None]:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, f"waited {PATIENCE_S:.0f} s for {what}"
        yield
