"""A guard is gone with its connection."""

import asyncio
import gc
import socket
import time
from collections.abc import Iterator
from weakref import ref

import pytest

from controller.web.guard import Guard, budget_of_address


class Inner(asyncio.Protocol):
    """Keeps its transport, as the protocols of servers do."""

    transport: asyncio.BaseTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self.transport = transport


@pytest.fixture
def _uncollected() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def lost() -> tuple[ref[Guard], ref[Inner]]:
    """Return a guard and what it guarded, after their connection has ended."""
    loop = asyncio.get_running_loop()
    ours, theirs = socket.socketpair()
    inner = Inner()
    guard = Guard(inner, budget_of_address(time.monotonic()))
    await loop.connect_accepted_socket(lambda: guard, ours)
    theirs.close()
    await guard.ended
    return ref(guard), ref(inner)


@pytest.mark.usefixtures("_uncollected")
def test_what_a_lost_connection_held_is_free_without_the_garbage_collector() -> None:
    guard, inner = asyncio.run(lost())
    assert (guard(), inner()) == (None, None)
