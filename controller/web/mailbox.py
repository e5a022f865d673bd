"""What one page has not been sent yet; of constant size, however slow the page is."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator

from controller.bus.entries import JsonObject
from controller.bus.plies import PlyList

# Events that a slow page has not taken yet; older ones are dropped, states never are.
_MOST_EVENTS = 100


class Message:
    """A message to pages: its type, and its text, which is written once for all of them."""

    __slots__ = ("text", "type")

    def __init__(self, message: JsonObject) -> None:
        """Write it."""
        self.type: str = message["type"]
        self.text = json.dumps(message, separators=(",", ":"))

    @property
    def is_event(self) -> bool:
        """Whether it happens, instead of replacing what was."""
        return self.type in ("event", "error")


class Mailbox:
    """The newest of each state, events in order, and how many of the plies the page has."""

    def __init__(
        self, states: dict[str, Message], plies: PlyList, *, is_local: bool = True
    ) -> None:
        """Begin with every state that is known, and all plies to send."""
        self.is_local = is_local
        self._states = dict(states)
        self._plies = plies
        self._known: int | None = 0  # of the plies, how many are right; None if all are there
        self._events: deque[Message] = deque()
        self._filled = asyncio.Event()
        self._filled.set()
        self.dropped = 0

    def put(self, message: Message) -> None:
        """Add a message for the page; a state takes the place of an older one."""
        if message.is_event:
            if len(self._events) >= _MOST_EVENTS:
                self._events.popleft()
                self.dropped += 1
            self._events.append(message)
        else:
            self._states[message.type] = message
        self._filled.set()

    def put_plies(self, kept: int) -> None:
        """Note that of the plies only the first few are still what the page has."""
        self._known = kept if self._known is None else min(self._known, kept)
        self._filled.set()

    async def texts(self) -> AsyncIterator[str]:
        """Yield what there is to send, for ever; events and states in turn, so that none waits."""
        while True:
            await self._filled.wait()
            self._filled.clear()
            while self._events or self._states or self._known is not None:
                if self._states:
                    yield self._states.pop(next(iter(self._states))).text
                if self._known is not None:
                    known, self._known = self._known, None
                    yield self._plies_from(known).text
                if self._events:
                    yield self._events.popleft().text

    def _plies_from(self, known: int) -> Message:
        plies = self._plies
        moves = plies.moves[known:]
        return Message({"type": "plies", "game": plies.game, "from": known, "moves": moves})
