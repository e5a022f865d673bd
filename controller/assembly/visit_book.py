"""The file of visits beside the games: a line for each stay, on disk before the next one begins.

A thread of its own writes, so that no card, however slow, holds up the board. What a full disk does
not take waits in memory, and is tried again with the next stay and every half minute.
"""

import os
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Final

from controller.exhibition.counts import HEADER, write_stay
from controller.exhibition.stay import Stay
from controller.rules.sentence import Sentence, sentence
from controller.supervision.tally import Tally

VISITS = "visits.csv"
_ENDS_WITHIN_S = 2.0
_AGAIN_S = 30.0
# The visits of some days where many come: a hundred kilobytes.
MOST_WAITING: Final = 2000
LOST: Final = "visits lost"
_PART = "visits"
# As much as a stay takes, in lines that nobody reads.
_BLANK = "\n" * 80


class VisitBook:
    """Writes stays to a file; `day` gives the date, and the tally knows while they have to wait."""

    def __init__(
        self, path: Path, day: Callable[[], str], tally: Tally, again_s: float = _AGAIN_S
    ) -> None:
        """Begin to wait for stays."""
        self._path, self._day, self._tally, self._again_s = path, day, tally, again_s
        self._added: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._waiting: list[str] = []
        self._trouble: Sentence | None = None
        self._thread = threading.Thread(target=self._run, name="visits", daemon=True)
        self._thread.start()

    def add(self, stay: Stay) -> None:
        """Write a stay soon."""
        self._added.put(write_stay(stay, self._day()))

    def close(self) -> None:
        """Write what waits, say what is lost, and end."""
        self._added.put(None)
        self._thread.join(_ENDS_WITHIN_S)

    def _run(self) -> None:
        self._write()  # nobody should learn from the first visit that there is no room
        while (line := self._next()) is not None:
            if line and len(self._waiting) < MOST_WAITING:
                self._waiting.append(line)
            elif line:
                self._tally.count(LOST)
            self._write()
        if self._waiting:
            self._write()
        if lost := self._tally.counts[LOST] + len(self._waiting):
            self._tally.note(sentence("exhibition.lost", count=lost))

    def _next(self) -> str | None:
        """Return the next line, an empty one if it is time to try again, None at the end."""
        try:
            return self._added.get(timeout=self._again_s if self._trouble else None)
        except queue.Empty:
            return ""

    def _write(self) -> None:
        """Write what waits, or see whether there is room."""
        try:
            if self._waiting:
                append(self._path, "".join(self._waiting))
            else:
                check_room(self._path)
        except OSError as error:
            trouble = sentence("exhibition.uncounted", error=error.strerror or "?")
            if trouble != self._trouble:
                self._tally.begin(_PART, trouble)
            self._trouble = trouble
        else:
            self._waiting.clear()
            self._tally.end(_PART)
            self._trouble = None


def append(path: Path, lines: str) -> None:
    """Add lines to a file of visits, all or none, and wait until they are on disk.

    A torn line is ended first.

    Raises:
        OSError: they cannot be written; the file is as it was.
    """
    _add(path, lines, stays=True)


def check_room(path: Path) -> None:
    """Make sure that a stay can be written, and leave the file as it was.

    Raises:
        OSError: it cannot.
    """
    _add(path, _BLANK, stays=False)


def _add(path: Path, lines: str, *, stays: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Without a buffer, which would write its rest after all when the file is closed.
    with path.open("a+b", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        try:
            _write_all(file, _before(file, size) + lines.encode())
            os.fsync(file.fileno())
        except OSError:
            # Half a line might be counted, and is written again.
            with suppress(OSError):
                file.truncate(size)
            raise
        if not stays:
            file.truncate(size)


def _before(file: FileIO, size: int) -> bytes:
    """Return what has to stand before the next line."""
    if size == 0:
        return HEADER.encode()
    file.seek(size - 1)
    return b"" if file.read(1) == b"\n" else b"\n"


def _write_all(file: FileIO, content: bytes) -> None:
    """Write it; a disk that fills takes a part, and refuses the rest."""
    while content:
        content = content[file.write(content) :]


def read_lines(path: Path) -> list[str]:
    """Return the lines of a file of visits, none if there is no file yet.

    Raises:
        OSError: it cannot be read.
    """
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return []
