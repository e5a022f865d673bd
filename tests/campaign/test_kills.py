"""A daemon that is killed at any moment goes on where the game was: no ply called saved is lost."""

import asyncio
from itertools import count, islice
from pathlib import Path
from random import Random

from controller.store.exporting import Kept, kept
from controller.store.folder import Folder
from controller.store.store import store_for_writing
from tests.campaign.quiet_games import quiet_moves
from tests.campaign.served import Page, Served, page_of, serving
from tests.effort import long_or_short

_QUICK = "settle=50,carried=50"
_LONGEST_LIFE_S = 2.0


def last_game(folder: Path) -> Kept | None:
    store = store_for_writing(str(Folder(folder).store))
    try:
        assert list(store.database.faults()) == []
        game = store.open_game()
        return None if game is None else kept(store, game)
    finally:
        store.close()


async def play_until_killed(served: Served, moves: list[str], rng: Random) -> int:
    """Play on, and kill the daemon in the middle; return how many plies it had called saved."""
    saved = 0

    async def play(page: Page) -> None:
        for move in moves[len(page.moves) :]:
            await page.play(move)

    async with page_of(served) as page:
        await page.ready()
        playing = asyncio.create_task(play(page))
        await asyncio.sleep(rng.uniform(0.2, _LONGEST_LIFE_S))
        saved = max(saved, int(page.view["saved"]))
        served.process.kill()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        # What came before the end was said, too.
        saved = max(saved, int(page.view["saved"]))
    served.process.wait()
    return saved


async def one_life(folder: Path, moves: list[str], before: int, rng: Random) -> int:
    """Go on with a game of so many plies until killed; return how many were called saved."""
    with serving(folder, "--data", str(folder / "data"), "--timing", _QUICK) as served:
        async with page_of(served) as page:
            await page.ready()
            assert page.view["plies"] == before
        return await play_until_killed(served, moves, rng)


def test_killed_at_random_moments_it_goes_on_where_the_game_was(tmp_path: Path) -> None:
    rng, lives = Random(7), long_or_short(1000, 3)
    for seed in count(7):
        folder, moves = tmp_path / str(seed), list(islice(quiet_moves(seed), 200))
        folder.mkdir()
        before = 0
        while lives and before < len(moves) - 20:
            saved = asyncio.run(one_life(folder, moves, before, rng))
            game = last_game(folder / "data")
            plies = list(game.course.plies) if game else []
            assert plies == moves[: len(plies)]
            assert len(plies) >= saved
            before, lives = len(plies), lives - 1
        if not lives:
            assert before > 0 or seed > 7
            return
