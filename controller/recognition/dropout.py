"""A line of sensors feels nothing for a moment: a loose wire, and no hand took all its pieces.

A row or a column hangs on one wire. All its pieces leave within two scans, and no more than one
other does; hands do not do that, nor do falls. Knows no game.
"""

from typing import NamedTuple

from controller.rules.geometry import SIZE, bits_of
from hal.board import Scan

_ROWS = [bits_of(*range(SIZE * rank, SIZE * (rank + 1))) for rank in range(SIZE)]
_COLUMNS = [bits_of(*range(file, SIZE * SIZE, SIZE)) for file in range(SIZE)]
# Two pieces may be in two hands.
_LEAST = 3
_OTHERS = 1
# A wire that is off for longer is broken, which people must know.
_LONGEST_S = 2.0
# A column that is lost in the middle of a scan is felt by half then, in seconds.
_TWO_SCANS_S = 0.025


class Steady(NamedTuple):
    """The newest scans, and the `line` that feels nothing since a time; `held` stand there."""

    last: Scan
    before: Scan | None = None
    line: int = 0
    held: int = 0
    since: float = 0.0

    @property
    def occupied(self) -> int:
        """The squares that hold a piece, if a line that feels nothing only seems to be empty."""
        return self.last.occupied | self.held


def steadied(steady: Steady | None, scan: Scan) -> Steady:
    """Return what to make of one more scan."""
    if steady is None:
        return Steady(scan)
    if steady.line:
        over = scan.occupied & steady.line or scan.at - steady.since > _LONGEST_S
        return Steady(scan, steady.last) if over else steady._replace(last=scan, before=steady.last)
    lost = steady.last.occupied & ~scan.occupied
    if not lost:
        return Steady(scan, steady.last)
    earlier = steady.before
    if earlier is not None and scan.at - earlier.at <= _TWO_SCANS_S:
        lost |= earlier.occupied & ~scan.occupied
    if lost.bit_count() >= _LEAST:
        for line in (*_ROWS, *_COLUMNS):
            held, others = lost & line, lost & ~line
            enough = held.bit_count() >= _LEAST and others.bit_count() <= _OTHERS
            if enough and not scan.occupied & line:
                return Steady(scan, steady.last, line, held, scan.at)
    return Steady(scan, steady.last)
