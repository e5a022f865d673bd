"""The errors of the store: one root, and leaves by what can be done about them."""


class StoreError(Exception):
    """The store cannot do something."""


class StoreBusyError(StoreError, OSError):
    """Another process uses the folder."""


class StoreNewerError(StoreError, ValueError):
    """The store was written by a newer version of hnefi."""


class StoreForeignError(StoreError, ValueError):
    """The file is a database, but not of hnefi."""


class StoreDamagedError(StoreError, ValueError):
    """The file is damaged: what can be read of it is rescued by `hnefi games repair`."""


class StoreWriteError(StoreError, OSError):
    """The disk does not take what is written: it is full, read-only, gone or failing."""


class StoreGoneError(StoreError, OSError):
    """The file was deleted, renamed or replaced while it was open: what goes to it is lost."""


class StoreLogLostError(StoreError, OSError):
    """The log beside the file was deleted or overwritten: the next start would not read it."""


class StoreFaultError(StoreError, RuntimeError):
    """Something went wrong that nobody has foreseen: a fault in hnefi."""


class NoSuchGameError(StoreError, KeyError):
    """There is no game of this id."""

    def __str__(self) -> str:
        """Return the message; a KeyError would put it in quotes."""
        return str(self.args[0])


class EntryError(StoreError, ValueError):
    """The entries of a game are not the course of a game; the message names the entry."""


class EntriesMissingError(EntryError):
    """What comes first in a game is not in the file, as after an older copy took its place."""
