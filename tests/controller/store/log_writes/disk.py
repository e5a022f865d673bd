"""A disk with ext4 whose writes the kernel notes, and disks as power cuts left them; needs root."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.controller.store.log_writes.log import SECTOR, Noted

_NAME = "hnefi-games"


# Nobody listens to the kernel's news of devices here: dmsetup makes the files of its own.
_ENVIRONMENT = {**os.environ, "DM_DISABLE_UDEV": "1"}


def _run(*words: str) -> None:
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env=_ENVIRONMENT)


@contextmanager
def _mounted(device: Path, folder: Path, *options: str) -> Iterator[Path]:
    folder.mkdir(exist_ok=True)
    _run("mount", "-t", "ext4", *options, str(device), str(folder))
    try:
        yield folder
    finally:
        _run("umount", str(folder))


@contextmanager
def noted_disk(disk: Path, log: Path, folder: Path) -> Iterator[Path]:
    """Make a file system on a disk, and note in the log what is written until the end."""
    with disk.open("rb") as file:
        sectors = file.seek(0, 2) // SECTOR
    table = f"0 {sectors} log-writes {disk} {log}"
    _run("dmsetup", "create", _NAME, "--table", table)
    try:
        device = Path("/dev/mapper") / _NAME
        ready = "nodiscard,lazy_itable_init=0,lazy_journal_init=0"
        _run("mkfs.ext4", "-q", "-F", "-E", ready, str(device))
        mark("made=1")
        with _mounted(device, folder):
            yield folder
    finally:
        _run("dmsetup", "remove", _NAME)


def mark(text: str) -> None:
    """Note a mark, one word; what was synced before is in the log before it."""
    _run("dmsetup", "message", _NAME, "0", "mark", text)


class CutDisk:
    """The disk while the log is gone through; `folder` is where what a cut left is mounted."""

    def __init__(self, disk: bytes, image: Path, folder: Path) -> None:
        self._disk = bytearray(disk)
        self._image = image
        self._folder = folder

    def write(self, noted: Noted) -> None:
        """Write what is on disk from now on."""
        self._disk[noted.offset : noted.offset + len(noted.data)] = noted.data

    @contextmanager
    def left(self, lucky: tuple[Noted, ...]) -> Iterator[Path]:
        """Mount the disk, with what a cut had the luck to leave as well."""
        with self._image.open("wb") as file:
            file.write(self._disk)
            for each in lucky:
                file.seek(each.offset)
                file.write(each.data)
        with _mounted(self._image, self._folder, "-o", "loop"):
            yield self._folder
