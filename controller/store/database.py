"""SQLite, as the store uses it: the one module that imports apsw. Knows no games.

apsw carries its own SQLite, so what a build of the system's library defaults to plays no part. The
journal is a write-ahead log, and each commit waits for the disk (`synchronous=FULL`): with NORMAL
the last commits before a power cut are gone. EXTRA is FULL, and also waits until a journal is gone
for good: before the log there is one, and it could come back and undo what was saved since.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import apsw

from controller.store.errors import (
    StoreBusyError,
    StoreDamagedError,
    StoreError,
    StoreWriteError,
)
from controller.store.ownership import make_file

Value = str | int | bytes | None

# How long one process waits for another, which holds the database only for moments.
_PATIENCE_MS = 5000
# The log is copied into the file when it has this many pages, and is cut to this size.
_LOG_PAGES = 1000
_LOG_BYTES = 8 << 20
_EXTRA = 3
# What SQLite says of a full disk, but not where it finds no room for memory that processes share.
_FULL = "database or disk is full"


class Database:
    """An open database, for one thread at a time."""

    def __init__(self, connection: apsw.Connection, path: str, *, writes: bool = True) -> None:
        """Take over a connection; `path` names it in errors."""
        self._connection = connection
        self._path = path
        self._written = path if writes else None

    def rows(self, sql: str, values: Sequence[Value] = ()) -> Iterator[tuple[Value, ...]]:
        """Yield the rows of a query one by one.

        Raises:
            StoreError: what `translated` makes of it.
        """
        with translated(self._path, self._written):
            yield from self._connection.execute(sql, values)

    def row(self, sql: str, values: Sequence[Value] = ()) -> tuple[Value, ...] | None:
        """Return the first row of a query, None without one."""
        with translated(self._path, self._written):
            return next(iter(self._connection.execute(sql, values)), None)

    def number(self, sql: str, values: Sequence[Value] = ()) -> int:
        """Return the number that a query finds, 0 if it finds none."""
        found = self.row(sql, values)
        return found[0] if found and isinstance(found[0], int) else 0

    def run(self, sql: str, values: Sequence[Value] = ()) -> None:
        """Run statements that find nothing."""
        with translated(self._path, self._written):
            for _ in self._connection.execute(sql, values):
                pass

    def run_many(self, sql: str, rows: Sequence[Sequence[Value]]) -> None:
        """Run a statement once for each row of values."""
        with translated(self._path, self._written):
            self._connection.executemany(sql, rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Do all or nothing; once it is over, all of it is on disk."""
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            with suppress(StoreError):  # SQLite has rolled back by itself, or never began
                self.run("ROLLBACK")
            raise

    def keep_log(self) -> None:
        """Keep a log beside the file, and let each commit wait for the disk.

        Raises:
            StoreWriteError: that is not possible here.
        """
        self.run("PRAGMA synchronous=EXTRA")
        if self.number("PRAGMA synchronous") != _EXTRA:
            raise StoreWriteError(f"{self._path}: expected commits that wait for the disk")
        if self.row("PRAGMA journal_mode=WAL") != ("wal",):
            raise StoreWriteError(f"{self._path}: expected a disk that can keep a log beside it")
        self.run(f"PRAGMA wal_autocheckpoint={_LOG_PAGES}")
        self.run(f"PRAGMA journal_size_limit={_LOG_BYTES}")

    def settle(self) -> None:
        """Copy the log into the file, wait for the disk, and empty the log."""
        self.run("PRAGMA wal_checkpoint(TRUNCATE)")

    def copy_to(self, path: Path) -> None:
        """Write a copy to a new file, complete and on disk when this returns."""
        with translated(self._path, str(path)):
            for _ in self._connection.execute("VACUUM INTO ?", (_uri(str(path)),)):
                pass
        _sync(path)

    def faults(self, table: str = "10") -> Iterator[str]:
        """Yield what is wrong with a table, or with all of the file; nothing if it is sound."""
        for row in self.rows(f"PRAGMA integrity_check({table})"):
            if row != ("ok",):
                yield " ".join(str(row[0]).split())

    def leave_log(self) -> None:
        """Let no `close` copy the log into the file: what stands in it is not what was written."""
        self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)

    def close(self) -> None:
        """Close it; the last to do so copies the log into the file."""
        with suppress(apsw.Error):
            self._connection.close()


