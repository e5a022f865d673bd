"""A ruleset compiled to bitboards, once, so that judging a position is only set algebra."""

from functools import cache

from controller.rules.geometry import ALL, CORNER_BITS, EDGE, THRONE_BIT
from controller.rules.lines import LineMoves
from controller.rules.pieces import Side
from controller.rules.ruleset import Ruleset

# Lines whose moves are remembered, of each kind of piece, by who forgets at all: half a megabyte.
_MOST_LINES = 512


class Rules:
    """The bitboards of one ruleset, and its memory of moves along lines.

    Use `compiled`, which makes only one for equal rulesets.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        """Compile a ruleset."""
        movement, capture = ruleset.movement, ruleset.capture
        self.ruleset = ruleset
        self.start = ruleset.start_position()

        corners_for_men = ALL if movement.corner_stop == "all" else ALL & ~CORNER_BITS
        self.men_stop = corners_for_men & ~THRONE_BIT
        self.king_stop = ALL if movement.throne_stop == "king" else ALL & ~THRONE_BIT
        self.impassable = THRONE_BIT if movement.throne_pass == "nobody" else 0
        self.men_moves = LineMoves(self.men_stop, self.impassable)
        self.king_moves = LineMoves(self.king_stop, self.impassable)

        corners = CORNER_BITS if capture.corners_hostile else 0
        throne = {
            Side.ATTACKERS: capture.throne_hostile_to_attackers,
            Side.DEFENDERS: capture.throne_hostile_to_defenders,
        }
        self._hostile_throne_empty = {
            side: corners | (THRONE_BIT if throne[side] != "never" else 0) for side in Side
        }
        self._hostile_throne_taken = {
            side: corners | (THRONE_BIT if throne[side] == "always" else 0) for side in Side
        }
        self.escape = EDGE if ruleset.ending.escape == "edge" else CORNER_BITS

    def __repr__(self) -> str:
        return f"Rules({self.ruleset.name!r})"

    def forget_moves(self) -> None:
        """Forget moves along lines once there are many: who plays for hours meets ever new ones."""
        for moves in (self.men_moves, self.king_moves):
            moves.forget(_MOST_LINES)

    def hostile_to(self, side: Side, occupied: int) -> int:
        """Return the squares that stand in for a captor against a side, as a bitboard."""
        if occupied & THRONE_BIT:
            return self._hostile_throne_taken[side]
        return self._hostile_throne_empty[side]


@cache
def _compiled(data: str) -> Rules:
    return Rules(Ruleset.model_validate_json(data))


def compiled(ruleset: Ruleset) -> Rules:
    """Return the compiled ruleset; equal rulesets share one compilation."""
    return _compiled(ruleset.model_dump_json())
