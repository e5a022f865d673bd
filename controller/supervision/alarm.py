"""Waking a loop from any thread, and handing things over to it. Nobody who does so ever waits."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

T = TypeVar("T")


class Alarm:
    """Lets one coroutine wait for a time, or until somebody rings."""

    def __init__(self) -> None:
        """Begin silent."""
        self._rung = False
        self._waiter: asyncio.Future[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0

    def ring(self) -> None:
        """End the wait, or the next one if nobody waits; may be called from any thread."""
        if self._rung:
            return
        self._rung = True
        if self._loop is None:
            return
        if threading.get_ident() == self._thread:
            self._wake()
            return
        with suppress(RuntimeError):  # the loop has ended, and with it whoever waited
            self._loop.call_soon_threadsafe(self._wake)

    async def wait(self, until: float) -> bool:
        """Wait until a time of the loop's clock; return whether somebody rang before it."""
        loop = asyncio.get_running_loop()
        # In this order: who rings from now on finds the loop, who rang before is seen here.
        self._loop, self._thread = loop, threading.get_ident()
        # A ring that was heard before its call came through ends a later wait for nothing: wait on.
        while not self._rung and loop.time() < until:
            self._waiter = loop.create_future()
            due = loop.call_at(until, self._wake)
            try:
                await self._waiter
            finally:
                due.cancel()
                self._waiter = None
        rung, self._rung = self._rung, False
        return rung

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class Post(Generic[T]):
    """A queue from any thread to the one that takes; when it is full, the oldest are dropped."""

    def __init__(self, most: int, ring: Callable[[], None]) -> None:
        """Hold at most `most` items; `ring` wakes whoever takes."""
        self._items: deque[T] = deque(maxlen=most)
        self._ring = ring
        self.dropped = 0

    def put(self, item: T) -> None:
        """Hand something over."""
        if len(self._items) == self._items.maxlen:
            self.dropped += 1
        self._items.append(item)
        self._ring()

    def take(self, most: int | None = None) -> list[T]:
        """Return what was handed over, in order, at most `most` items."""
        count = len(self._items) if most is None else min(most, len(self._items))
        return [self._items.popleft() for _ in range(count)]

    def __len__(self) -> int:
        """Return how much waits."""
        return len(self._items)
