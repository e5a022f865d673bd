"""Whether a piece has room where a hand wants to put it, and what stands in the way."""

from collections.abc import Iterable
from math import hypot

from controller.rules.geometry import SIZE
from simulators.table.tabletop import PhysicalPiece

# A piece farther than this from the middle of its square stands askew, in squares.
_ASKEW = 0.01
# Hands keep at least this distance between two pieces, centre to centre, in squares.
_LEAST_DISTANCE = 0.82


def stands_askew(piece: PhysicalPiece) -> bool:
    """Say whether a piece stands on the board away from the middle of its square."""
    away = abs(piece.x - round(piece.x)) + abs(piece.y - round(piece.y))
    return piece.stands and away > _ASKEW


def crowds(other: PhysicalPiece, piece_id: int, x: float, y: float) -> bool:
    """Say whether another piece leaves one no room at a place of the board."""
    distance = (other.x - x) ** 2 + (other.y - y) ** 2
    return other.id != piece_id and not other.in_tray and distance < _LEAST_DISTANCE**2


def is_crowded(pieces: Iterable[PhysicalPiece], piece_id: int, x: float, y: float) -> bool:
    """Say whether a piece has no room at a place: another one is near, or the board ends."""
    if not (0 <= x <= SIZE - 1 and 0 <= y <= SIZE - 1):
        return True
    return any(crowds(other, piece_id, x, y) for other in pieces)


def square_aside(x: float, y: float, taken: tuple[float, float]) -> tuple[float, float]:
    """Return the square nearest to a place, but for the one that is taken."""
    near = {(round(x) + dx, round(y) + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {taken}
    on_board = (place for place in near if all(0 <= part < SIZE for part in place))
    return min(on_board, key=lambda place: hypot(place[0] - x, place[1] - y))
