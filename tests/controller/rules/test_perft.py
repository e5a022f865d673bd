"""How many ways a game can begin: counts that any right implementation shares."""

import pytest

from controller.rules.moves import legal_moves
from controller.rules.perft import divide, perft
from controller.rules.pieces import Side
from tests.symmetry import COPENHAGEN, SYMMETRIES, draw


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 116), (2, 6_788), (3, 806_344)])
def test_the_first_position_has_this_many_continuations(depth: int, count: int) -> None:
    assert perft(COPENHAGEN, COPENHAGEN.start, depth) == count


@pytest.mark.parametrize(("depth", "count"), [(1, 116), (2, 6_788)])
def test_the_count_is_divided_among_the_first_moves_in_order(depth: int, count: int) -> None:
    divided = dict(divide(COPENHAGEN, COPENHAGEN.start, depth))
    assert list(divided) == sorted(legal_moves(COPENHAGEN, COPENHAGEN.start), key=str)
    assert sum(divided.values()) == count


def test_nothing_follows_a_move_that_wins() -> None:
    position = draw("DA......... .KD........", Side.DEFENDERS)
    divided = dict(divide(COPENHAGEN, position, 2))
    counts = {str(move): count for move, count in divided.items()}
    assert {move: counts[move] for move in ("a2-a3", "b1-a1", "c1-c2")} == {
        "a2-a3": 19,
        "b1-a1": 0,  # the king is on a corner
        "c1-c2": 0,  # the last attacker is captured
    }


def test_the_first_position_is_its_own_image_in_every_symmetry() -> None:
    images = {symmetry.position(COPENHAGEN.start) for symmetry in SYMMETRIES}
    assert images == {COPENHAGEN.start}
