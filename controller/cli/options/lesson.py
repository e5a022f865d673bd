"""The options of teachers: a lesson by name or from a file, or any position."""

from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options import offering
from controller.cli.options.files import read_text
from controller.cli.options.together import refuse_without
from controller.rules.pieces import Side

if TYPE_CHECKING:
    from controller.bus.messages import CommandMessage
    from controller.lessons.lesson import Lesson

LessonOption = Annotated[
    str | None,
    typer.Option(
        "--lesson",
        metavar="NAME|FILE",
        autocompletion=offering.lessons,
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
        lesson = parse_lesson(read_text(name, "a lesson"), name)
    except LessonError as error:
        raise UsageMistake(str(error)) from error
    found = complaints(lesson)
    if lesson.texts is None:
        found.append("texts: expected a table with title, task, wrong and idea")
    if found:
        raise UsageMistake(f"{name}: {found[0]}")
    return lesson


PositionOption = Annotated[
    str | None,
    typer.Option(
        "--position",
        metavar="RECORD",
        help="Set up a position instead of the start: an OpenTafl position record.",
    ),
]
ToMoveOption = Annotated[
    Side | None,
    typer.Option("--to-move", help="With --position: the side to move; default: attackers."),
]


def find_position(record: str | None, to_move: Side | None) -> "CommandMessage | None":
    """Return the command that sets up a position, None without one.

    Raises:
        UsageMistake: the record is none, or a side is to move from nowhere.
    """
    from controller.bus.messages import CommandMessage
    from controller.events.command import Command
    from controller.notation.errors import NotationError
    from controller.notation.opentafl import parse_position

    if record is None:
        refuse_without("--position", {"--to-move": to_move})
        return None
    side = to_move or Side.ATTACKERS
    try:
        parse_position(record, side)
    except NotationError as error:
        raise UsageMistake(f"--position: {error}") from error
    return CommandMessage(command=Command.SET_UP, position=record, side=side)
