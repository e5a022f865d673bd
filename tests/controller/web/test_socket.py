"""The page's socket: states out, requests in, and nothing executed that is not understood."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from controller.bus.inbox import Arrival, follow
from controller.bus.redis_bus import RedisBus
from controller.bus.stopping import stop
from controller.bus.streams import COMMANDS, EVENTS, FRAME, HANDS, TABLE, VIEW
from controller.web.app import create_app
from controller.web.hub import Hub
from tests.conftest import RedisServer
from tests.waiting import PATIENCE_S, until

Json = dict[str, Any]


class Page:
    """A page's end of the socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def send(self, message: Json) -> None:
        await self.socket.send(json.dumps(message))

    async def told(self, kind: str) -> Json:
        """Return the next message of a kind, passing over the others."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                message: Json = json.loads(await self.socket.recv())
                if message["type"] == kind:
                    return message


class Site:
    """A server of the page on a port of its own, and what it puts on the bus."""

    def __init__(self, bus: RedisBus, port: int) -> None:
        self.bus = bus
        self.port = port
        self.url = f"ws://127.0.0.1:{port}/socket"
        self.asked: list[Arrival] = []

    @asynccontextmanager
    async def page(self) -> AsyncIterator[Page]:
        async with connect(self.url) as socket:
            yield Page(socket)


async def _listen(site: Site) -> None:
    async for arrival in follow(site.bus, COMMANDS, HANDS):
        if isinstance(arrival, Arrival):
            site.asked.append(arrival)


def on_site(check: Callable[[Site], Awaitable[None]], bus_url: str | None = None) -> None:
    """Run a check against a served page."""

    async def run() -> None:
        bus, hub = RedisBus(bus_url), Hub()
        config = uvicorn.Config(create_app(bus, hub), port=0, log_level="error", lifespan="off")
        server = uvicorn.Server(config)
        tasks = [asyncio.create_task(server.serve()), asyncio.create_task(hub.fill(bus))]
        await until(lambda: server.started, "the server to start")
        site = Site(bus, server.servers[0].sockets[0].getsockname()[1])
        tasks.append(asyncio.create_task(_listen(site)))
        try:
            await check(site)
        finally:
            server.should_exit = True
            await tasks[0]
            await stop(tasks[1:])
            await bus.close()

    asyncio.run(run())


def test_a_page_is_told_the_newest_of_every_state_when_it_opens() -> None:
    async def check(site: Site) -> None:
        await site.bus.add(VIEW, {"sentence": "old"})
        await site.bus.add(VIEW, {"sentence": "new"})
        await site.bus.add(FRAME, {"pixels": "00ff00"})
        await site.bus.add(TABLE, {"pieces": [1, 2]})
        async with site.page() as first:
            assert await first.told("table") == {"type": "table", "pieces": [1, 2]}
        async with site.page() as later:
            view = {"type": "view", "view": {"sentence": "new"}}
            assert await later.told("view") == view
            assert await later.told("frame") == {"type": "frame", "pixels": "00ff00"}

    on_site(check)


def test_every_open_page_is_told_what_happens() -> None:
    async def check(site: Site) -> None:
        async with site.page() as one, site.page() as other:
            for page in (one, other):
                await page.told("bus")
            await site.bus.add(EVENTS, {"event": "game_started"})
            for page in (one, other):
                told = await page.told("event")
                assert told == {"type": "event", "event": {"event": "game_started"}}

    on_site(check)


def test_what_a_page_asks_goes_on_the_bus() -> None:
    async def check(site: Site) -> None:
        async with site.page() as page:
            await page.told("bus")
            await page.send({"type": "command", "command": "undo", "id": "7"})
            await page.send({"type": "hand", "action": "move", "hand": "h", "x": 1, "y": 2})
            await until(lambda: len(site.asked) == 2, "both requests")
        assert site.asked == [
            Arrival(COMMANDS, {"command": "undo", "square": None, "id": "7"}),
            Arrival(HANDS, {"action": "move", "hand": "h", "x": 1.0, "y": 2.0}),
        ]

    on_site(check)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "message: expected a JSON object as text"),
        ("not json", "message: expected a JSON object as text"),
        ("[1, 2]", "message: expected a JSON object as text"),
        pytest.param("[" * 5000, "message: expected a JSON object as text", id="deep"),
        ("{}", "type: expected 'command' or 'hand', got 'None'"),
        ('{"type": "order"}', "type: expected 'command' or 'hand', got 'order'"),
        ('{"type": "command"}', "command: command: field required"),
        (
            '{"type": "command", "command": "format_disk"}',
            (
                "command: command: input should be 'undo', 'new_game', 'press_clock', 'place' or "
                "'save_trace', got 'format_disk'"
            ),
        ),
        (
            '{"type": "hand", "action": "grab", "hand": "h"}',
            "hand: grab.piece: field required",
        ),
    ],
)
def test_a_message_that_is_not_understood_is_answered_and_the_connection_stays(
    text: str, complaint: str
) -> None:
    async def check(site: Site) -> None:
        async with site.page() as page:
            await page.told("bus")
            await page.socket.send(text)
            assert await page.told("error") == {
                "type": "error",
                "message": complaint,
                "say": [{"key": "verbatim", "args": {"text": complaint}}],
                "id": None,
            }
            await page.send({"type": "command", "command": "undo"})
            await until(lambda: bool(site.asked), "the command after it")
        assert site.asked == [Arrival(COMMANDS, {"command": "undo", "square": None, "id": None})]

    on_site(check)


def test_bytes_are_not_understood_either() -> None:
    async def check(site: Site) -> None:
        async with site.page() as page:
            await page.socket.send(b'{"type": "command", "command": "undo"}')
            error = await page.told("error")
            assert error["message"] == "message: expected a JSON object as text"

    on_site(check)


def test_the_sender_of_a_wrong_message_gets_its_id_back() -> None:
    async def check(site: Site) -> None:
        async with site.page() as page:
            await page.send({"type": "command", "command": "dance", "id": "42"})
            assert (await page.told("error"))["id"] == "42"

    on_site(check)


def test_a_page_that_is_closed_lets_go_of_what_it_held() -> None:
    async def check(site: Site) -> None:
        async with site.page() as page:
            await page.told("bus")
            for hand in ("one", "two"):
                await page.send({"type": "hand", "action": "grab", "hand": hand, "piece": 1})
            await page.send({"type": "hand", "action": "drop", "hand": "two", "x": 1, "y": 1})
            await until(lambda: len(site.asked) == 3, "three requests")
        await until(lambda: len(site.asked) == 4, "the hand to let go")
        assert site.asked[-1] == Arrival(HANDS, {"action": "let_go", "hand": "one"})

    on_site(check)


def test_a_page_of_another_site_may_not_open_the_socket() -> None:
    async def check(site: Site) -> None:
        with pytest.raises(InvalidStatus):
            async with connect(site.url, origin=Origin("https://example.org")):
                pass

    on_site(check)


def test_another_name_for_this_machine_opens_nothing() -> None:
    async def check(site: Site) -> None:
        rebound = site.url.replace("127.0.0.1", "evil.example")
        with pytest.raises(InvalidStatus):
            async with connect(rebound, host="127.0.0.1", port=site.port):
                pass

    on_site(check)


def test_a_page_is_told_when_the_bus_dies_and_comes_back(redis_server: RedisServer) -> None:
    async def check(site: Site) -> None:
        async with site.page() as page:
            while not (await page.told("bus"))["alive"]:
                pass
            redis_server.stop()
            assert await page.told("bus") == {"type": "bus", "alive": False}
            await page.send({"type": "command", "command": "undo"})
            error = await page.told("error")
            assert error["message"] == "The bus does not answer; nothing was done."
            redis_server.start()
            assert await page.told("bus") == {"type": "bus", "alive": True}

    on_site(check, redis_server.url)
