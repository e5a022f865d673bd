"""Who loses by repetition sees it coming, however few moves are looked at."""

import pytest

from controller.engine.binding import Kernel
from controller.engine.search import Limits
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
@pytest.mark.parametrize(
    ("diagram", "moves"), [(KING_ALONE, _SHUFFLED), (BESIDE_A_CORNER, _CHASED)]
)
def test_defenders_do_not_let_the_attackers_repeat_a_position_the_third_time(
    diagram: str, moves: str, depth: int
) -> None:
    assert not loses_by_repetition(played(diagram, moves), Limits(depth=depth))


@pytest.mark.parametrize("nodes", [300, 1000, 1500, 3000, 10_000])
@pytest.mark.parametrize(
    ("diagram", "moves"), [(KING_ALONE, _SHUFFLED), (BESIDE_A_CORNER, _CHASED)]
)
def test_nor_where_the_time_ends_once_the_best_move_so_far_is_seen_to_lose(
    diagram: str, moves: str, nodes: int
) -> None:
    assert not loses_by_repetition(played(diagram, moves), Limits(nodes=nodes))


def test_what_an_earlier_search_learned_of_a_position_does_not_hide_that_it_comes_again() -> None:
    """A table knows positions, and not how often each of them has stood."""
    kernel = kernel_of(rules_of("copenhagen"))
    kernel.set(parse_diagram(KING_ALONE, Side.DEFENDERS))
    for word in _SHUFFLED.split():
        kernel.search(Limits(depth=6))
        kernel.play(parse_move(word).move)
    assert not loses_by_repetition(kernel, Limits(depth=6))
