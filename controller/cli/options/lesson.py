"""The option of whoever does a lesson: one by name, or a file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake

if TYPE_CHECKING:
    from controller.lessons.lesson import Lesson

LessonOption = Annotated[
    str | None,
    typer.Option(
        "--lesson",
        metavar="NAME|FILE",
        help="Begin with a lesson: one by name (hnefi lessons list), or a TOML file.",
    ),
]


def find_lesson(name: str) -> "Lesson":
    """Return a lesson by its name, or that of a TOML file.

    Raises:
        UsageMistake: there is none of that name, or the file is none that can be done.
    """
    from controller.lessons.errors import LessonError
    from controller.lessons.library import named_lesson
    from controller.lessons.linting import complaints
    from controller.lessons.reading import parse_lesson

    try:
        if not name.endswith(".toml"):
            return named_lesson(name)
        lesson = parse_lesson(Path(name).read_text(encoding="utf-8"), name)
    except LessonError as error:
        raise UsageMistake(str(error)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise UsageMistake(f"lesson: expected a file to read, got {name!r} ({error})") from error
    found = complaints(lesson)
    if lesson.texts is None:
        found.append("texts: expected a table with title, task, wrong and idea")
    if found:
        raise UsageMistake(f"{name}: {found[0]}")
    return lesson
