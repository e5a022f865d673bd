"""`hnefi exhibition`: check a programme, rehearse a day, read what was counted, print a card."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options import offering
from controller.cli.options.board import ConfigOption
from controller.cli.options.data import DataOption, find_folder
from controller.cli.options.exhibition import ProgrammeOption, find_programme
from controller.cli.options.files import NoTextError, new_file, read_text, write_new
from controller.cli.printing import print_json, print_lines

if TYPE_CHECKING:
    from simulators.day_report import DayReport

_LONGEST_H = 24.0
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def check_programme(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A programme as a TOML file.")],
    *,
    as_json: JsonOption = False,
) -> None:
    """Check a programme, and all that it names.

    The exit status is 1 if it is wrong.
    """
    from controller.assembly.unattended import known_names
    from controller.exhibition.errors import ProgrammeError
    from controller.exhibition.reading import parse_programme

    found: tuple[str, ...] = ()
    try:
        parse_programme(read_text(file, "a programme"), file, known_names())
    except NoTextError as error:
        found = (str(error),)
    except ProgrammeError as error:
        found = error.mistakes
    if as_json:
        print_json({"file": file, "complaints": found})
    else:
        print_lines(*found or [f"{file}: nothing to complain about."])
    raise typer.Exit(1 if found else 0)


def show_counts(
    *,
    data: DataOption = None,
    config: ConfigOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON array, an object for each day.")
    ] = False,
) -> None:
    """Show what was counted, day by day."""
    from controller.assembly.visit_book import VISITS, read_lines
    from controller.exhibition.counts import day_counts, of_unknown_days
    from controller.rules.sentence import sentence
    from controller.words.catalogue import say

    visits = find_folder(data, config).path / VISITS
    try:
        lines = read_lines(visits)
    except OSError as error:
        raise UsageMistake(f"{visits}: expected a file to read ({error.strerror})") from error
    days, unknown = day_counts(lines), of_unknown_days(lines)
    if unknown:
        sys.stderr.write(f"{visits}: {say(unknown)}\n")
    if as_json:
        print_json([day.as_json() for day in days])
        return
    for day in days:
        print_lines(
            f"{day.day}: visits {day.visits}, lessons solved {day.lessons_done} of "
            f"{day.lessons_begun}, games ended {day.games_done} of {day.games_begun}"
        )
        for place, number in day.places.most_common():
            print_lines(f"  left {say(sentence(f'page.counts.place.{place}'))}: {number}")
    if not days and not unknown:
        print_lines(f"Nobody has been counted yet in {visits}.")


def write_card(
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="A new file, as HTML.")],
    *,
    language: Annotated[
        str,
        typer.Option(
            "--language",
            metavar="LANGUAGE",
            autocompletion=offering.languages,
            help="Language of the card: en, de, da ...",
        ),
    ] = "en",
) -> None:
    """Write a card for staff, to print."""
    from controller.assembly.staff_card import staff_card
    from controller.words.errors import CatalogueError

    try:
        text = staff_card(language)
    except CatalogueError as error:
        raise UsageMistake(f"--{error}") from error
    write_new(new_file(out, "--out"), text, "--out")
    print_lines(f"The card is in {out}. Open it in a browser and print it.")


def rehearse(
    *,
    programme: ProgrammeOption = None,
    hours: Annotated[
        float, typer.Option(metavar="H", help="How long the day is, from when the board opens.")
    ] = 1.0,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of all that happens.")] = 1,
    report: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Also write each visitor's first minute to a new file."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Let simulated visitors use the board for a day.

    It begins when the programme first opens in the week; without opening hours, on Monday at 10:00.
    """
    from simulators.day_report import first_minutes, in_sentences, summary
    from simulators.exhibition_day import ExhibitionDay

    if not 0 < hours <= _LONGEST_H:
        raise UsageMistake(f"--hours: expected 0.01 to {_LONGEST_H:g}, got {hours:g}")
    file = None if report is None else new_file(report, "--report")
    found: DayReport = ExhibitionDay(find_programme(programme), seed).run(hours)
    if as_json:
        print_json(summary(found))
    else:
        print_lines(*in_sentences(found))
    if file is not None:
        write_new(file, first_minutes(found), "--report")
    raise typer.Exit(0 if found.faultless else 1)
