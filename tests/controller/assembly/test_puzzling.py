"""Puzzles are made of what is proved: one move does it, and the others do not."""

from itertools import islice

import pytest

from controller.assembly.puzzling import Puzzler
from controller.lessons.library import named_lesson
from controller.lessons.puzzles import PuzzleKind, puzzle_lesson
from controller.rules.game import Game, new_game
from tests.board_driver import COPENHAGEN
from tests.controller.engine.kernels import kernel_of
from tests.effort import long_or_short


def puzzler() -> Puzzler:
    kernel_of(COPENHAGEN)  # or the test is skipped
    return Puzzler(COPENHAGEN)


def test_a_seed_gives_the_same_puzzles_and_each_has_its_solution() -> None:
    count = long_or_short(12, 2)
    made = list(islice(puzzler().make(5), count))
    assert made == list(islice(puzzler().make(5), count))
    for puzzle in made:
        lesson = puzzle_lesson(puzzle, "it")
        assert lesson.game.refusal(lesson.solutions[0][0]) is None
        if puzzle.kind is not PuzzleKind.SAVE:
            winning = puzzler().winning_moves(lesson.start, 2 * puzzle.moves - 1)
            assert [str(move) for move in winning or ()] == [puzzle.solution]


@pytest.mark.parametrize("name", ["king_by_four", "king_beside_throne", "encirclement"])
def test_a_position_with_one_winning_move_is_a_puzzle(name: str) -> None:
    lesson = named_lesson(name)
    puzzle = puzzler().puzzle_in(lesson.start)
    assert puzzle is not None
    assert (puzzle.kind, puzzle.moves) == (PuzzleKind.CAPTURE, 1)
    assert puzzle.solution == str(lesson.solutions[0][0])


@pytest.mark.parametrize("name", ["encirclement", "exit_fort"])
def test_a_move_that_easier_levels_hit_upon_by_luck_is_no_easier_for_that(name: str) -> None:
    puzzle = puzzler().puzzle_in(named_lesson(name).start)
    assert puzzle is not None
    assert puzzle.level == "one-move"


def test_a_position_with_several_winning_moves_is_none() -> None:
    lesson = named_lesson("king_escapes")
    game = Game(COPENHAGEN, lesson.start).play(lesson.solutions[0][0])
    both_corners = game.position._replace(to_move=lesson.side)
    assert puzzler().puzzle_in(both_corners) is None


def test_the_start_of_a_game_is_no_puzzle() -> None:
    assert puzzler().puzzle_in(new_game(COPENHAGEN).position) is None
