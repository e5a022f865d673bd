"""The bus on an embedded fakeredis and on a real server: the same on both."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from controller.bus.errors import BusDownError, BusUrlError
from controller.bus.redis_bus import RedisBus
from controller.bus.streams import EVENTS, VIEW
from tests.conftest import RedisServer

Check = Callable[[RedisBus], Awaitable[None]]


@pytest.fixture(params=["embedded", "redis-server"])
def bus_url(request: pytest.FixtureRequest) -> str | None:
    """Return the URL of each kind of server, None for the embedded one."""
    if request.param == "embedded":
        return None
    server: RedisServer = request.getfixturevalue("redis_server")
    return server.url


def on_bus(url: str | None, check: Check) -> None:
    async def run() -> None:
        bus = RedisBus(url)
        await check(bus)
        await bus.close()

    asyncio.run(run())


def test_an_entry_that_was_added_is_the_newest(bus_url: str | None) -> None:
    async def check(bus: RedisBus) -> None:
        assert (await bus.newest(EVENTS))[1] is None
        await bus.add(EVENTS, {"event": "first"})
        await bus.add(EVENTS, {"event": "sécond", "squares": ["a1"]})
        assert (await bus.newest(EVENTS))[1] == {"event": "sécond", "squares": ["a1"]}

    on_bus(bus_url, check)


def test_reading_waits_for_entries_after_a_place(bus_url: str | None) -> None:
    async def check(bus: RedisBus) -> None:
        await bus.add(EVENTS, {"event": "old"})
        place, _ = await bus.newest(EVENTS)
        reading = asyncio.create_task(bus.after({EVENTS: place}, 5.0))
        await bus.add(EVENTS, {"event": "new"})
        ((stream, _, entry),) = await reading
        assert (stream, entry) == (EVENTS, {"event": "new"})

    on_bus(bus_url, check)


def test_reading_gives_up_after_a_while(bus_url: str | None) -> None:
    async def check(bus: RedisBus) -> None:
        assert await bus.after({EVENTS: "0-0"}, 0.05) == []

    on_bus(bus_url, check)


def test_a_state_keeps_only_its_newest_entry(bus_url: str | None) -> None:
    async def check(bus: RedisBus) -> None:
        for number in range(3):
            await bus.add(VIEW, {"number": number})
        entries = await bus.after({VIEW: "0-0"}, 0.05)
        assert [entry for _, _, entry in entries] == [{"number": 2}]

    on_bus(bus_url, check)


def test_a_thousand_events_are_kept(bus_url: str | None) -> None:
    async def check(bus: RedisBus) -> None:
        for number in range(1003):
            await bus.add(EVENTS, {"number": number})
        entries = await bus.after({EVENTS: "0-0"}, 0.05)
        assert [entry["number"] for _, _, entry in entries] == list(range(3, 1003))

    on_bus(bus_url, check)


def test_a_server_that_does_not_answer_is_told() -> None:
    async def check(bus: RedisBus) -> None:
        with pytest.raises(BusDownError):
            await bus.ping()
        with pytest.raises(BusDownError):
            await bus.add(EVENTS, {})

    on_bus("redis://127.0.0.1:1/0", check)


@pytest.mark.parametrize("url", ["localhost", "http://127.0.0.1", "", "redis://127.0.0.1:x/0"])
def test_what_is_no_redis_url_is_refused(url: str) -> None:
    with pytest.raises(BusUrlError, match="expected redis://HOST:PORT/DB"):
        RedisBus(url)