def open_for_writing(path: str, vfs: str | None) -> Database:
    """Open a database, made if it is not there; `keep_log` prepares it for commits.

    A `vfs` is a file system of apsw's, which has no memory that processes share.

    Raises:
        StoreDamagedError: the file is empty, but not the log beside it.
        StoreError: what `translated` makes of it.
    """
    if vfs is None:
        # SQLite itself gives what it keeps beside a file to the owner of that file.
        make_file(Path(path))
        _check_beginning(path)
    with translated(path, path):
        flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_URI
        connection = apsw.Connection(_uri(path), flags=flags, vfs=vfs)
        _prepare(connection)
        if vfs:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
    return Database(connection, path)


def open_for_reading(path: str) -> Database:
    """Open a database that is there, and change nothing in it.

    Raises:
        StoreDamagedError: the file is empty, but not the log beside it.
        StoreError: what `translated` makes of it.
    """
    _check_beginning(path)
    with translated(path, None):
        try:
            connection = _reading(_uri(path))
        except (apsw.CantOpenError, apsw.IOError):
            # A log needs memory that processes share, in a file beside it. Where nobody can make
            # one, as on a disk that is full or read-only, nobody writes either.
            if not Path(path).is_file():
                raise
            connection = _reading_alone(path)
    return Database(connection, path, writes=False)


def _reading_alone(path: str) -> apsw.Connection:
    """Open a database for reading where processes can share no memory."""
    if not _has_log(path):
        return _reading(f"{_uri(path)}&immutable=1")
    # What a killed program has saved may be in the log alone. Without locks of files, and alone,
    # SQLite keeps in its own memory where things are in there.
    return _reading(_uri(path), "unix-none")


def _check_beginning(path: str) -> None:
    """Make sure that a file is not empty beside a log: SQLite would delete that one, unread.

    A log belongs to a file with at least one page, which is on disk before the log begins.

    Raises:
        StoreDamagedError: it is.
    """
    if _has_log(path) and Path(path).is_file() and not Path(path).stat().st_size:
        raise StoreDamagedError(f"{path}: expected a sound store (it is empty, its log is not)")


def _has_log(path: str) -> bool:
    try:
        return Path(f"{path}-wal").stat().st_size > 0
    except OSError:
        return False


def _reading(uri: str, vfs: str | None = None) -> apsw.Connection:
    """Open a database for reading, and read the first of it; SQLite itself waits with that."""
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    connection = apsw.Connection(uri, flags=flags, vfs=vfs)
    try:
        _prepare(connection)
        if vfs:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            # Whoever takes itself for the last one deletes the log, and somebody may yet write.
            connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        connection.execute("PRAGMA schema_version").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: apsw.Connection) -> None:
    connection.set_busy_timeout(_PATIENCE_MS)
    # A stranger's file cannot make this program run its functions.
    connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)


def _uri(path: str) -> str:
    # psow=0: a card may lose what lies beside the page that it writes at a power cut.
    # A name on a disk is bytes, and need be no text; in an address each may stand as its number.
    return f"file:{quote(os.fsencode(path))}?psow=0"


@contextmanager
def translated(path: str, written: str | None) -> Iterator[None]:
    """Raise SQLite's errors as the store's, by what can be done about them.

    `written` names the file that is written to, None where nothing is.

    Raises:
        StoreBusyError: another process holds the file.
        StoreDamagedError: the file is no sound database.
        StoreWriteError: the disk is full, read-only, gone or failing.
        StoreError: what is looked for is no text, or SQLite refuses something else.
    """
    where = (
        f"{path}: expected to read it" if written is None else f"{written}: expected to write there"
    )
    try:
        yield
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise StoreDamagedError(f"{path}: expected a sound store ({error})") from error
    except UnicodeDecodeError as error:
        # SQLite itself takes any bytes for text.
        raise StoreDamagedError(f"{path}: expected a sound store (text is no UTF-8)") from error
    except UnicodeEncodeError as error:
        # What somebody types, or sends, need be no text.
        found = str(error.object).strip('"*')[:40]
        raise StoreError(f"{found!r}: expected text in UTF-8, got other bytes") from error
    except (apsw.BusyError, apsw.LockedError) as error:
        raise StoreBusyError(f"{path}: expected a file that no other program holds") from error
    except (
        apsw.FullError,
        apsw.IOError,
        apsw.ReadOnlyError,
        apsw.CantOpenError,
        apsw.PermissionsError,
        apsw.NoMemError,
    ) as error:
        raise StoreWriteError(f"{where} ({_reason(error)})") from error
    except apsw.Error as error:
        raise StoreError(f"{path}: {error}") from error


def _reason(error: apsw.Error) -> str:
    """Return why a disk fails, in the same words wherever a full one is noticed."""
    detail = getattr(error, "extendedresult", None)  # unknown to the types of apsw
    return _FULL if detail == apsw.SQLITE_IOERR_SHMSIZE else str(error)


def _sync(path: Path) -> None:
    """Wait until a file is on disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
