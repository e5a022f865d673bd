"""The exit fort: a king on the edge whom no sequence of attackers' moves can reach any more.

The test is that of unconditional life in Go: the attackers get every move they could ever make,
while the defenders only move the king. The wall that is left then holds for good.

Shieldwalls change nothing. For one, attackers must reach all fronts and ends of a row, and a row
has no other neighbours; so capturing it brings them next to no new square.
"""

from controller.rules.compiled import Rules
from controller.rules.geometry import (
    ALL,
    EDGE,
    NEIGHBOURS,
    OPPOSITES,
    THRONE,
    THRONE_BIT,
    flood,
    spread,
    squares_of,
)
from controller.rules.pieces import Side
from controller.rules.position import Position


def exit_fort_wall(rules: Rules, position: Position) -> int | None:
    """Return the defenders of an unbreakable fort around the king, None without a fort."""
    king = position.king
    if not king & EDGE:
        return None
    beside_king = NEIGHBOURS[king.bit_length() - 1]
    if not beside_king & rules.king_stop & ~position.occupied:
        return None
    wall = position.defenders
    while True:
        reach = _attackers_reach(rules, position, wall)
        if reach & beside_king:
            return None
        struck = _sandwiched(rules, wall, reach, king)
        if not struck:
            # Defenders elsewhere may be safe too; the fort is only the wall around the king.
            inside = flood(king, ALL & ~wall & ~reach)
            return wall & spread(inside)
        wall &= ~struck


def _attackers_reach(rules: Rules, position: Position, wall: int) -> int:
    """Return the squares that attackers can reach in any number of moves."""
    free = rules.men_stop & ~wall & ~position.king
    reach = flood(position.attackers, free)
    while True:
        beyond = _beyond_throne(rules, reach) & free & ~reach
        if not beyond:
            return reach
        reach |= flood(beyond, free)


def _beyond_throne(rules: Rules, reach: int) -> int:
    """Return the squares beside the throne that attackers reach by passing over it."""
    if THRONE_BIT & (rules.men_stop | rules.impassable):
        return 0  # attackers stop on the throne, or may not pass it
    # Attackers cannot stop or turn on the throne, but they may cross it in a straight line.
    beyond = 0
    for one, other in OPPOSITES[THRONE]:
        beyond |= (other if reach & one else 0) | (one if reach & other else 0)
    return beyond


def _sandwiched(rules: Rules, wall: int, reach: int, king: int) -> int:
    hostile = reach | rules.hostile_to(Side.DEFENDERS, wall | king)
    struck = 0
    for square in squares_of(wall):
        for one, other in OPPOSITES[square]:
            pair = one | other
            # One of the two must be an attacker that moves there.
            if pair & hostile == pair and pair & reach:
                struck |= 1 << square
    return struck
