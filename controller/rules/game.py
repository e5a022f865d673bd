"""A game is its tuple of plies: undo drops the last one, and there is no other memory."""

from dataclasses import dataclass
from typing import NamedTuple

from controller.rules.captures import Capture, apply_move
from controller.rules.compiled import Rules
from controller.rules.endings import (
    BY_PEOPLE,
    Outcome,
    OutcomeReason,
    outcome_as_it_stands,
    outcome_of_move,
)
from controller.rules.errors import GameOverError, RulesError
from controller.rules.lines import Move
from controller.rules.moves import (
    Refusal,
    RefusalReason,
    has_legal_move,
    is_legal,
    legal_moves,
    refusal,
)
from controller.rules.pieces import Side
from controller.rules.position import Position


class IllegalMoveError(RulesError, ValueError):
    """The rules refuse a move; `refusal` says why."""

    def __init__(self, refused: Refusal) -> None:
        """Carry the refusal."""
        super().__init__(f"{refused.move}: {refused.reason}")
        self.refusal = refused


class Ply(NamedTuple):
    """One move of one side, its captures, and the position after it.

    `quiet` counts the plies since the last capture, this one included.
    """

    move: Move
    captures: tuple[Capture, ...]
    position: Position
    quiet: int


@dataclass(frozen=True, slots=True)
class Game:
    """A game under one ruleset: its start, its plies, and its outcome once it is over."""

    rules: Rules
    start: Position
    plies: tuple[Ply, ...] = ()
    outcome: Outcome | None = None

    @property
    def position(self) -> Position:
        """The position now."""
        return self.plies[-1].position if self.plies else self.start

    def legal_moves(self) -> list[Move]:
        """Return the legal moves; none once the game is over."""
        return [] if self.outcome else legal_moves(self.rules, self.position)

    def refusal(self, move: Move) -> Refusal | None:
        """Return why a move is refused, None where it is legal."""
        if self.outcome:
            return Refusal(move, RefusalReason.GAME_OVER, (), self.outcome.clause)
        return refusal(self.rules, self.position, move)

    def play(self, move: Move) -> "Game":
        """Return the game with one more ply, and the outcome if that ends it.

        Raises:
            IllegalMoveError: the rules refuse the move.
        """
        rules, start, plies, position = self.rules, self.start, self.plies, self.position
        legal = not self.outcome and is_legal(rules, position, move)
        refused = None if legal else self.refusal(move)
        if refused:
            raise IllegalMoveError(refused)
        after, captures = apply_move(rules, position, move)
        before = plies[-1].quiet if plies else 0
        plies = (*plies, Ply(move, captures, after, 0 if captures else before + 1))
        return Game(rules, start, plies, _judge(rules, start, plies))

    def undo(self) -> "Game":
        """Return the game without its last ply, or without the end that people gave it.

        A game without plies is returned unchanged.
        """
        if self.outcome and self.outcome.reason in BY_PEOPLE:
            return Game(self.rules, self.start, self.plies)
        # No ply follows the end of a game, so the game before the last ply was not over.
        return Game(self.rules, self.start, self.plies[:-1]) if self.plies else self

    def agree_draw(self) -> "Game":
        """Return the game drawn by agreement of both sides.

        Raises:
            GameOverError: the game is over.
        """
        clause = self.rules.ruleset.clauses.agreement
        return self._ended(Outcome(None, OutcomeReason.AGREEMENT, (), clause))

    def resign(self, side: Side) -> "Game":
        """Return the game resigned by a side.

        Raises:
            GameOverError: the game is over.
        """
        return self._ended(Outcome(side.other, OutcomeReason.RESIGNATION, (), None))

    def decide(self, winner: Side | None) -> "Game":
        """Return the game as an arbiter decides it; no winner means a draw.

        Raises:
            GameOverError: the game is over.
        """
        clause = self.rules.ruleset.clauses.agreement if winner is None else None
        return self._ended(Outcome(winner, OutcomeReason.ARBITER, (), clause))

    def run_out_of_time(self, side: Side | None) -> "Game":
        """Return the game lost by a side whose clock has run out, or drawn where `side` is None.

        Raises:
            GameOverError: the game is over.
        """
        if side:
            return self._ended(Outcome(side.other, OutcomeReason.TIME, (), None))
        clause = self.rules.ruleset.clauses.time
        return self._ended(Outcome(None, OutcomeReason.TIME, (), clause))

    def after(self, elapsed_s: float) -> "Game":
        """Return the game at a time after its start: drawn once the ruleset's time is up."""
        limit_s = 60 * self.rules.ruleset.ending.time_limit_minutes
        if self.outcome or not limit_s or elapsed_s < limit_s:
            return self
        return self.run_out_of_time(None)

    def _ended(self, outcome: Outcome) -> "Game":
        if self.outcome:
            raise GameOverError(f"game: expected a game that goes on, got {self.outcome.reason}")
        return Game(self.rules, self.start, self.plies, outcome)

    def times_seen(self) -> int:
        """Return how often the current position, with the same side to move, has occurred."""
        return _times_seen(self.start, self.plies)


def judged_as_it_stands(game: Game) -> Game:
    """Return a game without plies, with its outcome if its start is already won or stalemate.

    The side that is not to move counts as the last mover: a king among attackers is captured.
    """
    outcome = outcome_as_it_stands(game.rules, game.start) or _stalemate(game.rules, game.start)
    return Game(game.rules, game.start, (), outcome)


def new_game(rules: Rules) -> Game:
    """Return a game of a ruleset before its first ply."""
    return Game(rules, rules.start)


def _judge(rules: Rules, start: Position, plies: tuple[Ply, ...]) -> Outcome | None:
    """Return how the last ply ends the game, by the first rule that does."""
    ply = plies[-1]
    return (
        outcome_of_move(rules, ply.position, ply.move)
        or _repetition(rules, start, plies)
        or _stalemate(rules, ply.position)
    )


def _times_seen(start: Position, plies: tuple[Ply, ...]) -> int:
    if not plies or plies[-1].quiet < 4:
        return 1  # both sides need two plies each to come back
    now, made, quiet = plies[-1].position, len(plies), plies[-1].quiet
    # Captured pieces do not come back, so no position from before the last capture recurs.
    earlier = plies[max(made - quiet - 1, 0) : made - 4]
    seen = [1 for ply in earlier[::-2] if ply.position == now]
    return 1 + len(seen) + (quiet == made and start == now)


def _repetition(rules: Rules, start: Position, plies: tuple[Ply, ...]) -> Outcome | None:
    ending = rules.ruleset.ending
    if _times_seen(start, plies) < ending.repetition_count:
        return None
    winner = Side.ATTACKERS if ending.repetition == "defenders_lose" else None
    return Outcome(winner, OutcomeReason.REPETITION, (), rules.ruleset.clauses.repetition)


def _stalemate(rules: Rules, position: Position) -> Outcome | None:
    if has_legal_move(rules, position):
        return None
    loses = rules.ruleset.ending.no_moves == "loses"
    winner = position.to_move.other if loses else None
    return Outcome(winner, OutcomeReason.NO_MOVES, (), rules.ruleset.clauses.no_moves)
