"""Adds games to a database entry by entry, and deletes them.

Blocks while the disk works; whoever must not wait uses `writer`.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from controller.rules.ruleset import Ruleset
from controller.store.course import Course, begun, followed
from controller.store.database import Database, open_for_writing
from controller.store.errors import EntriesMissingError
from controller.store.moments import day_of
from controller.store.records import Entry, Header
from controller.store.schema import migrate
from controller.store.stored_games import StoredGames


class Change(NamedTuple):
    """Entries of a game that come after `first` others; without entries the game only begins."""

    header: Header
    first: int
    entries: tuple[Entry, ...]


class Store(StoredGames):
    """Stored games that others are added to. Only one process opens it so; see `folder`."""

    def __init__(self, database: Database) -> None:
        """Take over a database that has the tables of today."""
        super().__init__(database)
        # The game that is played: its number and where it stands, so that it is not read again.
        self._played: tuple[str, int, Course] | None = None

    def save(self, changes: Sequence[Change]) -> None:
        """Write changes; all of them are on disk when this returns, or none.

        A change that is there already stays as it is, so a change may be saved again after an
        error that left open whether it was.

        Raises:
            EntriesMissingError: entries before the first of a change are missing.
            StoreError: the database cannot be written.
        """
        with self._all_or_nothing():
            for change in changes:
                self._save(change)

    def save_from_elsewhere(self, changes: Sequence[Change]) -> None:
        """Write games that were not played here, all or none of them.

        The game that is played stays the newest, so that the next start goes on with it.

        Raises:
            EntriesMissingError: entries before the first of a change are missing.
            StoreError: the database cannot be written.
        """
        with self._all_or_nothing():
            played = self.open_game()
            for change in changes:
                self._save(change)
            if played is not None:
                self._renew(played)

    def _renew(self, game_id: str) -> None:
        """Make a game the newest."""
        whole = Change(self.header(game_id), 0, self.entries(game_id))
        self._delete(game_id)
        self._save(whole)

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        try:
            with self.database.transaction():
                yield
        except BaseException:
            self._played = None
            raise

    def delete(self, game_id: str) -> None:
        """Delete a game.

        Raises:
            NoSuchGameError: there is none of this id.
        """
        with self._all_or_nothing():
            self._delete(game_id)

    def _delete(self, game_id: str) -> None:
        number = self.number_of(game_id)
        self._played = None
        for table in ("entry WHERE game", "summary WHERE game", "found WHERE rowid"):
            self.database.run(f"DELETE FROM {table} = ?", (number,))  # noqa: S608 - names of ours
        self.database.run("DELETE FROM game WHERE number = ?", (number,))

    def _save(self, change: Change) -> None:
        number, course = self._place(change.header)
        missing = change.first - course.entries
        if missing > 0:
            raise EntriesMissingError(
                f"game {change.header.id}: expected its first {change.first} entries, found "
                f"{course.entries}"
            )
        fresh = change.entries[-missing or None :] if missing else change.entries
        rows = [
            (number, course.entries + at, each.elapsed_ms, each.kind, each.what, each.clock or None)
            for at, each in enumerate(fresh, 1)
        ]
        self.database.run_many("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", rows)
        after = followed(course, fresh)
        self._summarise(number, after)
        words = _words(change.header, after)
        if not course.entries or words != _words(change.header, course):
            self.database.run(
                "INSERT OR REPLACE INTO found (rowid, words) VALUES (?, ?)", (number, words)
            )
        self._played = (change.header.id, number, after)

    def _place(self, header: Header) -> tuple[int, Course]:
        """Return a game's number and where it stands; a new game begins."""
        if self._played and self._played[0] == header.id:
            return self._played[1:]
        number = self.database.number("SELECT number FROM game WHERE id = ?", (header.id,))
        if number:
            return number, followed(begun(self.header(header.id)), self.entries(header.id))
        self.database.run(
            "INSERT INTO game (id, ruleset, started_ms, start) VALUES (?, ?, ?, ?)",
            (header.id, self._ruleset(header.ruleset), header.started_ms, header.start),
        )
        return self.number_of(header.id), begun(header)

    def _ruleset(self, data: str) -> int:
        known = "SELECT number FROM ruleset WHERE data = ?"
        number = self.database.number(known, (data,))
        if not number:
            name = Ruleset.model_validate_json(data).name
            self.database.run("INSERT INTO ruleset (name, data) VALUES (?, ?)", (name, data))
            number = self.database.number(known, (data,))
        return number

    def _summarise(self, number: int, course: Course) -> None:
        names, ended = (course.attackers, course.defenders), (course.result, course.shown_reason)
        values = (number, course.ended_ms, *names, *ended, len(course.plies))
        self.database.run("INSERT OR REPLACE INTO summary VALUES (?, ?, ?, ?, ?, ?, ?)", values)


def _words(header: Header, course: Course) -> str:
    """Return the words that a game is found by."""
    known = json.loads(header.ruleset)["name"], course.attackers, course.defenders
    return " ".join(
        (
            *known,
            course.result or "",
            course.shown_reason,
            header.id,
            day_of(header.started_ms),
        )
    )


def store_for_writing(path: str, vfs: str | None = None) -> Store:
    """Open a store, made or brought up to date if need be.

    Raises:
        StoreError: it cannot be opened, is damaged, newer, or another database.
    """
    database = open_for_writing(path, vfs)
    try:
        migrate(database, path)
        store = Store(database)
        store.check_rulesets(path)
    except BaseException:
        database.close()
        raise
    return store
