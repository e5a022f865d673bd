"""The page's socket: states out, requests in, and nothing executed that is not understood."""

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from controller.bus.bus import Bus
from controller.bus.entries import encode
from controller.bus.errors import BusDownError
from controller.bus.inbox import Arrival, follow
from controller.bus.memory_bus import MemoryBus
from controller.bus.plies import ply_entry, whole_game
from controller.bus.redis_bus import RedisBus
from controller.bus.streams import Stream
from controller.supervision.tally import Tally
from controller.web.app import HealthAnswer, create_app
from controller.web.hub import Hub
from controller.web.server import PageServer
from controller.web.socket import LONGEST_MESSAGE
from tests.conftest import RedisServer
from tests.waiting import PATIENCE_S, until

Json = dict[str, Any]


class Page:
    """A page's end of the socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def send(self, message: Json) -> None:
        await self.socket.send(json.dumps(message))

    async def heard(self, kind: str) -> Json:
        """Return the next message of a kind, passing over the others."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                message: Json = json.loads(await self.socket.recv())
                if message["type"] == kind:
                    return message


class Site:
    """A server of the page on a port of its own, and what it puts on the bus."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.url = f"ws://127.0.0.1:{self.port}/socket"
        self.asked: list[Arrival] = []
        self.tally = Tally(time.monotonic, lambda _: None)
        self.hub = Hub(self.tally)

    async def add(self, stream: Stream, entry: Json) -> None:
        await self.bus.add(stream, encode(entry))

    @asynccontextmanager
    async def page(self) -> AsyncIterator[Page]:
        async with connect(self.url) as socket:
            yield Page(socket)

    async def listen(self) -> None:
        async for arrival in follow(self.bus, Stream.COMMANDS, Stream.HANDS):
            if isinstance(arrival, Arrival):
                self.asked.append(arrival)


def on_site(check: Callable[[Site], Awaitable[None]], bus_url: str | None = None) -> None:
    """Run a check against a served page."""

    async def run() -> None:
        bus: Bus = MemoryBus("hall") if bus_url is None else RedisBus(bus_url, "hall")
        site = Site(bus)
        app = create_app(
            bus, site.hub, site.tally, lambda: HealthAnswer(is_well=True, particulars={})
        )
        server = PageServer(app, site.tally)
        parts = [
            server.serve_on(site.listening),
            site.hub.fill(bus),
            site.hub.watch(bus),
            site.hub.hands.repeat(bus),
            site.listen(),
        ]
        tasks = [asyncio.create_task(part) for part in parts]
        try:
            await check(site)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await bus.close()
            site.listening.close()

    asyncio.run(run())


def test_a_page_is_told_the_newest_of_every_state_when_it_opens() -> None:
    async def check(site: Site) -> None:
        await site.add(Stream.VIEW, {"sentence": "old"})
        await site.add(Stream.VIEW, {"sentence": "new"})
        await site.add(Stream.FRAME, {"pixels": "00ff00"})
        await site.add(Stream.TABLE, {"pieces": [1, 2]})
        async with site.page() as first:
            assert await first.heard("table") == {"type": "table", "pieces": [1, 2]}
        async with site.page() as later:
            view = {"type": "view", "view": {"sentence": "new"}}
            assert await later.heard("view") == view
            assert await later.heard("frame") == {"type": "frame", "pixels": "00ff00"}

    on_site(check)


def test_every_open_page_is_told_what_happens() -> None:
    async def check(site: Site) -> None:
        async with site.page() as one, site.page() as other:
            for page in (one, other):
                await page.heard("bus")
            await site.add(Stream.EVENTS, {"event": "game_started"})
            for page in (one, other):
                heard = await page.heard("event")
                assert heard == {"type": "event", "event": {"event": "game_started"}}

    on_site(check)


def test_what_a_page_asks_goes_on_the_bus() -> None:
    async def check(site: Site) -> None:
        async with site.page() as page:
            await page.heard("bus")
            await page.send({"type": "command", "command": "undo", "id": "7"})
            await page.send({"type": "hand", "action": "move", "hand": "h", "x": 1, "y": 2})
            await until(lambda: len(site.asked) == 2, "both requests")
        assert site.asked == [
            Arrival(Stream.COMMANDS, {"command": "undo", "id": "7"}),
            Arrival(Stream.HANDS, {"action": "move", "hand": "h", "x": 1.0, "y": 2.0}),
        ]

    on_site(check)


def test_a_page_that_joins_has_all_plies_and_then_only_what_changes() -> None:
    async def check(site: Site) -> None:
        await site.bus.replace(Stream.PLIES, whole_game("one", ["a", "b", "c"]))
        await until(lambda: len(site.hub._plies.moves) == 3, "the plies")
        async with site.page() as page:
            heard = {"type": "plies", "game": "one", "from": 0, "moves": ["a", "b", "c"]}
            assert await page.heard("plies") == heard
            await site.bus.add(Stream.PLIES, ply_entry("one", 4, "d"))
            assert await page.heard("plies") == {**heard, "from": 3, "moves": ["d"]}
            await site.bus.add(Stream.PLIES, ply_entry("one", 2, None))
            assert await page.heard("plies") == {**heard, "from": 2, "moves": []}
            await site.bus.replace(Stream.PLIES, whole_game("two", []))
            assert await page.heard("plies") == {**heard, "game": "two", "moves": []}

    on_site(check)


def test_a_page_is_told_whether_its_board_is_there() -> None:
    async def check(site: Site) -> None:
        async with site.page() as page:
            gone = {"type": "board", "name": "hall", "present": False}
            assert await page.heard("board") == gone
            await site.bus.claim("mark", 6.0)
            assert await page.heard("board") == {**gone, "present": True}

    on_site(check)


def test_folders_of_this_machine_are_no_business_of_pages_on_another() -> None:
    async def check(site: Site) -> None:
        here, elsewhere = site.hub.open(), site.hub.open(is_local=False)
        await until(lambda: '"alive":true' in site.hub._states["bus"].text, "the bus")
        saved = {"event": "trace_saved", "file": "/home/you/traces/a.trace", "id": "mine"}
        await site.add(Stream.EVENTS, saved)
        heard = []
        for mailbox in (here, elsewhere):
            async for text in mailbox.texts():
                message = json.loads(text)
                if message["type"] == "event":
                    heard.append(message["event"])
                    break
        assert heard == [saved, {**saved, "file": "a.trace"}]

    on_site(check)


def test_a_state_does_not_wait_behind_events() -> None:
    async def check(site: Site) -> None:
        mailbox = site.hub.open()
        await until(lambda: '"alive":true' in site.hub._states["bus"].text, "the bus")
        for number in range(300):
            await site.add(Stream.EVENTS, {"event": str(number)})
        await until(lambda: mailbox.dropped == 200, "events to be dropped")
        await site.add(Stream.VIEW, {"sentence": "new"})
        await until(lambda: "view" in site.hub._states, "the view")
        kinds = []
        async for text in mailbox.texts():
            kinds.append(json.loads(text)["type"])
            if kinds[-1] == "view":
                break
        assert len(kinds) < 12

    on_site(check)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "message: expected a JSON object as text"),
        ("not json", "message: expected a JSON object as text"),
        ("[1, 2]", "message: expected a JSON object as text"),
        ("[" * 5000, "message: expected a JSON object as text"),
        ('{"type":' + "9" * 16000 + "}", "message: expected a JSON object as text"),
        ('{"type": "hand", "action": "grab", "hand": "h", "piece": 1000}', "hand: grab.piece: "),
        ("{}", "type: expected 'command' or 'hand', got 'None'"),
        ('{"type": "order"}', "type: expected 'command' or 'hand', got 'order'"),
        (
            '{"type": "command", "command": "answered", "side": "attackers"}',
            "command: expected from programs on the bus: answered",
        ),
        ('{"type": "command"}', "command: expected this key, found none"),
        (
            '{"type": "command", "command": "format_disk"}',
            (
                "command: expected one of undo, new_game, press_clock, place, save_trace, resign, "
                "draw, no_draw, answered, set_up, decide, opponent, move_now, coach, hint, why, "
                "explain, options, lesson, review; got 'format_disk'"
            ),
        ),
        (
            '{"type": "hand", "action": "grab", "hand": "h"}',
            "hand: grab.piece: expected this key, found none",
        ),
    ],
)
def test_a_message_that_is_not_understood_is_answered_and_the_connection_stays(
    text: str, complaint: str
) -> None:
    async def check(site: Site) -> None:
        async with site.page() as page:
            await page.heard("bus")
            await page.socket.send(text)
            error = await page.heard("error")
            said = error["message"]
            assert said.startswith(complaint)
            said = [{"key": "verbatim", "args": {"text": said}}]
            assert (error["say"], error["id"]) == (said, None)
            await page.send({"type": "command", "command": "undo"})
            await until(lambda: bool(site.asked), "the command after it")
        assert site.asked == [Arrival(Stream.COMMANDS, {"command": "undo"})]

    on_site(check)


def test_a_page_hears_regularly_that_the_server_is_there() -> None:
    async def check(site: Site) -> None:
        async with site.page() as page:
            for _ in range(3):
                await page.heard("sign")

    on_site(check)


def test_a_position_that_is_none_is_refused_in_words_for_people() -> None:
    async def check(site: Site) -> None:
        async with site.page() as page:
            asked = {"command": "set_up", "position": "hello", "side": "attackers", "id": "42"}
            await page.send({"type": "command", **asked})
            error = await page.heard("error")
            assert [each["key"] for each in error["say"]] == ["command.bad_position"]
            assert error["id"] == "42"
        assert site.asked == []

    on_site(check)


def test_bytes_are_not_understood_either() -> None:
    async def check(site: Site) -> None:
        async with site.page() as page:
            await page.socket.send(b'{"type": "command", "command": "undo"}')
            error = await page.heard("error")
            assert error["message"] == "message: expected a JSON object as text"

    on_site(check)


def _undo_of(size: int) -> str:
    """Return a message of this size, in bytes."""
    return '{"type": "command", "command": "undo"}'.ljust(size)


@pytest.mark.parametrize("size", [LONGEST_MESSAGE - 1, LONGEST_MESSAGE])
def test_a_message_may_be_as_long_as_the_longest(size: int) -> None:
    async def check(site: Site) -> None:
        async with site.page() as page:
            for _ in range(3):
                await page.socket.send(_undo_of(size))
            await until(lambda: len(site.asked) == 3, "the commands")

    on_site(check)


@pytest.mark.parametrize("size", [LONGEST_MESSAGE + 1, LONGEST_MESSAGE + 20_000])
def test_a_longer_message_closes_the_connection_and_the_code_says_why(size: int) -> None:
    async def check(site: Site) -> None:
        async with site.page() as page:
            await page.socket.send(_undo_of(size))
            await asyncio.wait_for(page.socket.wait_closed(), PATIENCE_S)
            assert page.socket.close_code == 1009
        assert site.asked == []

    on_site(check)


def chunked(port: int) -> bytes:
    """Return the head of a request whose body comes in chunks."""
    head = f"POST / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nTransfer-Encoding: chunked\r\n\r\n"
    return head.encode()


def test_a_request_that_turns_out_to_be_no_http_is_no_fault_of_the_program(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def check(site: Site) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        writer.write(chunked(site.port) + b"ZZ\r\n\r\n")
        answer = await asyncio.wait_for(reader.read(), PATIENCE_S)
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert answer.count(b"HTTP/1.1") == 1
        writer.close()
        async with site.page() as page:
            await page.heard("bus")

    on_site(check)
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == []


def test_what_turns_out_to_be_no_http_after_its_answer_is_no_fault_of_the_program(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def check(site: Site) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        writer.write(chunked(site.port))
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\nMethod Not Allowed"), PATIENCE_S)
        assert answer.startswith(b"HTTP/1.1 405 ")
        writer.write(b"ZZ\r\n\r\n")
        assert await asyncio.wait_for(reader.read(), PATIENCE_S) == b""
        writer.close()

    on_site(check)
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == []


def test_the_sender_of_a_wrong_message_gets_its_id_back() -> None:
    async def check(site: Site) -> None:
        async with site.page() as page:
            await page.send({"type": "command", "command": "dance", "id": "42"})
            assert (await page.heard("error"))["id"] == "42"

    on_site(check)


def test_a_page_that_is_closed_lets_go_of_what_it_held() -> None:
    async def check(site: Site) -> None:
        async with site.page() as page:
            await page.heard("bus")
            for hand in ("one", "two"):
                await page.send({"type": "hand", "action": "grab", "hand": hand, "piece": 1})
            await page.send({"type": "hand", "action": "drop", "hand": "two", "x": 1, "y": 1})
            await until(lambda: len(site.asked) == 3, "three requests")
        await until(lambda: len(site.asked) == 4, "the hand to let go")
        assert site.asked[-1] == Arrival(Stream.HANDS, {"action": "let_go", "hand": "one"})

    on_site(check)


def test_what_a_page_held_is_let_go_though_redis_was_dead_when_it_closed(
    redis_server: RedisServer,
) -> None:
    async def check(site: Site) -> None:
        async with site.page() as page:
            while not (await page.heard("bus"))["alive"]:
                pass
            await page.send({"type": "hand", "action": "grab", "hand": "one", "piece": 1})
            await until(lambda: len(site.asked) == 1, "the grab")
            redis_server.stop()
        await until(lambda: site.hub.pages == 0, "the page to be gone")
        redis_server.start()

        async def show() -> None:
            # As the board does every two seconds; its table has not changed.
            while True:
                with suppress(BusDownError):
                    await site.add(Stream.TABLE, {"pieces": [{"id": 1, "hand": "one"}]})
                await asyncio.sleep(0.5)

        showing = asyncio.create_task(show())
        try:
            await until(lambda: len(site.asked) == 2, "the hand to let go")
        finally:
            showing.cancel()
        assert site.asked[-1] == Arrival(Stream.HANDS, {"action": "let_go", "hand": "one"})

    on_site(check, redis_server.url)


def test_a_page_has_as_many_hands_as_people_have_fingers() -> None:
    async def check(site: Site) -> None:
        async with site.page() as page:
            await page.heard("bus")
            for number in range(21):
                grab = {"type": "hand", "action": "grab", "hand": str(number), "piece": number}
                await page.send(grab)
            error = await page.heard("error")
            assert error["message"] == "hand: expected at most 20 at once, got '20'"
        await until(lambda: len(site.asked) == 40, "all hands to let go")

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
            while not (await page.heard("bus"))["alive"]:
                pass
            redis_server.stop()
            reason = (await page.heard("bus"))["say"][0]["key"]
            assert reason in ("redis.refused", "redis.silent")
            await page.send({"type": "command", "command": "undo"})
            error = await page.heard("error")
            assert (
                error["message"]
                == "The bus does not answer. When it does again, look whether that was done."
            )
            redis_server.start()
            assert await page.heard("bus") == {"type": "bus", "alive": True, "say": []}

    on_site(check, redis_server.url)
