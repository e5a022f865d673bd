"""Whatever becomes of Redis, the game goes on in time, and the page hears of it once."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import redis

from tests.campaign.quiet_games import quiet_moves
from tests.campaign.served import Page, Served, page_of, serving
from tests.campaign.slowness import slowness
from tests.conftest import RedisServer, needs
from tests.waiting import wait_until

SCAN_MS = 10
OUTAGE_S = 2.0


@dataclass
class Club:
    """A hnefi on a Redis server of which something will become."""

    served: Served
    server: RedisServer


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    server = RedisServer(needs("redis-server", "redis-server"))
    server.start()
    options = ("--redis", server.url, "--board-name", "club")
    with serving(tmp_path_factory.mktemp("club"), *options) as served:
        yield Club(served, server)
    server.stop()


@pytest.fixture
def moves() -> Iterator[str]:
    return quiet_moves(seed=2)


def check_in_time(served: Served) -> None:
    p99, worst = served.late_ms()
    slower = slowness()
    assert p99 <= SCAN_MS * slower, f"p99 {p99} ms, worst {worst} ms, machine {slower:.1f}"
    assert worst <= 3 * SCAN_MS * slower, f"p99 {p99} ms, worst {worst} ms, machine {slower:.1f}"
    assert not any("Traceback" in line for line in served.said)


async def begun(page: Page) -> None:
    await page.ready()
    await page.until(lambda: page.bus[-1:] == [True], "the bus to answer")
    await page.until(lambda: page.present[-1:] == [True], "the board to be there")
    page.bus.clear()
    page.present.clear()


@pytest.mark.parametrize("how", ["stopped", "hanging"])
def test_an_outage_is_one_outage_to_the_page(club: Club, how: str) -> None:
    async def check() -> None:
        async with page_of(club.served) as page:
            await begun(page)
            said = len(club.served.said)
            (club.server.stop if how == "stopped" else club.server.hang)()
            await page.until(lambda: page.bus == [False], "the outage")
            await asyncio.sleep(OUTAGE_S)
            status, health = await asyncio.to_thread(club.served.health)
            assert (status, health["well"], health["board"]["hangs"]) == (503, False, False)
            check_in_time(club.served)
            (club.server.start if how == "stopped" else club.server.go_on)()
            await page.until(lambda: page.bus == [False, True], "the end of the outage")
            await page.until(lambda: page.present[-1:] != [False], "the board to be there again")
            # One sentence, or two where a server that is gone first looked like one that hangs.
            assert len(club.served.said) - said <= 2, club.served.said[said:]

    asyncio.run(check())


@pytest.mark.nightly  # the mark of the board takes six seconds to lapse
def test_a_server_that_is_full_is_shown_and_the_game_goes_on_after(
    club: Club, moves: Iterator[str]
) -> None:
    async def check() -> None:
        async with page_of(club.served) as page:
            await begun(page)
            with redis.Redis.from_url(club.server.url) as client:
                client.config_set("maxmemory", "1")
                await page.until(lambda: page.present == [False], "the board to lapse")
                status, health = await asyncio.to_thread(club.served.health)
                assert (status, [t for t in health["troubles"] if "is full" in t]) != (200, [])
                check_in_time(club.served)
                client.config_set("maxmemory", "0")
            await page.until(lambda: page.present == [False, True], "the board to be there again")
            assert page.bus in ([], [False, True])
            await page.play(next(moves))

    asyncio.run(check())


def test_no_line_of_all_this_has_a_secret_in_it(tmp_path: Path) -> None:
    server = RedisServer(needs("redis-server", "redis-server"), "--requirepass", "hush-hush")
    server.start()
    url = f"redis://:hush-hush@127.0.0.1:{server.port}/0"
    with serving(tmp_path, "--redis", url) as served:
        wait_until(lambda: served.health()[0] == 200, "all to be well")
        server.stop()
        wait_until(lambda: served.health()[0] != 200, "Redis to be missed")
        assert "hush" not in str(served.health())
    assert served.said
    assert "hush" not in "\n".join(served.said)
