"""Commands and hands that come in over the bus, and wait for the thread of the game."""

import asyncio
from collections.abc import Callable

from controller.bus.bus import Bus
from controller.bus.entries import JsonObject
from controller.bus.errors import MessageError
from controller.bus.inbox import Alive, Arrival, Unreadable, follow
from controller.bus.messages import (
    CommandMessage,
    HandMessage,
    RequestMessage,
    id_of,
    parse_command,
    parse_hand,
)
from controller.bus.outbox import Outbox
from controller.bus.presence import Presence
from controller.bus.streams import Stream
from controller.bus.wire import write_event
from controller.events.event import CommandRefused
from controller.rules.sentence import Sentence, sentence, verbatim
from controller.supervision.alarm import Post
from controller.supervision.budget import Budget
from controller.supervision.skips import Skips
from controller.supervision.tally import Tally

# More than people give while a turn takes its time.
_MOST_COMMANDS = 64
_MOST_HANDS = 256
# Answers to what is refused, a second and at once; a flood of nonsense needs no more.
_ANSWERS, _ANSWERS_AT_ONCE = 20.0, 20.0

_RETIRED = {Stream.OLD_COMMANDS: Stream.COMMANDS, Stream.OLD_HANDS: Stream.HANDS}


class Requests:
    """What people ask: filled by one thread, taken by the game's; `ring` wakes the game."""

    def __init__(self, outbox: Outbox, tally: Tally, ring: Callable[[], None]) -> None:
        """Begin empty; what is refused is answered through the outbox."""
        self._outbox = outbox
        self._tally = tally
        self._skips = Skips(tally)
        self._budget: Budget | None = None
        self.commands: Post[CommandMessage | RequestMessage] = Post(_MOST_COMMANDS, ring)
        self.hands: Post[HandMessage] = Post(_MOST_HANDS, ring)

    async def fill(self, bus: Bus, presence: Presence, *, hands: bool) -> None:
        """Take in what comes over the bus, for ever; hands only where they can move pieces."""
        streams = (Stream.COMMANDS, *([Stream.HANDS] if hands else []), *_RETIRED)
        async for news in follow(bus, *streams, mends=True):
            match news:
                case Alive(alive=False, reason=Sentence() as reason):
                    self._tally.begin("requests", reason)
                case Alive():
                    self._tally.end("requests")
                case Unreadable(stream=stream, place=place, why=why):
                    key = stream.key(bus.board)
                    self._refuse(verbatim(f"{key} {place}: {why}"))
                    self._skips.skip(key, why)
                case Arrival(stream=stream, entry=entry) if stream in _RETIRED:
                    self._refuse_old(bus, stream, entry)
                case Arrival(entry=entry, unheard=True):
                    if presence.is_held:
                        self._refuse(sentence("bus.unheard"), id_of(entry))
                case Arrival(stream=stream, entry=entry) if presence.is_held:
                    self._skips.arrived(stream.key(bus.board))
                    self._take(stream, entry)

    def _take(self, stream: Stream, entry: JsonObject) -> None:
        try:
            if stream is Stream.COMMANDS:
                self.commands.put(parse_command(entry))
            else:
                self.hands.put(parse_hand(entry))
        except MessageError as error:
            self._refuse(verbatim(str(error)), id_of(entry))

    def _refuse_old(self, bus: Bus, stream: Stream, entry: JsonObject) -> None:
        """Answer where version 1 would have, with the key of today."""
        new = _RETIRED[stream].key(bus.board)
        said = sentence("bus.old_key", old=str(stream), new=new)
        self._tally.note(said)
        self._refuse(said, id_of(entry), Stream.OLD_EVENTS)

    def _refuse(
        self, why: Sentence, message_id: str | None = None, stream: Stream = Stream.EVENTS
    ) -> None:
        """Answer that something was not done, unless too much is asked for answers to be read."""
        at = asyncio.get_running_loop().time()
        self._budget = self._budget or Budget(_ANSWERS, _ANSWERS_AT_ONCE, at)
        self._tally.count("requests refused")
        if self._budget.allows(1, at):
            refused = CommandRefused(at, why, message_id)
            self._outbox.put(stream, lambda: write_event(refused))
