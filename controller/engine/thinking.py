"""What is asked of a process that thinks: plain functions of plain values, and what it remembers.

Every question carries the whole game, so that a process that died can be replaced by another.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from controller.engine.coach import (
    Grade,
    Options,
    Refutation,
    TurningPoint,
    grades,
    options,
    refutation,
    threats,
    turning_points,
)
from controller.engine.participants import Participant, open_player
from controller.engine.players import Choice, Player
from controller.engine.search import Found, Limits, Searcher
from controller.engine.searchers import new_searcher
from controller.rules.compiled import Rules, compiled
from controller.rules.game import Game
from controller.rules.lines import MOVES, Move
from controller.rules.pieces import Side
from controller.rules.position import Position
from controller.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class GameSoFar:
    """A game as it travels between processes: its ruleset as JSON, its start, its moves.

    `avoided` are squares, a bitboard, where no move that is chosen begins or ends if there is
    another one.
    """

    ruleset: str
    start: Position
    moves: tuple[tuple[int, int], ...]
    avoided: int = 0

    @classmethod
    def of(cls, game: Game, avoided: int = 0) -> "GameSoFar":
        """Return a game to be sent."""
        moves = tuple((ply.move.origin, ply.move.target) for ply in game.plies)
        return cls(game.rules.ruleset.model_dump_json(), game.start, moves, avoided)

    def wanted(self, game: Game) -> tuple[Move, ...]:
        """Return the moves to choose from; nothing for all of them."""
        if not self.avoided:
            return ()
        return tuple(
            move
            for move in game.legal_moves()
            if not self.avoided & (1 << move.origin | 1 << move.target)
        )

    def game(self) -> Game:
        """Return the game that was sent."""
        game = Game(_rules(self.ruleset), self.start)
        for origin, target in self.moves:
            game = game.play(MOVES[origin][target])
        return game


@lru_cache(maxsize=4)
def _rules(ruleset: str) -> Rules:
    return compiled(Ruleset.model_validate_json(ruleset))


@lru_cache(maxsize=4)
def _searcher(rules: Rules) -> Searcher:
    return new_searcher(rules)


@lru_cache(maxsize=4)
def _player(rules: Rules, participant: Participant, seed: int, threads: int) -> Player:
    player = open_player(participant, rules, seed, threads)
    _close.append(player.close)
    return player


# What makes whoever thinks in this process answer now, and what lets everybody go.
_hurry: list[Callable[[], None]] = []
_close: list[Callable[[], None]] = []


def hurry() -> None:
    """Have whoever thinks in this process answer now; from another thread."""
    for answer_now in _hurry:
        answer_now()


def let_go() -> None:
    """Let everybody go who has played in this process: other programs end, levels forget."""
    for close in _close:
        close()
    _close.clear()
    _hurry.clear()
    _player.cache_clear()
    _searcher.cache_clear()


def choose(
    asked: GameSoFar, participant: Participant, seed: int, seconds: float | None, threads: int
) -> Choice:
    """Return what a player does.

    Raises:
        PeerError: he is another program, and has failed.
    """
    game = asked.game()
    player = _player(game.rules, participant, seed, threads)
    _hurry[:] = [player.hurry]
    return player.choose(game, seconds, asked.wanted(game))


def best(asked: GameSoFar, limits: Limits) -> Found:
    """Return the best lines."""
    game = asked.game()
    return _at_work(game).search(game, replace(limits, moves=asked.wanted(game)))


def seen_threats(asked: GameSoFar, side: Side) -> int:
    """Return what threatens a side, see `coach.threats`."""
    return threats(asked.game(), side)


def seen_options(asked: GameSoFar) -> Options:
    """Return what the side to move can do, see `coach.options`."""
    return options(asked.game())


def graded(asked: GameSoFar, origin: int, limits: Limits) -> dict[int, Grade]:
    """Return how good the moves of a piece are, by their targets."""
    game = asked.game()
    return grades(_at_work(game), game, origin, limits)


def refuted(asked: GameSoFar, limits: Limits) -> Refutation:
    """Return what the last ply gave away, and how."""
    game = asked.game()
    return refutation(_at_work(game), game, limits)


def reviewed(asked: GameSoFar, side: Side, limits: Limits) -> list[TurningPoint]:
    """Return the mistakes of a side."""
    game = asked.game()
    return turning_points(_at_work(game), game, side, limits)


def _at_work(game: Game) -> Searcher:
    searcher = _searcher(game.rules)
    _hurry[:] = [searcher.stop]
    return searcher
