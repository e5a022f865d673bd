"""What goes out survives a dead server; what comes in is only what comes from now on."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial

import pytest
import redis.asyncio as redis_asyncio

from controller.bus.bus import AT_ONCE, Bus
from controller.bus.entries import JsonObject, RawEntry, encode
from controller.bus.errors import BusDownError
from controller.bus.inbox import Alive, Arrival, News, Unreadable, follow
from controller.bus.memory_bus import MemoryBus
from controller.bus.outbox import Outbox
from controller.bus.plies import PlyList
from controller.bus.presence import Presence
from controller.bus.redis_bus import RedisBus
from controller.bus.streams import Stream
from controller.rules.sentence import Sentence, verbatim
from controller.supervision.tally import Tally
from tests.conftest import RedisServer
from tests.controller.bus.deaf_bus import DeafBus
from tests.waiting import PATIENCE_S, until


class Line:
    """An outbox, and somebody who follows some streams of its bus."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.said: list[Sentence] = []
        self.outbox = Outbox(Tally(time.monotonic, self.said.append))
        self.found: list[News] = []

    def put(self, stream: Stream, entry: JsonObject) -> None:
        self.outbox.put(stream, lambda: entry)

    def play(self, game: str, *moves: str) -> None:
        self.outbox.put_game(lambda: (game, moves))

    async def follow(self, *streams: Stream) -> None:
        async for news in follow(self.bus, *streams, mends=True):
            self.found.append(news)

    def entries(self, stream: Stream) -> list[JsonObject]:
        arrived = [news for news in self.found if isinstance(news, Arrival)]
        return [news.entry for news in arrived if news.stream is stream]

    def plies(self) -> PlyList:
        plies = PlyList()
        for entry in self.entries(Stream.PLIES):
            plies.take(entry)
        return plies

    def has_plies(self, *moves: str) -> bool:
        return self.plies().moves == list(moves)

    def has(self, news: News) -> Callable[[], bool]:
        return lambda: news in self.found

    @property
    def alive(self) -> list[bool]:
        return [news.alive for news in self.found if isinstance(news, Alive)]


class NarrowBus(MemoryBus):
    """A bus that does not give answers of many bytes in time; counts the entries of the others."""

    def __init__(self, most_bytes: int) -> None:
        """Begin with empty streams."""
        super().__init__()
        self._most_bytes = most_bytes
        self.answers: list[int] = []
        self.to_come: list[tuple[Stream, bytes]] = []  # as soon as something was read

    async def after(
        self, places: Mapping[Stream, str], wait_s: float, most: int = AT_ONCE
    ) -> list[tuple[Stream, RawEntry]]:
        """Return some entries, unless they are too large together."""
        found = await super().after(places, wait_s, most)
        if sum(len(raw.data or b"") for _, raw in found) > self._most_bytes:
            raise BusDownError(verbatim("no answer in time"))
        if found:
            self.answers.append(len(found))
            while self.to_come:
                await self.add(*self.to_come.pop(0))
        return found


@asynccontextmanager
async def line(bus: Bus, *streams: Stream, sends: bool = True) -> AsyncIterator[Line]:
    made = Line(bus)
    tasks = [asyncio.create_task(made.follow(*streams))]
    if sends:
        tasks.append(asyncio.create_task(made.outbox.run(bus, Presence(bus))))
    try:
        yield made
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await bus.close()


def events(*names: str) -> Sequence[JsonObject]:
    return [{"event": name} for name in names]


def test_states_and_events_go_out() -> None:
    async def check() -> None:
        async with line(MemoryBus(), Stream.VIEW, Stream.EVENTS) as board:
            await until(lambda: board.alive == [True], "the bus to answer")
            board.put(Stream.VIEW, {"number": 1})
            for event in events("a", "b"):
                board.put(Stream.EVENTS, event)
            await until(board.has(Arrival(Stream.VIEW, {"number": 1})), "the view")
            await until(board.has(Arrival(Stream.EVENTS, {"event": "b"})), "the last event")
            assert board.entries(Stream.EVENTS) == events("a", "b")

    asyncio.run(check())


