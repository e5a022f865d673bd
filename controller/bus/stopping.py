"""Stopping tasks that wait for the bus, for good."""

import asyncio
from collections.abc import Iterable
from typing import Any

_AGAIN_S = 0.2


async def stop(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks until they have ended; whatever they end with is left to them.

    Before Python 3.12 `asyncio.wait_for` swallows a cancellation that comes together with what
    is waited for, and the embedded Redis waits so; so one cancellation may not be enough.
    """
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=_AGAIN_S)
