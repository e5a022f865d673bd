"""Looking ahead: what is asked of a search, and what it answers. Values, and who can do it."""

from dataclasses import dataclass
from math import exp
from typing import Protocol

from controller.rules.game import Game
from controller.rules.lines import Move
from controller.rules.pieces import Side

# A win after n plies is worth WON - n; nothing else comes near.
WON = 30_000
SURELY_WON = WON - 1000
# At this score about three of four games are won, counted in self-play.
_SLOPE = 200.0


@dataclass(frozen=True, slots=True)
class Limits:
    """How far to look: whatever is met first ends a search. None is no limit.

    `lines` is how many first moves are wanted, each with its own score; `moves` the only first
    moves that are looked at, all where it is empty.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    lines: int = 1
    threads: int = 1
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play and its score, for the side that begins it."""

    score: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """The best lines, best first; `depth` plies were searched to their end."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int

    @property
    def best(self) -> Line:
        """The best line."""
        return self.lines[0]


class Searcher(Protocol):
    """Whoever looks ahead under one ruleset; remembers what it has learned between searches."""

    def search(self, game: Game, limits: Limits) -> Found:
        """Return the best lines of a game that goes on."""

    def forget(self) -> None:
        """Forget what was learned, so that the next search depends on nothing before it."""

    def stop(self) -> None:
        """End the search that runs, from another thread; it answers with what it has."""


def never() -> bool:
    """Say that each search is wanted."""
    return False


def chance_of(score: int) -> float:
    """Return the winning chance 0..1 that a score stands for."""
    return 1.0 / (1.0 + exp(-max(-4000, min(score, 4000)) / _SLOPE))


def for_side(score: int, scored: Side, side: Side) -> int:
    """Return the score of one side, given that of another or the same."""
    return score if scored is side else -score
