"""`hnefi perft`: counts the sequences of legal moves, the classic test of a rules core."""

from typing import Annotated

import typer

from controller.cli.options.ruleset import DEFAULT_RULESET, RulesetOption, find_rules
from controller.cli.printing import print_lines


def perft(
    *,
    depth: Annotated[int, typer.Option(metavar="N", min=1, max=50, help="How many plies deep.")],
    ruleset: RulesetOption = DEFAULT_RULESET,
    divided: Annotated[
        bool, typer.Option("--divide", help="Also print the count for each first move.")
    ] = False,
) -> None:
    """Count the sequences of legal moves from the start position."""
    from controller.rules.perft import divide

    rules = find_rules(ruleset)
    total = 0
    for move, count in divide(rules, rules.start, depth):
        total += count
        if divided:
            print_lines(f"{move}: {count}")
    print_lines(str(total))
