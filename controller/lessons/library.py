"""The lessons that ship with the project: a ladder of stages, and a file for each lesson."""

import tomllib
from functools import cache
from importlib.resources import files

from controller.lessons.errors import LessonError
from controller.lessons.lesson import Lesson
from controller.lessons.puzzles import puzzle_named
from controller.lessons.reading import parse_lesson
from controller.notation.toml_file import did_you_mean

_DATA = files("controller.lessons") / "data"
_LADDER = "ladder.toml"


@cache
def stages() -> dict[str, tuple[str, ...]]:
    """Return the names of the lessons of each stage, the easiest first."""
    data = tomllib.loads((_DATA / _LADDER).read_text(encoding="utf-8"))
    return {stage: tuple(names) for stage, names in data["stages"].items()}


@cache
def ladder() -> tuple[Lesson, ...]:
    """Return all lessons, the easiest first."""
    return tuple(_shipped(name, stage) for stage, names in stages().items() for name in names)


@cache
def exhibition_lessons() -> tuple[Lesson, ...]:
    """Return the lessons for unattended boards, the usual first one first."""
    data = tomllib.loads((_DATA / _LADDER).read_text(encoding="utf-8"))
    return tuple(_shipped(name, "exhibition") for name in data["exhibition"]["lessons"])


def _shipped(name: str, stage: str) -> Lesson:
    return parse_lesson((_DATA / f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml", stage)


def named_lesson(name: str) -> Lesson:
    """Return a lesson or a puzzle that ships with the project.

    Raises:
        LessonError: there is none of that name.
    """
    puzzle = puzzle_named(name)
    if puzzle is not None:
        return puzzle
    by_name = {lesson.name: lesson for lesson in (*ladder(), *exhibition_lessons())}
    if name in by_name:
        return by_name[name]
    cure = did_you_mean(name, list(by_name)) or "; hnefi lessons list names them all"
    raise LessonError(f"lesson: expected the name of a lesson, got {name[:40]!r}{cure}")


def number_of(lesson: Lesson) -> int:
    """Return where a lesson stands on the ladder, from 1 on; 0 where it does not."""
    # A view asks for it a hundred times a second, and to compare with all lessons is dear.
    number = _numbers().get(lesson.name, 0)
    return number if number and ladder()[number - 1] == lesson else 0


@cache
def _numbers() -> dict[str, int]:
    return {lesson.name: number for number, lesson in enumerate(ladder(), 1)}


def next_lesson(lesson: Lesson) -> Lesson | None:
    """Return the lesson after one, None after the last and after one that does not ship."""
    number, all_ = number_of(lesson), ladder()
    return all_[number] if 0 < number < len(all_) else None
