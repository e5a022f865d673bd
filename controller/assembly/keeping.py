"""Joins the game with the store: goes on with the last game, and keeps what follows."""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial

from controller.assembly.errors import UsageMistake
from controller.assembly.outside import Outside
from controller.bus.streams import Stream
from controller.bus.wire import write_event
from controller.daemon.keeper import Keeper
from controller.events.event import Event
from controller.notation.control import NO_CLOCK, parse_control
from controller.rules.compiled import Rules
from controller.rules.game import Game
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence, sentence
from controller.session.clock import Clock, new_clock, parse_clock
from controller.store.course import Course
from controller.store.errors import (
    EntryError,
    NoSuchGameError,
    StoreBusyError,
    StoreDamagedError,
    StoreError,
    StoreForeignError,
    StoreNewerError,
    StoreWriteError,
)
from controller.store.exporting import Kept, kept
from controller.store.folder import Folder, data_folder
from controller.store.replay import game_at_start, left_standing, replayed
from controller.store.store import Change, store_for_writing
from controller.store.stored_games import StoredGames, store_for_reading
from controller.store.writer import Aside, Trouble, Writer
from controller.supervision.tally import Tally

_PART = "store"
# A file that was set aside at the start: that lasts, whatever is written to the new one.
_ASIDE = "games"
# Whoever plays may keep these games elsewhere; whoever looks after games may not.
_BESIDE_ANOTHER = (
    "you can also choose another folder with --data, or give this board a name with --board-name"
)


@dataclass(frozen=True, slots=True)
class Keeping:
    """What keeps the games, and the game to go on with: its id, its course, where it stands.

    Its board was `left` with plies that were undone since, and not put back.
    """

    keeper: Keeper
    game: str | None = None
    position: Game | None = None
    clock: Clock | None = None
    course: Course = field(default_factory=Course)
    left: Game | None = None


def folder_of(data: str | None, board: str = "") -> Folder | None:
    """Return the folder of games for this run, None where none are kept.

    `board` is the name that somebody gave the board, empty for none.
    """
    path = data_folder(data, None, os.environ, board)
    return None if path is None else Folder(path)


@contextmanager
def keeping(
    folder: Folder | None,
    rules: Rules,
    outside: Outside,
    names: Mapping[Side, str],
    *,
    chosen: bool = True,
) -> Iterator[Keeping | None]:
    """Keep games while entered; None where none are kept.

    `chosen` says that somebody wants these rules, and goes on with no game by others.

    Raises:
        UsageMistake: another process uses the folder, or the file in it is not for this hnefi.
    """
    if folder is None:
        yield None
        return
    found, trouble = _last_game(folder, outside.tally)
    played = _position(found, rules if chosen else None, outside.tally)

    def release(event: Event) -> None:
        outside.outbox.put(Stream.EVENTS, partial(write_event, event))

    keeper = Keeper(rules.ruleset, _wall_ms, release, outside.alarm.ring, names)
    writer = _writer(folder, keeper, outside.tally)
    writer.start(trouble, Change(found.header, 0, found.entries) if found and played else None)
    try:
        if found and played:
            course = found.course
            keeper.resume(found.header, course)
            clock = _clock(course, played.rules, outside.tally)
            left = left_standing(game_at_start(found.header), found.entries)
            yield Keeping(keeper, found.header.id, played, clock, course, left)
        else:
            yield Keeping(keeper)
    finally:
        if not writer.close():
            outside.tally.note(sentence("store.unsaved", count=writer.backlog))
        folder.release()


def _writer(folder: Folder, keeper: Keeper, tally: Tally) -> Writer:
    """Return what writes to the disk all that a keeper keeps, and reports a disk that fails."""

    def troubled(trouble: Trouble | None) -> None:
        keeper.set_troubled(troubled=trouble is not None)
        if trouble is None:
            tally.end(_PART)
        else:
            tally.begin(_PART, _said(trouble))

    writer = Writer(folder, keeper.on_disk, troubled)
    keeper.connect(writer.put)
    return writer


