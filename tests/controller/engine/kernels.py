"""Kernels for tests, and what kernel and rules core both say of a ply, in the same words."""

from random import Random

import pytest

from controller.engine.binding import Kernel, Played, kernel_complaint
from controller.engine.weights import named_weights, weights_name
from controller.rules.captures import captured_bits
from controller.rules.compiled import Rules, compiled
from controller.rules.endings import Outcome, OutcomeReason
from controller.rules.game import Game
from controller.rules.geometry import EDGE, SQUARE_COUNT, bits_of, spread, squares_of
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.pieces import Side
from controller.rules.position import Position

SMALL_TABLE = 1 << 16
_ENDINGS = {
    OutcomeReason.KING_CAPTURED: 1,
    OutcomeReason.ENCIRCLED: 2,
    OutcomeReason.KING_ESCAPED: 3,
    OutcomeReason.EXIT_FORT: 4,
}
_STANDINGS = {Side.ATTACKERS: 1, Side.DEFENDERS: 2, None: 3}

NO_KERNEL = "no kernel: make test compiles it, where there is a C compiler"

needs_kernel = pytest.mark.skipif(kernel_complaint() is not None, reason=NO_KERNEL)
in_every_ruleset = pytest.mark.parametrize("name", ruleset_names())


def rules_of(name: str) -> Rules:
    return compiled(named_ruleset(name))


def kernel_of(rules: Rules) -> Kernel:
    """Return a kernel with a small table; skip the test where none is compiled."""
    if kernel_complaint():
        pytest.skip(NO_KERNEL)
    return Kernel(rules, named_weights(weights_name(rules.ruleset)), SMALL_TABLE)


def said_by_core(game: Game) -> Played:
    """Return what the core says of a game's last ply."""
    return Played(captured_bits(game.plies[-1].captures), *_words(game.outcome))


def _words(outcome: Outcome | None) -> tuple[int, int]:
    if outcome is None:
        return 0, 0
    return _ENDINGS.get(outcome.reason, 0), _STANDINGS[outcome.winner]


def crowded(rules: Rules, random: Random) -> Position:
    """Return a position with pieces anywhere they may stand, most of them in each other's way.

    The king is on the edge or not; around him are men of one side, who hold him or wall him in,
    or a ring of attackers that may have a hole.
    """
    squares = random.sample(range(SQUARE_COUNT), SQUARE_COUNT)
    edge = [square for square in squares if EDGE >> square & 1]
    at = edge if random.random() < 0.4 else squares
    king = next(
        s for s in (*at, *squares) if rules.king_stop >> s & 1 and not rules.escape >> s & 1
    )
    free = rules.men_stop & ~(1 << king)
    few, many = sorted((random.randrange(4, 40), random.randrange(4, 60)))
    attackers, defenders = bits_of(*squares[few:many]), bits_of(*squares[:few])
    near = 1 << king | spread(1 << king)
    wide = near | spread(near)
    kind = random.randrange(3)
    if kind == 0:
        ring = spread(wide) & ~wide
        attackers = (attackers | ring) & ~wide & ~(1 << random.choice(list(squares_of(ring))))
        defenders &= wide
    else:
        held = random.choice((near, wide)) & ~bits_of(*random.sample(squares, 20))
        attackers, defenders = (
            (attackers | held, defenders & ~held)
            if kind == 1
            else (attackers & ~held, defenders | held)
        )
    return Position(attackers & free, defenders & free, 1 << king, random.choice(tuple(Side)))