def test_a_reader_that_comes_later_is_told_the_newest_state_and_no_old_request() -> None:
    async def check() -> None:
        bus = MemoryBus()
        await bus.add(Stream.VIEW, encode({"number": 1}))
        await bus.add(Stream.COMMANDS, encode({"command": "undo"}))
        async with line(bus, Stream.VIEW, Stream.COMMANDS, sends=False) as board:
            await until(lambda: board.alive == [True], "the bus to answer")
            await bus.add(Stream.COMMANDS, encode({"command": "new_game"}))
            await until(lambda: len(board.found) == 3, "the new command")
            assert board.found == [
                Arrival(Stream.VIEW, {"number": 1}),
                Alive(alive=True),
                Arrival(Stream.COMMANDS, {"command": "new_game"}),
            ]

    asyncio.run(check())


@pytest.mark.parametrize(("unheard_s", "is_unheard"), [(0.2, True), (60.0, False)])
def test_what_is_asked_while_the_bus_does_not_answer_for_long_arrives_as_unheard(
    monkeypatch: pytest.MonkeyPatch, unheard_s: float, *, is_unheard: bool
) -> None:
    """Events are no requests: they arrive as always."""
    monkeypatch.setattr("controller.bus.inbox.UNHEARD_S", unheard_s)

    async def check() -> None:
        bus = DeafBus()
        async with line(bus, Stream.COMMANDS, Stream.EVENTS, sends=False) as board:
            await until(lambda: board.alive == [True], "the bus to answer")
            bus.is_reached = False
            await until(lambda: board.alive == [True, False], "the bus to be away")
            await asyncio.sleep(0.3)
            await bus.add(Stream.COMMANDS, encode({"command": "resign"}))
            await bus.add(Stream.EVENTS, encode({"event": "meanwhile"}))
            bus.is_reached = True
            await until(lambda: board.alive == [True, False, True], "the bus to answer again")
            await bus.add(Stream.COMMANDS, encode({"command": "undo"}))
            await until(board.has(Arrival(Stream.COMMANDS, {"command": "undo"})), "the next one")
            asked = [each for each in board.found if isinstance(each, Arrival)]
            assert sorted(asked, key=str) == sorted(
                (
                    Arrival(Stream.COMMANDS, {"command": "resign"}, unheard=is_unheard),
                    Arrival(Stream.EVENTS, {"event": "meanwhile"}),
                    Arrival(Stream.COMMANDS, {"command": "undo"}),
                ),
                key=str,
            )

    asyncio.run(check())


@pytest.mark.parametrize("away_s", [0.0, 0.3])
def test_a_stream_that_begins_again_with_earlier_places_is_heard(
    monkeypatch: pytest.MonkeyPatch, redis_server: RedisServer, away_s: float
) -> None:
    """Its machine's clock was behind: nothing of it is older than what came in an outage before."""
    monkeypatch.setattr("controller.bus.inbox.UNHEARD_S", 0.2)
    key = Stream.COMMANDS.key("hall")

    async def add(place: str, command: str) -> None:
        async with redis_asyncio.Redis.from_url(redis_server.url) as other:
            await other.xadd(key, {"json": encode({"command": command})}, id=place)

    async def check() -> None:
        await add("1000000-0", "before")
        bus = RedisBus(redis_server.url, "hall")
        async with line(bus, Stream.COMMANDS, sends=False) as board:
            await until(lambda: board.alive == [True], "the bus to answer")
            if away_s:
                redis_server.hang()
                await until(lambda: board.alive == [True, False], "the bus to be away")
                redis_server.go_on()
                await until(lambda: board.alive == [True, False, True], "the bus to answer again")
            async with redis_asyncio.Redis.from_url(redis_server.url) as other:
                await other.delete(key)
            await add("5000-0", "undo")
            await until(board.has(Arrival(Stream.COMMANDS, {"command": "undo"})), "the command")

    asyncio.run(check())


def test_what_is_no_json_object_is_skipped_by_its_place() -> None:
    async def check() -> None:
        bus = MemoryBus()
        async with line(bus, Stream.COMMANDS, sends=False) as board:
            await until(lambda: board.alive == [True], "the bus to answer")
            place = await bus.add(Stream.COMMANDS, b"\xff")
            await bus.add(Stream.COMMANDS, encode({"command": "undo"}))
            await until(lambda: len(board.found) == 3, "both entries")
            why = "expected a JSON object, got expected value at line 1 column 1"
            assert board.found[1:] == [
                Unreadable(Stream.COMMANDS, place, why),
                Arrival(Stream.COMMANDS, {"command": "undo"}),
            ]

    asyncio.run(check())


