"""A store holds what was saved, finds it, and never changes it."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from controller.store.errors import (
    EntryError,
    NoSuchGameError,
    StoreDamagedError,
    StoreError,
    StoreForeignError,
    StoreNewerError,
    StoreWriteError,
)
from controller.store.exporting import Kept
from controller.store.records import Entry, Kind, Summary
from controller.store.rescue import rescued
from controller.store.schema import MIGRATIONS, migrate
from controller.store.store import Change, Store, store_for_writing
from controller.store.stored_games import store_for_reading
from tests.controller.store.kept import MOVES, Held, header, held_by, one_by_one, plies
from tests.controller.store.places import no_room, read_only


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def opened(path: Path) -> Store:
    return store_for_writing(str(path))


def saved(path: Path, *changes: Change) -> None:
    store = opened(path)
    store.save(changes)
    store.close()


def killed(path: Path, *changes: Change) -> None:
    """Save games as a program does that never comes to close its store."""
    beside = path.with_name("played.db")
    store = opened(beside)
    store.save(changes)
    for ending in ("", "-wal", "-shm"):
        shutil.copy(f"{beside}{ending}", f"{path}{ending}")
    store.close()


def read(path: Path) -> Held:
    store = store_for_reading(str(path))
    assert store
    with closing(store):
        return held_by(store)


def files_in(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir()}


def test_what_was_saved_is_there_after_the_store_is_opened_again(path: Path) -> None:
    entries = (*plies(*MOVES), Entry(9000, Kind.END, "draw agreement", "10 20"))
    saved(path, *one_by_one(header(), entries))
    store = opened(path)
    assert (store.header("one"), store.entries("one")) == (header(), entries)
    store.close()


def test_the_list_says_when_who_how_and_how_long_the_newest_game_first(path: Path) -> None:
    names = (Entry(0, Kind.NAMES, "attackers Anna"), Entry(0, Kind.NAMES, "defenders Björn Å"))
    end = Entry(90_000, Kind.END, "attackers resignation")
    saved(path, Change(header("one", 5000), 0, (*names, *plies(*MOVES[:3]), end)))
    saved(path, Change(header("two", None), 0, ()))
    store = opened(path)
    assert list(store.summaries()) == [
        Summary("two", None, None, "copenhagen", "", "", None, "unfinished", 0),
        Summary(
            "one", 5000, 95_000, "copenhagen", "Anna", "Björn Å", "attackers", "resignation", 3
        ),
    ]
    assert store.summary("one").ended_ms == 95_000
    store.close()


def test_a_game_whose_plies_were_all_taken_back_is_not_in_the_list_until_one_is_made(
    path: Path,
) -> None:
    tried = (*plies("d1-d3"), Entry(3000, Kind.TAKEBACK, ""))
    saved(
        path, Change(header("resigned"), 0, (*tried, Entry(0, Kind.END, "attackers resignation")))
    )
    saved(path, Change(header("imported"), 0, (Entry(0, Kind.NAMES, "attackers Anna"),)))
    saved(path, Change(header("tried"), 0, tried))
    store = opened(path)
    assert [each.id for each in store.summaries()] == ["imported", "resigned"]
    assert [each.id for each in store.summaries("unfinished")] == ["imported"]
    assert (store.summary("tried").plies, store.entries("tried")) == (0, tried)
    store.close()
    saved(path, Change(header("tried"), 2, plies("d1-d2", since_ms=5000)))
    store = opened(path)
    assert [each.id for each in store.summaries()] == ["tried", "imported", "resigned"]
    store.close()


def test_time_in_which_the_program_did_not_run_counts_for_the_end_on_the_wall(path: Path) -> None:
    entries = (Entry(1000, Kind.RESUMED, "700000"), Entry(3000, Kind.END, "draw agreement"))
    saved(path, Change(header("one", 5000), 0, entries))
    store = opened(path)
    assert store.summary("one").ended_ms == 702_000
    store.close()


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("", ["two", "one"]),
        ("ann", ["one"]),
        ("äNNÄ", ["one"]),
        ("nna", []),
        ("anna copen", ["one"]),
        ("anna fetlar", []),
        ("unfinished", ["two"]),
        ("resignation", ["one"]),
        ("1970-01-01", ["one"]),
        ("two", ["two"]),
        ("%", []),
        ("_", []),
        ("\\", []),
        ('"', []),
        ("anna OR two", []),
        ("1970-01", ["one"]),
    ],
)
def test_each_word_of_a_search_is_found_somewhere(
    path: Path, search: str, found: list[str]
) -> None:
    end = Entry(0, Kind.END, "attackers resignation")
    saved(path, Change(header("one", 0), 0, (Entry(0, Kind.NAMES, "attackers Anna"), end)))
    saved(path, Change(header("two", None), 0, ()))
    store = opened(path)
    assert [each.id for each in store.summaries(search)] == found
    assert [each.id for each in store.summaries(search, limit=1)] == found[:1]
    assert [each.id for each in store.summaries(search, before="two")] == found[-1:] * (
        "one" in found
    )
    store.close()


def test_a_change_that_is_saved_again_changes_nothing(path: Path) -> None:
    changes = one_by_one(header(), plies(*MOVES))
    store = opened(path)
    store.save(changes)
    store.save(changes)
    store.save([Change(header(), 2, (*plies(*MOVES[2:], since_ms=3000), *plies("a1-a2")))])
    assert store.entries("one") == (*plies(*MOVES), *plies("a1-a2"))
    store.close()


def test_a_change_with_a_gap_before_it_is_refused_and_nothing_of_it_stays(path: Path) -> None:
    store = opened(path)
    with pytest.raises(EntryError, match="game one: expected its first 1 entries, found 0"):
        store.save([Change(header("new"), 0, ()), Change(header(), 1, plies("a1-a2"))])
    assert held_by(store) == {}
    store.close()


def test_entries_can_never_be_changed(path: Path) -> None:
    saved(path, *one_by_one(header(), plies(*MOVES)))
    store = opened(path)
    with pytest.raises(StoreError, match="entries are only added"):
        store.database.run("UPDATE entry SET what = 'a1-a2'")
    store.close()


def test_only_the_newest_game_is_open_and_only_until_it_ends_or_is_abandoned(path: Path) -> None:
    store = opened(path)
    assert store.open_game() is None
    store.save([Change(header("one"), 0, plies(*MOVES[:1]))])
    assert store.open_game() == "one"
    store.save([Change(header("two"), 0, ())])
    assert store.open_game() == "two"
    store.save([Change(header("two"), 0, (Entry(0, Kind.ABANDONED),))])
    assert store.open_game() is None
    store.save([Change(header("two"), 1, (Entry(0, Kind.RESUMED, "1"),))])
    assert store.open_game() == "two"
    store.save([Change(header("two"), 2, (Entry(0, Kind.END, "draw agreement"),))])
    assert store.open_game() is None
    store.save([Change(header("two"), 3, (Entry(0, Kind.TAKEBACK),))])
    assert store.open_game() == "two"
    store.close()


@pytest.mark.parametrize(
    "brought", [plies(*MOVES[:3]), (*plies(*MOVES), Entry(9000, Kind.END, "draw agreement"))]
)
def test_a_game_from_elsewhere_does_not_take_the_place_of_the_one_that_is_played(
    path: Path, brought: tuple[Entry, ...]
) -> None:
    store = opened(path)
    mine, names = header("mine"), (Entry(0, Kind.NAMES, "attackers Anna"),)
    store.save(
        [Change(header("old"), 0, plies(*MOVES)), Change(mine, 0, (*names, *plies("d1-d3")))]
    )
    before = store.summary("mine")
    store.save_from_elsewhere([Change(header(each), 0, brought) for each in ("two", "three")])
    assert store.open_game() == "mine"
    assert [each.id for each in store.summaries()] == ["mine", "three", "two", "old"]
    assert [each.id for each in store.summaries("anna")] == ["mine"]
    assert (store.header("mine"), store.summary("mine")) == (mine, before)
    # It is played on as if nothing had happened.
    store.save([Change(mine, 2, plies("e5-e2", since_ms=2000))])
    assert store.entries("mine") == (*names, *plies("d1-d3", "e5-e2"))
    store.close()


def test_where_no_game_is_played_on_games_from_elsewhere_come_last(path: Path) -> None:
    store = opened(path)
    store.save_from_elsewhere([Change(header("one"), 0, plies(*MOVES))])
    store.save(
        [Change(header("two"), 0, (*plies(*MOVES), Entry(9000, Kind.END, "draw agreement")))]
    )
    store.save_from_elsewhere([Change(header("three"), 0, plies(*MOVES))])
    assert list(store.ids()) == ["one", "two", "three"]
    store.close()


def test_if_games_from_elsewhere_cannot_be_saved_the_one_that_is_played_stays(path: Path) -> None:
    store = opened(path)
    store.save([Change(header("mine"), 0, plies(*MOVES[:1]))])
    with pytest.raises(EntryError):
        store.save_from_elsewhere([Change(header("two"), 0, ()), Change(header("three"), 7, ())])
    assert held_by(store) == {"mine": plies(*MOVES[:1])}
    assert store.open_game() == "mine"
    store.close()


def test_a_deleted_game_is_gone_and_the_others_stay(path: Path) -> None:
    store = opened(path)
    store.save([Change(header("one"), 0, plies(*MOVES)), Change(header("two"), 0, plies(*MOVES))])
    store.delete("one")
    assert (held_by(store), store.count()) == ({"two": plies(*MOVES)}, 1)
    for refused in (store.delete, store.entries, store.header, store.summary):
        with pytest.raises(NoSuchGameError, match=r"^game 'one': expected the id of a game"):
            refused("one")
    store.close()


def test_a_game_is_found_by_how_its_id_begins(path: Path) -> None:
    store = opened(path)
    store.save([Change(header(each), 0, ()) for each in ("abc1", "abc2", "b%c")])
    assert store.ids_like("abc1") == ["abc1"]
    assert len(store.ids_like("abc")) == 2
    assert store.ids_like("b_") == store.ids_like("c") == []
    store.close()


def test_others_read_while_one_writes(path: Path) -> None:
    writer = opened(path)
    writer.save([Change(header(), 0, plies(*MOVES[:1]))])
    reader = store_for_reading(str(path))
    assert reader
    assert reader.entries("one") == plies(*MOVES[:1])
    writer.save([Change(header(), 1, plies(*MOVES[1:2], since_ms=2000))])
    assert reader.entries("one") == plies(*MOVES[:2])
    reader.close()
    writer.close()


@pytest.mark.parametrize("memory", ["none", "begun"])
def test_where_a_full_disk_has_no_room_for_shared_memory_games_are_read_all_the_same(
    path: Path, memory: str
) -> None:
    saved(path, Change(header(), 0, plies(*MOVES)))
    if memory == "begun":
        with no_room(), pytest.raises(StoreWriteError, match=r"\(database or disk is full\)$"):
            opened(path)
    before = files_in(path.parent)
    with no_room():
        assert read(path) == {"one": plies(*MOVES)}
    assert {**files_in(path.parent), **before} == files_in(path.parent)


@pytest.mark.parametrize("memory", ["gone", "empty"])
@pytest.mark.parametrize("place", ["full", "read-only"])
def test_what_only_the_log_of_a_killed_program_has_is_read_where_nothing_can_be_written(
    path: Path, memory: str, place: str
) -> None:
    killed(path, Change(header(), 0, plies(*MOVES)))
    shared = Path(f"{path}-shm")
    shared.unlink()
    if memory == "empty":
        shared.touch()
    log = Path(f"{path}-wal").read_bytes()
    assert len(log) > path.stat().st_size
    with no_room() if place == "full" else read_only(path.parent):
        assert read(path) == {"one": plies(*MOVES)}
        assert Path(f"{path}-wal").read_bytes() == log
    assert read(path) == {"one": plies(*MOVES)}


def test_a_store_without_anything_in_it_is_no_store_to_read(path: Path) -> None:
    path.touch()
    assert store_for_reading(str(path)) is None


def test_a_store_of_a_newer_version_is_refused_and_stays_as_it_is(path: Path) -> None:
    saved(path, Change(header(), 0, plies(*MOVES)))
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    for refused in (store_for_writing, store_for_reading):
        with pytest.raises(StoreNewerError, match="version 3 or older, got version 99; use the"):
            refused(str(path))
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT count(*) FROM entry").fetchone() == (len(MOVES),)
    database.close()


def test_a_database_of_another_program_is_refused_and_stays_as_it_is(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE theirs (x)")
    database.close()
    before = path.read_bytes()
    for refused in (store_for_writing, store_for_reading):
        with pytest.raises(StoreForeignError, match="expected a store of hnefi"):
            refused(str(path))
    assert path.read_bytes() == before


def test_what_is_no_database_is_damaged(path: Path) -> None:
    path.write_bytes(b"no database " * 1000)
    for refused in (store_for_writing, store_for_reading):
        with pytest.raises(StoreDamagedError, match="expected a sound store"):
            refused(str(path))


def test_an_older_store_is_brought_up_to_date_and_keeps_its_games(path: Path) -> None:
    saved(path, Change(header(), 0, plies(*MOVES)))
    store = opened(path)
    added = "ALTER TABLE game ADD COLUMN place TEXT; CREATE TABLE more (x) STRICT;"
    with pytest.raises(StoreError, match=r"unknown datatype|missing datatype"):
        migrate(store.database, str(path), (*MIGRATIONS, added))
    # All or nothing: the first statement of the script is undone with the second.
    migrate(store.database, str(path), (*MIGRATIONS, added.replace("(x)", "(x INT)")))
    assert store.database.row("SELECT id, place FROM game") == ("one", None)
    assert store.database.number("PRAGMA user_version") == len(MIGRATIONS) + 1
    assert store.entries("one") == plies(*MOVES)
    store.close()


def test_each_commit_waits_for_the_disk(path: Path) -> None:
    store = opened(path)
    assert store.database.row("PRAGMA synchronous") == (3,)
    assert store.database.row("PRAGMA journal_mode") == ("wal",)
    store.close()


@pytest.mark.parametrize("open_store", [store_for_writing, store_for_reading])
def test_an_empty_file_beside_a_log_is_damaged_and_the_log_stays(
    path: Path, open_store: Callable[[str], object]
) -> None:
    killed(path, *one_by_one(header(), plies(*MOVES)))
    path.write_bytes(b"")
    log = Path(f"{path}-wal")
    saved = log.read_bytes()
    with pytest.raises(StoreDamagedError, match="it is empty, its log is not"):
        open_store(str(path))
    assert log.read_bytes() == saved
    found = [each for each in rescued(path) if isinstance(each, Kept)]
    assert {each.header.id: each.entries for each in found} == {"one": plies(*MOVES)}
