"""`hnefi perft`: counts the sequences of legal moves, the classic check of a rules core."""

from typing import Annotated

import typer

from controller.cli.rulesets import DEFAULT_RULESET, RulesetOption, find_ruleset
from controller.rules.compiled import compiled
from controller.rules.perft import divide


def perft(
    *,
    depth: Annotated[int, typer.Option(min=1, help="How many plies deep.")],
    ruleset: RulesetOption = DEFAULT_RULESET,
    divided: Annotated[
        bool, typer.Option("--divide", help="Also print the count behind each first move.")
    ] = False,
) -> None:
    """Count the sequences of so many legal moves from the start position."""
    rules = compiled(find_ruleset(ruleset))
    total = 0
    for move, count in divide(rules, rules.start, depth):
        total += count
        if divided:
            typer.echo(f"{move}: {count}")
    typer.echo(total)
