"""The groups of pieces that a visitor chooses by: those of the start at each edge, and the middle.

Whichever side of the board a visitor stands at, they look the same; each shines in its own colour
and rhythm.
"""

from functools import cache
from typing import Final

from controller.rules.compiled import Rules, compiled
from controller.rules.geometry import SIZE, squares_of
from controller.rules.library import named_ruleset
from controller.rules.position import Position

EDGE_GROUPS: Final = 4
_RULESET: Final = "copenhagen"


@cache
def start_rules() -> Rules:
    """Return the rules that an unattended board plays by."""
    return compiled(named_ruleset(_RULESET))


def start() -> Position:
    """Return the start position, by whose groups people choose."""
    return start_rules().start


@cache
def groups(start: Position) -> tuple[int, ...]:
    """Return the attackers nearest to each edge, going round, and then the pieces in the middle."""
    found = [0] * EDGE_GROUPS
    for square in squares_of(start.attackers):
        rank, file = divmod(square, SIZE)
        edges = (rank, SIZE - 1 - file, SIZE - 1 - rank, file)
        found[edges.index(min(edges))] |= 1 << square
    return (*found, start.defenders | start.king)


def chosen(lifted: int, start: Position) -> int | None:
    """Return the number of the group of which pieces were lifted, None for none of them."""
    hits = [(lifted & group).bit_count() for group in groups(start)]
    best = max(hits)
    return hits.index(best) if best else None
