"""The pieces of a start position, to put on a table."""

from controller.rules.compiled import Rules
from controller.rules.geometry import squares_of
from controller.rules.pieces import Piece


def start_pieces(rules: Rules) -> dict[int, Piece]:
    """Return the pieces of a ruleset's start position, by square."""
    position = rules.start
    found = {square: position.piece_at(square) for square in squares_of(position.occupied)}
    return {square: piece for square, piece in found.items() if piece}
