"""Who loses by repetition sees it coming, however few moves are looked at."""

import pytest

from controller.engine.binding import Kernel
from controller.engine.search import SURELY_WON, Limits
from controller.engine.weights import named_weights, weights_name
from controller.notation.moves import parse_move
from controller.rules.pieces import Side
from controller.rules.position import parse_diagram
from tests.controller.engine.kernels import kernel_of, rules_of

KING_ALONE = """
    ..A.....A..
    .AA.....AA.
    AA.......AA
    ........K..
    ..A........
    ...........
    ........A..
    ...........
    AA.......AA
    .A...A..AA.
    ..A.....A..
"""
_SHUFFLED = "i8-b8 f2-c2 b8-c8 c2-f2 c8-b8 f2-c2 b8-i8 i2-f2"
BESIDE_A_CORNER = """
    ....AAAA...
    .AK......A.
    A.........D
    ..A......D.
    D.....D...A
    A..A..DD..A
    A...DDD...A
    A....D....A
    ...........
    A........A.
    .A.AAAA.A..
"""
_CHASED = "f4-c4 b1-b2 c10-c11 b10-b11 c11-c10 b11-b10 c10-c11 b10-b11"
_CHASE_THAT_WINS = (
    "j6-j1 d6-d8 k5-i5 h6-i6 i5-k5 i6-i2 j1-j2 g6-j6 f10-i10 f6-i6 f2-b2 i6-i3 "
    "k4-k3 i3-a3 b2-a2 a3-b3 a2-b2 b3-a3 b2-a2 a3-b3 a2-b2 j6-j3 i10-i3 b3-a3 "
    "b2-a2 a3-b3 a2-b2 b3-a3 b2-a2"
)
_LOOKED_AT = 21  # from this ply on

in_both_games = pytest.mark.parametrize(
    ("diagram", "moves"), [(KING_ALONE, _SHUFFLED), (BESIDE_A_CORNER, _CHASED)]
)


def played(diagram: str, moves: str) -> Kernel:
    """Return a kernel with the defenders to move, after a game in which a position came twice."""
    kernel = kernel_of(rules_of("copenhagen"))
    kernel.set(parse_diagram(diagram, Side.DEFENDERS))
    for word in moves.split():
        assert kernel.play(parse_move(word).move) is not None
    return kernel


def loses_by_repetition(kernel: Kernel, limits: Limits) -> bool:
    """Say whether the attackers win at once after the move that is found best."""
    kernel.play(kernel.search(limits).best.moves[0])
    for reply in kernel.moves():
        won = kernel.play(reply)
        kernel.undo()
        if won is not None and won.standing == 1:
            return True
    return False


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
@in_both_games
def test_defenders_do_not_let_the_attackers_repeat_a_position_the_third_time(
    diagram: str, moves: str, depth: int
) -> None:
    assert not loses_by_repetition(played(diagram, moves), Limits(depth=depth))


@pytest.mark.parametrize("nodes", [300, 1000, 1500, 3000, 10_000])
@in_both_games
def test_nor_does_a_search_that_is_cut_off(diagram: str, moves: str, nodes: int) -> None:
    assert not loses_by_repetition(played(diagram, moves), Limits(nodes=nodes))


def test_what_an_earlier_search_learned_of_a_position_does_not_hide_that_it_comes_again() -> None:
    """A table knows positions, and not how often each of them has stood: here that wins."""
    rules = rules_of("copenhagen")
    kernel_of(rules)
    kernel = Kernel(rules, named_weights(weights_name(rules.ruleset)))
    for number, word in enumerate(_CHASE_THAT_WINS.split()):
        if number >= _LOOKED_AT:
            kernel.search(Limits(depth=5))
        kernel.play(parse_move(word).move)
    assert kernel.search(Limits(depth=5)).best.score > SURELY_WON
