"""A square has changed when it has read the same for a while; until then it is as it was."""

from typing import NamedTuple

from controller.rules.geometry import squares_of
from hal.board import Scan


class Debounced(NamedTuple):
    """The occupancy to believe, and since when each doubtful square has read otherwise."""

    occupied: int
    doubtful: tuple[tuple[int, float], ...] = ()  # (square, since, in seconds)


def debounce(before: Debounced | None, scan: Scan, hold_s: float) -> Debounced:
    """Return what to believe after one more scan; the first scan is believed at once."""
    if before is None:
        return Debounced(scan.occupied)
    differing = before.occupied ^ scan.occupied
    if not differing:
        return before if not before.doubtful else Debounced(before.occupied)
    since = dict(before.doubtful)
    occupied = before.occupied
    doubtful = []
    for square in squares_of(differing):
        first = since.get(square, scan.at)
        if scan.at - first >= hold_s:
            occupied ^= 1 << square
        else:
            doubtful.append((square, first))
    return Debounced(occupied, tuple(doubtful))
