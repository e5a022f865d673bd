"""Sensors that read at random: a whole wire of them, or all, lack their ground.

An input that nothing holds at ground takes whatever it picks up. One restless sensor is a bad
joint; eleven on one wire are not.
"""

from collections.abc import Iterator, Mapping, Sequence

from hal.board import SQUARE_COUNT
from hal.diagnosis.check import Check, Verdict
from hal.notice import notice
from hal.squares import SIDE, squares_in

# One sensor of a wire without ground may happen to keep still, or be broken, too.
_MOST_QUIET = 1


def lines_of(order: Sequence[int]) -> Mapping[str, Sequence[int]]:
    """Return the squares on each wire, a row or a column, from the square of each sensor."""
    rows = {f"row {n + 1}": order[SIDE * n : SIDE * (n + 1)] for n in range(SIDE)}
    return rows | {f"column {n + 1}": order[n::SIDE] for n in range(SIDE)}


def ungrounded(restless: int, order: Sequence[int]) -> int:
    """Return the squares on wires whose sensors are restless, both as bits."""
    found = 0
    for squares in lines_of(order).values():
        line = sum(1 << square for square in squares)
        if (line & ~restless).bit_count() <= _MOST_QUIET:
            found |= line
    return found


def ground_checks(restless: int, order: Sequence[int]) -> Iterator[Check]:
    """Yield a check for each wire without ground and for its sensors, or one for a whole board."""
    squares = ungrounded(restless, order)
    if squares.bit_count() == SQUARE_COUNT:
        yield Check("board", Verdict.FAIL, notice("check.floating"), notice("cure.floating"))
        return
    for part, line in lines_of(order).items():
        if all(squares >> square & 1 for square in line):
            finding, cure = notice("check.line.floating"), notice("cure.line.floating")
            yield Check(part, Verdict.FAIL, finding, cure)
    for square in squares_in(squares):
        finding, cure = notice("check.sensor.floating"), notice("cure.sensor.floating")
        yield Check("sensor", Verdict.FAIL, finding, cure, square)
