"""A square has changed when it has read the same for a while; until then it is as it was."""

from typing import NamedTuple

from controller.rules.geometry import squares_of


class Debounced(NamedTuple):
    """The occupancy to believe, and since when each doubtful square has read otherwise."""

    occupied: int
    doubtful: tuple[tuple[int, float], ...] = ()  # (square, since, in seconds)


def debounce(before: Debounced | None, occupied: int, at: float, hold_s: float) -> Debounced:
    """Return what to believe after one more look; the first one is believed at once."""
    if before is None:
        return Debounced(occupied)
    differing = before.occupied ^ occupied
    if not differing:
        return before if not before.doubtful else Debounced(before.occupied)
    since = dict(before.doubtful)
    believed = before.occupied
    doubtful = []
    for square in squares_of(differing):
        first = since.get(square, at)
        if at - first >= hold_s:
            believed ^= 1 << square
        else:
            doubtful.append((square, first))
    return Debounced(believed, tuple(doubtful))