def hold_folder(folder: Folder) -> None:
    """Hold a folder of games for this process.

    Raises:
        UsageMistake: another process uses it, or no games can be written to it.
    """
    try:
        _hold(folder)
        store_for_writing(str(folder.store)).close()
    except StoreError as error:
        raise UsageMistake(f"--data: {error}") from None


def check_folder(folder: Folder, key: str) -> None:
    """Make sure that no file stands where a folder is wanted; `key` says where it was named.

    Raises:
        UsageMistake: one does.
    """
    file = folder.in_its_place()
    if file is not None:
        raise UsageMistake(f"{key}: expected a folder, got the file {file}")


def _hold(folder: Folder) -> None:
    check_folder(folder, "--data")
    folder.hold()


def _last_game(folder: Folder, tally: Tally) -> tuple[Kept | None, StoreError | None]:
    """Return the game that can be gone on with, None without one; and why none can be saved now."""
    try:
        _hold(folder)
        with closing(store_for_writing(str(folder.store))) as store:
            return _open_game(store, tally), None
    except StoreBusyError as error:
        raise UsageMistake(f"--data: {error}; {_BESIDE_ANOTHER}") from None
    except (StoreNewerError, StoreForeignError) as error:
        raise UsageMistake(f"--data: {error}") from None
    except StoreDamagedError as error:
        tally.begin(_ASIDE, _said(Aside(_set_aside(folder), str(error))))
        return None, None
    except StoreError as error:
        return _last_game_read(folder, tally), error


def _last_game_read(folder: Folder, tally: Tally) -> Kept | None:
    """Return the game that can be gone on with where nothing can be written."""
    if not os.path.isfile(folder.store):  # noqa: PTH113 - Path.is_file raises where one may not look
        return None
    try:
        store = store_for_reading(str(folder.store))
        if store is None:
            return None
        with closing(store):
            return _open_game(store, tally)
    except (StoreNewerError, StoreForeignError) as error:
        raise UsageMistake(f"--data: {error}") from None
    except StoreError as error:
        tally.note(sentence("store.not_resumed", error=str(error)))
        return None


def _open_game(store: StoredGames, tally: Tally) -> Kept | None:
    try:
        game_id = store.open_game()
        return None if game_id is None else kept(store, game_id)
    except (EntryError, NoSuchGameError) as error:
        tally.note(sentence("store.not_resumed", error=str(error)))
        return None


def _set_aside(folder: Folder) -> str:
    try:
        return folder.set_aside().name
    except StoreWriteError:
        return folder.store.name


def _position(found: Kept | None, rules: Rules | None, tally: Tally) -> Game | None:
    """Return a game as it stands, None if it is not by the rules that are given."""
    if found is None:
        return None
    try:
        start = game_at_start(found.header)
        wanted = rules is None or rules.ruleset.plays_like(start.rules.ruleset)
        return replayed(start, found.entries) if wanted else None
    except EntryError as error:
        tally.note(sentence("store.not_resumed", error=str(error)))
        return None


def _clock(course: Course, rules: Rules, tally: Tally) -> Clock:
    """Return the clocks of a game as they stood last, whatever clocks later games have."""
    limit_s = 60.0 * rules.ruleset.ending.time_limit_minutes
    try:
        control = parse_control(course.control or NO_CLOCK)
        if course.clock:
            return parse_clock(course.clock, control, limit_s)
    except ValueError as error:
        tally.note(sentence("store.no_clock", error=str(error)))
        return new_clock(None, limit_s)
    return new_clock(control, limit_s)


def _said(trouble: Trouble) -> Sentence:
    if isinstance(trouble, Aside):
        return sentence("store.set_aside", name=trouble.name, error=trouble.why)
    return sentence("store.trouble", error=str(trouble))


def _wall_ms() -> int:
    return round(1000 * time.time())
