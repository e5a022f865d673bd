"""Whether the files that are written to still stand in their places, and are whole.

SQLite looks only at what it has opened. It goes on with a file or a log that has another name by
now or none, and with a log whose beginning is gone, which the next start would pass over.
"""

from pathlib import Path

from controller.store.errors import StoreDamagedError, StoreGoneError, StoreLogLostError
from controller.store.folder import LOG, Folder

# How a log begins; the last bit says in which order of bytes its checksums count.
_LOG_BEGINS = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")


class OpenFiles:
    """The file of a folder that was just opened for writing, and the log beside it."""

    def __init__(self, folder: Folder) -> None:
        """Note which files they are."""
        self._folder = folder
        self._file = folder.file_number()
        self._log = folder.file_number(LOG)
        self._is_logged = False

    def saved(self) -> None:
        """Note that something was written: the log is not empty any more."""
        self._is_logged = self._log is not None

    def are_gone(self) -> bool:
        """Say whether the file is not the one that its name leads to, or has none."""
        return self._folder.file_number() != self._file

    def log_is_in_place(self) -> bool:
        """Say whether the log is the one that its name leads to."""
        return self._folder.file_number(LOG) == self._log

    def are_amiss(self) -> bool:
        """Say whether something is wrong that has not to wait until somebody plays.

        A file that is only gone waits: somebody may be about to put another in its place.
        """
        if self._folder.file_number() is None:
            return False
        try:
            self.check()
        except (StoreDamagedError, StoreGoneError, StoreLogLostError):
            return True
        return False

    def check(self) -> None:
        """Make sure that all is well.

        Raises:
            StoreGoneError: the file was deleted or replaced.
            StoreDamagedError: the file was emptied.
            StoreLogLostError: the log was deleted, replaced or overwritten.
        """
        store = self._folder.store
        if self.are_gone():
            raise StoreGoneError(
                f"{store}: expected the file that is written to, found it deleted or "
                "replaced; the game that is played goes to the one that is there, or to a new one"
            )
        if self._file is not None and self._is_empty():
            raise StoreDamagedError(f"{store}: expected a sound store (somebody has emptied it)")
        if not self.log_is_in_place() or self.log_is_overwritten():
            raise StoreLogLostError(
                f"{store}{LOG}: expected the log that is written to, found it deleted or "
                "overwritten; the game that is played is saved again"
            )

    def log_is_overwritten(self) -> bool:
        """Say whether the log that stands there begins as none does, or lacks what was written."""
        if self._log is None:
            return False
        try:
            with Path(f"{self._folder.store}{LOG}").open("rb") as log:
                begins = log.read(4)
        except OSError:
            return False
        return begins not in _LOG_BEGINS if begins else self._is_logged

    def drop_log(self) -> None:
        """Take away the log: what stands in it belongs to no file, see `Folder.drop_log`.

        Raises:
            StoreWriteError: the folder cannot be written.
        """
        self._folder.drop_log(self._log)

    def _is_empty(self) -> bool:
        # Its size alone: who opens the file that SQLite has open, and closes it, takes all of
        # SQLite's locks of it away, and another process would take itself for the last one.
        try:
            return self._folder.store.stat().st_size == 0
        except OSError:
            return False
