"""Places that take nothing more: a disk without room, and one that is read-only."""

import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

# More than a file that only says that it is there, less than any page of a database.
_ROOM = 1024


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


def _mount(*how: str) -> None:
    subprocess.run(["mount", *how], capture_output=True, check=True)
