"""Writes games in a thread of its own: nobody who hands something over ever waits for the disk.

What cannot be written is kept in memory, said once, and written when that is possible again. A
damaged file is set aside, and the game that is played goes to a new one from its first entry; so it
does where somebody has deleted the file, and where the log beside it is lost it is written again.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from controller.store.errors import (
    EntriesMissingError,
    StoreDamagedError,
    StoreError,
    StoreFaultError,
    StoreGoneError,
    StoreLogLostError,
)
from controller.store.folder import Folder
from controller.store.open_files import OpenFiles
from controller.store.records import Entry
from controller.store.store import Change, Store, store_for_writing

# After a failure the next attempt waits so long, then twice as long, up to the longest pause.
_FIRST_PAUSE_S = 0.5
_LONGEST_PAUSE_S = 15.0
# So often it looks whether its files are in their places, and whole.
_LOOK_S = 2.0
# One transaction takes at most this many changes; what simulated people play comes in thousands.
_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Aside:
    """A damaged file was set aside under this name; `why` says what is wrong with it."""

    name: str
    why: str


Trouble = StoreError | Aside


class _Played:
    """What was written of one game: many entries, so they are kept without their changes."""

    def __init__(self) -> None:
        self._first: Change | None = None
        self._entries: list[Entry] = []

    def add(self, change: Change) -> None:
        """Add a change that goes on from the last one, or begins with another game."""
        if self._first is None or self._first.header.id != change.header.id:
            self._first, self._entries = change, []
        # A change may have been written twice.
        del self._entries[max(0, change.first - self._first.first) :]
        self._entries += change.entries

    def take(self) -> list[Change]:
        """Return all of it, and forget it."""
        first, self._first = self._first, None
        return [] if first is None else [first._replace(entries=tuple(self._entries))]


class Writer:
    """A thread that writes to the store of a folder, from `start` to `close`.

    `saved` is called in that thread with the changes that are on disk now, and `troubled` with
    what keeps it from writing, or None once it writes again.
    """

    def __init__(
        self,
        folder: Folder,
        saved: Callable[[list[Change]], None],
        troubled: Callable[[Trouble | None], None],
        *,
        first_pause_s: float = _FIRST_PAUSE_S,
        open_store: Callable[[str], Store] = store_for_writing,
    ) -> None:
        """Prepare the thread; it takes hold of the folder when it writes."""
        self._open_store = open_store
        self._folder = folder
        self._saved = saved
        self._troubled = troubled
        self._first_pause_s = self._pause_s = first_pause_s
        self._changed = threading.Condition()
        self._waiting: list[Change] = []
        self._closing = False
        # All of the game that is played, for a new file in place of a damaged one.
        self._played = _Played()
        self._store: Store | None = None
        self._files: OpenFiles | None = None  # those of the store that is open
        self._at_once = _AT_ONCE
        self._in_trouble: str | None = None
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)

    def start(self, trouble: StoreError | None = None, before: Change | None = None) -> None:
        """Start the thread; `trouble` is why the store could not be opened just now.

        `before` is all that an earlier run has written of the game that goes on.
        """
        if before is not None:
            self._played.add(before)
        if trouble is not None:
            self._fail(trouble)
        self._thread.start()

    def put(self, change: Change) -> None:
        """Hand a change over, from any thread; returns at once."""
        with self._changed:
            self._waiting.append(change)
            self._changed.notify_all()

    @property
    def backlog(self) -> int:
        """How much is not on disk yet; a game that is written again counts entry by entry."""
        with self._changed:
            return sum(max(1, len(change.entries)) for change in self._waiting)

    def wait_until_at_most(self, changes: int, timeout_s: float) -> bool:
        """Wait until no more changes than this are to be written; return whether that is so.

        For those who play faster than disks write, and have no sensors to read.
        """
        with self._changed:
            return self._changed.wait_for(lambda: len(self._waiting) <= changes, timeout_s)

    def close(self, timeout_s: float = 5.0) -> bool:
        """Write what is left, and end the thread; return whether everything is on disk."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if self._thread.ident is not None:
            self._thread.join(timeout_s)
        return not self._waiting

    # In the thread ------------------------------------------------------------------------

    def _run(self) -> None:
        while (batch := self._next()) is not None:
            trouble = self._tried(batch)
            if trouble is None:
                continue
            self._fail(trouble)
            if self._closing:
                break
            self._pause()
        if self._store is not None:
            self._close(self._store)

    def _tried(self, batch: list[Change]) -> StoreError | None:
        """Write changes; return what has kept them from being written."""
        try:
            self._write(batch)
            self._done(batch)
        except StoreError as error:
            return error
        except Exception as error:  # noqa: BLE001 - whatever it is, nobody may take it for saved
            # One by one from now on: all that comes before the one it fails at reaches the disk.
            self._at_once = 1
            what = f"{self._folder.store}: {type(error).__name__}: {error}"
            return StoreFaultError(f"{what}; this is a fault of hnefi, please report it")
        return None

    def _next(self) -> list[Change] | None:
        """Wait for changes and return them, None when it is time to end.

        In trouble there need be none: whoever waits for its end has played nothing, maybe. Nor
        where something has happened to the files that are written to.
        """
        while True:
            with self._changed:
                if self._changed.wait_for(self._has_something_to_do, _LOOK_S):
                    ends = self._closing and not self._waiting
                    return None if ends else self._waiting[: self._at_once]
            # Without the lock, because nobody who hands something over waits for a disk.
            if self._files is not None and self._files.are_amiss():
                return []

    def _has_something_to_do(self) -> bool:
        return bool(self._waiting or self._closing or self._in_trouble)

    def _write(self, batch: list[Change]) -> None:
        if self._store is None or self._files is None:
            self._folder.hold()
            self._store = self._open_store(str(self._folder.store))
            self._folder.sync()
            self._files = OpenFiles(self._folder)
            if self._in_trouble is not None:
                # What failed to reach the disk may only seem to be in the log: write it again.
                self._store.database.settle()
        # A log with more in it than the file has would be harder to part from that file.
        self._files.check()
        self._store.save(batch)
        if batch:
            self._files.saved()
        self._files.check()

    def _done(self, batch: list[Change]) -> None:
        for change in batch:
            self._played.add(change)
        with self._changed:
            del self._waiting[: len(batch)]
            if not self._waiting:
                self._at_once = _AT_ONCE
            self._changed.notify_all()
        if self._in_trouble is not None:
            self._in_trouble, self._pause_s = None, self._first_pause_s
            self._troubled(None)
        self._saved(batch)

    def _close(self, store: Store) -> None:
        """Close a file; leave no log beside it, or in its place, that does not belong to it."""
        files, self._store, self._files = self._files, None, None
        lost = files is not None and (files.are_gone() or not files.log_is_in_place())
        overwritten = files is not None and not lost and files.log_is_overwritten()
        if overwritten:
            store.database.leave_log()
        elif lost:
            with suppress(StoreError):
                store.database.settle()
        store.close()
        if files is not None and (lost or overwritten):
            with suppress(StoreError):
                files.drop_log()

    def _fail(self, error: StoreError) -> None:
        if self._store is not None:
            self._close(self._store)
        trouble: Trouble = error
        if isinstance(error, StoreDamagedError):
            try:
                trouble = Aside(self._folder.set_aside().name, str(error))
            except StoreError as failure:
                trouble = failure
            else:
                self._begin_again()
        elif isinstance(error, StoreGoneError | StoreLogLostError | EntriesMissingError):
            self._begin_again()
        if str(trouble) != self._in_trouble:
            self._in_trouble = str(trouble)
            self._troubled(trouble)

    def _begin_again(self) -> None:
        """Write all of the game that is played once more, at once: another file takes it."""
        whole = self._played.take()
        with self._changed:
            self._waiting[:0] = whole
        if whole:
            self._pause_s = 0.0

    def _pause(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._closing, self._pause_s)
        self._pause_s = min(_LONGEST_PAUSE_S, max(self._first_pause_s, 2 * self._pause_s))
