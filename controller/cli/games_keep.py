"""`hnefi games delete`, `backup`, `restore` and `repair`: looking after the store."""

from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake, shown
from controller.cli.complaining import complain
from controller.cli.options import offering
from controller.cli.options.board import ConfigOption
from controller.cli.options.data import (
    DataOption,
    find_folder,
    find_store,
    full_id,
    library,
    library_to_change,
    nothing_in,
)
from controller.cli.options.files import new_file
from controller.cli.printing import print_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.store.exporting import Kept
    from controller.store.folder import Folder
    from controller.store.store import Store


def delete(
    *,
    wanted: Annotated[
        str,
        typer.Argument(
            metavar="ID", autocompletion=offering.games, help="The id, or how it begins."
        ),
    ],
    yes: Annotated[
        bool, typer.Option("--yes", help="Really delete it; nothing undoes this.")
    ] = False,
    data: DataOption = None,
    config: ConfigOption = None,
) -> None:
    """Delete a game for good."""
    with library_to_change(data, config) as store:
        game_id = full_id(store, wanted)
        if not yes:
            plies = store.summary(game_id).plies
            raise UsageMistake(f"{game_id}: {plies} moves would be gone for good; add --yes")
        store.delete(game_id)
    print_lines(f"{game_id} is deleted.")


def backup(
    *,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A new file.")],
    data: DataOption = None,
    config: ConfigOption = None,
) -> None:
    """Write all games to one file, also while a game is played."""
    from controller.store.folder import sync_folder

    target = new_file(file)
    beside = target.with_name(f"{target.name}.part")
    with library(data, config) as store:
        with _gone_at_the_end(beside):
            store.database.copy_to(beside)
            beside.rename(target)
            sync_folder(target.parent)
        print_lines(f"{_games(store.count())} copied to {file}.")


def restore(
    *,
    file: Annotated[str, typer.Argument(metavar="FILE", help="What `games backup` wrote.")],
    data: DataOption = None,
    config: ConfigOption = None,
) -> None:
    """Put a backup in place; what was there before is set aside."""
    from controller.store.errors import StoreError

    if not Path(file).is_file():
        raise UsageMistake(f"{shown(file)}: expected a file that games backup wrote, found none")
    folder = find_folder(data, config)
    try:
        folder.hold()
        count, aside = _put_in_place(file, folder)
    except StoreError as error:
        raise UsageMistake(str(error)) from error
    finally:
        folder.release()
    kept = f" What was there before is {aside}." if aside else ""
    print_lines(f"{_games(count)} restored.{kept}")


def _put_in_place(file: str, folder: "Folder") -> tuple[int, Path | None]:
    """Put a backup in the place of the store; return how many games it has, and what was there."""
    from controller.store.folder import REPLACED

    beside = folder.path / "restored.part"
    with _gone_at_the_end(beside):
        count = _copy(file, beside)
        aside = folder.set_aside(REPLACED) if folder.store.exists() else None
        beside.replace(folder.store)
        folder.sync()
    return count, aside


def _copy(file: str, target: Path) -> int:
    """Copy a backup that is sound into a new file; return how many games it has."""
    from controller.store.ownership import make_file
    from controller.store.stored_games import store_for_reading

    given = store_for_reading(file)
    if given is None:
        raise UsageMistake(f"{file}: expected games, found an empty file")
    with closing(given):
        for fault in given.faults():
            raise UsageMistake(f"{file}: expected a sound backup ({fault})")
        make_file(target)
        given.database.copy_to(target)
        return given.count()


@contextmanager
def _gone_at_the_end(file: Path) -> "Iterator[None]":
    """Take away what stands where a file is made, and what is left there of a failed attempt.

    Where nothing may be taken away, nothing is written either, and that is said.
    """
    _take_away(file)
    try:
        yield
    finally:
        _take_away(file)


def _take_away(file: Path) -> None:
    """Take a file away, and what SQLite notes beside it while it writes."""
    for each in (file, Path(f"{file}-journal")):
        with suppress(OSError):
            each.unlink(missing_ok=True)


def repair(*, data: DataOption = None, config: ConfigOption = None) -> None:
    """Rescue what can be read of damaged files."""
    from controller.store.errors import StoreError
    from controller.store.store import store_for_writing

    folder = find_store(data, config)
    if not folder.store.exists() and not folder.aside():
        raise nothing_in(folder)
    try:
        folder.hold()
        _set_aside_if_damaged(folder)
        with closing(store_for_writing(str(folder.store))) as store:
            saved, lost = _rescue(folder, store)
            total = store.count()
    except StoreError as error:
        raise UsageMistake(str(error)) from error
    finally:
        folder.release()
    print_lines(f"{_games(saved)} rescued, {lost} lost or incomplete; the store holds {total}.")
    raise typer.Exit(1 if lost else 0)


def _rescue(folder: "Folder", store: "Store") -> tuple[int, int]:
    """Save what can be read of the files set aside; return how many games were, and were not."""
    from controller.store.folder import RESCUED
    from controller.store.rescue import LostGame, rescued

    is_new, saved, lost = not store.count(), 0, 0
    for path in folder.aside():
        for found in rescued(path):
            if isinstance(found, LostGame):
                lost += 1
                complain(f"{path.name}: {found.game}: {found.why}")
            elif not store.has(found.header.id):
                _keep(store, found, played_on=is_new)
                saved += 1
        folder.set_aside(RESCUED, path)
    return saved, lost


def _keep(store: "Store", rescued: "Kept", *, played_on: bool) -> None:
    """Keep a rescued game; where other games came after it, nobody plays it on."""
    from controller.store.store import Change

    if played_on:
        store.save([Change(rescued.header, 0, rescued.entries)])
    else:
        game = rescued.left_as_it_stands()
        store.save_from_elsewhere([Change(game.header, 0, game.entries)])


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"


def _set_aside_if_damaged(folder: "Folder") -> None:
    from controller.store.errors import StoreDamagedError
    from controller.store.store import store_for_writing

    try:
        with closing(store_for_writing(str(folder.store))) as store:
            fault = next(store.faults(), None)
    except StoreDamagedError as error:
        fault = str(error)
    if fault:
        aside = folder.set_aside()
        print_lines(f"The store is damaged ({fault}); it is set aside as {aside.name}.")
