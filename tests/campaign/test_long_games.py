"""Thousands of plies on a real hnefi, at full speed and under floods: memory stays what it is.

A game takes memory by its plies, and gives it back when the next one begins.
"""

import asyncio
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.campaign import attacks
from tests.campaign.served import Served, serving
from tests.campaign.soak import MOST_GROWTH_PER_1000_PLIES, Soak, play
from tests.conftest import RedisServer
from tests.waiting import PATIENCE_S

# What lasts so that people may slide on and change their minds only costs time here.
FAST = ("--timing", "settle=150,carried=150")
PLIES, A_GAME = 4000, 1000
WARM = 2 * A_GAME
# In seconds. A machine that is slower than this is none that hnefi runs on.
LONGEST = 40 * PATIENCE_S


def flood(served: Served, over: threading.Event) -> None:
    """Send one thing after another that is no good, half of the time."""
    while not over.is_set():
        for data in attacks.FLOODS.values():
            with suppress(OSError):
                attacks.flood(served.port, data, 0.5)
            if over.wait(0.5):
                return


def watch(soak: Soak, over: threading.Event) -> None:
    """Note the memory every few seconds."""
    while not over.wait(5.0):
        soak.samples.append((soak.plies, soak.served.memory_mb))


@pytest.mark.nightly
def test_memory_does_not_grow_from_game_to_game(tmp_path: Path, redis_server: RedisServer) -> None:
    over = threading.Event()
    options = (*FAST, "--redis", redis_server.url, "--board-name", "long")
    with serving(tmp_path, *options) as served:
        soak = Soak(served, redis_server, game_plies=A_GAME, most_plies=PLIES)
        beside = [
            threading.Thread(target=flood, args=(served, over), daemon=True),
            threading.Thread(target=watch, args=(soak, over), daemon=True),
        ]
        for thread in beside:
            thread.start()
        try:
            asyncio.run(play(soak, time.monotonic() + LONGEST))
        finally:
            over.set()
        for thread in beside:
            thread.join()
        assert soak.plies == PLIES
        assert served.health()[1]["counts"].get("game failed", 0) == 0
    growth = soak.growth(WARM)
    assert growth < MOST_GROWTH_PER_1000_PLIES, soak.samples[:: len(soak.samples) // 20]
