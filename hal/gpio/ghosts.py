"""Ghosts of a matrix: squares that read closed because a diode is missing elsewhere.

A key at each crossing of 11 rows and 11 columns lets current from its row to its column; its
diode keeps it from flowing back. Three closed keys at the corners of a rectangle close the fourth
for the eye of the scanner, if the one opposite lacks its diode. Rows are bitboards of columns.
Pure: knows no pin.
"""

from collections.abc import Sequence

Rows = Sequence[int]


def rectangles(rows: Rows, row: int, column: int) -> bool:
    """Say whether a closed key is the corner of a rectangle of closed keys."""
    bit = 1 << column
    return any(
        other != row and keys & bit and (keys & rows[row]) & ~bit for other, keys in enumerate(rows)
    )


def lacking_diodes(rows: Rows, driven_back: Sequence[int]) -> list[int]:
    """Return the closed keys through which current flows back, as rows.

    `driven_back` has for each column the rows that read high when that column is driven: with all
    diodes in place, none. Where two diodes are missing a sound key may be named beside them.
    """
    return [
        sum(
            1 << column
            for column, leaked in enumerate(driven_back)
            if leaked >> row & 1 and keys >> column & 1
        )
        for row, keys in enumerate(rows)
    ]


def doubtful(rows: Rows, no_diode: Rows) -> list[int]:
    """Return the closed keys that may be ghosts: in a rectangle, opposite to a missing diode."""
    found = []
    for row, keys in enumerate(rows):
        doubts = 0
        for other, others in enumerate(rows):
            if other != row:
                shared = keys & others
                doubts |= shared & ~_alone(shared & no_diode[other])
        found.append(doubts)
    return found


def _alone(ways_back: int) -> int:
    """Return the columns that no way back makes doubtful.

    Current gets to a column by another one: by a single way back to all columns but its own.
    """
    if ways_back == 0:
        return -1
    return ways_back if ways_back & (ways_back - 1) == 0 else 0
