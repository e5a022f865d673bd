"""Waiting for something to become true in real time, never longer than it takes."""

import asyncio
import time
from collections.abc import Callable

PATIENCE_S = 20.0
_LOOK_EVERY_S = 0.01


async def until(condition: Callable[[], bool], what: str) -> None:
    """Wait until a condition holds.

    Raises:
        AssertionError: it does not hold in time.
    """
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, f"waited {PATIENCE_S:.0f} s for {what}"
        await asyncio.sleep(_LOOK_EVERY_S)
