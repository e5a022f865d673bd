"""Runs every benchmark and prints its figures: they hold for this machine, at this moment."""

import resource
import time

from rich.console import Console
from rich.table import Table

from benchmarks import engine, page, recognition, saving, scan_cost, serial_line, start_up, store
from benchmarks.firmware.__main__ import print_all as print_firmware
from benchmarks.rules_core import measure
from controller.rules.compiled import Rules, compiled
from controller.rules.library import named_ruleset
from simulators.headless import simulate_games
from simulators.people.games import random_games

# In each row of the recognition table: enough to notice a change for the worse.
PLIES = 100
# A few games: what a scan costs shows in the mean, the dearest only in many more.
SCANS = 20_000


def simulated_plies_per_second(rules: Rules) -> float:
    """Return the rate at which a simulated hand plays random games through the full path."""
    games = list(random_games(rules, 3, seed=1))
    begun = time.perf_counter()
    report = simulate_games(rules, games, seed=1)
    return report.plies / (time.perf_counter() - begun)


def main() -> None:
    """Print the table."""
    rules = compiled(named_ruleset("copenhagen"))
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Copenhagen, all rules on")
    table.add_column("per second", justify="right")
    for what, rate in measure(rules):
        table.add_row(what, f"{rate:,.0f}")
    table.add_row("simulated hand, plies", f"{simulated_plies_per_second(rules):,.0f}")
    for what, rate in engine.measure(rules):
        table.add_row(what, f"{rate:,.0f}")
    for what, microseconds in serial_line.measure():
        table.add_row(f"serial line, polls of {what}", f"{1e6 / microseconds:,.0f}")
    console = Console(highlight=False)
    console.print(table)
    engine.print_stops(rules, console)
    console.print()
    seconds, times = start_up.measure()
    console.print(f"hnefi --help costs {times:.0f} times python -c pass, {1000 * seconds:.0f} ms")
    console.print()
    recognition.print_rows(recognition.measure(PLIES))
    console.print()
    scan_cost.print_costs(scan_cost.measure(SCANS), console)
    console.print()
    saving.print_rows(console)
    console.print()
    store.print_rows(console)
    console.print()
    print_firmware(console)
    console.print()
    page.print_rows(console)
    peak_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    console.print(f"peak memory of all this: {peak_mib:.0f} MiB")


if __name__ == "__main__":
    main()
