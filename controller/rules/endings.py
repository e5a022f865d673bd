"""The endings that a position shows: captures of the king, escapes, exit forts, encirclements.

Knows no history; `game` judges repetition and a side without a move.
"""

from dataclasses import dataclass
from enum import StrEnum

from controller.rules.compiled import Rules
from controller.rules.fort import exit_fort_wall
from controller.rules.geometry import EDGE, NEIGHBOURS, OPPOSITES, THRONE_BIT, flood, spread
from controller.rules.geometry import squares_of as squares
from controller.rules.lines import Move
from controller.rules.pieces import Side
from controller.rules.position import Position


class OutcomeReason(StrEnum):
    """Why a game is over."""

    KING_CAPTURED = "king_captured"
    ENCIRCLED = "encircled"
    KING_ESCAPED = "king_escaped"
    EXIT_FORT = "exit_fort"
    REPETITION = "repetition"
    NO_MOVES = "no_moves"
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    ARBITER = "arbiter"
    TIME = "time"


# People and clocks bring these about, not moves.
BY_PEOPLE = frozenset(
    {
        OutcomeReason.AGREEMENT,
        OutcomeReason.RESIGNATION,
        OutcomeReason.ARBITER,
        OutcomeReason.TIME,
    }
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner (None for a draw), why, the squares that show it, the clause.

    The clause is None where the source does not speak of such an end, as of a resignation.
    """

    winner: Side | None
    reason: OutcomeReason
    squares: tuple[int, ...]
    clause: str | None


def outcome_of_move(rules: Rules, position: Position, move: Move) -> Outcome | None:
    """Return how the move just made ends the game, None if the position does not end it."""
    if position.to_move is Side.DEFENDERS:
        return _won_by_attackers(rules, position, 1 << move.target)
    return _won_by_defenders(rules, position)


def outcome_as_it_stands(rules: Rules, position: Position) -> Outcome | None:
    """Return how the side that moved last has won, whatever its move was, or None."""
    if position.to_move is Side.DEFENDERS:
        return _won_by_attackers(rules, position, position.attackers)
    return _won_by_defenders(rules, position)


def _won_by_attackers(rules: Rules, position: Position, moved: int) -> Outcome | None:
    """Return a win of the attackers, whose last move went to one of the squares `moved`."""
    clauses = rules.ruleset.clauses
    captors = _king_captors(rules, position, moved)
    if captors:
        reason = OutcomeReason.KING_CAPTURED
        return Outcome(Side.ATTACKERS, reason, tuple(squares(captors)), clauses.king_captured)
    if rules.ruleset.ending.encirclement:
        ring = _encircling_ring(position)
        if ring:
            reason = OutcomeReason.ENCIRCLED
            return Outcome(Side.ATTACKERS, reason, tuple(squares(ring)), clauses.encircled)
    return None


def _won_by_defenders(rules: Rules, position: Position) -> Outcome | None:
    clauses = rules.ruleset.clauses
    if position.king & rules.escape:
        reason = OutcomeReason.KING_ESCAPED
        square = tuple(squares(position.king))
        return Outcome(Side.DEFENDERS, reason, square, clauses.king_escaped)
    if rules.ruleset.ending.exit_fort:
        wall = exit_fort_wall(rules, position)
        if wall is not None:
            reason = OutcomeReason.EXIT_FORT
            return Outcome(Side.DEFENDERS, reason, tuple(squares(wall)), clauses.exit_fort)
    return None


def _king_captors(rules: Rules, position: Position, moved: int) -> int:
    """Return the squares that hold the king captive since a move to `moved`, 0 if none do."""
    king = position.king.bit_length() - 1
    around = NEIGHBOURS[king]
    if not around & moved:
        return 0
    if position.king & EDGE and rules.ruleset.king.edge == "safe":
        return 0
    if rules.ruleset.king.captured_by == "custodial":
        return _sandwiching_pair(rules, position, king, moved)
    stands_in = 0
    if rules.ruleset.king.throne_stands_in:
        stands_in = THRONE_BIT & ~position.occupied
    return around if not around & ~(position.attackers | stands_in) else 0


def _sandwiching_pair(rules: Rules, position: Position, king: int, moved: int) -> int:
    hostile = position.attackers | rules.hostile_to(Side.DEFENDERS, position.occupied)
    for one, other in OPPOSITES[king]:
        pair = one | other
        if pair & moved and not pair & ~hostile:
            return pair
    return 0


def _encircling_ring(position: Position) -> int:
    """Return the attackers that enclose the king and every defender, 0 if one can get out."""
    inside = position.defenders | position.king
    if inside & EDGE:
        return 0
    reached = flood(inside, ~position.attackers)
    return 0 if reached & EDGE else spread(reached) & position.attackers