def test_what_is_too_much_for_one_answer_is_read_one_by_one() -> None:
    async def check() -> None:
        bus = NarrowBus(most_bytes=1000)
        async with line(bus, Stream.EVENTS, Stream.COMMANDS, sends=False) as board:
            await until(lambda: board.alive == [True], "the bus to answer")
            heard = [{"event": f"{number:0500}"} for number in range(3)]
            for each in heard:
                await bus.add(Stream.EVENTS, encode(each))
                await bus.add(Stream.COMMANDS, encode(each))
            await until(lambda: board.entries(Stream.EVENTS) == heard, "all events")
            await until(lambda: board.entries(Stream.COMMANDS) == heard, "all commands")
            assert board.alive == [True, False, True]
            assert bus.answers == 6 * [1]

    asyncio.run(check())


def test_after_an_entry_that_is_too_large_no_two_are_read_together_until_all_are() -> None:
    async def check() -> None:
        bus = NarrowBus(most_bytes=1_000_000)
        async with line(bus, Stream.EVENTS, Stream.COMMANDS, sends=False) as board:
            await until(lambda: board.alive == [True], "the bus to answer")
            streams = (Stream.EVENTS, Stream.COMMANDS)
            bus.to_come = [
                (stream, encode(each)) for each in events("a", "b") for stream in streams
            ]
            await bus.add(Stream.EVENTS, b"x" * 100_000)
            await until(lambda: len(board.found) == 6, "what came after it")
            assert bus.answers == 5 * [1]
            for each in events("c", "d"):
                await bus.add(Stream.EVENTS, encode(each))
            await until(lambda: len(board.found) == 8, "the rest")
            # All streams were empty: these two came together.
            assert bus.answers == [*5 * [1], 2]

    asyncio.run(check())


def test_a_dead_server_loses_no_event_and_gets_the_newest_state_when_it_is_back(
    redis_server: RedisServer,
) -> None:
    async def check() -> None:
        bus = RedisBus(redis_server.url, "hall")
        async with line(bus, Stream.VIEW, Stream.EVENTS) as board:
            board.put(Stream.VIEW, {"number": 1})
            await until(board.has(Arrival(Stream.VIEW, {"number": 1})), "the first view")
            redis_server.stop()
            await until(lambda: board.alive[-1:] == [False], "the news that the bus is down")
            board.put(Stream.EVENTS, {"event": "meanwhile"})
            board.put(Stream.VIEW, {"number": 2})
            board.put(Stream.VIEW, {"number": 3})
            redis_server.start()
            await until(board.has(Arrival(Stream.VIEW, {"number": 3})), "the newest view")
            await until(board.has(Arrival(Stream.EVENTS, {"event": "meanwhile"})), "the event")
            assert Arrival(Stream.VIEW, {"number": 2}) not in board.found
            assert board.alive == [True, False, True]

    asyncio.run(check())


def test_a_server_that_was_restarted_in_a_quiet_moment_is_told_the_state_and_the_plies_again(
    redis_server: RedisServer,
) -> None:
    async def check() -> None:
        bus = RedisBus(redis_server.url, "hall")
        async with line(bus, Stream.VIEW) as board:
            board.put(Stream.VIEW, {"number": 1})
            board.play("g", "d1-d3", "e5-e2")
            await until(board.has(Arrival(Stream.VIEW, {"number": 1})), "the view")
            redis_server.stop()
            redis_server.start()
            fresh = RedisBus(redis_server.url, "hall")
            async with line(fresh, Stream.VIEW, Stream.PLIES, sends=False) as other:
                await until(other.has(Arrival(Stream.VIEW, {"number": 1})), "the view once more")
                moves = ["d1-d3", "e5-e2"]
                await until(lambda: other.plies().moves == moves, "the plies once more")

    asyncio.run(check())


