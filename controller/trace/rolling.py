"""The newest part of a trace, kept in memory, because nobody records before it goes wrong.

A trace can only be replayed from where a game begins. So it is cut there: at the latest beginning
before the time that is kept, which keeps the whole of a game that has gone on for longer. Then the
header says what that game went by. Knows no session: a game begins where the start position comes
to stand, or after the command New game.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from controller.trace.header import TraceHeader, header_lines
from controller.trace.writer import TraceWriter
from hal.board import Scan

KEPT_S = 900.0
# Some 2 MB: a day of play, or an hour with a sensor that chatters.
MOST_LINES = 100_000
# A text takes 50 bytes more than its letters, so lines are kept many to a text.
_LINES_A_BLOCK = 100

_WHOLE = re.compile(r"\d+\.\d{3} = ")


@dataclass(frozen=True, slots=True)
class Games:
    """What games go by: the header of a trace of them, and the occupancy of their start."""

    header: TraceHeader
    start: int


@dataclass(frozen=True, slots=True)
class _Beginning:
    """When a game began, at which line, and what it goes by."""

    at: float
    line: int
    games: Games


class _Lines:
    """A stream that keeps the newest lines, and knows where each stands in the whole."""

    def __init__(self) -> None:
        self._blocks: deque[str] = deque()  # of _LINES_A_BLOCK lines each, but for the first
        self._newest: list[str] = []
        self.dropped = 0
        self.written = 0

    def write(self, text: str) -> None:
        for line in text.splitlines(keepends=True):
            self._newest.append(line)
            self.written += 1
            if len(self._newest) == _LINES_A_BLOCK:
                self._blocks.append("".join(self._newest))
                self._newest.clear()
        if self.written - self.dropped > MOST_LINES:
            self.drop(self.dropped + MOST_LINES // 2)
            wholes = (n for n, line in enumerate(self._lines()) if _WHOLE.match(line))
            self.drop(self.dropped + next(wholes, 0))

    def flush(self) -> None:
        """Do nothing: what is in memory is lost in a crash."""

    def drop(self, before: int) -> None:
        """Drop all lines before one, counted from the first that was ever written."""
        while self._blocks and self.dropped < before:
            first = self._blocks.popleft().splitlines(keepends=True)
            kept = first[before - self.dropped :]
            self.dropped += len(first) - len(kept)
            if kept:
                self._blocks.appendleft("".join(kept))
        if self.dropped < before:
            del self._newest[: before - self.dropped]
            self.dropped = before

    def text(self) -> str:
        """Return all lines that are kept."""
        return "".join([*self._blocks, *self._newest])

    def _lines(self) -> Iterator[str]:
        for block in self._blocks:
            yield from block.splitlines(keepends=True)
        yield from self._newest


class RollingTrace(TraceWriter):
    """Keeps the last minutes of a trace as text."""

    def __init__(
        self,
        games: Games,
        after: Callable[[Games, str], Games] = lambda games, _: games,
        keep_s: float = KEPT_S,
    ) -> None:
        """Begin; `after` gives what games go by once a command New game has been given."""
        self._lines = _Lines()
        super().__init__(self._lines, games.header)
        self._lines.drop(self._lines.written)
        self._games, self._after, self._keep_s = games, after, keep_s
        self._begins = True
        self._beginnings: deque[_Beginning] = deque()

    def scan(self, scan: Scan) -> None:
        """Add a scan, and drop the games that ended long ago."""
        start = self._games.start
        stands = scan.occupied == start
        if self._begins or (stands and self._occupied != start):
            self._begins = False
            self._beginnings.append(_Beginning(scan.at, self._lines.written, self._games))
            self._forget_state()
        super().scan(scan)
        while len(self._beginnings) > 1 and self._is_old(self._beginnings[1], scan.at):
            self._beginnings.popleft()
            self._lines.drop(self._beginnings[0].line)

    def command(self, name: str, at: float) -> None:
        """Add a command; after New game, a trace can begin."""
        super().command(name, at)
        self._begins = name.startswith("new_game")
        if self._begins:
            self._games = self._after(self._games, name)

    def _is_old(self, beginning: _Beginning, now: float) -> bool:
        """Say whether nothing before a beginning is worth keeping, or there."""
        return beginning.at <= now - self._keep_s or beginning.line <= self._lines.dropped

    def text(self) -> str:
        """Return what is kept as a whole trace."""
        games = self._beginnings[0].games if self._beginnings else self._games
        header = "".join(f"{line}\n" for line in header_lines(games.header))
        return f"{header}{self._lines.text()}{self._end()}\n"
