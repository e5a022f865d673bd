"""The exit fort: a king at the edge whom no sequence of attackers' moves can reach any more.

Decided as unconditional life is decided in Go: attackers are given every move they could ever
make while the defenders only move the king, and whatever wall is left after that holds.

A shieldwall never decides it. A row that it could take has attackers in reach of all its fronts
and ends, and the row has no other neighbours; so taking it brings them next to nothing new.
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
    """Return the defenders that form an unbreakable fort round the king, None without a fort."""
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
            # Defenders elsewhere were not struck either; the fort is what shuts the king in.
            inside = flood(king, ALL & ~wall & ~reach)
            return wall & spread(inside)
        wall &= ~struck


def _attackers_reach(rules: Rules, position: Position, wall: int) -> int:
    """Return where attackers may come to stand, however many moves they are given."""
    free = rules.men_stop & ~wall & ~position.king
    reach = flood(position.attackers, free)
    while True:
        beyond = _beyond_throne(rules, reach) & free & ~reach
        if not beyond:
            return reach
        reach |= flood(beyond, free)


def _beyond_throne(rules: Rules, reach: int) -> int:
    """Return the squares beside the throne that are come to over it from squares in reach."""
    if THRONE_BIT & (rules.men_stop | rules.impassable):
        return 0  # attackers stop on the throne, or may not pass it
    # Nobody stops or turns on the throne, but it is passed over in a straight line.
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
            # One of the two must be an attacker that arrives there.
            if pair & hostile == pair and pair & reach:
                struck |= 1 << square
    return struck
