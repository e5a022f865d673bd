"""The gesture of staff: any piece is set on the four corners, one after the other, going round.

A game brings no piece but the king to a corner, and ends with it, so nobody makes it by chance.
Where a corner's sensor is at fault, the other three are enough.
"""

from typing import Final

from controller.rules.geometry import CORNER_BITS, CORNERS, squares_of

# From the first corner to the last.
GESTURE_S: Final = 15.0
# Going round, so that neighbours stand side by side.
_ROUND: Final = tuple(
    sorted(CORNERS, key=lambda square: (square > 60, square if square < 60 else -square))
)
_FEWEST: Final = 3

# The corners on which a piece was set, the newest last, and when.
Corners = tuple[tuple[int, float], ...]


def followed(corners: Corners, put: int, at: float) -> Corners:
    """Return the corners after pieces were put on some squares, without those of long ago."""
    new = tuple((square, at) for square in squares_of(put & CORNER_BITS))
    kept = tuple(each for each in corners if at - each[1] <= GESTURE_S)
    return kept if not new and kept == corners else (*kept, *new)


def is_made(corners: Corners, faulty: int) -> bool:
    """Say whether the newest corners are the gesture."""
    going = [square for square in _ROUND if not faulty >> square & 1]
    if len(going) < _FEWEST:
        return False
    newest = [square for square, _ in corners[-len(going) :]]
    if sorted(newest) != sorted(going):
        return False
    begun = going.index(newest[0])
    forwards = going[begun:] + going[:begun]
    return newest in (forwards, [forwards[0], *reversed(forwards[1:])])
