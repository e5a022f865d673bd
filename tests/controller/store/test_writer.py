"""The writer's thread writes what it is given, whatever the disk does; nobody waits for it."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event

import pytest

from controller.store.errors import (
    StoreFaultError,
    StoreGoneError,
    StoreLogLostError,
    StoreWriteError,
)
from controller.store.folder import Folder
from controller.store.store import Change, Store, store_for_writing
from controller.store.stored_games import store_for_reading
from controller.store.writer import Aside, Trouble, Writer
from tests.controller.store.disk import Disk
from tests.controller.store.kept import MOVES, Held, header, held_by, one_by_one, plies
from tests.controller.store.places import closed
from tests.waiting import PATIENCE_S, wait_until

_CHANGES = one_by_one(header(), plies(*MOVES))


class Heard:
    """What a writer says: what is saved, and its troubles."""

    def __init__(self) -> None:
        self.saved: list[Change] = []
        self.troubles: list[Trouble | None] = []


@contextmanager
def writing(
    folder: Folder,
    open_store: Callable[[str], Store] = store_for_writing,
    before: Change | None = None,
) -> Iterator[tuple[Writer, Heard]]:
    heard = Heard()
    folder.hold()
    said = (heard.saved.extend, heard.troubles.append)
    writer = Writer(folder, *said, first_pause_s=0.01, open_store=open_store)
    writer.start(before=before)
    try:
        yield writer, heard
    finally:
        writer.close()
        folder.release()


def held_in(folder: Folder) -> Held:
    store = store_for_writing(str(folder.store))
    try:
        return held_by(store)
    finally:
        store.close()


def found_again(heard: Heard) -> StoreGoneError:
    """Wait for the fifth change, and return the one trouble before it, which is over."""
    wait_until(lambda: heard.saved[-1:] == _CHANGES[4:5], "the next change")
    gone, well = heard.troubles
    assert isinstance(gone, StoreGoneError)
    assert well is None
    return gone


def all_saved(heard: Heard, count: int) -> None:
    wait_until(lambda: len(heard.saved) == count, f"{count} changes on disk")


@contextmanager
def writing_with_one_saved(folder: Folder) -> Iterator[tuple[Writer, Heard]]:
    with writing(folder) as (writer, heard):
        writer.put(_CHANGES[1])
        all_saved(heard, 1)
        yield writer, heard


def test_what_is_put_is_saved_in_order_and_said_to_be(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "new" / "folder")
    with writing(folder) as (writer, heard):
        for change in _CHANGES:
            writer.put(change)
        assert writer.wait_until_at_most(0, PATIENCE_S)
        all_saved(heard, len(_CHANGES))
    assert (heard.saved, heard.troubles) == (_CHANGES, [])
    assert held_in(folder) == {"one": plies(*MOVES)}


def test_closing_writes_what_is_left(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    with writing(folder) as (writer, heard):
        for change in _CHANGES:
            writer.put(change)
        assert writer.close()
        assert heard.saved == _CHANGES


class Hanging(Store):
    """A store on a disk that does not answer until it is let go."""

    let_go = Event()

    def save(self, changes: Sequence[Change]) -> None:
        self.let_go.wait(PATIENCE_S)
        super().save(changes)


def test_nobody_waits_for_a_disk_that_hangs(tmp_path: Path) -> None:
    def hanging(path: str) -> Store:
        return Hanging(store_for_writing(path).database)

    with writing(Folder(tmp_path), hanging) as (writer, heard):
        for change in _CHANGES:
            writer.put(change)
        assert writer.backlog == len(_CHANGES)
        assert not writer.wait_until_at_most(0, 0.01)
        assert heard.saved == []
        Hanging.let_go.set()
        assert writer.wait_until_at_most(0, PATIENCE_S)


def test_a_full_disk_is_said_once_and_everything_is_written_when_there_is_room(
    tmp_path: Path,
) -> None:
    disk = Disk(name="full")
    disk.full = True
    with writing(Folder(tmp_path), lambda _: store_for_writing("/games.db", "full")) as (
        writer,
        heard,
    ):
        for change in _CHANGES:
            writer.put(change)
        wait_until(lambda: disk.refused > 3, "some attempts")
        assert heard.saved == []
        (trouble,) = heard.troubles
        assert isinstance(trouble, StoreWriteError)
        disk.full = False
        all_saved(heard, len(_CHANGES))
        assert heard.troubles == [trouble, None]
    store = store_for_writing("/games.db", "full")
    assert held_by(store) == {"one": plies(*MOVES)}
    store.close()


def test_a_read_only_folder_is_said_once(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.hold()
    with ExitStack() as opened:
        with closed(tmp_path, 0o500):
            writer, heard = opened.enter_context(writing(folder))
            writer.put(_CHANGES[0])
            wait_until(lambda: bool(heard.troubles), "a trouble")
            assert isinstance(heard.troubles[0], StoreWriteError)
        all_saved(heard, 1)


def test_a_damaged_file_is_set_aside_and_the_game_goes_to_a_new_one_whole(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    with writing(folder) as (writer, heard):
        for change in _CHANGES[:4]:
            writer.put(change)
        all_saved(heard, 4)
        with folder.store.open("r+b") as file:
            file.write(b"ruined " * 10_000)
        for beside in ("-wal", "-shm"):
            Path(f"{folder.store}{beside}").write_bytes(b"ruined " * 10_000)
        for change in _CHANGES[4:]:
            writer.put(change)
        wait_until(lambda: heard.saved[-1:] == _CHANGES[-1:], "the last change")
        log_lost, aside, well = heard.troubles
    assert isinstance(log_lost, StoreLogLostError)
    assert isinstance(aside, Aside)
    assert (aside.name, well) == ("games.db.damaged-1", None)
    assert folder.aside()[0].read_bytes().startswith(b"ruined")
    assert held_in(folder) == {"one": plies(*MOVES)}


class Faulty(Store):
    """A store with a fault: it cannot save one of the entries."""

    def save(self, changes: Sequence[Change]) -> None:
        if any(entry.what == MOVES[3] for change in changes for entry in change.entries):
            raise OverflowError("int too big")
        super().save(changes)


def test_an_unforeseen_error_is_said_once_and_all_that_came_before_it_is_saved(
    tmp_path: Path,
) -> None:
    def faulty(path: str) -> Store:
        return Faulty(store_for_writing(path).database)

    folder = Folder(tmp_path)
    with writing(folder, faulty) as (writer, heard):
        for change in _CHANGES:
            writer.put(change)
        all_saved(heard, 4)
        wait_until(lambda: len(heard.troubles) == 3, "the trouble with the entry alone")
        first, well, again = heard.troubles
        assert isinstance(first, StoreFaultError)
        assert (str(again), well) == (str(first), None)
        fault = "OverflowError: int too big; this is a fault of hnefi, please report it"
        assert str(first) == f"{folder.store}: {fault}"
        assert writer.backlog == len(_CHANGES) - 4
        assert not writer.close()
    assert held_in(folder) == {"one": plies(*MOVES[:3])}


def test_an_error_of_who_hears_of_it_does_not_end_the_writing(tmp_path: Path) -> None:
    calls = 0

    def saved(_: list[Change]) -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise KeyError("nobody has foreseen it")

    folder, troubles = Folder(tmp_path), list[Trouble | None]()
    folder.hold()
    writer = Writer(folder, saved, troubles.append, first_pause_s=0.01)
    writer.start()
    writer.put(_CHANGES[0])
    wait_until(lambda: bool(troubles), "the trouble")
    assert isinstance(troubles[0], StoreFaultError)
    for change in _CHANGES[1:]:
        writer.put(change)
    assert writer.close(PATIENCE_S)
    folder.release()
    assert troubles[1:] == [None]
    assert held_in(folder) == {"one": plies(*MOVES)}


@pytest.mark.parametrize("replaced", [False, True], ids=["deleted", "replaced"])
def test_a_file_that_is_deleted_is_said_and_the_game_goes_to_a_new_one_whole(
    tmp_path: Path, *, replaced: bool
) -> None:
    folder = Folder(tmp_path)
    with writing(folder) as (writer, heard):
        for change in _CHANGES[:4]:
            writer.put(change)
        all_saved(heard, 4)
        folder.store.unlink()
        if replaced:
            other = tmp_path / "other.db"
            store_for_writing(str(other)).close()
            other.rename(folder.store)
        writer.put(_CHANGES[4])
        gone = found_again(heard)
        for change in _CHANGES[5:]:
            writer.put(change)
    assert heard.troubles == [gone, None]
    assert held_in(folder) == {"one": plies(*MOVES)}


def test_where_the_folder_is_removed_it_is_made_again_and_the_game_goes_there_whole(
    tmp_path: Path,
) -> None:
    folder = Folder(tmp_path / "games")
    with writing(folder) as (writer, heard):
        for change in _CHANGES[:4]:
            writer.put(change)
        all_saved(heard, 4)
        shutil.rmtree(folder.path)
        writer.put(_CHANGES[4])
        found_again(heard)
    assert held_in(folder) == {"one": plies(*MOVES[:4])}


def test_what_must_be_written_again_counts_as_what_is_not_on_disk(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "games")
    with writing(folder) as (writer, heard):
        for change in _CHANGES[:4]:
            writer.put(change)
        all_saved(heard, 4)
        shutil.rmtree(folder.path)
        folder.path.touch()
        writer.put(_CHANGES[4])
        wait_until(lambda: len(heard.troubles) > 1, "an attempt to write it again")
        assert not writer.close()
        assert writer.backlog == len(MOVES[:4])


@pytest.mark.parametrize("replaced", [False, True], ids=["deleted", "replaced"])
def test_a_game_that_goes_on_after_a_start_goes_to_a_new_file_whole_too(
    tmp_path: Path, *, replaced: bool
) -> None:
    folder = Folder(tmp_path)
    store = store_for_writing(str(folder.store))
    store.save(_CHANGES[:4])
    store.close()
    before = Change(header(), 0, plies(*MOVES[:3]))
    with writing(folder, before=before) as (writer, heard):
        writer.put(_CHANGES[4])
        all_saved(heard, 1)
        folder.store.unlink()
        if replaced:
            other = tmp_path / "other.db"
            store_for_writing(str(other)).close()
            other.rename(folder.store)
        for change in _CHANGES[5:]:
            writer.put(change)
        wait_until(lambda: heard.saved[-1:] == _CHANGES[-1:], "the last change")
        gone, well = heard.troubles
    assert isinstance(gone, StoreGoneError)
    assert well is None
    assert held_in(folder) == {"one": plies(*MOVES)}


def put_in_its_place(folder: Folder) -> Path:
    """Put another store in the place of one that is open; return where that one is now."""
    other = folder.path / "other.db"
    store = store_for_writing(str(other))
    store.save([Change(header(each), 0, plies(*MOVES[:2])) for each in ("two", "three")])
    store.close()
    old = folder.store.rename(folder.path / "old.db")
    other.rename(folder.store)
    return old


_OTHERS = {"two": plies(*MOVES[:2]), "three": plies(*MOVES[:2])}


def test_a_file_that_is_put_in_its_place_keeps_its_games_and_the_old_one_is_complete(
    tmp_path: Path,
) -> None:
    folder = Folder(tmp_path)
    with writing(folder) as (writer, heard):
        for change in _CHANGES[:4]:
            writer.put(change)
        all_saved(heard, 4)
        old = put_in_its_place(folder)
        for change in _CHANGES[4:]:
            writer.put(change)
        wait_until(lambda: heard.saved[-1:] == _CHANGES[-1:], "the last change")
    assert held_in(folder) == _OTHERS | {"one": plies(*MOVES)}
    read = store_for_reading(str(old))
    assert read
    assert held_by(read) == {"one": plies(*MOVES[:3])}
    read.close()


def test_a_log_that_somebody_still_reads_does_not_stay_beside_another_file(
    tmp_path: Path,
) -> None:
    folder = Folder(tmp_path)
    with writing_with_one_saved(folder) as (writer, heard):
        read = store_for_reading(str(folder.store))
        assert read
        read.database.run("BEGIN")
        assert read.count() == 1
        put_in_its_place(folder)
        writer.put(_CHANGES[2])
        wait_until(lambda: heard.saved[-1:] == _CHANGES[2:3], "the next change")
        read.close()
    assert held_in(folder) == _OTHERS | {"one": plies(*MOVES[:2])}
    assert (tmp_path / "games.db.replaced-1-wal").exists()


def test_a_file_that_is_put_in_its_place_is_noticed_though_nobody_plays(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    with writing_with_one_saved(folder) as (_writer, heard):
        put_in_its_place(folder)
        wait_until(lambda: heard.troubles[1:] == [None], "a new file")
    assert held_in(folder) == _OTHERS | {"one": plies(*MOVES[:1])}


def test_a_file_that_is_put_in_its_place_just_before_the_end_keeps_its_games(
    tmp_path: Path,
) -> None:
    folder = Folder(tmp_path)
    with writing_with_one_saved(folder) as (_writer, _heard):
        old = put_in_its_place(folder)
    assert _OTHERS.items() <= held_in(folder).items()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.db", "lock", old.name]


def test_a_file_that_is_put_in_its_place_with_a_log_keeps_that_log(tmp_path: Path) -> None:
    folder, killed = Folder(tmp_path), tmp_path / "killed.db"
    store = store_for_writing(str(killed))
    store.save([Change(header("two"), 0, plies(*MOVES[:2]))])
    for beside in ("", "-wal"):
        shutil.copy(f"{killed}{beside}", tmp_path / f"copy.db{beside}")
    store.close()
    with writing_with_one_saved(folder) as (writer, heard):
        for beside in ("", "-wal", "-shm"):
            Path(f"{folder.store}{beside}").rename(tmp_path / f"old.db{beside}")
        for beside in ("-wal", ""):
            (tmp_path / f"copy.db{beside}").rename(f"{folder.store}{beside}")
        writer.put(_CHANGES[2])
        wait_until(lambda: heard.saved[-1:] == _CHANGES[2:3], "the next change")
    assert held_in(folder) == {"two": plies(*MOVES[:2]), "one": plies(*MOVES[:2])}


def emptied(folder: Folder) -> None:
    folder.store.write_bytes(b"")


def log_deleted(folder: Folder) -> None:
    Path(f"{folder.store}-wal").unlink()


def log_emptied(folder: Folder) -> None:
    Path(f"{folder.store}-wal").write_bytes(b"")


def log_overwritten(folder: Folder) -> None:
    log = Path(f"{folder.store}-wal")
    log.write_bytes(b"ruined " * (log.stat().st_size // 7))


HARMS = [emptied, log_deleted, log_emptied, log_overwritten]
LOG_LOST = "found it deleted or overwritten"


def killed(folder: Folder, copy: Path) -> Folder:
    """Return what a start would find after hnefi is killed just now."""
    shutil.copytree(folder.path, copy)
    for shared in copy.glob("*-shm"):
        shared.unlink()
    return Folder(copy)


@pytest.mark.parametrize(
    ("harm", "says", "leaves"),
    [
        (emptied, "somebody has emptied it", ["games.db.damaged-1"]),
        (log_deleted, LOG_LOST, []),
        (log_emptied, LOG_LOST, []),
        (log_overwritten, LOG_LOST, ["games.db.replaced-1-wal"]),
    ],
)
def test_files_that_are_harmed_are_noticed_though_nobody_plays_and_the_game_is_saved_again(
    tmp_path: Path, harm: Callable[[Folder], None], says: str, leaves: list[str]
) -> None:
    folder = Folder(tmp_path / "games")
    with writing(folder) as (writer, heard):
        for change in _CHANGES[:4]:
            writer.put(change)
        all_saved(heard, 4)
        harm(folder)
        wait_until(lambda: heard.troubles[1:] == [None], "all is well again")
        assert says in str(heard.troubles[0])
        assert held_in(killed(folder, tmp_path / "first")) == {"one": plies(*MOVES[:3])}
        for change in _CHANGES[4:]:
            writer.put(change)
        wait_until(lambda: heard.saved[-1:] == _CHANGES[-1:], "the last change")
        assert held_in(killed(folder, tmp_path / "then")) == {"one": plies(*MOVES)}
    assert len(heard.troubles) == 2
    aside = sorted(each.name for each in folder.path.iterdir() if "games.db." in each.name)
    assert aside == leaves


@pytest.mark.parametrize("harm", HARMS)
def test_a_ply_that_comes_before_the_harm_is_noticed_is_saved_with_all_before_it(
    tmp_path: Path, harm: Callable[[Folder], None]
) -> None:
    folder = Folder(tmp_path / "games")
    with writing_with_one_saved(folder) as (writer, heard):
        harm(folder)
        writer.put(_CHANGES[2])
        wait_until(lambda: heard.saved[-1:] == _CHANGES[2:3], "the next change")
        assert held_in(killed(folder, tmp_path / "copy")) == {"one": plies(*MOVES[:2])}
    assert held_in(folder) == {"one": plies(*MOVES[:2])}


def test_where_a_log_is_deleted_the_games_before_lose_nothing(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    with writing(folder) as (writer, heard):
        writer.put(Change(header("before"), 0, plies(*MOVES)))
        writer.put(_CHANGES[1])
        all_saved(heard, 2)
        log_deleted(folder)
        wait_until(lambda: heard.troubles[1:] == [None], "all is well again")
    assert held_in(folder) == {"before": plies(*MOVES), "one": plies(*MOVES[:1])}


def test_a_file_that_lacks_what_came_first_gets_the_game_whole(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    before = Change(header(), 0, plies(*MOVES[:3]))
    with writing(folder, before=before) as (writer, heard):
        writer.put(_CHANGES[4])
        wait_until(lambda: heard.saved[-1:] == _CHANGES[4:5], "the change")
        missing, well = heard.troubles
    assert str(missing) == "game one: expected its first 3 entries, found 0"
    assert well is None
    assert held_in(folder) == {"one": plies(*MOVES[:4])}


def test_a_writer_that_cannot_write_ends_and_says_what_is_not_on_disk(tmp_path: Path) -> None:
    disk = Disk(name="full")
    disk.full = True
    with writing(Folder(tmp_path), lambda _: store_for_writing("/games.db", "full")) as (
        writer,
        heard,
    ):
        writer.put(_CHANGES[0])
        wait_until(lambda: disk.refused > 0, "an attempt")
        assert not writer.close()
        assert heard.saved == []
