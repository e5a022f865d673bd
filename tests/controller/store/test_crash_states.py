"""A power cut at any moment loses nothing that was saved, leaves nothing half, invents nothing."""

import random

import pytest

from controller.store.errors import StoreError
from controller.store.records import Entry, Kind
from controller.store.store import Change, store_for_writing
from tests.controller.store.disk import Disk, Files, Mark, Operation, crashes
from tests.controller.store.kept import MOVES, after, header, held_by, one_by_one, plies
from tests.controller.store.weaker import waiting_less
from tests.effort import NIGHTLY, long_or_short

_PATH = "/games.db"

_FIRST = (
    *plies(*MOVES[:3]),
    Entry(5000, Kind.RETARGET, "g1-g4"),
    Entry(6000, Kind.TAKEBACK),
    *plies("g1-g3", *MOVES[3:], since_ms=7000),
    Entry(20_000, Kind.END, "defenders resignation"),
)
_SECOND = (Entry(0, Kind.NAMES, "attackers Anna"), *plies(*MOVES[:4]))
_CHANGES = [*one_by_one(header("first"), _FIRST), *one_by_one(header("second"), _SECOND)]


def a_life(changes: list[Change], settled_after: tuple[int, ...] = ()) -> list[Operation]:
    """Save changes one by one; return all that was done to the disk, with a mark for each."""
    disk = Disk()
    store = store_for_writing(_PATH, disk.name)
    for number, change in enumerate(changes, 1):
        store.save([change])
        disk.log.append(Mark(str(number)))
        if number in settled_after:
            store.database.settle()
    store.close()
    return disk.log


def saved_before(log: list[Operation], done: int) -> int:
    """Return how many changes the store had called saved by then."""
    marks = [each for each in log[:done] if isinstance(each, Mark)]
    return int(marks[-1].said) if marks else 0


def check(files: Files, changes: list[Change], saved: int) -> None:
    """Open what a crash left; hold it against what was saved then, and what was on its way."""
    disk = Disk(files)
    store = store_for_writing(_PATH, disk.name)
    held = held_by(store)
    allowed = [after(changes[:count]) for count in (saved, saved + 1)]
    assert held in allowed
    assert [each.id for each in store.summaries()] == list(reversed(held))
    assert list(store.database.faults()) == []
    # And play goes on.
    count = allowed.index(held) + saved
    store.save(changes[count:])
    assert held_by(store) == after(changes)
    store.close()


def test_no_crash_loses_what_was_saved_nor_leaves_half_of_anything() -> None:
    log = a_life(_CHANGES, settled_after=(4, 15))
    tried, rng = 0, random.Random(long_or_short(0, 1))
    for done, files in crashes(log, rng, long_or_short(400, 4)):
        if NIGHTLY or rng.random() < 0.25:
            check(files, _CHANGES, saved_before(log, done))
            tried += 1
    assert tried > long_or_short(20_000, 400)


def first_loss(changes: list[Change]) -> int | None:
    """Return after how many operations a crash can lose something, None if no crash can."""
    log = a_life(changes)
    for done, files in crashes(log, random.Random(1), 16):
        saved = saved_before(log, done)
        if not saved:
            continue
        try:
            check(files, changes, saved)
        except (AssertionError, StoreError):
            return done
    return None


@pytest.mark.parametrize("weaker", ["NORMAL", "FULL"])
def test_a_store_that_waits_less_for_the_disk_is_seen_to_lose_plies(
    monkeypatch: pytest.MonkeyPatch, weaker: str
) -> None:
    waiting_less(monkeypatch, weaker)
    assert first_loss(_CHANGES[:3]) is not None
