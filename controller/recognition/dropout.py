"""A line of sensors feels nothing for a moment: a loose wire, and no hand took all its pieces.

A row or a column hangs on one wire. All its pieces leave within two scans, and no more than one
other does; hands do not do that, nor do falls. Knows no game.
"""

from typing import NamedTuple

from controller.rules.geometry import SIZE, bits_of
from hal.board import Scan

_ROWS = [bits_of(*range(SIZE * rank, SIZE * (rank + 1))) for rank in range(SIZE)]
_COLUMNS = [bits_of(*range(file, SIZE * SIZE, SIZE)) for file in range(SIZE)]
LINES = (*_ROWS, *_COLUMNS)
# Two pieces may be in two hands.
_LEAST = 3
# ... and somebody may lift another one just then.
_OTHERS = 1
# A wire that is off for longer is broken, which people must know.
LONGEST_S = 2.0
# A column that is lost in the middle of a scan is felt by half then, in seconds.
_TWO_SCANS_S = 0.025


class Steady(NamedTuple):
    """The squares that are felt, and before a time; a `line` feels nothing, where `held` stand."""

    felt: int
    before: int = 0
    changed_at: float = float("-inf")
    line: int = 0
    held: int = 0
    since: float = 0.0

    @property
    def occupied(self) -> int:
        """The squares that hold a piece, if a line that feels nothing only seems to be empty."""
        return self.felt | self.held


def steadied(steady: Steady | None, scan: Scan) -> Steady:
    """Return what to make of one more scan; the same object while nothing changes."""
    felt = scan.occupied
    if steady is None:
        return Steady(felt)
    if steady.line:
        if felt & steady.line or scan.at - steady.since > LONGEST_S:
            return Steady(felt, steady.felt, scan.at)
        return steady._replace(felt=felt) if felt != steady.felt else steady
    if felt == steady.felt:
        return steady
    lost = steady.felt & ~felt
    if lost and scan.at - steady.changed_at <= _TWO_SCANS_S:
        lost |= steady.before & ~felt
    line = _line_of(lost, felt)
    held = lost & line
    return Steady(felt, steady.felt, scan.at, line, held, scan.at)


def _line_of(lost: int, felt: int) -> int:
    """Return the line whose pieces are lost, 0 if that is none, or more than that is lost."""
    if lost.bit_count() < _LEAST:
        return 0
    for line in LINES:
        others = (lost & ~line).bit_count()
        if not felt & line and others <= _OTHERS and lost.bit_count() - others >= _LEAST:
            return line
    return 0
