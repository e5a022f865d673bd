"""The pieces of a position, to put on a table."""

from controller.rules.compiled import Rules
from controller.rules.geometry import squares_of
from controller.rules.pieces import Piece
from controller.rules.position import Position


def start_pieces(rules: Rules) -> dict[int, Piece]:
    """Return the pieces of a ruleset's start position, by square."""
    return pieces_of(rules.start)


def pieces_of(position: Position) -> dict[int, Piece]:
    """Return the pieces of a position, by square."""
    found = {square: position.piece_at(square) for square in squares_of(position.occupied)}
    return {square: piece for square, piece in found.items() if piece}
