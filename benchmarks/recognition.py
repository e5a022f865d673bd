"""Counts recognised moves for each kind of people, sensors and faults, in virtual time.

python -m benchmarks.recognition --plies 100000 --jobs 2 --sensors ideal
"""

import argparse
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import count
from random import Random

from rich.console import Console
from rich.table import Table

from controller.rules.compiled import Rules, compiled
from controller.rules.library import named_ruleset
from hal.board import Board
from simulators.boards.physical import PhysicalBoard
from simulators.boards.virtual import MakeBoard, VirtualBoard
from simulators.headless import Simulation
from simulators.people.games import random_games
from simulators.people.profiles import PROFILES, Profile
from simulators.people.score import Score
from simulators.table.faults import parse_faults
from simulators.table.sensors import SensorName
from simulators.table.tabletop import Tabletop

# Every kind of people plays on each of these boards: sensors, faults.
BOARDS = (
    ("ideal", ""),
    ("reed", ""),
    ("hall", ""),
    ("reed", "lost=0.02,late=0.05"),
    ("reed", "dead=e5"),
    ("reed", "stuck=e5"),
    ("reed", "chatter=e5"),
    ("hall", "weak=3+17+30,lost=0.02"),
)
_GAMES_A_TABLE = 5
_SEED = 1
_MOST_TABLES = 1000


@dataclass(frozen=True, slots=True)
class Row:
    """The score of one profile on one board."""

    profile: str
    sensors: str
    faults: str
    report: Score


def measure(plies: int, jobs: int = 1, only: str | None = None) -> list[Row]:
    """Play random games on every board with every profile: at least `plies` for each row.

    `jobs` rows run at a time; `only` picks one kind of sensors, None picks all.
    """
    wanted = [
        (name, sensors, faults, plies)
        for name in PROFILES
        for sensors, faults in BOARDS
        if only in (None, sensors)
    ]
    if jobs == 1:
        return [_row(row) for row in wanted]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(_row, wanted))


def _row(row: tuple[str, str, str, int]) -> Row:
    name, sensors, faults, plies = row
    rules = compiled(named_ruleset("copenhagen"))
    return Row(name, sensors, faults, play(rules, PROFILES[name], sensors, faults, plies))


def play(rules: Rules, profile: Profile, sensors: str, faults: str, plies: int) -> Score:
    """Play on one table after another until hands have made at least `plies`."""
    total = Score()
    for seed in count(_SEED):
        simulation = Simulation(rules, Random(seed), board_maker(sensors, faults, seed), profile)
        for game in random_games(rules, _GAMES_A_TABLE, seed):
            simulation.play(game)
            if total.plies + simulation.report.plies >= plies:
                break
        total = total.plus(simulation.report)
        if total.plies >= plies or seed > _MOST_TABLES + plies // _GAMES_A_TABLE:
            break
    return total


def board_maker(sensors: str, faults: str, seed: int) -> MakeBoard:
    """Return a maker of boards with such sensors and faults."""
    if sensors == "ideal":
        return VirtualBoard
    kind: SensorName = "hall" if sensors == "hall" else "reed"
    found = parse_faults(faults)

    def make(table: Tabletop, clock: Callable[[], float]) -> Board:
        return PhysicalBoard(table, clock, kind, found, seed)

    return make


def print_rows(rows: list[Row]) -> None:
    """Print a table."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("hand", "sensors", "faults"):
        table.add_column(name)
    counts = ("plies", "wrong", "missed", "phantom", "stuck", "late", "said", "undecidable")
    heads = (*counts, "worst ms", "commit p50", "p99 ms", "light p50", "p99 ms")
    for name in heads:
        table.add_column(name, justify="right")
    for row in rows:
        found = row.report.as_json()
        latencies = (found["place_to_commit_ms"], found["lift_to_light_ms"])
        shown = [value for latency in latencies for value in latency.values()]
        table.add_row(
            row.profile,
            row.sensors,
            row.faults or "none",
            *(f"{found[name]:,}" for name in counts),
            f"{found['worst_step_ms']:.1f}",
            *("-" if value is None else f"{value:.0f}" for value in shown),
        )
    Console(highlight=False, width=180).print(table)


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(prog="benchmarks.recognition", description=__doc__)
    parser.add_argument("--plies", type=int, default=100, help="plies in each row of the table")
    parser.add_argument("--jobs", type=int, default=1, help="rows to measure at a time")
    parser.add_argument("--sensors", choices=sorted({sensors for sensors, _ in BOARDS}))
    parser.add_argument("--check", action="store_true", help="fail where a row has become worse")
    asked = parser.parse_args()
    rows = measure(asked.plies, asked.jobs, asked.sensors)
    print_rows(rows)
    if asked.check:
        from benchmarks.allowance import worse  # noqa: PLC0415 - it needs the rows of this module

        sys.exit("\n".join(worse(rows)) or None)


if __name__ == "__main__":
    main()
