"""The newest part of a trace, kept in memory, because nobody records before it goes wrong.

A trace can only be replayed from where a game begins. So it is cut there: at the latest beginning
before the time that is kept, which keeps the whole of a game that has gone on for longer. Knows no
session: a game begins where the start position comes to stand, or after the command New game.
"""

import re
from collections import deque
from collections.abc import Iterator

from controller.trace.header import TraceHeader
from controller.trace.writer import TraceWriter
from hal.board import Scan

KEPT_S = 900.0
# Some 2 MB: a day of play, or an hour with a sensor that chatters.
MOST_LINES = 100_000
# A text takes 50 bytes more than its letters, so lines are kept many to a text.
_LINES_A_BLOCK = 100

_WHOLE = re.compile(r"\d+\.\d{3} = ")


class _Lines:
    """A stream that keeps the newest lines, and knows where each stands in the whole."""

    def __init__(self) -> None:
        self._blocks: deque[str] = deque()  # of so many lines each, but for the first
        self._newest: list[str] = []
        self._dropped = 0
        self.written = 0

    def write(self, text: str) -> None:
        for line in text.splitlines(keepends=True):
            self._newest.append(line)
            self.written += 1
            if len(self._newest) == _LINES_A_BLOCK:
                self._blocks.append("".join(self._newest))
                self._newest.clear()
        if self.written - self._dropped > MOST_LINES:
            self.drop(self._dropped + MOST_LINES // 2)
            wholes = (n for n, line in enumerate(self._lines()) if _WHOLE.match(line))
            self.drop(self._dropped + next(wholes, 0))

    def flush(self) -> None:
        """Do nothing: what is in memory is lost in a crash."""

    def drop(self, before: int) -> None:
        """Drop all lines before one, counted from the first that was ever written."""
        while self._blocks and self._dropped < before:
            first = self._blocks.popleft().splitlines(keepends=True)
            kept = first[before - self._dropped :]
            self._dropped += len(first) - len(kept)
            if kept:
                self._blocks.appendleft("".join(kept))
        if self._dropped < before:
            del self._newest[: before - self._dropped]
            self._dropped = before

    def text(self) -> str:
        """Return all lines that are kept."""
        return "".join([*self._blocks, *self._newest])

    def _lines(self) -> Iterator[str]:
        for block in self._blocks:
            yield from block.splitlines(keepends=True)
        yield from self._newest


class RollingTrace(TraceWriter):
    """Keeps the last minutes of a trace as text."""

    def __init__(self, header: TraceHeader, start: int, keep_s: float = KEPT_S) -> None:
        """Begin; `start` is the occupancy of the start position, as bits."""
        self._lines = _Lines()
        super().__init__(self._lines, header)
        self._header = self._lines.text()
        self._lines.drop(self._lines.written)
        self._start, self._keep_s = start, keep_s
        self._begins = True
        self._beginnings: deque[tuple[float, int]] = deque()  # when, and at which line

    def scan(self, scan: Scan) -> None:
        """Add a scan, and drop the games that ended long ago."""
        stands = scan.occupied == self._start
        if self._begins or (stands and self._occupied != self._start):
            self._begins = False
            self._beginnings.append((scan.at, self._lines.written))
            self._forget_state()
        super().scan(scan)
        while len(self._beginnings) > 1 and self._beginnings[1][0] <= scan.at - self._keep_s:
            self._beginnings.popleft()
            self._lines.drop(self._beginnings[0][1])

    def command(self, name: str, at: float) -> None:
        """Add a command; after New game, a trace can begin."""
        super().command(name, at)
        self._begins = name == "new_game"

    def text(self) -> str:
        """Return what is kept as a whole trace."""
        return f"{self._header}{self._lines.text()}{self._end()}\n"
