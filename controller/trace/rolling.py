"""The newest part of a trace, kept in memory, because nobody records before it goes wrong.

A trace can only be replayed from where a game begins. So it is cut there: at the latest beginning
before the time that is kept, which keeps the whole of a game that has gone on for longer. Then the
header says what that game went by. Knows no session: a game begins where the start position comes
to stand, or after the command New game.
"""

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from controller.trace.header import TraceHeader, header_lines
from controller.trace.writer import TraceWriter
from hal.board import Scan

KEPT_S = 900.0
# Some 5 MB: a day of play, or an hour with a sensor that chatters.
MOST_LINES = 100_000

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
        return f"{header}{''.join(self._lines.kept)}{self._end()}\n"
