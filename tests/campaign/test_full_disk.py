"""A disk that is full while people play: said once, and saved when there is room again."""

import asyncio
import os
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest

from controller.store.exporting import kept
from controller.store.folder import Folder
from controller.store.stored_games import store_for_reading
from tests.campaign.quiet_games import quiet_moves
from tests.campaign.served import Served, page_of, serving

_DISK_KB = 512
_QUICK = ("--timing", "settle=50,carried=50")


@dataclass(frozen=True, slots=True)
class Disk:
    """A place for games, and what leaves a daemon no room there, or makes room again."""

    data: Path
    fill: Callable[[Served], None]
    make_room: Callable[[Served], None]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """Give a small disk, or a limit for files where this process may not mount one."""
    place, ballast = tmp_path / "disk", tmp_path / "disk" / "ballast"
    place.mkdir()
    options = ("-t", "tmpfs", "-o", f"size={_DISK_KB}k", "hnefi-test", str(place))
    try:
        subprocess.run(["mount", *options], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        yield Disk(tmp_path / "data", _limit, _unlimit)
        return
    try:
        yield Disk(place / "data", lambda _: _fill(ballast), lambda _: ballast.unlink())
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)


def _fill(ballast: Path) -> None:
    ballast.write_bytes(bytes(shutil.disk_usage(ballast.parent).free))
    assert shutil.disk_usage(ballast.parent).free == 0


def _limit(served: Served) -> None:
    """Let no file of the daemon grow beyond what SQLite's log has now."""
    _, hard = resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (1024, hard))


def _unlimit(served: Served) -> None:
    _, hard = resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (hard, hard))


def test_a_full_disk_is_said_once_and_the_game_is_saved_when_there_is_room(
    disk: Disk, tmp_path: Path
) -> None:
    moves = list(islice(quiet_moves(7), 8))

    async def play() -> None:
        async with page_of(served) as page:
            await page.ready()
            for move in moves[:2]:
                await page.play(move)
            await page.until(lambda: page.view["saved"] == 2, "the plies to be saved")
            disk.fill(served)
            for move in moves[2:6]:
                await page.play(move)
            await page.until(lambda: page.view["saved"] is False, "the trouble to be said")
            assert page.moves == moves[:6]
            assert served.health()[0] == 503
            disk.make_room(served)
            await page.until(lambda: page.view["saved"] == 6, "the plies to be saved then")
            for move in moves[6:]:
                await page.play(move)
            await page.until(lambda: page.view["saved"] == 8, "the last plies to be saved")
            assert (served.health()[0], page.errors) == (200, [])

    with serving(tmp_path, "--data", str(disk.data), *_QUICK) as served:
        asyncio.run(play())
        troubles = [line for line in served.said if str(disk.data) in line or "saved" in line]
        os.kill(served.process.pid, 9)
    assert len(troubles) == 1, served.said
    store = store_for_reading(str(Folder(disk.data).store))
    assert store
    (found,) = store.ids()
    assert list(kept(store, found).course.plies) == moves
    store.close()
