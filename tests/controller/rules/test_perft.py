"""How many ways a game can begin: counts that any right implementation shares."""

import pytest

from controller.rules.captures import apply_move
from controller.rules.endings import outcome_of_move
from controller.rules.moves import legal_moves
from controller.rules.position import Position
from tests.symmetry import COPENHAGEN, SYMMETRIES


def perft(position: Position, depth: int) -> int:
    """Return the number of move sequences of this length."""
    moves = legal_moves(COPENHAGEN, position)
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        after, _ = apply_move(COPENHAGEN, position, move)
        if outcome_of_move(COPENHAGEN, after, move) is None:
            count += perft(after, depth - 1)
    return count


@pytest.mark.parametrize(("depth", "count"), [(1, 116), (2, 6_788), (3, 806_344)])
def test_the_first_position_has_this_many_continuations(depth: int, count: int) -> None:
    assert perft(COPENHAGEN.start, depth) == count


def test_the_first_position_is_its_own_image_in_every_symmetry() -> None:
    images = {symmetry.position(COPENHAGEN.start) for symmetry in SYMMETRIES}
    assert images == {COPENHAGEN.start}
