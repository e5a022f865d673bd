"""The file of visits beside the games: a line for each stay, on disk before the next one begins.

A thread of its own writes, so that no card, however slow, holds up the board.
"""

import os
import queue
import threading
from collections.abc import Callable
from pathlib import Path

from controller.exhibition.counts import HEADER, write_stay
from controller.exhibition.stay import Stay
from controller.rules.sentence import Sentence, sentence

VISITS = "visits.csv"
_ENDS_WITHIN_S = 2.0


class VisitBook:
    """Writes stays to a file; `day` gives the date, and `complain` hears what went wrong."""

    def __init__(
        self, path: Path, day: Callable[[], str], complain: Callable[[Sentence], None]
    ) -> None:
        """Begin to wait for stays."""
        self._path, self._day, self._complain = path, day, complain
        self._waiting: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="visits", daemon=True)
        self._thread.start()

    def add(self, stay: Stay) -> None:
        """Write a stay soon."""
        self._waiting.put(write_stay(stay, self._day()))

    def close(self) -> None:
        """Write what waits, and end."""
        self._waiting.put(None)
        self._thread.join(_ENDS_WITHIN_S)

    def _run(self) -> None:
        while (line := self._waiting.get()) is not None:
            try:
                append(self._path, line)
            except OSError as error:
                self._complain(sentence("exhibition.uncounted", error=error.strerror or "?"))


def append(path: Path, line: str) -> None:
    """Add a line to a file of visits and wait until it is on disk; a torn line is ended first.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        size = file.seek(0, os.SEEK_END)
        if size == 0:
            file.write(HEADER.encode())
        else:
            file.seek(size - 1)
            if file.read(1) != b"\n":
                file.write(b"\n")
        file.write(line.encode())
        file.flush()
        os.fsync(file.fileno())


def read_lines(path: Path) -> list[str]:
    """Return the lines of a file of visits, none if there is no file yet.

    Raises:
        OSError: it cannot be read.
    """
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return []
