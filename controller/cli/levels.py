"""`hnefi levels`: who can be played against, the easiest first."""

from typing import Annotated

import typer

from controller.cli.printing import print_json


def levels(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array.")] = False,
) -> None:
    """List the levels of the opponent, the easiest first."""
    from rich.console import Console
    from rich.table import Table

    from controller.engine.levels import ADAPTIVE, CHANCE
    from controller.engine.levels import levels as all_levels
    from controller.rules.sentence import sentence
    from controller.words.catalogue import say

    if as_json:
        print_json([level.model_dump() for level in all_levels()])
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("level", no_wrap=True)
    table.add_column("what it is")
    for name in (CHANCE, *(level.name for level in all_levels()), ADAPTIVE):
        table.add_row(name, say(sentence(f"level.{name.replace('-', '_')}")))
    console = Console(highlight=False)
    console.print(table)
    console.print("\n[dim]hnefi simulate --opponent LEVEL plays against one of them.[/]")
