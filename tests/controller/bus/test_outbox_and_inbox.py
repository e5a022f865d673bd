"""What goes out survives a dead server; what comes in is only what comes from now on."""

import asyncio
from collections.abc import Callable

from controller.bus.inbox import Alive, Arrival, follow
from controller.bus.outbox import Outbox
from controller.bus.redis_bus import RedisBus
from controller.bus.stopping import stop
from controller.bus.streams import COMMANDS, EVENTS, VIEW
from tests.conftest import RedisServer
from tests.waiting import until


async def collect(bus: RedisBus, into: list[Arrival | Alive], *streams: str) -> None:
    async for arrival in follow(bus, *streams):
        into.append(arrival)  # noqa: PERF401 - others look at it while it grows


def arrived(found: list[Arrival | Alive], wanted: Arrival | Alive) -> Callable[[], bool]:
    return lambda: wanted in found


def test_states_and_events_go_out() -> None:
    async def check() -> None:
        bus, found = RedisBus(), list[Arrival | Alive]()
        outbox = Outbox(bus)
        tasks = [
            asyncio.create_task(collect(bus, found, VIEW, EVENTS)),
            asyncio.create_task(outbox.run()),
        ]
        await until(arrived(found, Alive(alive=True)), "the bus to answer")
        outbox.put(VIEW, {"number": 1})
        outbox.put(EVENTS, {"event": "a"})
        outbox.put(EVENTS, {"event": "b"})
        await until(arrived(found, Arrival(VIEW, {"number": 1})), "the view")
        await until(arrived(found, Arrival(EVENTS, {"event": "b"})), "the last event")
        events = [a.entry["event"] for a in found if isinstance(a, Arrival) and a.stream == EVENTS]
        assert events == ["a", "b"]
        await stop(tasks)

    asyncio.run(check())


def test_a_reader_that_comes_later_is_told_the_newest_state_and_no_old_request() -> None:
    async def check() -> None:
        bus, found = RedisBus(), list[Arrival | Alive]()
        await bus.add(VIEW, {"number": 1})
        await bus.add(COMMANDS, {"command": "undo"})
        task = asyncio.create_task(collect(bus, found, VIEW, COMMANDS))
        await until(arrived(found, Alive(alive=True)), "the bus to answer")
        await bus.add(COMMANDS, {"command": "new_game"})
        await until(lambda: len(found) == 3, "the new command")
        assert found == [
            Arrival(VIEW, {"number": 1}),
            Alive(alive=True),
            Arrival(COMMANDS, {"command": "new_game"}),
        ]
        await stop([task])

    asyncio.run(check())


def test_what_is_no_json_object_arrives_as_malformed() -> None:
    async def check() -> None:
        bus, found = RedisBus(), list[Arrival | Alive]()
        task = asyncio.create_task(collect(bus, found, COMMANDS))
        await until(arrived(found, Alive(alive=True)), "the bus to answer")
        await bus._redis.xadd(COMMANDS, {"json": "{not json"})
        await bus._redis.xadd(COMMANDS, {"other": "1"})
        await until(lambda: len(found) == 3, "both entries")
        entries = [arrival.entry for arrival in found if isinstance(arrival, Arrival)]
        assert [list(entry) for entry in entries] == [["malformed"], ["malformed"]]
        await stop([task])

    asyncio.run(check())


def test_a_dead_server_loses_no_event_and_gets_the_newest_state_when_it_is_back(
    redis_server: RedisServer,
) -> None:
    async def check() -> None:
        bus, found = RedisBus(redis_server.url), list[Arrival | Alive]()
        outbox = Outbox(bus)
        outbox.put(VIEW, {"number": 1})
        tasks = [
            asyncio.create_task(collect(bus, found, VIEW, EVENTS)),
            asyncio.create_task(outbox.run()),
        ]
        await until(arrived(found, Arrival(VIEW, {"number": 1})), "the first view")
        # A reader that does not follow the events yet would begin after those that it missed.
        await until(arrived(found, Alive(alive=True)), "the bus to answer")
        redis_server.stop()
        await until(arrived(found, Alive(alive=False)), "the news that the bus is down")
        outbox.put(EVENTS, {"event": "meanwhile"})
        outbox.put(VIEW, {"number": 2})
        outbox.put(VIEW, {"number": 3})
        redis_server.start()
        await until(arrived(found, Arrival(VIEW, {"number": 3})), "the newest view")
        await until(arrived(found, Arrival(EVENTS, {"event": "meanwhile"})), "the event")
        assert Arrival(VIEW, {"number": 2}) not in found
        await stop(tasks)
        await bus.close()

    asyncio.run(check())


def test_a_server_that_was_restarted_in_a_quiet_moment_is_told_the_state_again(
    redis_server: RedisServer,
) -> None:
    async def check() -> None:
        bus = RedisBus(redis_server.url)
        outbox = Outbox(bus)
        outbox.put(VIEW, {"number": 1})
        task = asyncio.create_task(outbox.run())
        found = list[Arrival | Alive]()
        reader = asyncio.create_task(collect(bus, found, VIEW))
        await until(arrived(found, Arrival(VIEW, {"number": 1})), "the view")
        redis_server.stop()
        redis_server.start()
        fresh, again = RedisBus(redis_server.url), list[Arrival | Alive]()
        second = asyncio.create_task(collect(fresh, again, VIEW))
        await until(arrived(again, Arrival(VIEW, {"number": 1})), "the view once more")
        await stop([task, reader, second])
        await bus.close()
        await fresh.close()

    asyncio.run(check())
