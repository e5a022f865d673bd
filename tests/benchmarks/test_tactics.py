"""The positions to solve are what they say, and levels see what they are named for."""

from collections import Counter

import pytest

from benchmarks.tactics import (
    Puzzle,
    is_solved,
    kernel_of,
    puzzle_in,
    read_puzzles,
    solved_by,
)
from controller.engine.binding import kernel_complaint
from controller.engine.levels import levels
from controller.rules.compiled import compiled
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.lines import MOVES
from tests.effort import long_or_short

EVERY = long_or_short(nightly=1, usual=12)
PUZZLES = read_puzzles()
FROM_THE_THIRD_UP = levels()[2:-1]

pytestmark = pytest.mark.skipif(kernel_complaint() is not None, reason="no kernel: install gcc")


def test_there_are_at_least_200_of_all_kinds_and_rulesets() -> None:
    assert len(PUZZLES) >= 200
    kinds = Counter((puzzle.kind, puzzle.plies) for puzzle in PUZZLES)
    assert set(kinds) == {("win", 1), ("win", 3), ("win", 5), ("save", 1)}
    assert {puzzle.ruleset for puzzle in PUZZLES} == set(ruleset_names())


@pytest.mark.parametrize("puzzle", PUZZLES[::EVERY], ids=str)
def test_a_position_is_proved_again_and_some_move_solves_it(puzzle: Puzzle) -> None:
    kernel = kernel_of(compiled(named_ruleset(puzzle.ruleset)))
    assert puzzle_in(kernel, puzzle.ruleset, puzzle.position) == puzzle
    kernel.set(puzzle.position)
    moves = kernel.moves()
    if puzzle.plies == 1:
        solving = [move for move in moves if is_solved(kernel, puzzle, move)]
        assert 0 < len(solving) < len(moves)


def test_from_the_third_level_up_wins_in_one_are_found_and_losses_in_one_avoided() -> None:
    easy = [puzzle for puzzle in PUZZLES if puzzle.plies == 1][:: max(EVERY // 2, 1)]
    wanted = Counter((puzzle.kind, puzzle.plies) for puzzle in easy)
    for level in FROM_THE_THIRD_UP:
        quick = level.model_copy(update={"nodes": min(level.nodes or 20_000, 20_000)})
        assert solved_by(quick, easy) == wanted, level.name


def test_a_move_that_is_not_legal_solves_nothing() -> None:
    puzzle = PUZZLES[0]
    kernel = kernel_of(compiled(named_ruleset(puzzle.ruleset)))
    assert not is_solved(kernel, puzzle, MOVES[0][1])
