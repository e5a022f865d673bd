"""Whether a lesson can be solved as its file says."""

from controller.lessons.judging import Solved, Verdict, judge, played_on
from controller.lessons.lesson import Lesson, Reply
from controller.rules.game import Game
from controller.rules.lines import Move


def complaints(lesson: Lesson) -> list[str]:
    """Return what is wrong with a lesson that can be read, a line each: key, expected, found."""
    found = []
    if lesson.reply is Reply.SEARCHED:
        if lesson.solutions:
            found.append("solutions: expected none where replies are searched")
    elif not lesson.solutions:
        found.append("solutions: expected at least one, found none")
    if lesson.most < lesson.par:
        found.append(f"most: expected at least par, {lesson.par}, got {lesson.most}")
    if isinstance(judge(lesson, lesson.base, lesson.game), Solved):
        found.append("goal: expected something to do, but the position meets it already")
    for number, solution in enumerate(lesson.solutions, 1):
        wrong = _complaint(lesson, number, solution)
        if wrong:
            found.append(wrong)
    return found


def _complaint(lesson: Lesson, number: int, solution: tuple[Move, ...]) -> str | None:
    written = " ".join(map(str, solution))
    try:
        verdict, _ = played_solution(lesson, solution)
    except ValueError as error:
        return f"solutions, item {number}: expected legal moves, got {written} ({error})"
    if not isinstance(verdict, Solved):
        return f"solutions, item {number}: expected moves that meet the goal, got {written}"
    if number == 1 and verdict.moves != lesson.par:
        return f"par: expected the moves of the first solution, {verdict.moves}, got {lesson.par}"
    return None


def played_solution(lesson: Lesson, solution: tuple[Move, ...]) -> tuple[Verdict, Game]:
    """Return what comes of a solution and the game that it ends with, with all fixed replies.

    Raises:
        ValueError: a move is not legal.
    """
    return played_on(lesson, lesson.base, lesson.game, solution)
