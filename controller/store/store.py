"""The games in one database: added entry by entry, found by search, read one by one.

Blocks while the disk works; whoever must not wait uses `writer`.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from controller.rules.ruleset import Ruleset
from controller.store.course import Course, begun, followed
from controller.store.database import Database, Value, open_for_reading, open_for_writing
from controller.store.errors import EntryError, NoSuchGameError
from controller.store.moments import day_of
from controller.store.records import Entry, Header, Kind, Summary
from controller.store.schema import migrate, version_of


class Change(NamedTuple):
    """Entries of a game that come after `first` others; without entries the game only begins."""

    header: Header
    first: int
    entries: tuple[Entry, ...]


class Store:
    """An open store. Only one process opens it for writing; see `folder`."""

    def __init__(self, database: Database) -> None:
        """Take over a database that has the tables of today."""
        self.database = database
        # The game that is played: its number and where it stands, so that it is not read again.
        self._played: tuple[str, int, Course] | None = None

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    # Writing ------------------------------------------------------------------------------

    def save(self, changes: Sequence[Change]) -> None:
        """Write changes; all of them are on disk when this returns, or none.

        A change that is there already stays as it is, so a change may be saved again after an
        error that left open whether it was.

        Raises:
            EntryError: entries before the first of a change are missing.
            StoreError: the database cannot be written.
        """
        with self._all_or_nothing():
            for change in changes:
                self._save(change)

    def save_from_elsewhere(self, changes: Sequence[Change]) -> None:
        """Write games that were not played here, all or none of them.

        The game that is played stays the newest, so that the next start goes on with it.

        Raises:
            EntryError: entries before the first of a change are missing.
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
        number = self._number(game_id)
        self._played = None
        for table in ("entry WHERE game", "summary WHERE game", "found WHERE rowid"):
            self.database.run(f"DELETE FROM {table} = ?", (number,))  # noqa: S608 - names of ours
        self.database.run("DELETE FROM game WHERE number = ?", (number,))

    def _save(self, change: Change) -> None:
        number, course = self._place(change.header)
        missing = change.first - course.entries
        if missing > 0:
            raise EntryError(f"game {change.header.id}: expected entry {course.entries + 1} first")
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
        found = self.database.row("SELECT number FROM game WHERE id = ?", (header.id,))
        if found is not None:
            number = _integer(found[0])
            return number, followed(begun(self.header(header.id)), self.entries(header.id))
        self.database.run(
            "INSERT INTO game (id, ruleset, started_ms, start) VALUES (?, ?, ?, ?)",
            (header.id, self._ruleset(header.ruleset), header.started_ms, header.start),
        )
        return self._number(header.id), begun(header)

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

    # Reading ------------------------------------------------------------------------------

    def count(self) -> int:
        """Return how many games there are."""
        return self.database.number("SELECT count(*) FROM game")

    def summaries(
        self, search: str = "", limit: int | None = None, before: str | None = None
    ) -> Iterator[Summary]:
        """Yield the lines of the list, the newest game first; `before` is the id of a game.

        Each word of a search must be how a word begins in the names of players, the ruleset, the
        result, the reason, the day or the id.
        """
        sql, values = [_SUMMARIES], list[Value]()
        if search.split():
            sql.append("AND game.number IN (SELECT rowid FROM found WHERE found MATCH ?)")
            values.append(" ".join(map(_beginning, search.split())))
        if before is not None:
            sql.append("AND game.number < ?")
            values.append(self._number(before))
        sql.append("ORDER BY game.number DESC LIMIT ?")
        values.append(-1 if limit is None else limit)
        for row in self.database.rows(" ".join(sql), values):
            yield Summary(*row)  # type: ignore[arg-type] # the columns of _SUMMARIES

    def summary(self, game_id: str) -> Summary:
        """Return the line of one game.

        Raises:
            NoSuchGameError: there is none of this id.
        """
        number = self._number(game_id)
        found = self.database.row(f"{_SUMMARIES} AND game.number = ?", (number,))
        if found is None:
            raise NoSuchGameError(f"game {game_id[:40]}: expected its summary, found none")
        return Summary(*found)  # type: ignore[arg-type] # the columns of _SUMMARIES

    def ids(self) -> Iterator[str]:
        """Yield the ids of all games, the oldest first."""
        for (found,) in self.database.rows("SELECT id FROM game ORDER BY number"):
            yield str(found)

    def has(self, game_id: str) -> bool:
        """Say whether there is a game of this id."""
        return self.database.row("SELECT 1 FROM game WHERE id = ?", (game_id,)) is not None

    def ids_like(self, beginning: str) -> list[str]:
        """Return the first ids with this beginning, at most two: enough to see if it is one."""
        sql = "SELECT id FROM game WHERE substr(id, 1, ?) = ? LIMIT 2"
        return [str(found) for (found,) in self.database.rows(sql, (len(beginning), beginning))]

    def header(self, game_id: str) -> Header:
        """Return a game's header.

        Raises:
            NoSuchGameError: there is none of this id.
        """
        sql = (
            "SELECT id, data, started_ms, start FROM game "
            "JOIN ruleset ON ruleset.number = game.ruleset WHERE id = ?"
        )
        found = self.database.row(sql, (game_id,))
        if found is None:
            raise NoSuchGameError(f"game {game_id[:40]!r}: expected the id of a game, found none")
        return Header(*found)  # type: ignore[arg-type] # the columns above

    def entries(self, game_id: str) -> tuple[Entry, ...]:
        """Return a game's entries in order.

        Raises:
            NoSuchGameError: there is none of this id.
            EntryError: one is of no kind.
        """
        sql = "SELECT elapsed_ms, kind, what, clock FROM entry WHERE game = ? ORDER BY number"
        return tuple(
            Entry(_integer(elapsed), _kind(kind, game_id), str(what), str(clock or ""))
            for elapsed, kind, what, clock in self.database.rows(sql, (self._number(game_id),))
        )

    def faults(self) -> Iterator[str]:
        """Yield what is wrong with the file, and with games that cannot be read from it.

        SQLite looks at how rows lie in the file, not at what they say; so each text is read, too.

        Raises:
            StoreDamagedError: a text is none.
        """
        yield from self.database.faults()
        for game_id in self.ids():
            try:
                self.summary(game_id)
                self.header(game_id)
                self.entries(game_id)
            except (EntryError, NoSuchGameError) as error:
                yield str(error)

    def open_game(self) -> str | None:
        """Return the id of the newest game if it can be played on."""
        found = self.database.row("SELECT id FROM game ORDER BY number DESC LIMIT 1")
        if found is None:
            return None
        game_id = str(found[0])
        course = followed(begun(self.header(game_id)), self.entries(game_id))
        return game_id if course.is_open else None

    def _number(self, game_id: str) -> int:
        number = self.database.number("SELECT number FROM game WHERE id = ?", (game_id,))
        if not number:
            raise NoSuchGameError(f"game {game_id[:40]!r}: expected the id of a game, found none")
        return number


