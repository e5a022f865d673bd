"""A store of every version that ever was opens, and holds what it held.

`python -m tests.controller.store.test_golden` writes the file of the version of today; a file that
is there is never written again.
"""

import shutil
import sys
from pathlib import Path

import pytest

from controller.rules.library import named_ruleset
from controller.store.records import Entry, Header, Kind
from controller.store.replay import game_at_start, replayed
from controller.store.schema import MIGRATIONS
from controller.store.store import Change, store_for_writing
from controller.store.stored_games import store_for_reading
from tests.controller.store.kept import MOVES, header, held_by, plies

_GOLDEN = Path(__file__).parent / "golden"
_FETLAR = Header("bbbb", named_ruleset("fetlar").model_dump_json(), None)
_HELD = {
    "aaaa": (
        Entry(0, Kind.NAMES, "attackers Anna"),
        Entry(0, Kind.CLOCK, "fischer:15+10", "900000 900000"),
        *plies(*MOVES[:3]),
        Entry(5000, Kind.RETARGET, "g1-g4"),
        Entry(6000, Kind.TAKEBACK),
        Entry(7000, Kind.PLY, "g1-g3", "899000 900000"),
        *plies(*MOVES[3:], since_ms=8000),
        Entry(20_000, Kind.OFFER, "attackers draw"),
        Entry(21_000, Kind.DECLINE, "defenders draw"),
        Entry(22_000, Kind.END, "defenders resignation"),
    ),
    "bbbb": (Entry(0, Kind.PAUSED, "cable"), Entry(1, Kind.RESUMED, "1700000000000")),
}
_HELD_SINCE_2 = {
    "cccc": (
        *plies(*MOVES[:2]),
        Entry(9000, Kind.DECISION, "too few pieces"),
        Entry(9000, Kind.END, "draw arbiter", "899000 898000 9000"),
    ),
}
_HELD_SINCE_3 = {
    "dddd": (
        Entry(0, Kind.OPPONENT, "defenders adaptive two-moves"),
        *plies(*MOVES[:2]),
        Entry(9000, Kind.HELP, "attackers explains"),
        Entry(9500, Kind.OPPONENT),
    ),
}
_SINCE = {"version-1": {}, "version-2": _HELD_SINCE_2}


def test_what_has_no_result_is_unfinished_in_every_version(tmp_path: Path) -> None:
    for golden in sorted(_GOLDEN.iterdir()):
        path = tmp_path / golden.name
        shutil.copy(golden, path)
        read = store_for_reading(str(path))
        assert read
        assert [each.reason for each in read.summaries()][:2] == ["unfinished", "resignation"]
        read.close()


def write(path: Path) -> None:
    store = store_for_writing(str(path))
    for game, entries in (_HELD_SINCE_2 | _HELD_SINCE_3).items():
        store.save([Change(header(game), 0, entries)])
    store.save([Change(header("aaaa"), 0, _HELD["aaaa"]), Change(_FETLAR, 0, _HELD["bbbb"])])
    store.close()


def test_there_is_a_file_for_each_version() -> None:
    names = [f"version-{number}.db" for number in range(1, len(MIGRATIONS) + 1)]
    assert sorted(path.name for path in _GOLDEN.iterdir()) == names


@pytest.mark.parametrize("golden", sorted(_GOLDEN.iterdir()), ids=lambda path: path.stem)
def test_a_store_of_any_version_opens_and_holds_what_it_held(golden: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    shutil.copy(golden, path)
    store = store_for_writing(str(path))
    since = _SINCE.get(golden.stem, _HELD_SINCE_2 | _HELD_SINCE_3)
    assert held_by(store) == _HELD | since
    assert [(each.id, each.result, each.plies) for each in store.summaries(limit=2)] == [
        ("bbbb", None, 0),
        ("aaaa", "defenders", len(MOVES)),
    ]
    assert replayed(game_at_start(store.header("aaaa")), store.entries("aaaa")).outcome
    store.save([Change(_FETLAR, 2, plies("d1-d3"))])
    assert store.entries("bbbb") == (*_HELD["bbbb"], *plies("d1-d3"))
    store.close()
    read = store_for_reading(str(path))
    assert read
    assert read.count() == len(_HELD | since)
    read.close()


if __name__ == "__main__":
    today = _GOLDEN / f"version-{len(MIGRATIONS)}.db"
    if today.exists():
        sys.exit(f"{today}: expected no file yet; a golden store is never written again")
    write(today)
