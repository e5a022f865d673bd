"""The exit fort: a king at the edge whom no sequence of attackers' moves can reach any more.

Decided as unconditional life is decided in Go: attackers are given every move they could ever
make while the defenders only move the king, and whatever wall is left after that holds.
"""

from controller.rules.compiled import Rules
from controller.rules.geometry import (
    ALL,
    CORNER_BITS,
    EDGE,
    FILE_A,
    FILE_K,
    NEIGHBOURS,
    OPPOSITES,
    RANK_1,
    RANK_11,
    SIZE,
    THRONE_BIT,
    flood,
    spread,
    squares_of,
)
from controller.rules.pieces import Side
from controller.rules.position import Position

# (the squares of an edge in order, the step from it towards the centre)
_EDGES = (
    (tuple(squares_of(RANK_1)), SIZE),
    (tuple(squares_of(RANK_11)), -SIZE),
    (tuple(squares_of(FILE_A)), 1),
    (tuple(squares_of(FILE_K)), -1),
)


def exit_fort_wall(rules: Rules, position: Position) -> int:
    """Return the defenders that form an unbreakable fort round the king, 0 where there is none."""
    king = position.king
    if not king & EDGE:
        return 0
    beside_king = NEIGHBOURS[king.bit_length() - 1]
    if not beside_king & rules.king_stop & ~position.occupied:
        return 0
    wall = position.defenders
    while True:
        reach = _attackers_reach(rules, position, wall)
        if reach & beside_king:
            return 0
        struck = _sandwiched(rules, wall, reach, king)
        if rules.ruleset.capture.shieldwall:
            struck |= _shieldwalled(wall, reach)
        if not struck:
            # Defenders elsewhere were not struck either; the fort is what shuts the king in.
            inside = flood(king, ALL & ~wall)
            return wall & spread(inside)
        wall &= ~struck


def _attackers_reach(rules: Rules, position: Position, wall: int) -> int:
    """Return where attackers may come to stand, however many moves they are given."""
    free = rules.men_stop & ~wall & ~position.king
    reach = flood(position.attackers, free)
    throne_open = not (THRONE_BIT & (wall | position.king | rules.men_stop | rules.impassable))
    if throne_open:
        # Nobody stops or turns on the throne, but it is passed over in a straight line.
        for one, other in OPPOSITES[THRONE_BIT.bit_length() - 1]:
            for near, far in ((one, other), (other, one)):
                if reach & near and free & far & ~reach:
                    reach |= flood(far, free)
    return reach


def _sandwiched(rules: Rules, wall: int, reach: int, king: int) -> int:
    hostile = reach | rules.hostile_to(Side.DEFENDERS, wall | king)
    struck = 0
    for square in squares_of(wall):
        for one, other in OPPOSITES[square]:
            pair = one | other
            # One of the two must be an attacker that arrives there.
            if pair & hostile == pair and pair & reach:
                struck |= 1 << square
    return struck


def _shieldwalled(wall: int, reach: int) -> int:
    struck = 0
    for edge, inward in _EDGES:
        for start, end in _rows(edge, wall):
            members = edge[start:end]
            brackets = 1 << edge[start - 1] | 1 << edge[end]
            fronts = sum(1 << square + inward for square in members)
            bracketed = not brackets & ~(reach | CORNER_BITS) and brackets & reach
            if bracketed and not fronts & ~reach & ALL:
                struck |= sum(1 << square for square in members)
    return struck


def _rows(edge: tuple[int, ...], wall: int) -> list[tuple[int, int]]:
    """Return the (start, end) places of the whole rows of two or more along an edge."""
    rows = []
    start = 1  # a corner never holds a piece of a wall
    for place in range(1, SIZE):
        if place == SIZE - 1 or not wall >> edge[place] & 1:
            if place - start >= 2:
                rows.append((start, place))
            start = place + 1
    return rows
