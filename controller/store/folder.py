"""The folder that holds the games: where it is, who uses it, and what is set aside in it.

games.db             the store, with games.db-wal and games.db-shm while it is open
lock                 held by the one process that writes
games.db.damaged-1   a file that could not be read, set aside; `hnefi games repair` reads it
games.db.replaced-1  the games before a backup was restored, or the log of a file that went away
boards/NAME          the folder of a board that has a name of its own
"""

import errno
import fcntl
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path

from controller.store.errors import StoreBusyError, StoreWriteError
from controller.store.ownership import make_file, make_folder
from hal.state_folder import home_folder

_STORE = "games.db"
_LOCK = "lock"
_BOARDS = "boards"
LOG = "-wal"
_BESIDE = ("", LOG, "-shm")
NOWHERE = "none"
# Where systemd keeps the games of the service.
SERVICE_FOLDER = Path("/var/lib/hnefi")
DAMAGED, RESCUED, REPLACED = "damaged", "rescued", "replaced"


def data_folder(
    chosen: str | None, configured: str | None, environment: Mapping[str, str], board: str = ""
) -> Path | None:
    """Return the folder for games, None where none are kept.

    Who names a folder gets that folder. In a usual one each board that was given a name has a
    folder of its own, because only one process writes to a folder; a board without a name has the
    usual folder itself, and not one by the machine's name, which may change.

    The order: the one chosen for this run (`none` keeps nothing), the one in the configuration,
    the one that the service manager gives ($STATE_DIRECTORY), the user's own for data.
    """
    for wanted in (chosen, configured):
        if wanted:
            return None if wanted == NOWHERE else expanded(wanted)
    usual = _usual_folder(environment)
    return usual / _BOARDS / board if board else usual


def expanded(folder: str) -> Path:
    """Return a folder with the home of a user in the place of `~`; as it is if there is none."""
    try:
        return Path(folder).expanduser()
    except RuntimeError:
        return Path(folder)


def folders_with_games(environment: Mapping[str, str]) -> list[Path]:
    """Return the usual folder, the service's, and those of the boards in both that hold games.

    Those are left out that this user may not read.
    """
    usual = dict.fromkeys((_usual_folder(environment), SERVICE_FOLDER))
    there = filter(_is_there, usual)
    folders = [each for place in there for each in (place, *sorted(place.glob(f"{_BOARDS}/*")))]
    return [each for each in folders if has_games(each)]


def has_games(folder: Path) -> bool:
    """Say whether there are games in a folder, and this user may read them."""
    store = folder / _STORE
    return _is_there(store) and store.is_file() and _may_read(store)


def is_closed(folder: Path) -> bool:
    """Say whether there may be games in a folder, or its boards', that this user may not read."""
    places = (folder, folder / _BOARDS, folder / _STORE)
    return any(_is_there(each) and not _may_read(each) for each in places)


def _is_there(path: Path) -> bool:
    return os.path.exists(path)  # noqa: PTH110 - Path.exists raises where one may not look


def _may_read(path: Path) -> bool:
    wanted = os.R_OK | os.X_OK if path.is_dir() else os.R_OK
    return os.access(path, wanted, effective_ids=True)


def _usual_folder(environment: Mapping[str, str]) -> Path:
    given = environment.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    data = environment.get("XDG_DATA_HOME", "")
    # By the specification, a path that is not absolute is ignored.
    home = Path(data) if data.startswith("/") else home_folder() / ".local" / "share"
    return home / "hnefi"


def _opened_lock(path: Path) -> int:
    """Return the lock file, opened; only for reading where nothing can be written.

    Who may not write must not go on with the game that another process plays just now.

    Raises:
        OSError: it is not there, and cannot be made.
    """
    make_file(path)
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError:
        if not path.exists():
            raise
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)


def _why(path: Path, error: OSError) -> str:
    """Return why a folder cannot be made; "File exists" says little of a link to nowhere."""
    if error.errno == errno.EEXIST:
        for each in (path, *path.parents):
            if each.is_symlink() and not each.exists():
                return f"{each} is a link to {each.readlink()}, which is not there"
    return error.strerror or str(error)