_SUMMARIES = (
    "SELECT id, started_ms, ended_ms, name, attackers, defenders, result, "
    # A file of version 1 that is only read has nothing there, or another word.
    "CASE WHEN result IS NULL THEN 'unfinished' ELSE reason END, plies "
    "FROM game JOIN ruleset ON ruleset.number = game.ruleset "
    "JOIN summary ON summary.game = game.number WHERE 1"
)


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


def _beginning(word: str) -> str:
    """Return a word as the search takes it: whatever it contains, words must begin like it."""
    quoted = word.replace('"', '""')
    return f'"{quoted}"*'


def _kind(value: Value, game_id: str) -> Kind:
    try:
        return Kind(str(value))
    except ValueError:
        found = str(value)[:40]
        raise EntryError(f"game {game_id}: expected a kind of entry, got {found!r}") from None


def _integer(value: Value) -> int:
    return value if isinstance(value, int) else 0


def store_for_writing(path: str, vfs: str | None = None) -> Store:
    """Open a store, made or brought up to date if need be.

    Raises:
        StoreError: it cannot be opened, is damaged, newer, or another database.
    """
    database = open_for_writing(path, vfs)
    try:
        migrate(database, path)
    except BaseException:
        database.close()
        raise
    return Store(database)


def store_for_reading(path: str) -> Store | None:
    """Open a store that is there, None if it has nothing in it.

    Raises:
        StoreError: it cannot be opened, is damaged, newer, or another database.
    """
    database = open_for_reading(path)
    try:
        version = version_of(database, path)
    except BaseException:
        database.close()
        raise
    if version:
        return Store(database)
    database.close()
    return None
