"""One name, one board: whoever comes second hears who has the name."""

import asyncio

import pytest

from controller.bus.presence import LAPSES_S, NameTakenError, Presence
from controller.bus.redis_bus import RedisBus
from tests.conftest import RedisServer


@pytest.mark.parametrize(
    ("mark", "holder"),
    [
        ('{"host": "hall", "process": 71}', "hall, process 71"),
        ('{"host": "hall"}', '{"host": "hall"}'),
        ("[1]", "[1]"),
        ("somebody", "somebody"),
        ("x" * 100, "x" * 64),
    ],
)
def test_the_holder_of_a_name_is_named_as_far_as_the_mark_says_it(
    mark: str, holder: str, redis_server: RedisServer
) -> None:
    async def second() -> str:
        bus = RedisBus(redis_server.url, "hall")
        await bus.claim(mark, LAPSES_S)
        with pytest.raises(NameTakenError) as taken:
            await Presence(bus).renew()
        await bus.close()
        return str(taken.value)

    assert f"({holder})" in asyncio.run(second())
