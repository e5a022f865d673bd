"""`hnefi rules`: prints the rulesets, for people and for programs."""

from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.complaining import complain
from controller.cli.options import offering
from controller.cli.options.ruleset import find_ruleset
from controller.cli.printing import print_json, print_lines
from controller.notation.plain_text import printable

if TYPE_CHECKING:
    from controller.rules.ruleset import Ruleset


def rules(
    *,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME|FILE",
            autocompletion=offering.rulesets,
            help="The ruleset to print; without it, list all.",
        ),
    ] = None,
    otn: Annotated[
        bool, typer.Option("--otn", help="Print it as an OpenTafl rules record.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """List the rulesets, or print one with its clauses."""
    from controller.notation.opentafl import write_rules

    if name is None:
        if otn:
            raise UsageMistake("rules: --otn needs the name of a ruleset")
        _list_all(as_json=as_json)
        return
    if otn and as_json:
        raise UsageMistake("rules: expected one of --otn and --json, got both")
    ruleset = find_ruleset(name, where="rules")
    if otn:
        record, unsaid = write_rules(ruleset)
        print_lines(record)
        for sentence in unsaid:
            complain(f"{ruleset.name}: {sentence}")
    elif as_json:
        print_json(ruleset.model_dump(mode="json"), ascii_only=False)
    else:
        _print_ruleset(ruleset)


def _list_all(*, as_json: bool) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from controller.rules.library import named_ruleset, ruleset_names

    rulesets = [named_ruleset(name) for name in ruleset_names()]
    if as_json:
        everything = [ruleset.model_dump(mode="json") for ruleset in rulesets]
        print_json(everything, ascii_only=False)
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("name", no_wrap=True)
    table.add_column("title")
    for ruleset in rulesets:
        table.add_row(ruleset.name, escape(ruleset.title))
    console = Console(highlight=False, emoji=False)
    console.print(table)
    console.print("\n[dim]hnefi rules NAME prints one of them.[/]")


def _print_ruleset(ruleset: "Ruleset") -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from controller.rules.explain import explain
    from controller.words.catalogue import say

    console = Console(highlight=False, emoji=False)
    console.print(f"[bold]{escape(ruleset.title)}[/]  ({escape(ruleset.name)})")
    console.print(f"[dim]{escape(ruleset.source)}[/]\n")
    for row in ruleset.start_position().diagram().splitlines():
        console.print("  " + " ".join(row))
    console.print()

    def print_rows(rows: list[tuple[str, str]]) -> None:
        table = Table(box=None, pad_edge=False, show_header=False)
        table.add_column(style="cyan", max_width=18)
        table.add_column()
        for left, right in rows:
            table.add_row(escape(left), escape(printable(right)))
        console.print(table)

    print_rows([(clause, say(sentence)) for clause, sentence in explain(ruleset)])
    if ruleset.readings:
        console.print("\n[bold]How the source is read[/]")
        print_rows([(each.about.replace("_", " "), each.text) for each in ruleset.readings])
