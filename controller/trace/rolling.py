"""The newest part of a trace, kept in memory, because nobody records before it goes wrong.

A trace can only be replayed from where a game begins. So it is cut there: at the latest beginning
before the time that is kept, which keeps the whole of a game that has gone on for longer. Knows no
session: a game begins where the start position comes to stand, or after the command New game.
"""

import re
from collections import deque

from controller.trace.header import TraceHeader
from controller.trace.writer import TraceWriter
from hal.board import Scan

KEPT_S = 900.0
# Some 5 MB: a day of play, or an hour with a sensor that chatters.
MOST_LINES = 100_000

_WHOLE = re.compile(r"\d+\.\d{3} = ")


class _Lines:
    """A stream that keeps the newest lines, and knows where each stands in the whole."""

    def __init__(self) -> None:
        self.kept: deque[str] = deque()
        self.dropped = 0

    @property
    def written(self) -> int:
        return self.dropped + len(self.kept)

    def write(self, text: str) -> None:
        self.kept.extend(text.splitlines(keepends=True))
        if len(self.kept) > MOST_LINES:
            self.drop(self.dropped + MOST_LINES // 2)
            while self.kept and not _WHOLE.match(self.kept[0]):
                self.drop(self.dropped + 1)

    def flush(self) -> None:
        """Do nothing: what is in memory is lost in a crash."""

    def drop(self, before: int) -> None:
        """Drop all lines before one, counted from the first that was ever written."""
        while self.dropped < before and self.kept:
            self.kept.popleft()
            self.dropped += 1


class RollingTrace(TraceWriter):
    """Keeps the last minutes of a trace as text."""

    def __init__(self, header: TraceHeader, start: int, keep_s: float = KEPT_S) -> None:
        """Begin; `start` is the occupancy of the start position, as bits."""
        self._lines = _Lines()
        super().__init__(self._lines, header)
        self._header = "".join(self._lines.kept)
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
        return f"{self._header}{''.join(self._lines.kept)}{self._end()}\n"
