"""Hours of play while everything outside is attacked, killed and started again.

A player makes moves on a page of a real hnefi. Meanwhile pages flood, streams are poisoned, Redis
dies, hangs and forgets, and every part but the game fails now and then. The player must get on all
the time, and every game must be right to its last ply, no turn may have failed, and memory must not
have grown:

    python -m tests.campaign.soak --minutes 120
"""

import argparse
import asyncio
import random
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import redis
from websockets.exceptions import WebSocketException

from tests.campaign import attacks
from tests.campaign.quiet_games import quiet_moves
from tests.campaign.served import FAILING, Json, Page, Served, page_of, serving
from tests.conftest import RedisServer

BOARD = "soak"
# In MB, and in turns of the loop.
MOST_GROWTH_PER_1000_PLIES = 0.3
SCAN_MS = 10
# A game is longer than people play, and its memory is free again when the next one begins.
_GAME_PLIES = 2000
# A young process still grows: with a game's plies, and until each attack has met it at its worst.
_WARM_PLIES = _GAME_PLIES
_AGAIN_S = 3.0
_SAMPLE_S = 10.0
_SAMPLES_A_LINE = 30
_PATIENCE_S = 120.0
# Every attack is over after some seconds; a player who waits longer for a ply waits for ever.
_STALLED_S = 90.0


@dataclass
class Soak:
    """What was played, and what it cost."""

    served: Served
    server: RedisServer
    game_plies: int = _GAME_PLIES
    most_plies: float = float("inf")
    moves: list[str] = field(default_factory=list)  # of the game
    games: int = 1
    played: int = 0  # plies of the games before this one
    over: str = ""  # the id of the game before this one
    coming: Iterator[str] = field(default_factory=lambda: quiet_moves(1))
    move: str = ""  # which is to be made next
    attacks: dict[str, int] = field(default_factory=dict)
    samples: list[tuple[int, float]] = field(default_factory=list)  # plies, MB
    late: list[tuple[float, float]] = field(default_factory=list)  # p99 and worst, in ms
    late_by_clock: list[tuple[float, float]] = field(default_factory=list)
    connections: int = 0
    moved_at: float = field(default_factory=time.monotonic)
    longest_wait_s: float = 0.0  # between two plies
    trouble: str = ""  # why the last page was left

    @property
    def plies(self) -> int:
        """How many plies were made in all games."""
        return self.played + len(self.moves)

    def __post_init__(self) -> None:
        self.move = next(self.coming)

    def begin(self, over: str) -> None:
        """Let the next game begin after the one with an id."""
        self.over, self.games = over, self.games + 1
        self.played, self.moves = self.plies, []
        self.coming = quiet_moves(self.games)
        self.move = next(self.coming)

    def counted(self) -> None:
        """Take in that the move counts."""
        now = time.monotonic()
        self.longest_wait_s = max(self.longest_wait_s, now - self.moved_at)
        self.moved_at = now
        self.moves.append(self.move)
        self.move = next(self.coming)

    def is_over(self, until: float) -> bool:
        """Whether all is played, or the time has come."""
        return self.plies >= self.most_plies or time.monotonic() >= until

    def growth(self, warm_plies: int) -> float:
        """Megabytes per 1 000 plies after the first, as the line through all samples rises."""
        warm = [(plies, mb) for plies, mb in self.samples if plies >= warm_plies]
        if len(warm) < 2:
            return 0.0
        mean = sum(p for p, _ in warm) / len(warm), sum(m for _, m in warm) / len(warm)
        spread = sum((p - mean[0]) ** 2 for p, _ in warm)
        rise = sum((p - mean[0]) * (m - mean[1]) for p, m in warm)
        return 1000 * rise / spread if spread else 0.0


async def play(soak: Soak, until: float) -> None:
    """Make one move after another, whatever becomes of the page, until it is over."""
    while not soak.is_over(until):
        # A page is closed, a piece not where it was: the next page begins where the game is.
        try:
            async with page_of(soak.served) as page:
                soak.connections += 1
                await _begun(page, soak)
                while not soak.is_over(until):
                    if len(soak.moves) == soak.game_plies:
                        await _another_game(page, soak)
                    await _settled(page, soak)
                    if len(page.moves) > len(soak.moves):
                        # It counted, though the page was lost before it showed so.
                        assert_same(page.moves, [*soak.moves, soak.move])
                    else:
                        await page.play(soak.move, len(soak.moves))
                    soak.counted()
        except (OSError, WebSocketException, AssertionError, ValueError) as error:
            soak.trouble = f"{type(error).__name__}: {error}"
        if time.monotonic() - soak.moved_at > _STALLED_S:
            raise SystemExit(await _stalled(soak))
        await asyncio.sleep(0.5)


