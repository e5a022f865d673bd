"""A small search on the rules core itself, for where the kernel is not compiled.

Slower by a factor of a hundred, and judged by the rules core in everything; it sees two or three
moves ahead in a second. Its evaluation is that of the pieces' squares, less what they are worth
where a game starts, and of the king's way out.
"""

import time
from collections.abc import Callable, Iterator

from controller.engine.search import WON, Found, Limits, Line, never
from controller.engine.weights import EIGHTH, TERMS, Weights
from controller.rules.captures import apply_move
from controller.rules.compiled import Rules
from controller.rules.endings import outcome_of_move
from controller.rules.game import Game, new_game
from controller.rules.geometry import squares_of
from controller.rules.lines import Move
from controller.rules.moves import legal_moves
from controller.rules.pieces import Piece, Side
from controller.rules.position import Position

_DEEPEST = 20
# Time is looked at this often, in nodes: every two milliseconds or so.
_CLOCK_EVERY = 64


class _OutOfTimeError(Exception):
    """The search must end now."""


class PlainSearcher:
    """Alpha-beta with iterative deepening, in Python."""

    def __init__(
        self, rules: Rules, weights: Weights, unwanted: Callable[[], bool] = never
    ) -> None:
        """Prepare for a ruleset; a search that is `unwanted` when it begins ends at once."""
        self._unwanted = unwanted
        self._rules = rules
        self._weights = weights
        self._king_threats = _term(weights, "king_threats")
        self._king_in_line = _term(weights, "king_in_line")[0]
        # Without the kernel's other terms the pieces' squares favour one side, by so much that all
        # of its moves seem to win. Where a game starts both sides have equal chances.
        self._at_start = self._of_squares(new_game(rules).position)
        self._stopped = False
        self._nodes = 0
        self._most_nodes = 0
        self._deadline: float | None = None

    def search(self, game: Game, limits: Limits) -> Found:
        """Return the best lines of a game that goes on."""
        self._stopped, self._nodes, self._most_nodes = False, 0, limits.nodes or 0
        if self._unwanted():  # asked only now, so that a stop in between counts too
            self._stopped = True
        self._deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
        decided = {move: self._decided(game, move) for move in limits.moves or game.legal_moves()}
        lines = [Line(score or 0, (move,)) for move, score in decided.items()]
        depth = 0
        try:
            for deeper in range(1, min(limits.depth or _DEEPEST, _DEEPEST) + 1):
                lines = self._deepen(game, lines, decided, deeper)
                depth = deeper
        except _OutOfTimeError:
            pass
        return Found(tuple(lines[: limits.lines]), depth, self._nodes)

    def forget(self) -> None:
        """Nothing is remembered."""

    def stop(self) -> None:
        """End the search that runs."""
        self._stopped = True

    def _decided(self, game: Game, move: Move) -> int | None:
        """Return the score of a move that ends the game, as the game itself judges it."""
        outcome = game.play(move).outcome
        if outcome is None:
            return None
        if outcome.winner is None:
            return 0
        return WON - 1 if outcome.winner is game.position.to_move else 1 - WON

    def _deepen(
        self, game: Game, lines: list[Line], decided: dict[Move, int | None], depth: int
    ) -> list[Line]:
        """Return the lines one ply deeper, the best first."""
        found, alpha = [], -WON
        for line in lines:
            move = line.moves[0]
            score = decided[move]
            if score is None:
                after, _ = apply_move(self._rules, game.position, move)
                # Every first move gets a score of its own: near-equal ones are chosen among.
                score = -self._look(after, depth - 1, 1, -WON, WON)
            alpha = max(alpha, score)
            found.append(Line(score, (move,)))
        return sorted(found, key=lambda line: -line.score)

    def _look(self, position: Position, depth: int, ply: int, alpha: int, beta: int) -> int:
        self._count()
        if depth == 0:
            return self._evaluate(position)
        best = -WON
        for move in self._ordered(position):
            after, _ = apply_move(self._rules, position, move)
            if outcome_of_move(self._rules, after, move):
                return WON - ply - 1
            best = max(best, -self._look(after, depth - 1, ply + 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def _ordered(self, position: Position) -> Iterator[Move]:
        """Yield the legal moves: those that come to stand beside an enemy are looked at first."""
        moves = legal_moves(self._rules, position)
        enemies = position.of(position.to_move.other)
        near = enemies << 1 | enemies >> 1 | enemies << 11 | enemies >> 11
        yield from (move for move in moves if near >> move.target & 1)
        yield from (move for move in moves if not near >> move.target & 1)

    def _count(self) -> None:
        self._nodes += 1
        if self._most_nodes and self._nodes > self._most_nodes:
            raise _OutOfTimeError
        if self._nodes % _CLOCK_EVERY == 0:
            late = self._deadline is not None and time.monotonic() > self._deadline
            if late or self._stopped:
                raise _OutOfTimeError

    def _evaluate(self, position: Position) -> int:
        return self._with_king(position, self._of_squares(position) - self._at_start)

    def _of_squares(self, position: Position) -> int:
        values, score = self._weights.squares, 0
        for piece, bits in (
            (Piece.ATTACKER, position.attackers),
            (Piece.DEFENDER, position.defenders),
            (Piece.KING, position.king),
        ):
            by_square = values[piece]
            score += sum(by_square[EIGHTH[square]] for square in squares_of(bits))
        return score

    def _with_king(self, position: Position, score: int) -> int:
        rules, king = self._rules, position.king.bit_length() - 1
        occupied = position.occupied
        escapes = [
            move
            for move in rules.king_moves.moves_of(occupied, king)
            if rules.escape >> move.target & 1
        ]
        if escapes and position.to_move is Side.DEFENDERS:
            return WON - 100
        # With two ways out, and only one move to stop him, the king is through.
        score += self._king_in_line if len(escapes) == 1 else 0
        score += self._king_threats[-1] * (len(escapes) > 1)
        return score if position.to_move is Side.ATTACKERS else -score


def _term(weights: Weights, name: str) -> tuple[int, ...]:
    start = 0
    for term, count in TERMS.items():
        if term == name:
            return weights.terms[start : start + count]
        start += count
    raise KeyError(name)
