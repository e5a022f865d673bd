"""Hands what comes in over the bus on to every open page."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Mapping

from controller.bus.entries import JsonObject
from controller.bus.inbox import Alive, Arrival, follow
from controller.bus.redis_bus import RedisBus
from controller.bus.streams import EVENTS, FRAME, TABLE, VIEW

# Events that a slow page has not taken yet; older ones are dropped, states never are.
_EVENTS_WAITING = 100


class Mailbox:
    """What one page has not been told yet: the newest of each state, and events in order."""

    def __init__(self, states: Mapping[str, JsonObject]) -> None:
        """Begin with every state that is known."""
        self._states = dict(states)
        self._events: deque[JsonObject] = deque(maxlen=_EVENTS_WAITING)
        self._filled = asyncio.Event()
        self._filled.set()

    def put(self, message: JsonObject) -> None:
        """Add a message for the page; a state takes the place of an older one."""
        if message["type"] in ("event", "error"):
            self._events.append(message)
        else:
            self._states[message["type"]] = message
        self._filled.set()

    async def messages(self) -> AsyncIterator[JsonObject]:
        """Yield what there is to tell, for ever."""
        while True:
            await self._filled.wait()
            self._filled.clear()
            while self._events:
                yield self._events.popleft()
            while self._states:
                yield self._states.pop(next(iter(self._states)))


class Hub:
    """Every open page's mailbox, and the newest of each state for the next page to come."""

    def __init__(self) -> None:
        """Begin without pages, and without news of the bus."""
        self._mailboxes: set[Mailbox] = set()
        self._states: dict[str, JsonObject] = {"bus": {"type": "bus", "alive": False}}

    def open(self) -> Mailbox:
        """Return the mailbox of a page that was just opened."""
        mailbox = Mailbox(self._states)
        self._mailboxes.add(mailbox)
        return mailbox

    def close(self, mailbox: Mailbox) -> None:
        """Forget the mailbox of a page that was closed."""
        self._mailboxes.discard(mailbox)

    async def fill(self, bus: RedisBus) -> None:
        """Hand on what comes in over the bus, for ever."""
        async for arrival in follow(bus, VIEW, FRAME, TABLE, EVENTS):
            message = _message(arrival)
            if message["type"] not in ("event", "error"):
                if self._states.get(message["type"]) == message:
                    continue  # the daemon repeats its states now and then
                self._states[message["type"]] = message
            for mailbox in self._mailboxes:
                mailbox.put(message)


def _message(arrival: Arrival | Alive) -> JsonObject:
    """Return what a page is told of an arrival."""
    if isinstance(arrival, Alive):
        return {"type": "bus", "alive": arrival.alive}
    entry = arrival.entry
    if arrival.stream == VIEW:
        return {"type": "view", "view": entry}
    if arrival.stream == FRAME:
        return {"type": "frame", "pixels": entry.get("pixels", "")}
    if arrival.stream == TABLE:
        return {"type": "table", "pieces": entry.get("pieces", [])}
    if entry.get("event") == "error":
        told = {"message": entry.get("message", ""), "id": entry.get("id")}
        return {"type": "error", **told, "say": entry.get("say", [])}
    return {"type": "event", "event": entry}
