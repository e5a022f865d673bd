"""Places of a kind: a disk without room, one that is read-only, a folder of somebody else."""

import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

# More than a file that only says that it is there, less than any page of a database.
_ROOM = 1024
# A user and a group that are not those of the tests.
SOMEBODY = 65534


@contextmanager
def no_room() -> Iterator[None]:
    """Let no file of this process grow, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (_ROOM, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def closed(place: Path, mode: int = 0) -> Iterator[None]:
    """Let its owner do only what a mode allows; root, whom nothing stops, is somebody else then."""
    is_root = os.geteuid() == 0
    place.chmod(0o700 if is_root else mode)
    if is_root:
        os.seteuid(SOMEBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)
        place.chmod(0o700)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Make a folder read-only; root, whom no mode stops, needs a mount for that."""
    if os.geteuid() != 0:
        folder.chmod(0o500)
        try:
            yield
        finally:
            folder.chmod(0o700)
        return
    try:
        _mount("--bind", str(folder), str(folder))
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("needs to mount a folder, or not to be root")
    try:
        _mount("-o", "remount,bind,ro", str(folder))
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def folder_of_somebody(place: Path) -> Path:
    """Make a folder there that is somebody else's; only root can."""
    if os.geteuid() != 0:
        pytest.skip("needs root, who alone writes to the folder of somebody else")
    folder = place / "somebodys"
    folder.mkdir()
    os.chown(folder, SOMEBODY, SOMEBODY)
    return folder


def owners(folder: Path) -> dict[str, tuple[int, int]]:
    """Return the user and the group of each file in a folder."""
    found = {str(path.relative_to(folder)): path.stat() for path in folder.rglob("*")}
    return {name: (each.st_uid, each.st_gid) for name, each in found.items()}


def _mount(*how: str) -> None:
    subprocess.run(["mount", *how], capture_output=True, check=True)
