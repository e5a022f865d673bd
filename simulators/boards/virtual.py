"""A board whose sensors feel the magnets on a tabletop, and whose pixels shine on a page."""

from collections.abc import Callable

from hal.board import DARK, Board, Draw, Frame, Scan
from hal.strips.painter import Painter
from simulators.table.tabletop import Tabletop

# What makes the board of a table, with the clock that it reads.
MakeBoard = Callable[[Tabletop, Callable[[], float]], Board]


class VirtualBoard:
    """The board of a tabletop; `clock` gives the time of scans in seconds.

    `painter` reckons what pixels would draw, if that is wanted.
    """

    def __init__(
        self, table: Tabletop, clock: Callable[[], float], painter: Painter | None = None
    ) -> None:
        """Put the board under the table's pieces, all pixels dark."""
        self._table = table
        self._clock = clock
        self._painter = painter
        self.shown = DARK

    @property
    def draw(self) -> Draw | None:
        """What the pixels would draw."""
        return self._painter.draw if self._painter else None

    def scan(self) -> Scan:
        """Return which squares hold a magnet."""
        return Scan(self._table.occupied(), self._clock())

    def show(self, frame: Frame) -> None:
        """Show a frame."""
        self.shown = frame
        if self._painter is not None:
            self._painter.paint(frame)
