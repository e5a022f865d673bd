"""Which moves are legal, and why others are not. Knows no captures and no endings."""

from dataclasses import dataclass
from enum import StrEnum

from controller.rules.compiled import Rules
from controller.rules.geometry import (
    BETWEEN,
    CORNER_BITS,
    PATHS,
    THRONE_BIT,
    in_line,
    spread,
    squares_of,
)
from controller.rules.lines import Move
from controller.rules.pieces import Piece, Side
from controller.rules.position import Position


class RefusalReason(StrEnum):
    """Why a move is not legal."""

    GAME_OVER = "game_over"
    NO_PIECE = "no_piece"
    NOT_YOUR_PIECE = "not_your_piece"
    STAYS = "stays"
    NOT_IN_LINE = "not_in_line"
    PATH_BLOCKED = "path_blocked"
    THRONE = "throne"
    CORNER = "corner"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not legal: the reason, the squares in its way, and the clause.

    The clause is None where the game is over for a reason without a clause.
    """

    move: Move
    reason: RefusalReason
    squares: tuple[int, ...]
    clause: str | None


def legal_moves(rules: Rules, position: Position) -> list[Move]:
    """Return every legal move of the side to move, line by line."""
    occupied = position.attackers | position.defenders | position.king
    if position.to_move is Side.ATTACKERS:
        return rules.men_moves.moves(occupied, position.attackers)
    moves = rules.men_moves.moves(occupied, position.defenders)
    moves += rules.king_moves.moves_of(occupied, position.king.bit_length() - 1)
    return moves


def moves_from(rules: Rules, position: Position, origin: int) -> list[Move]:
    """Return the legal moves of the piece on one square; none if it may not move."""
    bit = 1 << origin
    if not position.of(position.to_move) & bit:
        return []
    lines = rules.king_moves if position.king & bit else rules.men_moves
    return lines.moves_of(position.occupied, origin)


def has_legal_move(rules: Rules, position: Position) -> bool:
    """Say whether the side to move has a legal move."""
    empty = ~position.occupied
    men = position.attackers if position.to_move is Side.ATTACKERS else position.defenders
    # Nearly always some man can take a single step, and that is far quicker to see.
    if spread(men) & empty & rules.men_stop & ~rules.impassable:
        return True
    return bool(legal_moves(rules, position))


def is_legal(rules: Rules, position: Position, move: Move) -> bool:
    """Say whether a move is legal; `refusal` says why not."""
    origin, target = move
    attackers, defenders, king, to_move = position
    path = PATHS[origin][target]
    own = attackers if to_move is Side.ATTACKERS else defenders | king
    if not path or path & (attackers | defenders | king) or not own >> origin & 1:
        return False
    stop = rules.king_stop if king >> origin & 1 else rules.men_stop
    return bool(stop >> target & 1) and not BETWEEN[origin][target] & rules.impassable


def refusal(rules: Rules, position: Position, move: Move) -> Refusal | None:
    """Return why a move is not legal, None if it is legal."""
    clauses = rules.ruleset.clauses
    reason = _refusal_of_piece(position, move)
    if reason is not None:
        clause = clauses.turn if reason is RefusalReason.NOT_YOUR_PIECE else clauses.movement
        return Refusal(move, reason, (move.origin,), clause)
    if move.origin == move.target:
        return Refusal(move, RefusalReason.STAYS, (move.origin,), clauses.movement)
    if not in_line(move.origin, move.target):
        return Refusal(move, RefusalReason.NOT_IN_LINE, (move.target,), clauses.movement)
    blocking = PATHS[move.origin][move.target] & position.occupied
    if blocking:
        squares = tuple(squares_of(blocking))
        return Refusal(move, RefusalReason.PATH_BLOCKED, squares, clauses.movement)
    restricted = _restricted(rules, position, move)
    if not restricted:
        return None
    reason = RefusalReason.THRONE if restricted & THRONE_BIT else RefusalReason.CORNER
    return Refusal(move, reason, tuple(squares_of(restricted)), clauses.restricted)


def _refusal_of_piece(position: Position, move: Move) -> RefusalReason | None:
    piece = position.piece_at(move.origin)
    if piece is None:
        return RefusalReason.NO_PIECE
    if piece.side is not position.to_move:
        return RefusalReason.NOT_YOUR_PIECE
    return None


def _restricted(rules: Rules, position: Position, move: Move) -> int:
    is_king = position.piece_at(move.origin) is Piece.KING
    stop = rules.king_stop if is_king else rules.men_stop
    return (1 << move.target & ~stop & (THRONE_BIT | CORNER_BITS)) | (
        BETWEEN[move.origin][move.target] & rules.impassable
    )
