"""The games in one database: found by search, read one by one. Knows not how they got there.

Blocks while the disk works.
"""

import re
from collections.abc import Iterator

from controller.store.course import begun, followed
from controller.store.database import Database, Value, open_for_reading
from controller.store.errors import EntryError, NoSuchGameError, StoreDamagedError
from controller.store.records import Entry, Header, Kind, Summary
from controller.store.replay import is_ruleset
from controller.store.schema import version_of


class StoredGames:
    """The games of an open database."""

    def __init__(self, database: Database) -> None:
        """Take over a database that has tables."""
        self.database = database

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def check_rulesets(self, path: str) -> None:
        """Make sure that the text of each ruleset is as it was written: games are read by it.

        Raises:
            StoreDamagedError: one is not.
        """
        # SQLite would read the index alone, which has a copy of each.
        for (data,) in self.database.rows("SELECT data FROM ruleset NOT INDEXED"):
            if is_ruleset(str(data)):
                continue
            # What only another version of hnefi takes for a ruleset is no damage.
            is_json = self.database.number("SELECT json_valid(?)", (data,))
            if not is_json or any(self.database.faults("ruleset")):
                raise StoreDamagedError(f"{path}: expected a sound store (a ruleset is damaged)")

    def count(self) -> int:
        """Return how many games there are."""
        return self.database.number("SELECT count(*) FROM game")

    def summaries(
        self, search: str = "", limit: int | None = None, before: str | None = None
    ) -> Iterator[Summary]:
        """Yield the lines of the list, the newest game first; `before` is the id of a game.

        A game whose plies were all taken back is none to people, as long as it has no result.
        Each word of a search must be how a word begins in the names of players, the ruleset, the
        result, the reason, the day here or the id.
        """
        sql, values = [_SUMMARIES, _PLAYED], list[Value]()
        _narrow(search, sql, values)
        if before is not None:
            sql.append("AND game.number < ?")
            values.append(self.number_of(before))
        sql.append("ORDER BY game.number DESC LIMIT ?")
        values.append(-1 if limit is None else limit)
        for row in self.database.rows(" ".join(sql), values):
            yield Summary(*row)  # type: ignore[arg-type] # the columns of _SUMMARIES

    def count_found(self, search: str) -> int:
        """Return how many games the whole list of a search has."""
        sql, values = [_COUNTED, _PLAYED], list[Value]()
        _narrow(search, sql, values)
        return self.database.number(" ".join(sql), values)

    def summary(self, game_id: str) -> Summary:
        """Return the line of one game.

        Raises:
            NoSuchGameError: there is none of this id.
        """
        number = self.number_of(game_id)
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
            for elapsed, kind, what, clock in self.database.rows(sql, (self.number_of(game_id),))
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

    def number_of(self, game_id: str) -> int:
        """Return the number of a game in the file, by which its entries name it.

        Raises:
            NoSuchGameError: there is none of this id.
        """
        number = self.database.number("SELECT number FROM game WHERE id = ?", (game_id,))
        if not number:
            raise NoSuchGameError(f"game {game_id[:40]!r}: expected the id of a game, found none")
        return number


# A year, a month or a day, alone or together. The words to search for have the day of UTC, for all
# places; a game that is found only by it is not wanted.
_PART_OF_DAY = re.compile(r"-*[0-9][0-9-]*")
_DAY = "ifnull(strftime('-%Y-%m-%d', game.started_ms / 1000, 'unixepoch'{}), '') GLOB ?"
_HERE, _IN_UTC = _DAY.format(", 'localtime'"), _DAY.format("")
_FOUND = "game.number IN (SELECT rowid FROM found WHERE found MATCH ?)"
_LISTED = (
    "FROM game JOIN ruleset ON ruleset.number = game.ruleset "
    "JOIN summary ON summary.game = game.number WHERE 1"
)
_COUNTED = f"SELECT count(*) {_LISTED}"
_SUMMARIES = (
    "SELECT id, started_ms, ended_ms, name, attackers, defenders, result, "
    # A file of version 1 that is only read has nothing there, or another word.
    "CASE WHEN result IS NULL THEN 'unfinished' ELSE reason END, plies "
    f"{_LISTED}"
)
# What has no plies and was never taken back somebody has brought so.
_PLAYED = (
    "AND (plies > 0 OR result IS NOT NULL OR NOT EXISTS "
    "(SELECT 1 FROM entry WHERE entry.game = game.number AND kind = 'takeback'))"
)


def _narrow(search: str, sql: list[str], values: list[Value]) -> None:
    """Add to a question about games that they are found by a search."""
    # For the search of SQLite a text ends with such a character, and a quote would be open.
    words = search.replace("\0", " ").split()
    for day in filter(_PART_OF_DAY.fullmatch, words):
        sql.append(f"AND ({_HERE} OR ({_FOUND} AND NOT {_IN_UTC}))")
        pattern = f"*-{day.lstrip('-')}*"
        values += pattern, _beginning(day), pattern
    words = [each for each in words if not _PART_OF_DAY.fullmatch(each)]
    if words:
        sql.append(f"AND {_FOUND}")
        values.append(" ".join(map(_beginning, words)))


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


def store_for_reading(path: str) -> StoredGames | None:
    """Open a store that is there, None if it has nothing in it.

    Raises:
        StoreError: it cannot be opened, is damaged, newer, or another database.
    """
    database = open_for_reading(path)
    try:
        if version_of(database, path):
            games = StoredGames(database)
            games.check_rulesets(path)
            return games
    except BaseException:
        database.close()
        raise
    database.close()
    return None
