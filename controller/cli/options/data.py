"""The option that names the folder of games, and what opens it for the commands of the library."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options.together import refuse_empty

if TYPE_CHECKING:
    from controller.store.folder import Folder
    from controller.store.store import Store
    from controller.store.stored_games import StoredGames

DataOption = Annotated[
    str | None,
    typer.Option(
        "--data",
        metavar="DIR",
        help="The folder of the games. Default: that of this board, see docs/games.md.",
    ),
]
KeepOption = Annotated[
    str | None,
    typer.Option(
        "--data",
        metavar="DIR|none",
        help="Where games are kept, or none. Default: $STATE_DIRECTORY, else ~/.local/share/hnefi; "
        "in it boards/NAME for a board with a name.",
    ),
]


def find_folder(data: str | None, config: str | None) -> "Folder":
    """Return the folder of games: the one that is named, or that of the board of a configuration.

    Raises:
        UsageMistake: none is kept, or a file stands in its place.
    """
    from controller.cli.options.board import configured
    from controller.store.folder import Folder, data_folder

    refuse_empty({"--data": data})
    if data is None:
        chosen = configured(config)
        path = data_folder(None, chosen.store.folder, os.environ, chosen.bus.board_name)
    else:
        path = data_folder(data, None, os.environ)
    if path is None:
        raise UsageMistake("--data: expected a folder, got none")
    folder = Folder(path)
    file = folder.in_its_place()
    if file is not None:
        raise UsageMistake(f"--data: expected a folder, got the file {file}")
    return folder


def find_store(data: str | None, config: str | None) -> "Folder":
    """Return the folder of games, where a file holds them or will do so.

    Raises:
        UsageMistake: none is kept, or something else stands in the place of the folder or the file.
    """
    folder = find_folder(data, config)
    if folder.has_other_store():
        raise UsageMistake(f"{folder.store}: expected a file, got something else; move it away")
    return folder


@contextmanager
def library(data: str | None, config: str | None) -> "Iterator[StoredGames]":
    """Open the games of a folder to read them.

    Raises:
        UsageMistake: there are none yet, or they cannot be opened or read.
    """
    from controller.store.folder import has_games, is_closed
    from controller.store.stored_games import store_for_reading

    folder = find_store(data, config)
    with _in_one_line():
        if is_closed(folder.path) and not has_games(folder.path):
            raise nothing_in(folder)
        games = store_for_reading(str(folder.store)) if folder.store.is_file() else None
        if games is None:
            raise nothing_in(folder)
        with closing(games):
            yield games


@contextmanager
def library_to_change(data: str | None, config: str | None) -> "Iterator[Store]":
    """Open the games of a folder, made if need be; nobody else changes them meanwhile.

    Raises:
        UsageMistake: they cannot be opened, read or written.
    """
    from controller.store.store import store_for_writing

    folder = find_store(data, config)
    try:
        with _in_one_line():
            folder.hold()
            store = store_for_writing(str(folder.store))
            folder.sync()
            with closing(store):
                yield store
    finally:
        folder.release()


@contextmanager
def _in_one_line() -> "Iterator[None]":
    """Tell the user in one line what the store refuses."""
    from controller.store.errors import StoreDamagedError, StoreError

    try:
        yield
    except StoreDamagedError as error:
        raise UsageMistake(f"{error}; rescue what can be read with: hnefi games repair") from error
    except StoreError as error:
        raise UsageMistake(str(error)) from error


def nothing_in(folder: "Folder") -> UsageMistake:
    """Return the mistake of whoever looks for games in a folder that has none to be read."""
    from controller.store.folder import SERVICE_FOLDER, folders_with_games, is_closed

    if is_closed(folder.path):
        return UsageMistake(
            f"{folder.path}: expected games that you may read; {_sudo(folder.path)}"
        )
    cures = []
    if others := [str(each) for each in folders_with_games(os.environ)]:
        cures.append(f"there are some in {', '.join(others)}: use --data")
    if is_closed(SERVICE_FOLDER):
        cures.append(f"the service keeps its own, which you may not read: {_sudo(SERVICE_FOLDER)}")
    cure = "; ".join(cures or ["play one first"])
    return UsageMistake(f"{folder.path}: expected games, found none; {cure}")


def _sudo(folder: Path) -> str:
    return f"run sudo hnefi games list --data {folder}"


def full_id(games: "StoredGames", wanted: str) -> str:
    """Return the id that begins so.

    Raises:
        UsageMistake: no game or several games have such an id.
    """
    found = games.ids_like(wanted) if wanted else []
    if wanted in found or len(found) == 1:
        return wanted if wanted in found else found[0]
    expected = "more of the id, several games begin so" if found else "the id of a game"
    raise UsageMistake(f"{wanted[:40]!r}: expected {expected}; see hnefi games list")
