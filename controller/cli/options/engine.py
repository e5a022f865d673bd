"""The options of whoever plays: a level or another program, and the time that a move may take."""

from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake

if TYPE_CHECKING:
    from controller.engine.levels import Level
    from controller.engine.participants import Participant

TimeOption = Annotated[
    float | None,
    typer.Option("--time", metavar="SECONDS", help="The most time that a move may take."),
]
_LONGEST_S = 86_400.0


def find_level(name: str) -> "Level":
    """Return a level by its name.

    Raises:
        UsageMistake: there is none.
    """
    from controller.engine.errors import LevelError
    from controller.engine.levels import named_level

    try:
        return named_level(name)
    except LevelError as error:
        raise UsageMistake(f"--{error}") from error


def find_participant(text: str, where: str) -> "Participant":
    """Return a level or a program that a text names; `where` names the text in errors.

    Raises:
        UsageMistake: it names nobody.
    """
    from controller.engine.errors import LevelError
    from controller.engine.participants import parse_participant

    try:
        return parse_participant(text)
    except LevelError as error:
        raise UsageMistake(f"{where}: {error}") from error


def check_time(seconds: float | None) -> None:
    """Make sure that a time can be thought for.

    Raises:
        UsageMistake: it cannot.
    """
    if seconds is not None and not 0 < seconds <= _LONGEST_S:
        raise UsageMistake(f"--time: expected seconds from 0.01 to {_LONGEST_S:g}, got {seconds:g}")


def say_what_thinks() -> None:
    """Write on standard error, once, where the engine is slower than it could be."""
    from controller.engine.binding import kernel_complaint

    if kernel_complaint():
        typer.echo(
            "The engine is slow: it was installed without a C compiler. Install one (gcc), then "
            "install hnefi again.",
            err=True,
        )
