"""The magnets under the pieces, and the field that they make at each square's sensor.

A field is a number without unit: 1.0 comes from a plain piece in the middle of the square. South
poles count as positive, north poles as negative. Knows no sensors.
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from math import fsum

from controller.rules.geometry import SIZE, SQUARE_COUNT
from controller.rules.pieces import Piece
from simulators.table.tabletop import PhysicalPiece, Tabletop

# From a sensor up to the middle of the magnet above it, in squares: 1 cm of 4 cm.
GAP = 0.25
# Attackers turn their south pole to the sensors, defenders and king their north pole.
STRENGTHS: Mapping[Piece, float] = {
    Piece.ATTACKER: 1.0,
    Piece.DEFENDER: -1.0,
    Piece.KING: -1.6,
}
# The factor of a magnet that has lost half its strength.
WEAK = 0.5


def reach(across: float, up: float) -> float:
    """Return the share 0..1 of a magnet's field at a sensor, by its distance in squares.

    A dipole's field falls with the cube of the distance, here the root of d^2 + GAP^2 (Jackson,
    Classical Electrodynamics, 5.6). The factor of 1 to 2 by angle is left out: pieces are not
    points.
    """
    gap = GAP * GAP
    return float((gap / (gap + across * across + up * up)) ** 1.5)


class Magnets:
    """The magnets of all pieces on a tabletop; `field` is their sum at each square's sensor."""

    def __init__(self, table: Tabletop, factors: Mapping[int, float] | None = None) -> None:
        """Start with the pieces as they stand; `factors` scale the magnets of pieces by id."""
        self._table = table
        self._factors = dict(factors or {})
        self._seen: tuple[PhysicalPiece, ...] = ()
        self._reached: dict[int, dict[int, float]] = {}  # by piece, then by square
        self._parts: list[dict[int, float]] = [{} for _ in range(SQUARE_COUNT)]  # by piece
        self.field = [0.0] * SQUARE_COUNT
        self.feel()

    def feel(self) -> Sequence[int]:
        """Bring `field` up to date; return the squares where it has changed since the last call."""
        seen, self._seen = self._seen, self._table.pieces
        if self._seen == seen:
            return ()
        touched: set[int] = set()
        for before, piece in zip_longest(seen, self._seen):
            # A moved piece is a new value, so the same object has not moved.
            if piece is not before:
                touched |= self._follow(piece)
        changed = []
        for square in sorted(touched):
            # An exact sum, so that the order in which pieces came leaves no trace.
            field = fsum(self._parts[square].values())
            if field != self.field[square]:
                self.field[square] = field
                changed.append(square)
        return changed

    def _follow(self, piece: PhysicalPiece) -> set[int]:
        """Replace a piece's old field by the new one; return the squares of both."""
        before = self._reached.get(piece.id, {})
        for square in before:
            del self._parts[square][piece.id]
        after = self._reached[piece.id] = self._around(piece)
        for square, part in after.items():
            self._parts[square][piece.id] = part
        return before.keys() | after.keys()

    def _around(self, piece: PhysicalPiece) -> dict[int, float]:
        """Return a piece's field by square, for the nine squares at most that can feel it."""
        if not piece.stands:
            return {}
        strength = STRENGTHS[piece.kind] * self._factors.get(piece.id, 1.0)
        file, rank = round(piece.x), round(piece.y)
        return {
            SIZE * y + x: strength * reach(piece.x - x, piece.y - y)
            for y in range(max(0, rank - 1), min(SIZE, rank + 2))
            for x in range(max(0, file - 1), min(SIZE, file + 2))
        }
