"""The options of an unattended board: that it is one, and the programme of its days."""

from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options.files import read_text

if TYPE_CHECKING:
    from controller.assembly.page import PageOptions
    from controller.exhibition.programme import Programme

ExhibitionOption = Annotated[
    bool,
    typer.Option(
        "--exhibition", help="Look after visitors without staff: attract, teach, play, begin again."
    ),
]
ProgrammeOption = Annotated[
    str | None,
    typer.Option(
        "--programme",
        metavar="FILE",
        help="Languages, lessons, level and opening hours of an exhibition: a TOML file.",
    ),
]


def find_programme(file: str | None) -> "Programme":
    """Return the programme of a file, or the usual one.

    Raises:
        UsageMistake: the file cannot be read, or is no programme.
    """
    from controller.assembly.unattended import known_names
    from controller.exhibition.errors import ProgrammeError
    from controller.exhibition.reading import parse_programme, usual_programme

    if file is None:
        return usual_programme(known_names())
    try:
        return parse_programme(read_text(file, "a programme"), file, known_names())
    except ProgrammeError as error:
        raise UsageMistake(str(error)) from error


def exhibited(
    page: "PageOptions", programme: str | None, *, wanted: bool, ruleset: str | None
) -> "PageOptions":
    """Return the options of a page whose board is unattended, if that is wanted.

    Raises:
        UsageMistake: the programme is none, or something else is asked for that it decides.
    """
    from dataclasses import replace

    from controller.assembly.unattended import unattended_timing
    from controller.cli.options.ruleset import DEFAULT_RULESET

    if not wanted:
        if programme is not None:
            raise UsageMistake("--programme: expected --exhibition with it")
        return page
    others = (page.rival, page.lesson, page.position, page.terms.control)
    if any(each is not None for each in others) or ruleset not in (None, DEFAULT_RULESET):
        raise UsageMistake(
            "--exhibition: leave out --opponent, --lesson, --position, --clock and --ruleset; "
            "the programme decides"
        )
    return replace(page, programme=find_programme(programme), timing=unattended_timing(page.timing))
