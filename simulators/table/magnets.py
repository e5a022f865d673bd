"""The magnets under the pieces, and the field that the sensor of each square feels of them.

A field is a number without unit: 1.0 is a plain piece in the middle of the sensor's square; a
south pole downwards counts as positive, a north pole as negative. Knows no sensors.
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from math import fsum

from controller.rules.geometry import SIZE, SQUARE_COUNT
from controller.rules.pieces import Piece
from simulators.table.tabletop import PhysicalPiece, Tabletop

# From a sensor up to the middle of a magnet that stands above it, in squares: 1 cm of 4 cm.
GAP = 0.25
# Signed: attackers show the sensors their south pole, defenders and king their north pole.
STRENGTHS: Mapping[Piece, float] = {
    Piece.ATTACKER: 1.0,
    Piece.DEFENDER: -1.0,
    Piece.KING: -1.6,
}
# The factor of a piece whose magnet is half spent.
WEAK = 0.5


def reach(across: float, up: float) -> float:
    """Return what is left of a magnet's field so many squares from a sensor, 0..1.

    A dipole's field falls with the cube of the distance, here the root of d^2 + GAP^2 (Jackson,
    Classical Electrodynamics, 5.6). The factor 1 to 2 by angle is left out: pieces are no points.
    """
    gap = GAP * GAP
    return float((gap / (gap + across * across + up * up)) ** 1.5)


class Magnets:
    """The magnets of a tabletop's pieces; `field` is what each square's sensor feels of all."""

    def __init__(self, table: Tabletop, factors: Mapping[int, float] | None = None) -> None:
        """Feel the pieces as they stand; `factors` make magnets by piece id weaker or stronger."""
        self._table = table
        self._factors = dict(factors or {})
        self._seen: tuple[PhysicalPiece, ...] = ()
        self._reached: dict[int, dict[int, float]] = {}  # by piece, then by square
        self._parts: list[dict[int, float]] = [{} for _ in range(SQUARE_COUNT)]  # by piece
        self.field = [0.0] * SQUARE_COUNT
        self.feel()

    def feel(self) -> Sequence[int]:
        """Bring `field` up to date; return the squares where it changed since the last call."""
        seen, self._seen = self._seen, self._table.pieces
        if self._seen == seen:
            return ()
        touched: set[int] = set()
        for before, piece in zip_longest(seen, self._seen):
            # Values are replaced, so what is still the same object has not moved.
            if piece is not before:
                touched |= self._follow(piece)
        changed = []
        for square in sorted(touched):
            # Exactly rounded, so that the way the pieces came there leaves no trace.
            field = fsum(self._parts[square].values())
            if field != self.field[square]:
                self.field[square] = field
                changed.append(square)
        return changed

    def _follow(self, piece: PhysicalPiece) -> set[int]:
        """Take a piece's old field away and add the new one; return the squares of both."""
        before = self._reached.get(piece.id, {})
        for square in before:
            del self._parts[square][piece.id]
        after = self._reached[piece.id] = self._around(piece)
        for square, part in after.items():
            self._parts[square][piece.id] = part
        return before.keys() | after.keys()

    def _around(self, piece: PhysicalPiece) -> dict[int, float]:
        """Return a piece's field by square, for the at most nine squares that can feel it."""
        if not piece.stands:
            return {}
        strength = STRENGTHS[piece.kind] * self._factors.get(piece.id, 1.0)
        file, rank = round(piece.x), round(piece.y)
        return {
            SIZE * y + x: strength * reach(piece.x - x, piece.y - y)
            for y in range(max(0, rank - 1), min(SIZE, rank + 2))
            for x in range(max(0, file - 1), min(SIZE, file + 2))
        }
