"""Who chooses moves: a level, or anybody else behind the same few words; when to give up."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol

from controller.engine.levels import Level
from controller.engine.search import SURELY_WON, Found, Line, Searcher, chance_of
from controller.rules.game import Game
from controller.rules.lines import Move

# Below this winning chance, for this number of own moves in a row, a game is given up.
_HOPELESS = 0.02
_PATIENCE = 3
# A draw is offered when nothing was captured for long and nobody is better off.
_QUIET_TO_OFFER = 60
_QUIET_TO_ACCEPT = 20
_ABOUT_EVEN = 0.04


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player does: a move, or None to resign. `chance` is how he sees it, 0..1."""

    move: Move | None
    chance: float
    line: tuple[Move, ...] = ()
    offers_draw: bool = False


class Player(Protocol):
    """Somebody who plays one game after the other, either side."""

    @property
    def name(self) -> str:
        """What he is called."""

    def choose(
        self, game: Game, seconds: float | None = None, moves: tuple[Move, ...] = ()
    ) -> Choice:
        """Return what he does in a game that goes on, in at most `seconds`.

        `moves` are those that are wanted, all where it is empty; another program need not care.

        Raises:
            PeerError: he is another program, and has failed.
        """

    def hurry(self) -> None:
        """Have him answer now, from another thread, if he can."""

    def close(self) -> None:
        """Let him go."""


class LevelPlayer:
    """A level at play."""

    def __init__(self, searcher: Searcher, level: Level, seed: int = 0, threads: int = 1) -> None:
        """Play at a level; the seed decides among moves that are about equal."""
        self._searcher = searcher
        self._level = level
        self._seed = seed
        self._threads = threads
        self._hopeless = 0

    @property
    def name(self) -> str:
        """The name of the level."""
        return self._level.name

    def choose(
        self, game: Game, seconds: float | None = None, moves: tuple[Move, ...] = ()
    ) -> Choice:
        """Return the move, or None to resign."""
        if len(game.plies) < 2:
            self._hopeless = 0
        chance_here = self._chance_in(game)
        limits = replace(
            self._level.limits(seconds, self._threads),
            moves=_noticed(game, moves, self._level.overlooks, chance_here),
        )
        found = self._searcher.search(game, limits)
        chance = chance_of(found.best.score)
        self._hopeless = self._hopeless + 1 if chance < _HOPELESS else 0
        if self._level.resigns and self._hopeless > _PATIENCE:
            return Choice(None, chance, found.best.moves)
        line = chosen(found, self._level.near, chance_here)
        return Choice(line.moves[0], chance, line.moves, _offers_draw(game, chance))

    def _chance_in(self, game: Game) -> Random:
        """Return the chance of a position: asked again after a takeback, it answers the same."""
        attackers, defenders, king, _ = game.position
        return Random(f"{self._seed}/{len(game.plies)}/{attackers:x}/{defenders:x}/{king:x}")

    def hurry(self) -> None:
        """Have it answer with what it has found so far."""
        self._searcher.stop()

    def close(self) -> None:
        """Stop thinking."""
        self._searcher.stop()


def _noticed(
    game: Game, moves: tuple[Move, ...], overlooks: int, random: Random
) -> tuple[Move, ...]:
    """Return the moves that a level notices of those that are wanted; nothing stands for all."""
    if not overlooks:
        return moves
    wanted = moves or game.legal_moves()
    return tuple(random.sample(wanted, max(1, len(wanted) * (100 - overlooks) // 100)))


def chosen(found: Found, near: int, random: Random) -> Line:
    """Return a line that is at most `near` worse than the best, and does not lose."""
    best = found.best
    if not near or abs(best.score) > SURELY_WON:
        return best
    good: Sequence[Line] = [
        line for line in found.lines if line.score >= max(best.score - near, -SURELY_WON)
    ]
    return random.choice(good)


def _offers_draw(game: Game, chance: float) -> bool:
    quiet = game.plies[-1].quiet if game.plies else 0
    return quiet >= _QUIET_TO_OFFER and abs(chance - 0.5) < _ABOUT_EVEN


def accepts_draw(game: Game, chance: float) -> bool:
    """Say whether somebody who sees his winning chance so takes a draw that he is offered."""
    quiet = game.plies[-1].quiet if game.plies else 0
    return quiet >= _QUIET_TO_ACCEPT and chance < 0.5 + _ABOUT_EVEN
