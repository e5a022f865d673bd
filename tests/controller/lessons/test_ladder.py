"""Each lesson that ships is solved by each of its answers, and failed by other moves.

The next one is near: few pieces change between what a lesson ends with and the next begins with.
"""

from dataclasses import replace
from random import Random

import pytest

from controller.lessons.judging import (
    MoveAgain,
    Solved,
    Verdict,
    Wrong,
    YourTurn,
    judge,
    next_move,
    played_on,
    stars,
)
from controller.lessons.lesson import Lesson, Reply
from controller.lessons.library import (
    exhibition_lessons,
    ladder,
    next_lesson,
    number_of,
    stages,
)
from controller.lessons.linting import complaints, played_solution
from controller.lessons.progress import Base
from controller.lessons.puzzles import PuzzleKind
from controller.notation.moves import parse_loose_move
from controller.recognition.repair import repair
from controller.rules.game import Game
from controller.rules.lines import Move
from controller.rules.position import Position
from controller.words.catalogue import translated

LESSONS = ladder()
WITH_ANSWERS = [lesson for lesson in LESSONS if lesson.solutions]
each = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
each_with_answers = pytest.mark.parametrize("lesson", WITH_ANSWERS, ids=lambda lesson: lesson.name)
# More than that between two lessons is tedious to set up by hand.
MOST_CHANGES = 6


def test_there_are_at_least_twenty_lessons_in_at_least_eight_stages() -> None:
    assert len(LESSONS) >= 20
    assert len(stages()) >= 8
    assert len({lesson.name for lesson in LESSONS}) == len(LESSONS)


def test_the_first_lesson_is_one_move_one_arrow_one_square() -> None:
    first = LESSONS[0]
    assert (first.par, len(first.arrows), first.visit.bit_count()) == (1, 1, 1)
    assert first.start.occupied.bit_count() == 2


@each
def test_a_lesson_begins_with_the_learners_turn(lesson: Lesson) -> None:
    game = Game(lesson.rules, lesson.start)
    assert judge(lesson, lesson.base, game) == YourTurn()


@each
def test_a_lesson_has_nothing_to_complain_about(lesson: Lesson) -> None:
    assert complaints(lesson) == []


def test_lessons_of_unattended_boards_begin_with_what_stands_there() -> None:
    for lesson in exhibition_lessons():
        assert complaints(lesson) == []
        assert lesson.start == lesson.rules.start


@each_with_answers
def test_each_answer_solves_it_and_the_first_earns_all_stars(lesson: Lesson) -> None:
    for number, solution in enumerate(lesson.solutions):
        verdict, _ = played_solution(lesson, solution)
        assert isinstance(verdict, Solved), [str(move) for move in solution]
        if number == 0:
            assert stars(lesson, verdict.moves) == 4


def attempt(lesson: Lesson, moves: Random) -> tuple[Verdict, tuple[Move, ...]]:
    """Return what comes of moves by chance."""
    base, game = lesson.base, lesson.game
    made: list[Move] = []
    while True:
        move = moves.choice(game.legal_moves())
        made.append(move)
        verdict, base, game = answered(lesson, base, game, move)
        if not isinstance(verdict, MoveAgain | YourTurn):
            return verdict, tuple(made)


@each_with_answers
def test_most_moves_by_chance_fail_and_an_attempt_always_ends(lesson: Lesson) -> None:
    random = Random(lesson.name)
    tried = [attempt(lesson, random) for _ in range(20)]
    assert {type(verdict) for verdict, _ in tried} <= {Solved, Wrong}
    assert any(isinstance(verdict, Wrong) for verdict, _ in tried)
    assert all(len(made) <= lesson.most + 1 for _, made in tried)


def test_one_move_answers_are_all_that_solve_a_lesson_of_one_move() -> None:
    """No answer is left out where an answer is a capture or a walk to one square."""
    for lesson in WITH_ANSWERS:
        if lesson.most > 1 or lesson.reply is not Reply.NONE or lesson.stage not in _EXACT:
            continue
        solving = {
            move
            for move in lesson.game.legal_moves()
            if isinstance(judge(lesson, lesson.base, lesson.game.play(move)), Solved)
        }
        assert solving == {solution[0] for solution in lesson.solutions}, lesson.name


_EXACT = ("move", "capture", "squares", "king")


@each_with_answers
def test_no_move_that_wins_the_game_is_called_wrong(lesson: Lesson) -> None:
    for move in lesson.game.legal_moves():
        game = lesson.game.play(move)
        if game.outcome and game.outcome.winner is lesson.side:
            assert isinstance(judge(lesson, lesson.base, game), Solved), str(move)


def test_a_hint_follows_the_answer_that_was_begun() -> None:
    lesson = next(lesson for lesson in LESSONS if lesson.name == "turn_off")
    assert str(next_move(lesson, lesson.base, lesson.game)) == "d8-h8"
    begun = judge(lesson, lesson.base, lesson.game.play(lesson.solutions[1][0]))
    assert isinstance(begun, MoveAgain)
    game = Game(lesson.rules, begun.base.position)
    assert str(next_move(lesson, begun.base, game)) == "d4-h4"


