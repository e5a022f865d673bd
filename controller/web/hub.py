"""Passes entries of the bus on to every open page. Knows no sockets."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Mapping

from controller.bus.entries import JsonObject
from controller.bus.inbox import Alive, Arrival, follow
from controller.bus.redis_bus import RedisBus
from controller.bus.streams import EVENTS, FRAME, TABLE, VIEW

# A slow page may leave this many events waiting; the oldest are dropped, states never are.
_EVENTS_WAITING = 100
_FRAME_KEYS: tuple[str, ...] = ("pixels", "current_ma", "supply_ma")


class Mailbox:
    """The unsent messages of one page: the newest of each state, and events in order."""

    def __init__(self, states: Mapping[str, JsonObject]) -> None:
        """Start with the current states."""
        self._states = dict(states)
        self._events: deque[JsonObject] = deque(maxlen=_EVENTS_WAITING)
        self._filled = asyncio.Event()
        self._filled.set()

    def put(self, message: JsonObject) -> None:
        """Add a message for the page; a state replaces the older one."""
        if message["type"] in ("event", "error"):
            self._events.append(message)
        else:
            self._states[message["type"]] = message
        self._filled.set()

    async def messages(self) -> AsyncIterator[JsonObject]:
        """Yield messages as they come, until cancelled."""
        while True:
            await self._filled.wait()
            self._filled.clear()
            while self._events:
                yield self._events.popleft()
            while self._states:
                yield self._states.pop(next(iter(self._states)))


class Hub:
    """The mailboxes of all open pages, and the newest of each state for the next page."""

    def __init__(self) -> None:
        """Start without pages and without an answer from the bus."""
        self._mailboxes: set[Mailbox] = set()
        self._states: dict[str, JsonObject] = {"bus": {"type": "bus", "alive": False}}

    def open(self) -> Mailbox:
        """Return a mailbox for a page that has just opened."""
        mailbox = Mailbox(self._states)
        self._mailboxes.add(mailbox)
        return mailbox

    def close(self, mailbox: Mailbox) -> None:
        """Remove the mailbox of a page that has closed."""
        self._mailboxes.discard(mailbox)

    async def fill(self, bus: RedisBus) -> None:
        """Pass the entries of the bus on to the mailboxes, until cancelled."""
        async for arrival in follow(bus, VIEW, FRAME, TABLE, EVENTS):
            message = _message(arrival)
            if message["type"] not in ("event", "error"):
                if self._states.get(message["type"]) == message:
                    continue  # the daemon repeats its states now and then
                self._states[message["type"]] = message
            for mailbox in self._mailboxes:
                mailbox.put(message)


def _message(arrival: Arrival | Alive) -> JsonObject:
    """Return the message for the pages about an arrival."""
    if isinstance(arrival, Alive):
        return {"type": "bus", "alive": arrival.alive}
    entry = arrival.entry
    if arrival.stream == VIEW:
        return {"type": "view", "view": entry}
    if arrival.stream == FRAME:
        return {"type": "frame", **{key: entry[key] for key in _FRAME_KEYS if key in entry}}
    if arrival.stream == TABLE:
        return {"type": "table", "pieces": entry.get("pieces", [])}
    if entry.get("event") == "error":
        error = {"message": entry.get("message", ""), "id": entry.get("id")}
        return {"type": "error", **error, "say": entry.get("say", [])}
    return {"type": "event", "event": entry}
