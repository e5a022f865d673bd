"""What waits to go out on the bus. Putting something in never waits, and never fails.

Things are put in by the thread of the game and sent by another, which also writes them: the game
pays for nothing but the hand-over. Of a state only the newest counts, events go out in order, and
the plies of the game are a stream that is made whole again whenever the server lost it.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

from controller.bus.bus import Bus
from controller.bus.entries import JsonObject, encode
from controller.bus.errors import BusDownError, SpoiltStreamError
from controller.bus.plies import common, entries_between, whole_game
from controller.bus.presence import RENEWED_S, Presence
from controller.bus.streams import STATES, Stream
from controller.supervision.alarm import Alarm, Post
from controller.supervision.pauses import Pauses
from controller.supervision.tally import Tally

# What one turn brings is a few; these are seconds of the busiest game.
_MOST_WAITING = 2000
_MOST_EVENTS = 1000
_LONGEST_PAUSE_S = 4.0

Write = Callable[[], JsonObject]
# The id of a game, and its plies as moves.
Game = tuple[str, Sequence[str]]


class Outbox:
    """Sends states and events as the bus takes them, while the name of the board is ours."""

    def __init__(self, tally: Tally) -> None:
        """Begin with nothing to send."""
        self._tally = tally
        self._alarm = Alarm()
        self._post: Post[tuple[Stream, Write]] = Post(_MOST_WAITING, self._alarm.ring)
        self._game: Callable[[], Game] | None = None
        self._states: dict[Stream, bytes] = {}
        self._unsent: set[Stream] = set()
        self._events: deque[tuple[Stream, bytes]] = deque()
        self._log = _Log()

    def put(self, stream: Stream, write: Write) -> None:
        """Send what a function will return, as soon as the bus takes it."""
        self._post.put((stream, write))

    def put_game(self, game: Callable[[], Game]) -> None:
        """Let the plies on the bus be those that a function will return."""
        self._game = game
        self._alarm.ring()

    @property
    def waiting(self) -> int:
        """How much waits to be sent."""
        return len(self._post) + len(self._events)

    async def run(self, bus: Bus, presence: Presence) -> None:
        """Send for ever."""
        loop, pauses = asyncio.get_running_loop(), Pauses(longest_s=_LONGEST_PAUSE_S)
        repeat_at = loop.time()
        while True:
            self._sort()
            try:
                if loop.time() >= repeat_at:
                    await presence.renew()
                    await self._doubt(bus)
                    repeat_at = loop.time() + RENEWED_S
                await self._send_all(bus)
            except BusDownError as error:
                self._tally.begin("outbox", error.reason)
                repeat_at = loop.time() + pauses.after_failure(loop.time())
                while await self._alarm.wait(repeat_at):
                    self._sort()
                continue
            self._tally.end("outbox")
            await self._alarm.wait(repeat_at)

    def _sort(self) -> None:
        """Take over what was put in."""
        for stream, write in self._post.take():
            data = encode(write())
            if stream.is_state:
                self._states[stream] = data
                self._unsent.add(stream)
                continue
            if len(self._events) >= _MOST_EVENTS:
                self._events.popleft()
                self._tally.count("events dropped")
            self._events.append((stream, data))
        if self._game is not None:
            make, self._game = self._game, None
            self._log.follow(*make())

    async def _doubt(self, bus: Bus) -> None:
        """Send all states again, and the plies if they are not there: who restarts forgets."""
        self._unsent.update(self._states)
        await self._log.doubt(bus)

    async def _send_all(self, bus: Bus) -> None:
        await self._log.send(bus)
        while self._events:
            stream, data = self._events[0]
            await bus.add(stream, data)
            self._events.popleft()
        for stream in STATES:
            if stream in self._unsent:
                self._unsent.discard(stream)
                await bus.add(stream, self._states[stream])


class _Log:
    """The plies on the bus, and what must go out until they are the game's."""

    def __init__(self) -> None:
        self._game = ""
        self._moves: list[str] = []
        self._unsent: list[bytes] = []
        self._length = 0
        self._place: str | None = None  # of what was sent last; None when all must go out

    def follow(self, game: str, moves: Sequence[str]) -> None:
        """Let the plies be these."""
        if game != self._game:
            self._game, self._place = game, None
        elif self._place is not None:
            self._unsent += entries_between(game, self._moves, moves)
        same = common(self._moves, moves)
        self._moves[same:] = moves[same:]

    async def doubt(self, bus: Bus) -> None:
        """See whether what was sent last is still there."""
        if self._place is not None:
            try:
                newest = await bus.newest(Stream.PLIES)
            except SpoiltStreamError:
                newest = None
            if newest is None or newest.place != self._place:
                self._place = None

    async def send(self, bus: Bus) -> None:
        """Send what must go out; what fails goes out whole the next time."""
        if not self._game:
            return
        # Whoever takes back and plays on for hours must not fill the server.
        if self._length > 2 * len(self._moves) + 1000:
            self._place = None
        place, self._place = self._place, None
        if place is None:
            whole = whole_game(self._game, self._moves)
            self._unsent.clear()
            place = await bus.replace(Stream.PLIES, whole)
            self._length = len(whole)
        while self._unsent:
            place = await bus.add(Stream.PLIES, self._unsent.pop(0))
            self._length += 1
        self._place = place
