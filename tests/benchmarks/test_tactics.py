"""The positions to solve are what they say, and levels see what they are named for."""

from collections import Counter

import pytest

from benchmarks.tactics import (
    Problem,
    is_solved,
    kernel_of,
    problem_in,
    read_problems,
    solved_by,
)
from controller.engine.levels import levels
from controller.rules.compiled import compiled
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.lines import MOVES
from tests.controller.engine.kernels import needs_kernel
from tests.effort import long_or_short

EVERY = long_or_short(nightly=1, usual=12)
PROBLEMS = read_problems()
FROM_TWO_MOVES_UP = [level for level in levels()[:-1] if level.depth != 1]

pytestmark = needs_kernel


def test_there_are_at_least_200_of_all_kinds_and_rulesets() -> None:
    assert len(PROBLEMS) >= 200
    kinds = Counter((problem.kind, problem.plies) for problem in PROBLEMS)
    assert set(kinds) == {("win", 1), ("win", 3), ("win", 5), ("save", 1)}
    assert {problem.ruleset for problem in PROBLEMS} == set(ruleset_names())


@pytest.mark.parametrize("problem", PROBLEMS[::EVERY], ids=str)
def test_a_position_is_proved_again_and_some_move_solves_it(problem: Problem) -> None:
    kernel = kernel_of(compiled(named_ruleset(problem.ruleset)))
    assert problem_in(kernel, problem.ruleset, problem.position) == problem
    kernel.set(problem.position)
    moves = kernel.moves()
    if problem.plies == 1:
        solving = [move for move in moves if is_solved(kernel, problem, move)]
        assert 0 < len(solving) < len(moves)


def test_from_two_moves_up_wins_in_one_are_found_and_losses_in_one_avoided() -> None:
    easy = [problem for problem in PROBLEMS if problem.plies == 1][:: max(EVERY // 2, 1)]
    wanted = Counter((problem.kind, problem.plies) for problem in easy)
    for level in FROM_TWO_MOVES_UP:
        quick = level.model_copy(update={"nodes": min(level.nodes or 20_000, 20_000)})
        assert solved_by(quick, easy) == wanted, level.name


def test_a_move_that_is_not_legal_solves_nothing() -> None:
    problem = PROBLEMS[0]
    kernel = kernel_of(compiled(named_ruleset(problem.ruleset)))
    assert not is_solved(kernel, problem, MOVES[0][1])
