"""A daemon that is killed at any moment goes on where the game was: no ply called saved is lost."""

import asyncio
import os
import signal
import socket
from itertools import count, islice
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.client import connect

from controller.store.exporting import Kept, kept
from controller.store.folder import Folder
from controller.store.store import store_for_writing
from tests.campaign.quiet_games import quiet_moves
from tests.campaign.served import Page
from tests.effort import long_or_short
from tests.lives import born
from tests.waiting import PATIENCE_S

# From before the first file is opened until some plies are made. It is CPU that is counted, so that
# a busy machine does not kill them all before they have done anything.
_LONGEST_LIFE_S = 0.25
_LOOK_S = 0.01


def cpu_s(pid: int) -> float:
    """Return how much CPU a process has had, in seconds; it is still there."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def last_game(folder: Path) -> Kept | None:
    if not Folder(folder).store.exists():
        return None
    store = store_for_writing(str(Folder(folder).store))
    try:
        assert list(store.database.faults()) == []
        game = store.open_game()
        return None if game is None else kept(store, game)
    finally:
        store.close()


class Player:
    """Plays on from where the daemon is, and notes how many plies it called saved."""

    def __init__(self, port: int, moves: list[str], before: int) -> None:
        self._port, self._moves, self._before = port, moves, before
        self.saved = 0
        self.has_seen = False
        self.is_connected = False
        self.is_over = False  # nobody will answer any more

    async def play(self) -> None:
        """Play until the daemon is gone."""
        while True:
            try:
                # Nobody is left to agree to a close.
                url = f"ws://127.0.0.1:{self._port}/socket"
                socket = await connect(url, max_size=None, close_timeout=0)
                break
            except OSError:
                if self.is_over:
                    return
                await asyncio.sleep(_LOOK_S)
        self.is_connected = True
        page = Page(socket)
        reading = asyncio.create_task(page.read())
        noting = asyncio.create_task(self._note(page))
        try:
            await page.ready()
            assert page.view["plies"] == self._before
            self.has_seen = True
            for number, move in enumerate(self._moves[self._before :], self._before):
                await page.play(move, number)
        finally:
            for task in (reading, noting):
                task.cancel()
            await asyncio.gather(reading, noting, return_exceptions=True)
            await socket.close()
            # What came before the end was said, too.
            self._take(page)

    async def _note(self, page: Page) -> None:
        while True:
            self._take(page)
            await asyncio.sleep(_LOOK_S)

    def _take(self, page: Page) -> None:
        # Before a game stands there is none that plies could be saved of.
        if page.view.get("phase") == "play":
            self.saved = max(self.saved, int(page.view["saved"]))


async def one_life(folder: Path, player: Player, rng: Random, port: int) -> None:
    """Let a daemon live for a moment, and play on it."""
    options = ("--data", str(folder / "data"), "--timing", "settle=50,carried=50")
    with born("simulate", "--no-browser", "--port", str(port), *options) as daemon:
        playing = asyncio.create_task(player.play())
        life_s = rng.uniform(0.0, _LONGEST_LIFE_S)
        while cpu_s(daemon.pid) < life_s:
            await asyncio.sleep(rng.uniform(0.0, 2 * _LOOK_S))
        daemon.send_signal(signal.SIGKILL)
        assert daemon.wait(PATIENCE_S) == -signal.SIGKILL
    player.is_over = True
    # A connection that is only begun ends by itself; one that is cut off then is never closed.
    if player.is_connected:
        playing.cancel()
    (ended,) = await asyncio.gather(playing, return_exceptions=True)
    # It was cut off in the middle, which is no news; what it checked must have held.
    if isinstance(ended, AssertionError):
        raise ended


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        found: int = free.getsockname()[1]
        return found


def test_killed_at_random_moments_it_goes_on_where_the_game_was(tmp_path: Path, port: int) -> None:
    # A life costs 0.2 to 0.3 s of CPU, the player's included.
    rng, lives, met, grown = Random(7), 0, 0, 0
    least = long_or_short(1000, 16)
    enough = least // 8

    def goes_on() -> bool:
        """Return whether there are too few lives yet, or too few that showed or played a game.

        Where the machine is so busy that the player comes late, more lives are short.
        """
        return lives < least or min(met, grown) <= enough

    for seed in count(7):
        folder, moves = tmp_path / str(seed), list(islice(quiet_moves(seed), 200))
        folder.mkdir()
        before = 0
        while goes_on() and before < len(moves) - 20:
            assert lives < 10 * least, f"{met} lives showed the game, {grown} plies were made"
            player = Player(port, moves, before)
            asyncio.run(one_life(folder, player, rng, port))
            game = last_game(folder / "data")
            plies = list(game.course.plies) if game else []
            assert plies == moves[: len(plies)]
            assert len(plies) >= max(player.saved, before)
            met, grown = met + player.has_seen, grown + len(plies) - before
            before, lives = len(plies), lives + 1
        if not goes_on():
            break
