"""Where games are kept, and that only one process at a time writes them."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from controller.store.errors import StoreBusyError, StoreWriteError
from controller.store.folder import (
    REPLACED,
    Folder,
    data_folder,
    folders_with_games,
    has_games,
    is_closed,
)
from tests.controller.store.places import closed, read_only


@pytest.mark.parametrize(
    ("chosen", "configured", "environment", "folder"),
    [
        ("/a", "/b", {"STATE_DIRECTORY": "/c"}, "/a"),
        (None, "/b", {"STATE_DIRECTORY": "/c"}, "/b"),
        (None, None, {"STATE_DIRECTORY": "/c:/d", "XDG_DATA_HOME": "/e"}, "/c"),
        (None, None, {"XDG_DATA_HOME": "/e"}, "/e/hnefi"),
        (None, None, {"XDG_DATA_HOME": "not/absolute"}, "~/.local/share/hnefi"),
        (None, None, {}, "~/.local/share/hnefi"),
        ("none", "/b", {"STATE_DIRECTORY": "/c"}, None),
        (None, "none", {"STATE_DIRECTORY": "/c"}, None),
    ],
)
def test_the_nearest_choice_of_a_folder_counts(
    chosen: str | None, configured: str | None, environment: dict[str, str], folder: str | None
) -> None:
    expected = None if folder is None else Path(folder).expanduser()
    assert data_folder(chosen, configured, environment) == expected


@pytest.mark.parametrize("beyond", ["", "games"])
def test_a_link_that_leads_nowhere_is_named_with_where_it_leads(
    tmp_path: Path, beyond: str
) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "disk")
    with pytest.raises(StoreWriteError) as refused:
        Folder(link / beyond).hold()
    assert str(refused.value) == (
        f"{link / beyond}: expected a folder to write games to "
        f"({link} is a link to {tmp_path / 'disk'}, which is not there)"
    )


def test_a_board_with_a_name_has_a_folder_of_its_own_unless_somebody_names_one() -> None:
    environment = {"XDG_DATA_HOME": "/e"}
    assert data_folder(None, None, environment, "hall-7") == Path("/e/hnefi/boards/hall-7")
    assert data_folder(None, None, {"STATE_DIRECTORY": "/c"}, "attic") == Path("/c/boards/attic")
    for chosen, configured in (("/a", None), (None, "/a")):
        assert data_folder(chosen, configured, environment, "hall-7") == Path("/a")
    assert data_folder("none", None, environment, "hall-7") is None


def test_the_folders_with_games_are_found_with_or_without_a_name(tmp_path: Path) -> None:
    environment = {"XDG_DATA_HOME": str(tmp_path)}
    assert folders_with_games(environment) == []
    usual = tmp_path / "hnefi"
    for folder in (usual, usual / "boards" / "b", usual / "boards" / "a", usual / "boards" / "no"):
        folder.mkdir(parents=True, exist_ok=True)
        if folder.name != "no":
            (folder / "games.db").touch()
    assert folders_with_games(environment) == [
        usual,
        usual / "boards" / "a",
        usual / "boards" / "b",
    ]


def test_the_folder_of_the_service_is_found_too_and_those_of_its_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, attic = tmp_path / "service", tmp_path / "service" / "boards" / "attic"
    monkeypatch.setattr("controller.store.folder.SERVICE_FOLDER", service)
    attic.mkdir(parents=True)
    for each in (service, attic):
        (each / "games.db").touch()
    assert folders_with_games({"XDG_DATA_HOME": str(tmp_path)}) == [service, attic]
    # The service itself looks there first, and finds nothing twice.
    assert folders_with_games({"STATE_DIRECTORY": str(service)}) == [service, attic]


@pytest.mark.parametrize("name", ["", "boards", "games.db"])
def test_a_folder_is_closed_to_whoever_may_not_read_what_may_be_in_it(name: str) -> None:
    with TemporaryDirectory() as made:
        Path(made).chmod(0o755)
        games = Path(made) / "games"
        (games / "boards").mkdir(parents=True)
        (games / "games.db").touch()
        assert (has_games(games), is_closed(games)) == (True, False)
        with closed(games / name):
            assert (has_games(games), is_closed(games)) == (name == "boards", True)


def test_only_one_holds_a_folder_until_it_lets_go(tmp_path: Path) -> None:
    one, other = Folder(tmp_path / "games"), Folder(tmp_path / "games")
    one.hold()
    one.hold()
    with pytest.raises(StoreBusyError, match="expected a folder that no other program uses"):
        other.hold()
    one.release()
    other.hold()
    other.release()


def test_a_folder_that_was_removed_or_replaced_is_made_and_held_again(tmp_path: Path) -> None:
    one, other = Folder(tmp_path / "games"), Folder(tmp_path / "games")
    one.hold()
    shutil.rmtree(one.path)
    one.hold()
    with pytest.raises(StoreBusyError):
        other.hold()
    one.path.rename(tmp_path / "away")
    other.hold()
    with pytest.raises(StoreBusyError):
        one.hold()
    other.release()
    one.hold()
    one.release()


def test_who_cannot_write_does_not_go_on_with_what_another_process_plays(tmp_path: Path) -> None:
    one, other = Folder(tmp_path), Folder(tmp_path)
    one.hold()
    with read_only(tmp_path):
        with pytest.raises(StoreBusyError):
            other.hold()
        one.release()
        other.hold()
    other.release()


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreWriteError, match="expected a folder to write games to"):
        Folder(tmp_path / "file" / "games").hold()


def test_what_is_set_aside_never_replaces_what_was_set_aside_before(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    for text in ("first", "second"):
        folder.store.write_text(text)
        (tmp_path / "games.db-wal").write_text(f"log of the {text}")
        folder.set_aside()
    folder.store.write_text("third")
    folder.set_aside(REPLACED)
    found = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert found == {
        "games.db.damaged-1": "first",
        "games.db.damaged-1-wal": "log of the first",
        "games.db.damaged-2": "second",
        "games.db.damaged-2-wal": "log of the second",
        "games.db.replaced-1": "third",
    }
    assert [path.name for path in folder.aside()] == ["games.db.damaged-1", "games.db.damaged-2"]


def test_a_log_of_a_file_that_is_gone_is_set_aside_with_what_is_still_in_it(tmp_path: Path) -> None:
    folder, log = Folder(tmp_path), tmp_path / "games.db-wal"
    for number in (1, 2):
        log.write_text(f"plies {number}")
        (tmp_path / "games.db-shm").touch()
        folder.drop_log(folder.file_number("-wal"))
    log.touch()
    folder.drop_log(folder.file_number("-wal"))
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "games.db.replaced-1-wal": "plies 1",
        "games.db.replaced-2-wal": "plies 2",
    }


def test_a_log_that_came_with_another_file_stays(tmp_path: Path) -> None:
    folder, log = Folder(tmp_path), tmp_path / "games.db-wal"
    log.write_text("of the old file")
    number = folder.file_number("-wal")
    log.rename(tmp_path / "old.db-wal")
    log.write_text("of the new one")
    folder.drop_log(number)
    folder.drop_log(None)
    assert log.read_text() == "of the new one"
