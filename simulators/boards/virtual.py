"""A board whose sensors feel the magnets on a tabletop, and whose pixels shine on a page."""

from collections.abc import Callable

from hal.board import DARK, Board, Frame, Scan
from simulators.table.tabletop import Tabletop

# What makes the board of a table, with the clock that it reads.
MakeBoard = Callable[[Tabletop, Callable[[], float]], Board]


class VirtualBoard:
    """The board of a tabletop; `clock` gives the time of scans in seconds."""

    def __init__(self, table: Tabletop, clock: Callable[[], float]) -> None:
        """Put the board under the table's pieces, all pixels dark."""
        self._table = table
        self._clock = clock
        self.shown = DARK

    def scan(self) -> Scan:
        """Return which squares hold a magnet."""
        return Scan(self._table.occupied(), self._clock())

    def show(self, frame: Frame) -> None:
        """Show a frame."""
        self.shown = frame
