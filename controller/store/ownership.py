"""Who owns what is made in a folder of games: whoever owns the folder, also where root makes it.

Else the service could not write to what its own administrator has imported or restored.
"""

import os
from contextlib import suppress
from pathlib import Path

_ROOT = 0
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC


def owner_to_be(folder: os.stat_result, user: int) -> tuple[int, int] | None:
    """Return the user and group that a new file of `user` goes to, None if it stays as it is."""
    return (folder.st_uid, folder.st_gid) if user == _ROOT else None


def make_file(path: Path) -> None:
    """Make an empty file for the owner of its folder, if root asks and there is none of this name.

    Who opens it later says why it could not be made. What is there already is left alone: by a
    link in its place, root would give away a file of another folder.
    """
    with suppress(OSError):
        owner = owner_to_be(path.parent.stat(), os.geteuid())
        if owner:
            _give(os.open(path, _NEW_FILE, 0o644), owner)


def make_folder(path: Path) -> None:
    """Make a folder, and those that it is in; each belongs to the owner of the one it is in.

    Raises:
        OSError: it cannot be made.
    """
    missing = [each for each in (path, *path.parents) if not os.path.lexists(each)]
    path.mkdir(parents=True, exist_ok=True)
    for each in reversed(missing):
        owner = owner_to_be(each.parent.stat(), os.geteuid())
        if owner:
            _give(os.open(each, os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC), owner)


def _give(descriptor: int, owner: tuple[int, int]) -> None:
    try:
        # Some disks know no owners, as that of a stick.
        with suppress(OSError):
            os.fchown(descriptor, *owner)
    finally:
        os.close(descriptor)
