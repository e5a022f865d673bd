"""A game is its tuple of plies: undo drops the last, and nothing else remembers."""

from dataclasses import dataclass, replace

from controller.rules.captures import Capture, advance
from controller.rules.compiled import Rules
from controller.rules.endings import Outcome, OutcomeReason, outcome_of_move
from controller.rules.errors import RulesError
from controller.rules.lines import Move
from controller.rules.moves import Refusal, RefusalReason, has_legal_move, legal_moves, refusal
from controller.rules.pieces import Side
from controller.rules.position import Position


class IllegalMoveError(RulesError, ValueError):
    """A move that the rules refuse; `refusal` says why."""

    def __init__(self, refused: Refusal) -> None:
        """Carry the refusal."""
        super().__init__(f"{refused.move}: {refused.reason}")
        self.refusal = refused


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of one side: what it captured and the position after it."""

    move: Move
    captures: tuple[Capture, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Game:
    """A game under one ruleset: its first position, its plies, and how it ended, if it has."""

    rules: Rules
    start: Position
    plies: tuple[Ply, ...] = ()
    outcome: Outcome | None = None

    @property
    def position(self) -> Position:
        """The position now."""
        return self.plies[-1].position if self.plies else self.start

    def legal_moves(self) -> list[Move]:
        """Return the legal moves, none when the game is over."""
        return [] if self.outcome else legal_moves(self.rules, self.position)

    def refusal(self, move: Move) -> Refusal | None:
        """Return why a move is refused, None where it is legal."""
        if self.outcome:
            return Refusal(move, RefusalReason.GAME_OVER, (), self.outcome.clause)
        return refusal(self.rules, self.position, move)

    def play(self, move: Move) -> "Game":
        """Return the game with one more ply, judged.

        Raises:
            IllegalMoveError: the rules refuse the move.
        """
        refused = self.refusal(move)
        if refused:
            raise IllegalMoveError(refused)
        position, captures = advance(self.rules, self.position, move)
        plies = (*self.plies, Ply(move, captures, position))
        game = replace(self, plies=plies)
        return replace(game, outcome=game._judged())

    def undo(self) -> "Game":
        """Return the game without its last ply; a game without plies stays as it is."""
        if not self.plies:
            return self
        # No ply follows the end of a game, so the game before the last ply was not over.
        return replace(self, plies=self.plies[:-1], outcome=None)

    def times_seen(self) -> int:
        """Return how often the position now, with this side to move, has come in this game."""
        now = self.position
        earlier = [self.start, *(ply.position for ply in self.plies)]
        return earlier.count(now)

    def _judged(self) -> Outcome | None:
        ply = self.plies[-1]
        return (
            outcome_of_move(self.rules, ply.position, ply.move)
            or self._repetition()
            or self._stalemate()
        )

    def _repetition(self) -> Outcome | None:
        ending, clauses = self.rules.ruleset.ending, self.rules.ruleset.clauses
        if self.times_seen() < ending.repetition_count:
            return None
        winner = Side.ATTACKERS if ending.repetition == "defenders_lose" else None
        return Outcome(winner, OutcomeReason.REPETITION, (), clauses.repetition)

    def _stalemate(self) -> Outcome | None:
        position = self.position
        if has_legal_move(self.rules, position):
            return None
        loses = self.rules.ruleset.ending.no_moves == "loses"
        winner = position.to_move.other if loses else None
        return Outcome(winner, OutcomeReason.NO_MOVES, (), self.rules.ruleset.clauses.no_moves)


def new_game(rules: Rules) -> Game:
    """Return a game of a ruleset before its first ply."""
    return Game(rules, rules.start)
