"""The tables of the store, version by version. A new version is a script more in the list.

An older store is brought up to date when it is opened for writing. A newer one is refused: what it
holds would be lost on those who wrote it.
"""

from collections.abc import Sequence

from controller.store.database import Database
from controller.store.errors import StoreForeignError, StoreNewerError

# "hnfi": how `file` and we know that a database is ours.
APPLICATION_ID = 0x686E6669

_VERSION_1 = """
-- Complete rulesets as JSON: a game is read by the rules that it was played by.
CREATE TABLE ruleset (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    data TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE game (
    number INTEGER PRIMARY KEY AUTOINCREMENT,  -- in the order in which games came
    id TEXT NOT NULL UNIQUE,
    ruleset INTEGER NOT NULL REFERENCES ruleset,
    started_ms INTEGER,                        -- since 1970
    start TEXT NOT NULL                        -- empty: the ruleset's
) STRICT;
-- What happened, in order. Nothing is ever changed here.
CREATE TABLE entry (
    game INTEGER NOT NULL REFERENCES game,
    number INTEGER NOT NULL,                   -- from 1
    elapsed_ms INTEGER NOT NULL,               -- since the game's start
    kind TEXT NOT NULL,
    what TEXT NOT NULL,
    clock TEXT,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER entry_stays BEFORE UPDATE ON entry
BEGIN SELECT raise(ABORT, 'entries are only added'); END;
-- What follows from the entries, for lists; written in the same transaction.
CREATE TABLE summary (
    game INTEGER PRIMARY KEY REFERENCES game,
    ended_ms INTEGER,
    attackers TEXT NOT NULL,
    defenders TEXT NOT NULL,
    result TEXT,
    reason TEXT,
    plies INTEGER NOT NULL
) STRICT;
-- The words that a game is found by.
CREATE VIRTUAL TABLE found USING fts5(
    words, content='', contentless_delete=1, prefix='2 3', tokenize='unicode61 remove_diacritics 2'
);
"""

# Entries may be a `decision`, and a game without a result is unfinished, whoever left it.
_VERSION_2 = "UPDATE summary SET reason = 'unfinished' WHERE result IS NULL"

# Entries may be an `opponent` or `help`: the tables are as before, but older programs know neither.
_VERSION_3 = ""

MIGRATIONS = (_VERSION_1, _VERSION_2, _VERSION_3)


def version_of(database: Database, path: str, known: int = len(MIGRATIONS)) -> int:
    """Return the version of a store, 0 for an empty file.

    Raises:
        StoreForeignError: the database is not a store of hnefi.
        StoreNewerError: a newer version of hnefi wrote it.
    """
    version = database.number("PRAGMA user_version")
    application = database.number("PRAGMA application_id")
    if (
        not version
        and not application
        and not database.number("SELECT count(*) FROM sqlite_schema")
    ):
        return 0
    if application != APPLICATION_ID:
        raise StoreForeignError(f"{path}: expected a store of hnefi, got another database")
    if version > known:
        raise StoreNewerError(
            f"{path}: expected a store of version {known} or older, got version {version}; "
            "use the newer hnefi that wrote it"
        )
    return version


def migrate(database: Database, path: str, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring a store up to date, each version all or not at all.

    Raises:
        StoreForeignError: the database is not a store of hnefi.
        StoreNewerError: a newer version of hnefi wrote it.
    """
    version = version_of(database, path, len(migrations))
    database.keep_log()
    for number, script in enumerate(migrations[version:], version + 1):
        with database.transaction():
            database.run(script)
            database.run(f"PRAGMA application_id={APPLICATION_ID}")
            database.run(f"PRAGMA user_version={number}")