async def _another_game(page: Page, soak: Soak) -> None:
    """Hold the game against what was played, and begin the next one."""
    await _settled(page, soak)
    assert_same(page.moves, soak.moves)
    soak.begin(over=page.view["game"])
    await _begun(page, soak)


async def _begun(page: Page, soak: Soak) -> None:
    """Wait until the game goes on that is played; set it up if it is still the one before."""

    def is_begun() -> bool:
        game: str = page.view.get("game", soak.over)
        is_next = game not in ("", soak.over) and page.moves_of == game
        return is_next and bool(page.view["phase"] == "play")

    deadline = time.monotonic() + _PATIENCE_S
    while not is_begun():
        assert time.monotonic() < deadline, "waited for the game to begin"
        if page.view.get("game") == soak.over:
            await page.send(type="command", command="new_game")
        elif page.view.get("phase") == "set_up":
            await page.send(type="hand", action="arrange", pieces=page.view["pieces"])
        with suppress(AssertionError):
            await page.until(is_begun, "the game to begin", _AGAIN_S)


async def _stalled(soak: Soak) -> str:
    """Return what is to be said of a game that does not go on."""
    said = [f"no ply for {_STALLED_S:.0f} s after {soak.plies}; next: {soak.move}"]
    said.append(f"the player: {soak.trouble}")
    with suppress(OSError, WebSocketException, AssertionError):
        async with page_of(soak.served) as page:
            await page.until(lambda: page.pieces and page.view, "table and view")
            away = [piece for piece in page.pieces if piece["held"] or piece["raised"]]
            said.append(f"the board: {page.view['sentence']} (lifted: {page.view['lifted']})")
            said.append(f"pieces in hands: {away}")
    return "\n".join([*said, *soak.served.said[-5:]])


def assert_same(found: Sequence[str], expected: Sequence[str]) -> None:
    """End the soak if the game is another one than was played."""
    if list(found) != list(expected):
        first = next(
            (n for n, (a, b) in enumerate(zip(found, expected, strict=False)) if a != b), -1
        )
        raise SystemExit(
            f"wrong game: {len(found)} plies instead of {len(expected)}, first other at {first}: "
            f"{found[first:][:3]} instead of {expected[first:][:3]}"
        )


async def _settled(page: Page, soak: Soak) -> None:
    """Wait until the page has all plies."""
    await page.until(lambda: len(page.moves) >= len(soak.moves), "all plies", 20.0)


def attack(soak: Soak, until: float) -> None:
    """Attack with one thing after another until a time."""
    port = soak.served.port
    client = redis.Redis.from_url(soak.server.url, socket_timeout=5)
    chance = random.Random(7)
    floods = {
        f"flood of {name}": (lambda data=data: attacks.flood(port, data, 1.0))
        for name, data in attacks.FLOODS.items()
    }
    ways: dict[str, Callable[[], object]] = {
        **floods,
        "flood of requests": lambda: attacks.flood_requests(port, 1.0),
        "silent connections": lambda: _be_silent(port),
        "poison": lambda: attacks.poison(client, BOARD),
        "spoilt streams": lambda: attacks.spoil(client, BOARD),
        "Redis emptied": client.flushall,
        "Redis killed": lambda: _kill(soak.server),
        "Redis hanging": lambda: _hang(soak.server),
        "Redis full": lambda: _fill(client),
    }
    while time.monotonic() < until:
        name = chance.choice(list(ways))
        with suppress(OSError, redis.RedisError):
            ways[name]()
        soak.attacks[name] = soak.attacks.get(name, 0) + 1
        # Between attacks the game goes on, or there would be no game.
        time.sleep(chance.uniform(0.5, 4.0))


def _be_silent(port: int) -> None:
    with attacks.silent_connections(port, 300, b"GET / HT"):
        time.sleep(1.0)


def _kill(server: RedisServer) -> None:
    server.stop()
    time.sleep(2.0)
    server.start()


def _hang(server: RedisServer) -> None:
    server.hang()
    time.sleep(3.0)
    server.go_on()


