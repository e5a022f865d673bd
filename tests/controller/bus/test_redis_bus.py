"""The bus in memory, on a Redis server in Python, and on a real one: the same on each."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator

import pytest
from fakeredis import TcpFakeServer

from controller.bus.bus import Bus
from controller.bus.entries import RawEntry, decode
from controller.bus.errors import BusDownError, MessageError
from controller.bus.memory_bus import MemoryBus
from controller.bus.redis_bus import RedisBus
from controller.bus.streams import Stream
from tests.conftest import RedisServer
from tests.waiting import PATIENCE_S

Check = Callable[[Bus], Awaitable[None]]
FIRST = {Stream.EVENTS: "0-0"}


@pytest.fixture
def python_server() -> Iterator[str]:
    """Run fakeredis as a server; return its URL."""
    server = TcpFakeServer(("127.0.0.1", 0), server_type="redis")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"redis://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture(params=["memory", "fakeredis", "redis-server"])
def bus_url(request: pytest.FixtureRequest) -> str | None:
    """Return the URL of each kind of bus, None for the one in memory."""
    if request.param == "memory":
        return None
    if request.param == "fakeredis":
        url: str = request.getfixturevalue("python_server")
        return url
    server: RedisServer = request.getfixturevalue("redis_server")
    return server.url


def on_bus(url: str | None, check: Check) -> None:
    async def run() -> None:
        bus: Bus = MemoryBus("hall") if url is None else RedisBus(url, "hall")
        await check(bus)
        await bus.close()

    asyncio.run(run())


async def all_of(bus: Bus, stream: Stream) -> list[bytes | None]:
    """Return all entries of a stream, in the number of steps that it takes."""
    found: list[bytes | None] = []
    place = "0-0"
    while entries := await bus.after({stream: place}, 0.05):
        found += [raw.data for _, raw in entries]
        place = entries[-1][1].place
    return found


def test_an_entry_that_was_added_is_the_newest(bus_url: str | None) -> None:
    async def check(bus: Bus) -> None:
        assert await bus.newest(Stream.EVENTS) is None
        await bus.add(Stream.EVENTS, b"first")
        place = await bus.add(Stream.EVENTS, b"\xff\x00")
        newest = await bus.newest(Stream.EVENTS)
        assert newest is not None
        assert (newest.place, newest.data) == (place, b"\xff\x00")

    on_bus(bus_url, check)


def test_reading_waits_for_entries_after_a_place(bus_url: str | None) -> None:
    async def check(bus: Bus) -> None:
        place = await bus.add(Stream.EVENTS, b"old")
        reading = asyncio.create_task(bus.after({Stream.EVENTS: place}, 5.0))
        await asyncio.sleep(0)
        await bus.add(Stream.EVENTS, b"new")
        ((stream, raw),) = await reading
        assert (stream, raw.data) == (Stream.EVENTS, b"new")

    on_bus(bus_url, check)


def test_reading_gives_up_after_a_while(bus_url: str | None) -> None:
    async def check(bus: Bus) -> None:
        assert await bus.after(FIRST, 0.05) == []

    on_bus(bus_url, check)


def test_without_a_time_to_wait_there_comes_what_there_is_and_no_more_than_is_wanted(
    bus_url: str | None,
) -> None:
    async def check(bus: Bus) -> None:
        assert await bus.after(FIRST, 0.0) == []
        first = await bus.add(Stream.EVENTS, b"first")
        await bus.add(Stream.EVENTS, b"second")
        ((stream, raw),) = await bus.after(FIRST, 0.0, most=1)
        assert (stream, raw.place, raw.data) == (Stream.EVENTS, first, b"first")
        ((_, raw),) = await bus.after({Stream.EVENTS: first}, 0.0, most=1)
        assert raw.data == b"second"

    on_bus(bus_url, check)


def test_several_streams_are_read_at_once(bus_url: str | None) -> None:
    async def check(bus: Bus) -> None:
        await bus.add(Stream.EVENTS, b"event")
        await bus.add(Stream.VIEW, b"view")
        found = await bus.after({Stream.VIEW: "0-0", **FIRST}, 0.05)
        assert {(stream, raw.data) for stream, raw in found} == {
            (Stream.EVENTS, b"event"),
            (Stream.VIEW, b"view"),
        }

    on_bus(bus_url, check)


UNDO, RESIGN = b'{"command":"undo"}', b'{"command":"resign"}'


@pytest.mark.parametrize(
    "fields",
    [
        (b"json", UNDO, b"json", RESIGN),
        (b"json", UNDO, b"other", RESIGN),
        (b"other", UNDO),
    ],
)
def test_an_entry_of_more_than_one_field_or_of_another_has_nothing_to_read(
    redis_server: RedisServer, fields: tuple[bytes, ...]
) -> None:
    async def check(bus: Bus) -> None:
        assert isinstance(bus, RedisBus)
        key = Stream.COMMANDS.key("hall")
        place = (await bus._redis.execute_command("XADD", key, "*", *fields)).decode()
        nothing = RawEntry(place, None)
        assert await bus.newest(Stream.COMMANDS) == nothing
        assert await bus.after({Stream.COMMANDS: "0-0"}, 0.05) == [(Stream.COMMANDS, nothing)]
        with pytest.raises(MessageError, match=r"^expected one field, 'json', got none or others$"):
            decode(nothing.data, Stream.COMMANDS.longest)

    on_bus(redis_server.url, check)


def test_a_state_keeps_only_its_newest_entry(bus_url: str | None) -> None:
    async def check(bus: Bus) -> None:
        for number in range(3):
            await bus.add(Stream.VIEW, b"%d" % number)
        assert await all_of(bus, Stream.VIEW) == [b"2"]

    on_bus(bus_url, check)


def test_a_thousand_events_are_kept_and_all_plies(bus_url: str | None) -> None:
    async def check(bus: Bus) -> None:
        numbers = [b"%d" % number for number in range(1003)]
        for number in numbers:
            await bus.add(Stream.EVENTS, number)
            await bus.add(Stream.PLIES, number)
        assert await all_of(bus, Stream.EVENTS) == numbers[3:]
        assert await all_of(bus, Stream.PLIES) == numbers

    on_bus(bus_url, check)


async def fill(bus: RedisBus, stream: Stream, number: int) -> None:
    """Add entries as a client does that limits nothing."""
    pipeline = bus._redis.pipeline(transaction=False)
    for _ in range(number):
        pipeline.xadd(stream.key("hall"), {"json": b"{}"})
    await pipeline.execute()


def test_a_stream_that_others_fill_is_cut_to_about_what_it_keeps(
    redis_server: RedisServer,
) -> None:
    async def check(bus: Bus) -> None:
        assert isinstance(bus, RedisBus)
        await fill(bus, Stream.COMMANDS, 3000)
        last = await bus.newest(Stream.COMMANDS)
        await bus.trim(Stream.COMMANDS)
        assert 1000 <= len(await all_of(bus, Stream.COMMANDS)) < 1200
        assert await bus.newest(Stream.COMMANDS) == last
        await fill(bus, Stream.PLIES, 3000)
        await bus.trim(Stream.PLIES)
        assert len(await all_of(bus, Stream.PLIES)) == 3000

    on_bus(redis_server.url, check)


def test_who_may_not_cut_a_stream_reads_it_as_it_is(redis_server: RedisServer) -> None:
    """A user that was made for an older hnefi has no right to do so."""

    async def check(bus: Bus) -> None:
        assert isinstance(bus, RedisBus)
        await fill(bus, Stream.COMMANDS, 3000)
        rights = ["on", ">secret", "~hnefi:*", "+ping", "+xadd", "+xread", "+xrevrange", "+select"]
        await bus._redis.execute_command("ACL", "SETUSER", "old", *rights)
        old = RedisBus(redis_server.url.replace("//", "//old:secret@"), "hall")
        for _ in range(2):
            await old.trim(Stream.COMMANDS)
        assert len(await all_of(old, Stream.COMMANDS)) == 3000
        denied = await bus._redis.execute_command("ACL", "LOG")
        assert len(denied) == 1
        await old.close()

    on_bus(redis_server.url, check)


def test_a_stream_is_replaced_as_a_whole(bus_url: str | None) -> None:
    async def check(bus: Bus) -> None:
        await bus.add(Stream.PLIES, b"old")
        place = await bus.replace(Stream.PLIES, [b"1", b"2"])
        newest = await bus.newest(Stream.PLIES)
        assert newest is not None
        assert newest.place == place
        assert await all_of(bus, Stream.PLIES) == [b"1", b"2"]
        await bus.replace(Stream.PLIES, [])
        assert await bus.newest(Stream.PLIES) is None

    on_bus(bus_url, check)


def test_a_mark_is_there_from_claim_to_release(bus_url: str | None) -> None:
    async def check(bus: Bus) -> None:
        assert (await bus.mark(), await bus.lapses_s()) == (None, 0)
        assert await bus.claim("mine", 5.0) == "mine"
        assert await bus.claim("mine", 5.0) == "mine"
        assert await bus.mark() == "mine"
        assert await bus.lapses_s() > 4
        await bus.release("another's")
        assert await bus.mark() == "mine"
        await bus.release("mine")
        assert await bus.mark() is None

    on_bus(bus_url, check)


def test_who_comes_second_is_told_the_mark_of_the_first(redis_server: RedisServer) -> None:
    async def check(bus: Bus) -> None:
        assert await bus.claim("first", 5.0) == "first"
        assert await bus.claim("second", 5.0) == "first"

    on_bus(redis_server.url, check)


def test_boards_on_one_server_do_not_see_each_other(redis_server: RedisServer) -> None:
    async def check(hall: Bus) -> None:
        attic = RedisBus(redis_server.url, "attic")
        await hall.add(Stream.EVENTS, b"of the hall")
        await hall.claim("mark of the hall", 5.0)
        assert await attic.newest(Stream.EVENTS) is None
        assert await attic.mark() is None
        await attic.close()

    on_bus(redis_server.url, check)


def test_a_server_that_does_not_answer_is_told() -> None:
    async def check(bus: Bus) -> None:
        with pytest.raises(BusDownError, match=r"^No Redis server at 127.0.0.1:1, database 0\."):
            await bus.check()
        with pytest.raises(BusDownError):
            await bus.add(Stream.EVENTS, b"")

    on_bus("redis://127.0.0.1:1/0", check)


def test_whoever_is_cancelled_in_a_call_ends(redis_server: RedisServer) -> None:
    async def add_for_ever(bus: RedisBus) -> None:
        while True:
            await bus.add(Stream.EVENTS, b"{}")

    async def check() -> None:
        bus = RedisBus(redis_server.url, "hall")
        for turns in range(300):
            adding = asyncio.create_task(add_for_ever(bus))
            for _ in range(turns % 30):
                await asyncio.sleep(0)
            adding.cancel()
            done, _ = await asyncio.wait([adding], timeout=PATIENCE_S)
            assert done, f"cancelled after {turns % 30} turns of the loop, and still adding"
        await bus.close()

    asyncio.run(check())
