"""`hnefi rules`: the rulesets, to read and for programs."""

import json
import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from controller.cli.errors import UsageMistake
from controller.cli.rulesets import find_ruleset
from controller.rules.explain import explain
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.opentafl import write_rules
from controller.rules.ruleset import Ruleset


def rules(
    *,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME|FILE]", help="The ruleset to print.")
    ] = None,
    otn: Annotated[bool, typer.Option("--otn", help="Its OpenTafl rules record.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Everything, as one object.")] = False,
) -> None:
    """List the rulesets, or print one with its clauses and readings."""
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
        typer.echo(record)
        for sentence in unsaid:
            sys.stderr.write(f"hnefi: {ruleset.name}: {sentence}\n")
    elif as_json:
        typer.echo(json.dumps(ruleset.model_dump(mode="json"), ensure_ascii=False))
    else:
        _print_ruleset(ruleset)


def _list_all(*, as_json: bool) -> None:
    rulesets = [named_ruleset(name) for name in ruleset_names()]
    if as_json:
        everything = [ruleset.model_dump(mode="json") for ruleset in rulesets]
        typer.echo(json.dumps(everything, ensure_ascii=False))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("name", no_wrap=True)
    table.add_column("title")
    for ruleset in rulesets:
        table.add_row(ruleset.name, escape(ruleset.title))
    console = Console(highlight=False, emoji=False)
    console.print(table)
    console.print("\n[dim]hnefi rules NAME prints one of them.[/]")


def _print_ruleset(ruleset: Ruleset) -> None:
    console = Console(highlight=False, emoji=False)
    console.print(f"[bold]{escape(ruleset.title)}[/]  ({escape(ruleset.name)})")
    console.print(f"[dim]{escape(ruleset.source)}[/]\n")
    for row in ruleset.start_position().diagram().splitlines():
        console.print("  " + " ".join(row))
    console.print()
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="cyan", max_width=18)
    table.add_column()
    for clause, sentence in explain(ruleset):
        table.add_row(escape(clause), escape(sentence))
    console.print(table)
    if ruleset.readings:
        console.print("\n[bold]How the source is read[/]")
        readings = Table(box=None, pad_edge=False, show_header=False)
        readings.add_column(style="cyan", max_width=18)
        readings.add_column()
        for reading in ruleset.readings:
            readings.add_row(escape(reading.about.replace("_", " ")), escape(reading.text))
        console.print(readings)
