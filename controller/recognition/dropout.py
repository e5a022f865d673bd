"""A line of sensors feels nothing for a moment, or something on each square: its wire is loose.

A row or a column hangs on one wire. All its pieces leave within two scans, or all its squares are
filled, and no more than one other is; hands do not do that, nor do falls. Knows no game.
"""

from typing import NamedTuple

from controller.recognition.moments import LONG_AGO
from controller.rules.geometry import SIZE, bits_of
from hal.board import Scan

_ROWS = [bits_of(*range(SIZE * rank, SIZE * (rank + 1))) for rank in range(SIZE)]
_COLUMNS = [bits_of(*range(file, SIZE * SIZE, SIZE)) for file in range(SIZE)]
_LINES = (*_ROWS, *_COLUMNS)
# Two pieces may be in two hands, a slide is felt on two squares, and two sensors may chatter.
_LEAST = 3
# ... and somebody may lift another one just then.
_OTHERS = 1
# A wire that is off for longer is broken, which people must know.
LONGEST_S = 2.0
# A column that is lost in the middle of a scan is felt by half then, in seconds.
_TWO_SCANS_S = 0.025


class Steady(NamedTuple):
    """The squares that are felt, and before a time; `held` ones stand on a `line` at fault."""

    felt: int
    before: int = 0
    changed_at: float = LONG_AGO
    line: int = 0
    held: int = 0
    since: float = 0.0
    reads: int = 0  # what is felt on the line: none of its squares, or all

    @property
    def occupied(self) -> int:
        """The squares that hold a piece, if a line only seems to be empty, or full."""
        return self.felt & ~self.line | self.held


def steadied(steady: Steady | None, scan: Scan) -> Steady:
    """Return what to make of one more scan; the same object while nothing changes."""
    felt = scan.occupied
    if steady is None:
        return Steady(felt)
    if steady.line:
        if felt & steady.line != steady.reads or scan.at - steady.since > LONGEST_S:
            return Steady(felt, steady.felt, scan.at)
        return steady._replace(felt=felt) if felt != steady.felt else steady
    if felt == steady.felt:
        return steady
    lost, gained = steady.felt & ~felt, felt & ~steady.felt
    if scan.at - steady.changed_at <= _TWO_SCANS_S:
        lost |= steady.before & ~felt
        gained |= felt & ~steady.before
    line = line_of(lost, felt) or line_of(gained, ~felt)
    held = (felt | lost) & ~gained & line
    return Steady(felt, steady.felt, scan.at, line, held, scan.at, felt & line)


def line_of(changed: int, otherwise: int = 0) -> int:
    """Return the line on which several squares have changed, and hardly any elsewhere, or 0.

    None of its squares may read `otherwise`.
    """
    if changed.bit_count() < _LEAST:
        return 0
    for line in _LINES:
        others = (changed & ~line).bit_count()
        if not otherwise & line and others <= _OTHERS and changed.bit_count() - others >= _LEAST:
            return line
    return 0
