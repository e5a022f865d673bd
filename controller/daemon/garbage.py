"""When the garbage collector runs: between two turns of the game, and never by itself.

By itself it runs in whichever thread makes the next object, in a flood in the middle of what it
brings, and stops all threads until it is done. After a turn the next one is some milliseconds away.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# The numbers of new objects, and of collections of these, that Python waits for by itself.
MOST_NEW, _MOST_COLLECTED = gc.get_threshold()[:2]
# A look at everything takes milliseconds. Floods leave a few thousand objects in this time.
_EVERYTHING_S = 30.0
# For a turn in which nothing moves it waits longer, at most by this.
_PATIENCE_S = 30.0


class Garbage:
    """What is to be collected; all times are those of one clock."""

    def __init__(self, at: float) -> None:
        """Begin at a time."""
        self._everything_at = at + _EVERYTHING_S

    def collect(self, at: float, *, moved: bool) -> int | None:
        """Collect what is due after a turn, in which something moved or not.

        Return the oldest generation that was looked through, 2 for everything; None for nothing.
        """
        due = self._due(at, moved=moved)
        if due is not None:
            gc.collect(due)
        return due

    def _due(self, at: float, *, moved: bool) -> int | None:
        if at >= self._everything_at + (_PATIENCE_S if moved else 0.0):
            self._everything_at = at + _EVERYTHING_S
            return 2
        new, collected, _ = gc.get_count()
        if new <= MOST_NEW:
            return None
        return 1 if collected > _MOST_COLLECTED else 0


@contextmanager
def collected_by_hand() -> Iterator[None]:
    """Let nobody else collect garbage meanwhile."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