def test_plies_go_out_one_by_one_and_are_taken_back_and_begun_again() -> None:
    async def check() -> None:
        async with line(MemoryBus(), Stream.PLIES) as board:
            for moves in (["a"], ["a", "b"], ["a"], ["a", "c", "d"]):
                board.play("one", *moves)
                await until(partial(board.has_plies, *moves), "the plies")
            made = [(e["plies"], e["move"]) for e in board.entries(Stream.PLIES)]
            assert made == [
                (0, None),
                *((1, "a"), (2, "b"), (1, None), (2, "c"), (3, "d")),
            ]
            board.play("two")
            await until(lambda: board.plies() == PlyList("two", []), "the next game")

    asyncio.run(check())


def test_a_stream_of_undos_does_not_grow_without_end() -> None:
    async def check() -> None:
        bus = MemoryBus()
        async with line(bus, Stream.PLIES) as board:
            undone = 0
            while len(board.found) < 1200:
                undone += 1
                board.play("one", *["a"] * (undone % 2))
                await asyncio.sleep(0)
            board.play("one", "a", "b")
            await until(lambda: board.plies().moves == ["a", "b"], "the plies")
            assert len(bus._streams[Stream.PLIES]) < 1100

    asyncio.run(check())


def test_what_stands_in_the_place_of_a_stream_is_replaced(redis_server: RedisServer) -> None:
    async def check() -> None:
        bus = RedisBus(redis_server.url, "hall")
        for name in ("view", "plies", "commands", "presence"):
            await bus._redis.set(f"hnefi:hall:{name}", "junk")
        last = "18446744073709551615-18446744073709551615"
        await bus._redis.xadd("hnefi:hall:events", {"json": "{}"}, id=last)
        async with line(bus, Stream.COMMANDS) as board:
            await until(lambda: board.alive == [True], "the commands to be mended")
            board.put(Stream.VIEW, {"number": 1})
            board.put(Stream.EVENTS, {"event": "a"})
            board.play("g", "d1-d3")
            reader = RedisBus(redis_server.url, "hall")
            async with line(reader, Stream.VIEW, Stream.PLIES, sends=False) as other:
                await until(lambda: other.plies().moves == ["d1-d3"], "the plies")
                await until(other.has(Arrival(Stream.VIEW, {"number": 1})), "the view")
            newest = await bus.newest(Stream.EVENTS)
            assert newest is not None
            assert newest.data == encode({"event": "a"})

    asyncio.run(check())


def test_what_clients_ask_without_end_fills_no_server(redis_server: RedisServer) -> None:
    """They may write without a limit, and never think of it."""

    async def check() -> None:
        bus = RedisBus(redis_server.url, "hall")
        async with line(bus, Stream.COMMANDS) as board:
            await until(lambda: board.alive == [True], "the bus")
            pipeline = bus._redis.pipeline(transaction=False)
            for _ in range(5000):
                pipeline.xadd("hnefi:hall:commands", {"json": "no"})
            await pipeline.execute()
            async with asyncio.timeout(PATIENCE_S):
                while await bus._redis.xlen("hnefi:hall:commands") > 1200:
                    await asyncio.sleep(0.05)

    asyncio.run(check())


def test_a_stream_that_begins_again_with_earlier_places_is_read_on(
    redis_server: RedisServer,
) -> None:
    """As after a power cut of a machine that has no clock of its own."""

    async def check() -> None:
        bus = RedisBus(redis_server.url, "hall")
        late = "9999999999999-0"
        await bus._redis.xadd("hnefi:hall:view", {"json": '{"number":1}'}, id=late)
        async with line(bus, Stream.VIEW, sends=False) as board:
            await until(board.has(Arrival(Stream.VIEW, {"number": 1})), "the view from the future")
            redis_server.stop()
            redis_server.start()
            fresh = RedisBus(redis_server.url, "hall")
            await fresh.add(Stream.VIEW, encode({"number": 2}))
            await until(board.has(Arrival(Stream.VIEW, {"number": 2})), "the view of today")
            await fresh.close()

    asyncio.run(check())


def test_of_what_nobody_could_take_for_long_the_last_thousand_events_are_sent() -> None:
    async def check() -> None:
        async with line(MemoryBus(), Stream.EVENTS) as made:
            for number in range(1007):
                made.put(Stream.EVENTS, {"event": number})
            await until(lambda: len(made.entries(Stream.EVENTS)) == 1000, "the last thousand")
            assert made.entries(Stream.EVENTS)[0] == {"event": 7}

    asyncio.run(check())
