"""People of all profiles play levels on the simulated board, and make its moves wrongly at times.

    python -m benchmarks.opponent --games 1000 --check

Levels and sides take turns. With --check the exit status is 1 if a move was wrong or missed, or if
the opponent asked for nothing when it was its turn. Friends and exhibitions are measured and not
checked: their hands overlap, and some of their moves are missed without an opponent, too.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import product

from rich.console import Console
from rich.table import Table

from controller.assembly.companion import Choosing, rival_of
from controller.rules.compiled import compiled
from controller.rules.library import named_ruleset
from controller.rules.pieces import Side
from simulators.headless import Against, simulate_against
from simulators.people.profiles import PROFILES
from simulators.people.score import Score

_NOT_CHECKED = ("friends", "exhibition")
_LEVELS = ("one-move", "two-moves", "three-moves")


def play(games: int) -> Iterator[tuple[str, Score]]:
    """Yield the score of each profile, all together in about this number of games."""
    rules = compiled(named_ruleset("copenhagen"))
    meetings = list(product(_LEVELS, Side))
    each = -(-games // (len(PROFILES) * len(meetings)))
    for name, profile in PROFILES.items():
        total = Score()
        for seed, (level, side) in enumerate(meetings):
            rival = rival_of(level, side, Choosing(seed=seed))
            total = total.plus(simulate_against(rules, Against(rival, seed, profile), range(each)))
        yield name, total


def main() -> None:
    """Play, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.opponent", description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    columns = ("games", "plies", "wrong", "missed", "phantom", "corrected", "unanswered")
    table = Table("people", *columns, box=None, pad_edge=False, header_style="bold")
    total, faultless = Score(), True
    for name, score in play(asked.games):
        total = total.plus(score)
        faulty = score.wrong or score.missed or score.unanswered
        faultless = faultless and (name in _NOT_CHECKED or not faulty)
        table.add_row(name, *(str(getattr(score, column)) for column in columns))
    table.add_row("all", *(str(getattr(total, column)) for column in columns))
    Console(highlight=False).print(table)
    if asked.check and not faultless:
        sys.exit(1)


if __name__ == "__main__":
    main()
