"""Passes entries of the bus on to every open page. Knows no sockets."""

import asyncio
from pathlib import PurePath

from controller.bus.bus import Bus
from controller.bus.entries import JsonObject
from controller.bus.errors import BusDownError, MessageError
from controller.bus.inbox import Alive, Arrival, News, Unreadable, follow
from controller.bus.plies import PlyList
from controller.bus.presence import RENEWED_S
from controller.bus.saying import write_sentences
from controller.bus.streams import Stream
from controller.events.event import TraceSaved
from controller.rules.sentence import Sentence
from controller.supervision.skips import Skips
from controller.supervision.tally import Tally
from controller.web.hands import OpenedHands
from controller.web.mailbox import Mailbox, Message

_FRAME_KEYS = ("pixels", "current_ma", "supply_ma")


class Hub:
    """The mailboxes of all open pages, and the newest of each state for the next page."""

    def __init__(self, tally: Tally) -> None:
        """Begin without pages, and without news of the bus."""
        self._tally = tally
        self._skips = Skips(tally)
        self._mailboxes: set[Mailbox] = set()
        self._states: dict[str, Message] = {}
        self._plies = PlyList()
        self.hands = OpenedHands()
        self._put({"type": "bus", "alive": False, "say": []})

    @property
    def pages(self) -> int:
        """How many pages are open."""
        return len(self._mailboxes)

    def open(self, *, is_local: bool = True) -> Mailbox:
        """Return the mailbox of a page that was just opened, on this machine or another."""
        mailbox = Mailbox(self._states, self._plies, is_local=is_local)
        self._mailboxes.add(mailbox)
        return mailbox

    def close(self, mailbox: Mailbox) -> None:
        """Remove the mailbox of a page that has closed."""
        self._mailboxes.discard(mailbox)
        self._tally.count("events dropped", mailbox.dropped)

    async def fill(self, bus: Bus) -> None:
        """Hand on what comes in over the bus, for ever."""
        streams = (Stream.VIEW, Stream.FRAME, Stream.TABLE, Stream.HEALTH)
        async for news in follow(bus, *streams, Stream.PLIES, Stream.EVENTS):
            self._hand_on(bus, news)

    async def watch(self, bus: Bus) -> None:
        """Hand on whether the board is there, for ever."""
        while True:
            try:
                present = await bus.mark() is not None
            except BusDownError:
                present = False
            self._put({"type": "board", "name": bus.board, "present": present})
            await asyncio.sleep(RENEWED_S)

    def _hand_on(self, bus: Bus, news: News) -> None:
        match news:
            case Alive(alive=alive, reason=reason):
                self._note(reason)
                said = write_sentences(reason) if reason else []
                self._put({"type": "bus", "alive": alive, "say": said})
            case Unreadable(stream=stream, why=why):
                self._skips.skip(stream.key(bus.board), why)
            case Arrival(stream=Stream.PLIES as stream, entry=entry):
                try:
                    kept = self._plies.take(entry)
                except MessageError as error:
                    self._skips.skip(stream.key(bus.board), str(error))
                    return
                for mailbox in self._mailboxes:
                    mailbox.put_plies(kept)
            case Arrival(stream=stream, entry=entry):
                self._skips.arrived(stream.key(bus.board))
                if stream is Stream.TABLE:
                    self.hands.see(entry)
                self._put(_message(stream, entry))

    def _put(self, content: JsonObject) -> None:
        message = Message(content)
        if not message.is_event:
            known = self._states.get(message.type)
            if known is not None and known.text == message.text:
                return  # the daemon repeats its states now and then
            self._states[message.type] = message
        abroad = _abroad(content)
        elsewhere = message if abroad is content else Message(abroad)
        for mailbox in self._mailboxes:
            mailbox.put(message if mailbox.is_local else elsewhere)

    def _note(self, reason: Sentence | None) -> None:
        if reason is None:
            self._tally.end("hub")
        else:
            self._tally.begin("hub", reason)


def _abroad(content: JsonObject) -> JsonObject:
    """Return what a page on another machine gets: folders of this one are not its business."""
    event = content.get("event")
    if not isinstance(event, dict) or event.get("event") != TraceSaved.name:
        return content
    return {**content, "event": {**event, "file": PurePath(str(event.get("file", ""))).name}}


def _message(stream: Stream, entry: JsonObject) -> JsonObject:
    """Return what a page gets of an entry."""
    match stream:
        case Stream.VIEW:
            return {"type": "view", "view": entry}
        case Stream.FRAME:
            return {"type": "frame", **{key: entry[key] for key in _FRAME_KEYS if key in entry}}
        case Stream.TABLE:
            counted = {key: entry[key] for key in ("touched",) if key in entry}
            return {"type": "table", "pieces": entry.get("pieces", []), **counted}
        case Stream.HEALTH:
            return {"type": "health", "say": entry.get("say", [])}
    if entry.get("event") == "error":
        error = {"message": entry.get("message", ""), "id": entry.get("id")}
        return {"type": "error", **error, "say": entry.get("say", [])}
    return {"type": "event", "event": entry}
