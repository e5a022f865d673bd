"""The puzzles that ship: one for each day, each done by its move and by no other."""

import pytest

from controller.engine.levels import level_names
from controller.lessons.errors import LessonError
from controller.lessons.goals import is_met
from controller.lessons.judging import OpponentMoves, Solved, Wrong, judge, progress_now
from controller.lessons.library import named_lesson
from controller.lessons.puzzles import (
    PuzzleKind,
    parse_puzzle,
    puzzle_lesson,
    puzzle_of_day,
    shipped_puzzles,
)

PUZZLES = shipped_puzzles()


def test_there_is_one_for_each_day_and_no_position_twice() -> None:
    assert len(PUZZLES) == 366
    assert len({puzzle.position for puzzle in PUZZLES}) == 366
    assert {puzzle.kind for puzzle in PUZZLES} == set(PuzzleKind)
    assert {puzzle.level for puzzle in PUZZLES} <= set(level_names())
    assert len({puzzle.level for puzzle in PUZZLES}) >= 4


def test_the_move_of_a_puzzle_of_one_move_is_the_only_one_that_solves_it() -> None:
    """Judged by the rules core, which had no part in the proof."""
    short = [puzzle for puzzle in PUZZLES if puzzle.moves == 1][::20]
    for puzzle in short:
        lesson = puzzle_lesson(puzzle, "it")
        solving = []
        for move in lesson.game.legal_moves():
            now = progress_now(lesson, lesson.base, lesson.game.play(move))
            if is_met(lesson.goal, now):
                solving.append(str(move))
        assert solving == [puzzle.solution], puzzle


def test_a_puzzle_of_more_moves_goes_on_with_a_reply() -> None:
    puzzle = next(puzzle for puzzle in PUZZLES if puzzle.moves == 2)
    lesson = puzzle_lesson(puzzle, "it")
    (move,) = lesson.solutions[0]
    assert judge(lesson, lesson.base, lesson.game.play(move)) == OpponentMoves(None)


def test_any_other_first_move_of_a_puzzle_is_wrong_at_once() -> None:
    puzzle = next(puzzle for puzzle in PUZZLES if puzzle.moves == 2)
    lesson = puzzle_lesson(puzzle, "it")
    others = [move for move in lesson.game.legal_moves() if move != lesson.solutions[0][0]]
    assert others
    for move in others:
        assert judge(lesson, lesson.base, lesson.game.play(move)) == Wrong(()), move


def test_a_puzzle_is_named_by_its_day() -> None:
    lesson = named_lesson("puzzle_60")
    assert lesson == puzzle_of_day(60)
    assert (lesson.name, lesson.stage) == ("puzzle_60", "puzzles")
    assert lesson.title.key == f"lesson.puzzle_{PUZZLES[59].kind}.title"
    for name in ("puzzle_0", "puzzle_367"):
        with pytest.raises(LessonError, match="expected a day from 1 to 366"):
            named_lesson(name)
    with pytest.raises(LessonError, match="expected the name of a lesson"):
        named_lesson("puzzle_x")


def test_a_line_comes_back_as_the_puzzle_and_a_wrong_one_is_refused() -> None:
    puzzle = PUZZLES[0]
    assert parse_puzzle(puzzle.line, "here") == puzzle
    with pytest.raises(LessonError, match=r"^mine\.jsonl:3: moves: "):
        parse_puzzle(puzzle.line.replace('"moves": ', '"moves": 1'), "mine.jsonl:3")
    with pytest.raises(LessonError, match=r"^here: "):
        parse_puzzle("no puzzle", "here")


def test_solving_it_earns_all_stars() -> None:
    puzzle = next(puzzle for puzzle in PUZZLES if puzzle.moves == 1)
    lesson = puzzle_lesson(puzzle, "it")
    after = lesson.game.play(lesson.solutions[0][0])
    assert judge(lesson, lesson.base, after) == Solved(1)
