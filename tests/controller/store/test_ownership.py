"""Files in a folder of games belong to the owner of the folder, also where root makes them."""

import os
from pathlib import Path

import pytest

from controller.store.folder import Folder
from controller.store.ownership import make_file, make_folder, owner_to_be
from controller.store.store import store_for_writing
from tests.controller.store.places import SOMEBODY, folder_of_somebody, owners

ROOT = 0


def test_what_root_makes_goes_to_the_owner_of_the_folder_and_what_others_make_stays(
    tmp_path: Path,
) -> None:
    folder = tmp_path.stat()
    assert owner_to_be(folder, ROOT) == (folder.st_uid, folder.st_gid)
    assert owner_to_be(folder, SOMEBODY) is None


def test_a_store_and_all_beside_it_belong_to_the_owner_of_the_folder(tmp_path: Path) -> None:
    folder = Folder(folder_of_somebody(tmp_path))
    folder.hold()
    store = store_for_writing(str(folder.store))
    try:
        assert owners(folder.path) == dict.fromkeys(
            ("games.db", "games.db-shm", "games.db-wal", "lock"), (SOMEBODY, SOMEBODY)
        )
    finally:
        store.close()
        folder.release()


def test_new_folders_belong_to_the_owner_of_the_one_they_are_in(tmp_path: Path) -> None:
    place = folder_of_somebody(tmp_path)
    make_folder(place / "boards" / "attic")
    assert owners(place) == dict.fromkeys(("boards", "boards/attic"), (SOMEBODY, SOMEBODY))


@pytest.mark.parametrize("is_link", [False, True])
def test_what_is_there_already_keeps_its_owner(tmp_path: Path, *, is_link: bool) -> None:
    place, secret = folder_of_somebody(tmp_path), tmp_path / "secret"
    secret.touch()
    if is_link:
        (place / "games.db").symlink_to(secret)
    else:
        os.link(secret, place / "games.db")
    make_file(place / "games.db")
    assert (secret.stat().st_uid, secret.stat().st_gid) == (ROOT, os.getegid())


def test_where_nothing_can_be_made_nothing_is_said_yet(tmp_path: Path) -> None:
    make_file(tmp_path / "nowhere" / "games.db")
    assert list(tmp_path.iterdir()) == []