def _fill(client: redis.Redis) -> None:
    client.config_set("maxmemory", "1")
    time.sleep(2.0)
    client.config_set("maxmemory", "0")


def watch(soak: Soak, until: float) -> None:
    """Note memory and lateness now and then."""
    # What is measured is of the last ten seconds; a program that begins has not settled.
    time.sleep(2 * _SAMPLE_S)
    while time.monotonic() < until:
        soak.samples.append((soak.plies, soak.served.memory_mb))
        if len(soak.samples) % _SAMPLES_A_LINE == 0:
            plies, memory_mb = soak.samples[-1]
            sys.stdout.write(f"{plies} plies, {memory_mb:.0f} MB, {soak.connections} pages\n")
            sys.stdout.flush()
        with suppress(OSError, ValueError, KeyError):
            late, by_clock = soak.served.late_ms(), soak.served.late_ms("late_by_clock_ms")
            soak.late.append(late)
            soak.late_by_clock.append(by_clock)
        time.sleep(_SAMPLE_S)


async def _finish(soak: Soak) -> Json:
    """Wait until all is well again; return the health then."""
    deadline, found = time.monotonic() + _PATIENCE_S, list[str]()
    while True:
        with suppress(OSError, ValueError, WebSocketException, AssertionError):
            async with page_of(soak.served) as page:
                found = page.moves
                await _settled(page, soak)
                assert_same(page.moves[: len(soak.moves)], soak.moves)
                return soak.served.health()[1]
        if time.monotonic() > deadline:
            raise SystemExit(f"the page has {len(found)} plies of {len(soak.moves)}")
        await asyncio.sleep(1.0)


def run(minutes: float) -> int:
    """Soak for some minutes; print what became of it, and return the exit status."""
    server = RedisServer(shutil.which("redis-server") or "redis-server")
    server.start()
    try:
        options = ("--redis", server.url, "--board-name", BOARD)
        with (
            tempfile.TemporaryDirectory() as folder,
            serving(Path(folder), *options, command=FAILING) as served,
        ):
            soak = Soak(served, server)
            until = time.monotonic() + 60 * minutes
            threads = [
                threading.Thread(target=part, args=(soak, until), daemon=True)
                for part in (attack, watch)
            ]
            for thread in threads:
                thread.start()
            asyncio.run(play(soak, until))
            for thread in threads:
                thread.join()
            health = asyncio.run(_finish(soak))
            said = served.said
    finally:
        server.stop()
    return _judge(soak, health, said)


def _judge(soak: Soak, health: Json, said: Sequence[str]) -> int:
    """Print what was found; return 1 if anything is not as it must be."""
    counts = health["counts"]
    p99 = sorted(p99 for p99, _ in soak.late)
    worst = max((worst for _, worst in soak.late), default=0.0)
    growth = soak.growth(_WARM_PLIES)
    failed = {name: n for name, n in counts.items() if name.endswith(" failed")}
    checks = {
        f"every game is right: {soak.games}, {soak.plies} plies": soak.plies > 0,
        f"a ply came after {soak.longest_wait_s:.0f} s at most": soak.longest_wait_s < _STALLED_S,
        f"no turn of the game failed ({counts.get('game failed', 0)})": not counts.get(
            "game failed"
        ),
        f"memory grew by {growth:.2f} MB per 1 000 plies": growth < MOST_GROWTH_PER_1000_PLIES,
        f"turns were late by {p99[-1] if p99 else 0} ms (highest p99)": not p99
        or p99[-1] <= SCAN_MS,
        f"turns were late by {worst} ms (worst)": worst <= 3 * SCAN_MS,
        "no traceback was printed": not any("Traceback" in line for line in said),
    }
    write = sys.stdout.write
    write(f"attacks: {', '.join(f'{n} x {name}' for name, n in soak.attacks.items())}\n")
    write(f"parts that failed: {failed}\n")
    by_clock = [max(column) for column in zip(*soak.late_by_clock, strict=True)]
    write(f"late by the clock, with what other programs did: {by_clock} ms (p99, worst)\n")
    write(f"page opened {soak.connections} times, {len(said)} lines said\n")
    write(f"memory (plies, MB): {soak.samples[:: max(1, len(soak.samples) // 12)]}\n")
    for what, holds in checks.items():
        write(f"{'yes' if holds else 'NO '} {what}\n")
    return int(not all(checks.values()))


def main(words: Sequence[str]) -> int:
    """Soak."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=120.0)
    return run(parser.parse_args(words).minutes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
