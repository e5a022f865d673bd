"""Saves games while the kernel notes what reaches the disk, then looks at it after each power cut.

Run where dm-log-writes is, as by `make log-writes`: in a virtual machine. Both disks lose what they
hold. Nothing that was called saved may be lost, nothing may be there in part, and nothing that was
not handed over. A store that waits less for the disk must be seen to lose games, or this is blind.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from controller.store.errors import StoreError
from controller.store.folder import Folder
from controller.store.records import Entry, Kind
from controller.store.store import Change, store_for_writing
from controller.store.writer import Trouble, Writer
from tests.campaign.quiet_games import quiet_moves
from tests.controller.store.kept import after, header, held_by, one_by_one, plies
from tests.controller.store.log_writes.disk import CutDisk, mark, noted_disk
from tests.controller.store.log_writes.log import power_cuts, read_log
from tests.controller.store.weaker import waiting_less
from tests.waiting import wait_until

# Writers one after the other: each puts the log of SQLite away when it ends.
_LIVES = 3
_AT_ONCE = 4
_SUBSETS = 4

Losses = Iterator[str]


def games(count: int, moves: int) -> list[Change]:
    """Return games with takebacks and ends, in the order in which they are played."""
    changes: list[Change] = []
    for seed in range(count):
        made = plies(*islice(quiet_moves(seed), moves))
        names = Entry(0, Kind.NAMES, f"attackers Anna {seed}")
        end = (Entry(900_000, Kind.TAKEBACK), Entry(901_000, Kind.END, "defenders resignation"))
        changes += one_by_one(header(f"game-{seed}"), (names, *made, *end))
    return changes


class Keeper:
    """Hands changes to a writer, and marks in the log what was handed over and what was saved."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._put = self._saved = 0
        self._random = Random(1)

    def keep(self, changes: list[Change]) -> None:
        """Keep changes in the lifetime of one writer, some of them at once."""
        self._folder.hold()
        writer = Writer(self._folder, self._note, self._fail)
        writer.start()
        waiting = iter(changes)
        while few := list(islice(waiting, self._random.randint(1, _AT_ONCE))):
            self._put += len(few)
            mark(f"put={self._put}")
            for change in few:
                writer.put(change)
            wait_until(lambda: self._saved == self._put, f"{self._put} changes on disk")
        assert writer.close()
        self._folder.release()

    def _note(self, changes: list[Change]) -> None:
        saved = self._saved + len(changes)
        mark(f"saved={saved}")
        self._saved = saved

    def _fail(self, trouble: Trouble | None) -> None:
        say(f"trouble: {trouble}")


def record(changes: list[Change], disk: Path, log: Path, folder: Path) -> bytes:
    """Save changes on a noted disk; return what the disk held before."""
    before = disk.read_bytes()
    with noted_disk(disk, log, folder) as mounted:
        keeper = Keeper(Folder(mounted / "games"))
        each = -(-len(changes) // _LIVES)
        for first in range(0, len(changes), each):
            keeper.keep(changes[first : first + each])
    return before


def loss(folder: Path, changes: list[Change], saved: int, put: int) -> str:
    """Return what a cut has done to a store, "" if all is well."""
    try:
        check(folder, changes, saved, put)
    except (AssertionError, StoreError) as error:
        return str(error) or type(error).__name__
    return ""


def check(folder: Path, changes: list[Change], saved: int, put: int) -> None:
    """Open the store that a cut left, hold it against what was saved, and play on."""
    kept = Folder(folder / "games")
    kept.path.mkdir(exist_ok=True)
    store = store_for_writing(str(kept.store))
    try:
        held = held_by(store)
        counts = [count for count in range(saved, put + 1) if held == after(changes[:count])]
        assert counts, f"expected {saved} to {put} changes, got {sum(map(len, held.values()))}"
        assert list(store.database.faults()) == []
        more = changes[: counts[0] + 1]
        store.save(more[counts[0] :])
        assert held_by(store) == after(more)
    finally:
        store.close()


def losses(changes: list[Change], before: bytes, log: Path, work: Path, share: float) -> Losses:
    """Cut the power at a share of the moments that the log has; yield what was lost, or ""."""
    rng, counts = Random(2), {"made": 0, "put": 0, "saved": 0}
    disk = CutDisk(before, work / "image", work / "left")
    with log.open("rb") as file:
        for cut in power_cuts(read_log(file), rng, _SUBSETS):
            for noted in cut.sure:
                disk.write(noted)
            for what, _, count in (said.partition("=") for said in cut.marks):
                counts[what] = int(count or 0)
            if counts["made"] and rng.random() < share:
                with disk.left(cut.lucky) as folder:
                    yield loss(folder, changes, counts["saved"], counts["put"])


def say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


def main() -> None:
    asked = ArgumentParser()
    asked.add_argument("disk", type=Path)
    asked.add_argument("log", type=Path)
    asked.add_argument("--games", type=int, default=2)
    asked.add_argument("--moves", type=int, default=60)
    asked.add_argument("--share", type=float, default=0.3)
    given = asked.parse_args()
    with TemporaryDirectory() as temporary:
        work = Path(temporary)
        changes = games(given.games, given.moves)
        before = record(changes, given.disk, given.log, work / "disk")
        tried = Counter(losses(changes, before, given.log, work, given.share))
        say(f"{len(changes)} changes, {tried.total()} power cuts, {tried['']} without any loss")
        assert list(tried) == [""], tried
        few = games(1, 20)
        with pytest.MonkeyPatch.context() as patch:
            waiting_less(patch, "NORMAL")
            before = record(few, given.disk, given.log, work / "disk")
        tried = Counter(losses(few, before, given.log, work, given.share))
        say(f"NORMAL: {len(few)} changes, {tried.total()} power cuts, {tried['']} without any loss")
        assert set(tried) > {""}, tried
    say("log-writes: all is well")


if __name__ == "__main__":
    main()
