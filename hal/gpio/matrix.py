"""A matrix of 11 x 11 reeds on the pins of a Raspberry Pi: each with a diode, hopefully.

Ghosts are found by driving the columns against the diodes, which is done when a new rectangle of
closed reeds appears. Squares that may be ghosts keep their last state, and a notice names the
reeds whose diodes are missing.
"""

from collections import deque
from collections.abc import Callable

from hal.board import Scan
from hal.gpio.ghosts import doubtful, lacking_diodes, rectangles
from hal.gpio.lines import MatrixLines
from hal.notice import Notice, notice
from hal.squares import SIDE, SQUARE_NAMES, squares_in

_LINE = (1 << SIDE) - 1


class GpioMatrix:
    """The `Sensors` of a matrix; sensor *n* is row *n* div 11, column *n* mod 11."""

    place = "the pins of this Raspberry Pi"

    def __init__(
        self,
        lines: MatrixLines,
        clock: Callable[[], float],
        *,
        finds_ghosts: bool = True,
        order: Callable[[int], int] = int,
    ) -> None:
        """Scan these lines; `order` puts bits in the order of squares, for notices."""
        self._lines = lines
        self._clock = clock
        self._finds_ghosts = finds_ghosts
        self._order = order
        self._rows = [0] * SIDE  # as they were read last
        self._no_diode = [0] * SIDE
        self._believed = 0
        self._notices: deque[Notice] = deque(maxlen=4)

    def scan(self) -> Scan:
        """Return what the reeds read now."""
        rows = [self._lines.read_row(row) for row in range(SIDE)]
        if self._finds_ghosts:
            if self._has_new_rectangle(rows):
                self._look_for_missing_diodes(rows)
            if any(self._no_diode):
                return Scan(self._without_ghosts(rows), self._clock())
        self._rows = rows
        self._believed = _bits(rows)
        return Scan(self._believed, self._clock())

    def missing_diodes(self) -> int:
        """Return the sensors whose reed is closed now and lets current flow back."""
        rows = [self._lines.read_row(row) for row in range(SIDE)]
        driven_back = [self._lines.read_back(column) for column in range(SIDE)]
        return _bits(lacking_diodes(rows, driven_back))

    def take_notices(self) -> list[Notice]:
        """Return what has come up since the last call."""
        taken = list(self._notices)
        self._notices.clear()
        return taken

    def _has_new_rectangle(self, rows: list[int]) -> bool:
        for row, (now, before) in enumerate(zip(rows, self._rows, strict=True)):
            new = now & ~before
            while new:
                column = new.bit_length() - 1
                new ^= 1 << column
                if rectangles(rows, row, column):
                    return True
        return False

    def _look_for_missing_diodes(self, rows: list[int]) -> None:
        driven_back = [self._lines.read_back(column) for column in range(SIDE)]
        found = lacking_diodes(rows, driven_back)
        new = _bits([now & ~known for now, known in zip(found, self._no_diode, strict=True)])
        if new:
            self._no_diode = [now | known for now, known in zip(found, self._no_diode, strict=True)]
            squares = tuple(SQUARE_NAMES[square] for square in squares_in(self._order(new)))
            self._notices.append(notice("gpio.no_diode", count=len(squares), squares=squares))

    def _without_ghosts(self, rows: list[int]) -> int:
        self._rows = rows
        read, doubts = _bits(rows), _bits(doubtful(rows, self._no_diode))
        self._believed = read & ~doubts | self._believed & doubts
        return self._believed


def _bits(rows: list[int]) -> int:
    bits = 0
    for row in reversed(rows):
        bits = bits << SIDE | row & _LINE
    return bits