class Folder:
    """A folder of games. Only one process at a time holds it for writing."""

    def __init__(self, path: Path) -> None:
        """Name the folder; nothing is made yet."""
        self.path = path
        self.store = path / _STORE
        self._lock: int | None = None

    def hold(self) -> None:
        """Make the folder if need be, and hold it until `release` or the end of this process.

        One that was held, and was removed or replaced, is made and held again.

        Raises:
            StoreBusyError: another process holds it.
            StoreWriteError: it cannot be made, nor be held as it is.
        """
        if self._lock is not None and self._is_in_place(self._lock):
            return
        self.release()
        try:
            make_folder(self.path)
            lock = _opened_lock(self.path / _LOCK)
        except OSError as error:
            raise StoreWriteError(
                f"{self.path}: expected a folder to write games to ({_why(self.path, error)})"
            ) from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(lock)
            raise StoreBusyError(
                f"{self.path}: expected a folder that no other program uses; stop the other hnefi"
            ) from error
        self._lock = lock

    def _is_in_place(self, lock: int) -> bool:
        """Say whether the lock is the one that its name leads to; no other hnefi sees another."""
        try:
            return os.path.samestat(os.fstat(lock), (self.path / _LOCK).stat())
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError:
            return True  # the disk fails, which is no reason to let go of the folder

    def in_its_place(self) -> Path | None:
        """Return what is no folder and stands where it, or one that it is in, is wanted."""
        for each in (self.path, *self.path.parents):
            if _is_there(each):
                return None if each.is_dir() else each
        return None

    def has_other_store(self) -> bool:
        """Say whether what stands in the place of the store is there, and no file."""
        try:
            return not stat.S_ISREG(self.store.stat().st_mode)
        except OSError as error:
            return error.errno == errno.ELOOP

    def release(self) -> None:
        """Let others hold the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def sync(self) -> None:
        """Wait until the names of the files in the folder are on disk.

        Raises:
            StoreWriteError: the disk fails.
        """
        sync_folder(self.path)

    def file_number(self, beside: str = "") -> tuple[int, int] | None:
        """Return what tells the store's file from every other one, None where there is none.

        `beside` is how the name ends of what lies beside it, such as `-wal`.
        """
        try:
            found = Path(f"{self.store}{beside}").stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def drop_log(self, number: tuple[int, int] | None) -> None:
        """Take away the log that has this number: the file that it belongs to is gone.

        SQLite would take it for the log of the file that stands there now, and write old pages over
        that one. What is still in it is set aside.

        Raises:
            StoreWriteError: the folder cannot be written.
        """
        if number is None or self.file_number(LOG) != number:
            return
        log, shared = (Path(f"{self.store}{beside}") for beside in _BESIDE[1:])
        try:
            if log.stat().st_size:
                log.rename(f"{self._free(REPLACED)}{LOG}")
            log.unlink(missing_ok=True)
            shared.unlink(missing_ok=True)
        except OSError as error:
            raise StoreWriteError(f"{self.path}: {error.strerror}") from error
        self.sync()

    def aside(self) -> list[Path]:
        """Return the files that were set aside as damaged, the oldest first."""
        numbered = {
            int(path.name.rpartition("-")[2]): path
            for path in self.path.glob(f"{_STORE}.{DAMAGED}-*")
            if path.name.rpartition("-")[2].isdecimal()
        }
        return [numbered[each] for each in sorted(numbered)]

    def set_aside(self, what: str = DAMAGED, path: Path | None = None) -> Path:
        """Rename the store, or another file with its log; return its new name.

        Raises:
            StoreWriteError: the folder cannot be written.
        """
        old, new = path or self.store, self._free(what)
        try:
            # The log first: a power cut between the two must not leave an old log to a new file.
            for ending in reversed(_BESIDE):
                with suppress(FileNotFoundError):
                    Path(f"{old}{ending}").rename(f"{new}{ending}")
        except OSError as error:
            raise StoreWriteError(f"{self.path}: {error.strerror}") from error
        self.sync()
        return new

    def _free(self, what: str) -> Path:
        """Return the next name for what is set aside: neither a file nor a log has it."""
        names = (self.path / f"{_STORE}.{what}-{number}" for number in count(1))
        return next(
            new for new in names if not any(Path(f"{new}{each}").exists() for each in _BESIDE)
        )


def sync_folder(path: Path) -> None:
    """Wait until the names of the files in a folder are on disk.

    Raises:
        StoreWriteError: the disk fails.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise StoreWriteError(f"{path}: {error.strerror}") from error
