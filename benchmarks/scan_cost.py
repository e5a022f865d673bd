"""What a scan costs the session, in CPU time: the mean, and the dearest of many.

    python -m benchmarks.scan_cost --scans 200000

Two friends play on reeds, which is the busiest there is, and what the sensors felt is kept. The
same scans are recognised several times; of each scan the cheapest time counts, because the others
have waited for caches that other programs had filled. Garbage is collected between games, as it
is between turns of a real board.
"""

import argparse
import gc
import time
from collections.abc import Iterator, Sequence
from itertools import count
from statistics import fmean

from rich.console import Console
from rich.table import Table

from benchmarks.ablation import Row, felt
from controller.assembly.replaying import replayed
from controller.daemon.garbage import collected_by_hand
from controller.rules.compiled import compiled
from controller.rules.library import named_ruleset
from controller.session.session import Session
from controller.trace.entries import TraceEntry
from hal.board import Scan

_BUSIEST = Row("friends", "reed", "", range(0))
_FIRST_SEED = 301
_REPEATS = 3
# Of a thousand scans, how many are cheaper than the one that is shown.
_NEARLY_ALL = 999


def measure(scans: int, repeats: int = _REPEATS) -> list[float]:
    """Return what each scan costs, in microseconds, game after game: `scans` of them or more."""
    costs: list[float] = []
    for seed in count(_FIRST_SEED):
        if len(costs) >= scans:
            break
        costs += _cheapest(felt(_BUSIEST, seed), repeats)
    return costs


def _cheapest(entries: Sequence[TraceEntry], repeats: int) -> Iterator[float]:
    """Yield the least that each scan of a game has cost."""
    runs = [_costs(entries) for _ in range(repeats)]
    return map(min, *runs) if repeats > 1 else iter(runs[0])


def _costs(entries: Sequence[TraceEntry]) -> list[float]:
    session = Session(compiled(named_ruleset("copenhagen")))
    found: list[float] = []
    gc.collect()
    with collected_by_hand():
        for entry in entries:
            if not isinstance(entry, Scan):
                list(replayed(session, [entry]))
                continue
            begun = time.thread_time()
            session.observe(entry)
            found.append(1e6 * (time.thread_time() - begun))
    return found


def print_costs(costs: Sequence[float], console: Console) -> None:
    """Print a table of one row."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("scans of friends on reeds", "mean us", "99.9 % below us", "dearest us"):
        table.add_column(head, justify="right")
    ordered = sorted(costs)
    nearly_all = ordered[len(ordered) * _NEARLY_ALL // 1000]
    numbers = (fmean(costs), nearly_all, ordered[-1])
    table.add_row(f"{len(costs):,}", *(f"{number:,.1f}" for number in numbers))
    console.print(table)


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scan_cost", description=__doc__)
    parser.add_argument("--scans", type=int, default=200_000, help="how many, or a few more")
    parser.add_argument("--repeats", type=int, default=_REPEATS, help="of each scan")
    asked = parser.parse_args()
    print_costs(measure(asked.scans, asked.repeats), Console(highlight=False))


if __name__ == "__main__":
    main()
