"""Nobody can stop the game from outside: every attack on a real process, and what it may cost.

A move is made on a page during each attack. How late the game's turns were is what the process
measures itself: by its own work, whatever else this machine does meanwhile.
"""

import asyncio
import resource
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import redis

from tests.campaign import attacks
from tests.campaign.quiet_games import quiet_moves
from tests.campaign.served import Page, Served, page_of, serving
from tests.campaign.slowness import slowness
from tests.conftest import RedisServer, needs
from tests.waiting import wait_until

BOARD = "hall"
SCAN_MS = 10
FLOOD_S = 0.6
# What a page gets of a move: the lights of the piece that is lifted, and of where it stands.
FRAMES = 2


@dataclass
class Hall:
    """A hnefi whose streams were poisoned before it began, and who plays on it."""

    served: Served
    client: redis.Redis
    moves: list[str] = field(default_factory=list)
    to_come: Iterator[str] = field(default_factory=lambda: quiet_moves(seed=1))
    # Set once the move of an attack counts, and pages were lit meanwhile.
    played: threading.Event = field(default_factory=threading.Event)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    server = RedisServer(needs("redis-server", "redis-server"))
    server.start()
    client = redis.Redis.from_url(server.url)
    attacks.poison(client, BOARD)
    options = ("--redis", server.url, "--board-name", BOARD)
    with serving(tmp_path_factory.mktemp("hall"), *options) as served:
        yield Hall(served, client)
    client.close()
    server.stop()


def under(hall: Hall, attack: Callable[[], object]) -> Page:
    """Play a move while an attack goes on; check what it cost, and return the page."""

    async def play() -> Page:
        move = next(hall.to_come)
        async with page_of(hall.served) as page:
            await page.ready()
            await page.until(lambda: len(page.moves) == len(hall.moves), "all plies")
            attacking = threading.Thread(target=attack)
            frames = page.frames
            hall.played.clear()
            attacking.start()
            try:
                await page.play(move, len(hall.moves))
                await page.until(lambda: page.frames >= frames + FRAMES, "light")
            finally:
                hall.played.set()
            await asyncio.to_thread(attacking.join)
            hall.moves.append(move)
            # Plies that an attack took from Redis come once more, from the first.
            await page.until(lambda: page.moves == hall.moves, "these plies and no others")
            return page

    page = asyncio.run(play())
    if len(hall.moves) == 1:
        return page  # a program that begins has not settled
    p99, worst = hall.served.late_ms()
    slower = slowness()
    assert p99 <= SCAN_MS * slower, f"p99 {p99} ms, worst {worst} ms, machine {slower:.1f}"
    assert worst <= 3 * SCAN_MS * slower, f"p99 {p99} ms, worst {worst} ms, machine {slower:.1f}"
    assert hall.served.is_alive
    assert not any("Traceback" in line for line in hall.served.said)
    assert hall.served.memory_mb < 120
    return page


def test_it_begins_though_every_stream_was_poisoned_before(hall: Hall) -> None:
    under(hall, lambda: None)


def test_poison_in_every_stream_is_skipped_counted_and_named(hall: Hall) -> None:
    under(hall, lambda: attacks.poison(hall.client, BOARD))
    # On a busy machine the server may have needed seconds for all that.
    wait_until(lambda: hall.served.health()[0] == 200, "all to be well")
    # A part that was started again may come to its stream late.
    counted = "entries skipped"
    wait_until(lambda: hall.served.health()[1]["counts"][counted] > 20, counted)
    skipped = f"hnefi:{BOARD}:commands was skipped"
    wait_until(lambda: any(skipped in line for line in hall.served.said), skipped)


def test_streams_that_are_none_are_made_again(hall: Hall) -> None:
    under(hall, lambda: attacks.spoil(hall.client, BOARD))


@pytest.mark.parametrize(
    "entry", ['{"command":"place","square":"e1","id":"x"}', '{"command":"dance"}']
)
def test_a_flood_of_commands_over_redis_costs_lights_nothing(hall: Hall, entry: str) -> None:
    def flood() -> None:
        pipeline = hall.client.pipeline(transaction=False)
        for _ in range(3000):
            pipeline.xadd(f"hnefi:{BOARD}:commands", {"json": entry}, maxlen=1000)
        pipeline.execute()

    under(hall, flood)


def test_compression_is_not_offered_and_a_bomb_is_no_message(hall: Hall) -> None:
    before = hall.served.memory_mb

    def attack() -> None:
        for _ in range(4):
            extension = "Sec-WebSocket-Extensions: permessage-deflate"
            connection, answer = attacks.opened(hall.served.port, extension)
            assert b"permessage-deflate" not in answer
            with connection, suppress(ConnectionError):
                connection.sendall(attacks.bomb() * 2500)

    under(hall, attack)
    assert hall.served.memory_mb - before < 10


def test_silent_connections_and_half_requests_take_no_room_and_no_time(hall: Hall) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    port = hall.served.port
    try:

        def attack() -> None:
            with (
                attacks.silent_connections(port, 1100),
                attacks.silent_connections(port, 500, b"GET / HTTP/1.1\r\nHost: 127.0"),
            ):
                heard = len(hall.served.said)
                held = len(list(Path(f"/proc/{hall.served.process.pid}/fd").iterdir()))
            assert held < 200
            assert len(hall.served.said) - heard < 5

        under(hall, attack)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, most))


@pytest.mark.parametrize("name", attacks.FLOODS)
def test_a_page_that_floods_slows_only_itself(hall: Hall, name: str) -> None:
    data = attacks.FLOODS[name]
    # It does not end before the move of the other page counts, however long that takes.
    under(hall, lambda: attacks.flood(hall.served.port, data, FLOOD_S, hall.played.is_set))


def test_a_flood_of_requests_is_limited(hall: Hall) -> None:
    under(hall, lambda: attacks.flood_requests(hall.served.port, FLOOD_S, hall.played.is_set))


@pytest.mark.parametrize(
    "origin",
    ["http://[::1", "http://", "null", "http://127.0.0.1:1/[", "\x80", "http://evil.example"],
)
def test_an_origin_that_is_none_of_ours_is_refused(hall: Hall, origin: str) -> None:
    request = attacks.handshake(hall.served.port, f"Origin: {origin}")
    status = attacks.answer_to(hall.served.port, request).split(b"\r\n")[0]
    assert status in (b"HTTP/1.1 403 Forbidden", b"HTTP/1.1 400 Bad Request")
    assert not any("Traceback" in line for line in hall.served.said)
