"""`hnefi lessons`: which lessons there are, whether a file is one, and doing one."""

from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from controller.cli.options import offering
from controller.cli.options.files import NoTextError, read_text
from controller.cli.options.lesson import find_lesson
from controller.cli.options.page import BrowserOption, ChosenPage, PortOption
from controller.cli.options.together import NO_PAGE, refuse_with, refuse_without
from controller.cli.printing import print_json, print_lines

if TYPE_CHECKING:
    from controller.lessons.lesson import Lesson

# Nobody sits at a lesson for longer; people who do not know what to do get every hint in a minute.
_PATIENCE_S = 600.0
# A whole game is made of whatever moves are lit, and may have to be begun again.
_PATIENCE_IN_A_GAME_S = 1800.0


def list_lessons(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array.")] = False,
) -> None:
    """List the lessons, the easiest first."""
    from controller.lessons.library import ladder
    from controller.words.catalogue import say

    rows = [
        {
            "name": lesson.name,
            "stage": lesson.stage,
            "title": say(lesson.title),
            "ruleset": lesson.rules.ruleset.name,
            "side": lesson.side,
            "par": lesson.par,
        }
        for lesson in ladder()
    ]
    if as_json:
        print_json(rows)
        return
    from rich.console import Console
    from rich.table import Table

    from controller.rules.sentence import sentence

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("lesson", "what it is", "moves"):
        table.add_column(column, no_wrap=column == "lesson")
    stage = ""
    for row in rows:
        if row["stage"] != stage:
            stage = str(row["stage"])
            table.add_row(f"[dim]{say(sentence(f'lesson.stage.{stage}'))}[/]")
        table.add_row(str(row["name"]), str(row["title"]), str(row["par"]))
    console = Console(highlight=False)
    console.print(table)
    console.print("\n[dim]hnefi lessons play LESSON plays one on a virtual board.[/]")


def check_lesson(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A lesson as a TOML file.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check whether a lesson can be read and solved.

    The exit status is 1 if it cannot.
    """
    from controller.lessons.errors import LessonError
    from controller.lessons.linting import complaints
    from controller.lessons.reading import parse_lesson
    from controller.words.catalogue import catalogue

    try:
        lesson = parse_lesson(read_text(file, "a lesson"), file)
    except NoTextError as error:
        found = [str(error)]
    except LessonError as error:
        found = list(error.mistakes)
    else:
        found = [f"{file}: {each}" for each in complaints(lesson)]
        if lesson.texts is None and lesson.title.key not in catalogue().texts:
            found.append(f"{file}: texts: expected a table with title, task, wrong and idea")
    if as_json:
        print_json({"file": file, "complaints": found})
    else:
        print_lines(*found or [f"{file}: nothing to complain about."])
    raise typer.Exit(1 if found else 0)


def play_lesson(
    name: Annotated[
        str,
        typer.Argument(
            metavar="LESSON|FILE", autocompletion=offering.lessons, help="A name, or a TOML file."
        ),
    ],
    *,
    headless: Annotated[
        bool,
        typer.Option("--headless", help="No page: a visitor who sees only the lights plays it."),
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="With --headless: the visitor's seed; default: 1."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --headless: print one JSON object.")
    ] = False,
    port: PortOption = None,
    browser: BrowserOption = None,
) -> None:
    """Play a lesson on a virtual board, or let a simulated visitor try."""
    lesson = find_lesson(name)
    page = ChosenPage(port=port, browser=browser)
    if headless:
        refuse_with("--headless", page.given(), NO_PAGE)
        report_visit(lesson, 1 if seed is None else seed, as_json=as_json)
    refuse_without("--headless", {"--seed": seed, "--json": as_json})
    play_in_browser(lesson, page)


def report_visit(lesson: "Lesson", seed: int, *, as_json: bool) -> NoReturn:
    """Let a simulated visitor do a lesson, and exit with 0 if it was solved, 1 if not."""
    from controller.lessons.lesson import Reply
    from simulators.classroom import Classroom

    is_game = lesson.reply is Reply.SEARCHED and not lesson.only
    patience = _PATIENCE_IN_A_GAME_S if is_game else _PATIENCE_S
    visit = Classroom(seed).visit(lesson, patience)
    if as_json:
        found = {
            "lesson": visit.lesson,
            "stars": visit.stars,
            "seconds": round(visit.seconds, 2),
            "set_up_seconds": round(visit.set_up_seconds, 2),
        }
        print_json(found)
    elif visit.stars:
        solving = visit.seconds - visit.set_up_seconds
        print_lines(
            f"The pieces stood after {visit.set_up_seconds:.0f} s; solved {solving:.0f} s later, "
            f"with {visit.stars} of 4 stars."
        )
    else:
        print_lines(f"Not solved in {visit.seconds:.0f} s.")
    raise typer.Exit(0 if visit.stars else 1)


def play_in_browser(lesson: "Lesson", page: ChosenPage) -> None:
    """Do a lesson on a virtual board with its page, until interrupted."""
    from dataclasses import replace

    from controller.assembly.page import BoardKind, PageOptions, play_with_page
    from controller.cli.options.board import configured
    from controller.cli.options.ruleset import DEFAULT_RULESET, find_rules
    from simulators.drivers import VIRTUAL, simulated_config
    from simulators.play import play

    # Nobody keeps a lesson among his games.
    chosen = configured(None, replace(page, data="none"))
    page.check(chosen)
    options = PageOptions.of(chosen, None, chosen.durations())
    options = replace(options, lesson=lesson)
    config = simulated_config(VIRTUAL, chosen.power)
    kind = BoardKind(VIRTUAL, hands=True)
    play_with_page(
        lambda serving: play(serving, config), find_rules(DEFAULT_RULESET), options, kind
    )