def hinted(name: str, *moves: str) -> str:
    """Return the move of the hint after some moves in a lesson without replies."""
    lesson = next(lesson for lesson in LESSONS if lesson.name == name)
    base, game = lesson.base, lesson.game
    for move in moves:
        verdict, base, game = answered(lesson, base, game, parse_loose_move(move))
        assert isinstance(verdict, MoveAgain), move
    return str(next_move(lesson, base, game))


def test_a_hint_never_leads_on_where_every_answer_was_left() -> None:
    assert hinted("guard_a_corner", "k5-k6") == "None"
    assert hinted("two_corners", "k5-k6") == "None"


def test_a_hint_follows_an_answer_to_which_a_detour_comes_back() -> None:
    assert hinted("guard_a_corner", "k5-k6", "k6-k5") == "k5-k3"
    assert hinted("guard_a_corner", "k5-k4", "k4-k3") == "j3-j2"


@each_with_answers
def test_a_hint_leads_along_each_answer_to_its_end(lesson: Lesson) -> None:
    """What the hint says next is made each time, from every position that an answer comes to."""
    for solution in lesson.solutions:
        for number in range(len(solution)):
            base, game = lesson.base, lesson.game
            verdict: Verdict = YourTurn()
            for made in range(lesson.par + 1):
                following = next_move(lesson, base, game)
                move = solution[made] if made < number else following
                assert move is not None
                verdict, base, game = answered(lesson, base, game, move)
                if isinstance(verdict, Solved):
                    break
            assert isinstance(verdict, Solved), [str(move) for move in solution[:number]]


def answered(lesson: Lesson, base: Base, game: Game, move: Move) -> tuple[Verdict, Base, Game]:
    """Return what comes of a move, with its fixed reply, and what the learner goes on from."""
    verdict, game = played_on(lesson, base, game, (move,))
    return verdict, verdict.base if isinstance(verdict, MoveAgain) else base, game


def test_stars_become_fewer_with_moves_and_with_the_whole_hint_and_never_none() -> None:
    lesson = LESSONS[1]
    assert [stars(lesson, moves) for moves in (2, 3, 4, 5)] == [4, 3, 2, 2]
    assert [stars(lesson, 2, hints) for hints in (0, 2, 3)] == [4, 4, 3]
    assert stars(lesson, 9, 3) == 1


def last_position(lesson: Lesson) -> Position:
    """Return what stands once a lesson is solved by its first solution, or its start without."""
    if not lesson.solutions:
        return lesson.start
    return played_solution(lesson, lesson.solutions[0])[1].position


def changes(before: Position, after: Position) -> int:
    """Return how many steps of the minimal repair lead from one position to another."""
    boards = zip(before[:3], after[:3], strict=True)
    lacking = surplus = 0
    for here, there in boards:
        lacking |= there & ~here
        surplus |= here & ~there
    return len(repair(after, lacking, surplus, before))


def test_the_next_lesson_needs_few_changes() -> None:
    for lesson in LESSONS:
        following = next_lesson(lesson)
        if following is None or following.stage == "game":
            continue
        assert changes(last_position(lesson), following.start) <= MOST_CHANGES, following.name


def test_the_whole_ladder_is_set_up_in_fifty_eight_steps() -> None:
    """docs/lessons.md names the figure; a first game needs all pieces, so it does not count."""
    steps = [LESSONS[0].start.occupied.bit_count()]
    for lesson in LESSONS[:-2]:
        following = next_lesson(lesson)
        assert following
        steps.append(changes(last_position(lesson), following.start))
    assert sum(steps) == 58


def test_every_lesson_and_stage_has_its_texts() -> None:
    texts = translated("en").texts
    wanted = {
        f"lesson.{lesson.name}.{part}"
        for lesson in (*LESSONS, *exhibition_lessons())
        for part in ("title", "task", "wrong", "idea")
    } | {f"lesson.stage.{stage}" for stage in stages()}
    wanted |= {
        f"lesson.puzzle_{kind}.{part}"
        for kind in PuzzleKind
        for part in ("title", "task", "wrong", "idea")
    }
    named = {key for key in texts if key.count(".") == 2 and key.startswith("lesson.")}
    assert (wanted - named, named - wanted) == (set(), set())


def test_after_the_last_lesson_comes_none() -> None:
    assert next_lesson(LESSONS[-1]) is None
    assert next_lesson(LESSONS[0]) == LESSONS[1]


def test_a_lesson_has_the_number_of_its_place_on_the_ladder_and_one_that_differs_has_none() -> None:
    assert [number_of(lesson) for lesson in LESSONS] == list(range(1, len(LESSONS) + 1))
    named_alike = replace(LESSONS[0], par=LESSONS[0].par + 1)
    for lesson in (named_alike, *exhibition_lessons()):
        assert (number_of(lesson), next_lesson(lesson)) == (0, None)
