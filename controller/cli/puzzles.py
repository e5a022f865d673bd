"""`hnefi puzzles`: makes puzzles, and plays the one of a day."""

from datetime import UTC, datetime
from itertools import islice
from typing import Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.assembly.remarks import remark
from controller.cli.lessons import play_in_browser, report_visit
from controller.cli.options import offering
from controller.cli.options.files import new_file
from controller.cli.options.page import BrowserOption, ChosenPage, PortOption
from controller.cli.options.ruleset import DEFAULT_RULESET, RulesetOption, find_rules
from controller.cli.options.together import NO_PAGE, refuse_with, refuse_without


def make_puzzles(
    number: Annotated[int, typer.Argument(metavar="N", min=1, help="How many.")],
    *,
    out: Annotated[
        str,
        typer.Option("--out", metavar="FILE", help="A new file, a JSON object a line."),
    ],
    ruleset: RulesetOption = DEFAULT_RULESET,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same ones.")] = 1,
) -> None:
    """Make puzzles, each with one solution."""
    from controller.assembly.puzzling import Puzzler
    from controller.cli.waiting import busy
    from controller.engine.errors import KernelMissingError

    rules, file = find_rules(ruleset), new_file(out, "--out")
    try:
        puzzler = Puzzler(rules)
    except KernelMissingError as error:
        raise UsageMistake(
            f"puzzles make: expected a compiled kernel, found none ({error})"
        ) from error
    written = 0
    try:
        with file.open("x", encoding="utf-8") as stream, busy("looking for puzzles"):
            for puzzle in islice(puzzler.make(seed), number):
                stream.write(f"{puzzle.line}\n")
                stream.flush()
                written += 1
    except OSError as error:
        raise UsageMistake(f"--out: expected a new file to write ({error.strerror})") from error
    except KeyboardInterrupt:
        # Whoever stops early keeps what is found, and knows that it is not all.
        remark(f"{file} holds {written} of {number} puzzles.")
        raise


def play_puzzle(
    day: Annotated[
        int | None,
        typer.Argument(
            metavar="DAY",
            autocompletion=offering.days,
            help="A day of the year, 1 to 366; without it today.",
        ),
    ] = None,
    *,
    headless: Annotated[
        bool,
        typer.Option("--headless", help="No page: a visitor who sees only the lights tries it."),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --headless: print one JSON object.")
    ] = False,
    port: PortOption = None,
    browser: BrowserOption = None,
) -> None:
    """Play the puzzle of a day on a virtual board."""
    from controller.lessons.errors import LessonError
    from controller.lessons.puzzles import puzzle_of_day

    today = datetime.now(UTC).astimezone().timetuple().tm_yday
    try:
        puzzle = puzzle_of_day(today if day is None else day)
    except LessonError as error:
        raise UsageMistake(str(error)) from error
    page = ChosenPage(port=port, browser=browser)
    if headless:
        refuse_with("--headless", page.given(), NO_PAGE)
        report_visit(puzzle, 1, as_json=as_json)
    refuse_without("--headless", {"--json": as_json})
    play_in_browser(puzzle, page)
