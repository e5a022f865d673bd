"""A guard is gone with its connection."""

import asyncio
import gc
import socket
import time
from collections.abc import Iterator
from weakref import ref

import pytest

from controller.web.guard import Guard, budget_of_address
from tests.waiting import until


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


class Writing(Inner):
    """Notes when its transport takes no more, and when it does again."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def pause_writing(self) -> None:
        """Note it."""
        self.said.append("pause")

    def resume_writing(self) -> None:
        """Note it."""
        self.said.append("resume")


def test_whoever_reads_slowly_is_written_to_as_slowly() -> None:
    async def check() -> None:
        loop, inner = asyncio.get_running_loop(), Writing()
        ours, theirs = socket.socketpair()
        theirs.setblocking(False)  # noqa: FBT003 - of the standard library
        guard = Guard(inner, budget_of_address(time.monotonic()))
        transport, _ = await loop.connect_accepted_socket(lambda: guard, ours)
        transport.write(bytes(8_000_000))
        assert inner.said == ["pause"]
        left = 8_000_000
        while left:
            left -= len(await loop.sock_recv(theirs, 1 << 20))
        await until(lambda: inner.said == ["pause", "resume"], "the server to go on")
        theirs.close()
        await guard.ended

    asyncio.run(check())


def test_the_server_s_protocol_finds_itself_behind_its_transport() -> None:
    async def check() -> None:
        loop, inner = asyncio.get_running_loop(), Inner()
        ours, theirs = socket.socketpair()
        guard = Guard(inner, budget_of_address(time.monotonic()))
        await loop.connect_accepted_socket(lambda: guard, ours)
        assert inner.transport is not None
        assert inner.transport.get_protocol() is inner
        theirs.close()
        await guard.ended

    asyncio.run(check())
