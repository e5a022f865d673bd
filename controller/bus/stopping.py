"""Stops tasks that wait for the bus, reliably."""

import asyncio
from collections.abc import Iterable
from typing import Any

_AGAIN_S = 0.2


async def stop(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks until they have ended, with whatever result.

    One cancellation may not be enough: before Python 3.12 `asyncio.wait_for`, which the embedded
    Redis uses, swallows one that comes at the same moment as the awaited result.
    """
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=_AGAIN_S)
