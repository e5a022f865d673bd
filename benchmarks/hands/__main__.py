"""Let scripted hands play, by kinds: python -m benchmarks.hands --games 20 --sensors reed."""

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from benchmarks.hands.judge import ScriptResult, judge
from benchmarks.hands.kinds import KINDS, write
from controller.rules.compiled import compiled
from controller.rules.library import named_ruleset

_COUNTS = ("plies", "wrong", "missed", "late", "scolded", "dropped", "spoilt")


def _one(task: tuple[str, str, int, int, str]) -> tuple[str, int, ScriptResult]:
    kind, sensors, seed, plies, faults = task
    rules = compiled(named_ruleset("copenhagen"))
    script = write(kind, rules, seed, plies)
    verdict, _ = judge(script, rules, sensors, seed, faults)
    return kind, seed, verdict


def main() -> None:
    """Play, and print a line for each kind; the seeds of games with faults stand at its end."""
    parser = argparse.ArgumentParser(prog="benchmarks.hands", description=__doc__)
    parser.add_argument("--games", type=int, default=5, help="of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--plies", type=int, default=40, help="of each game")
    parser.add_argument("--sensors", default="ideal", help="ideal, reed or hall")
    parser.add_argument("--faults", default="", help="such as dead=e5,lost=0.02")
    parser.add_argument("--kinds", default="", help="such as sleeve,early_reply; all if none")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    asked = parser.parse_args()
    kinds = asked.kinds.split(",") if asked.kinds else list(KINDS)
    begun = time.perf_counter()
    tasks = [
        (kind, asked.sensors, seed, asked.plies, asked.faults)
        for kind in kinds
        for seed in range(asked.first, asked.first + asked.games)
    ]
    with ProcessPoolExecutor(asked.jobs) as pool:
        results = list(pool.map(_one, tasks, chunksize=2))
    _print(kinds, results)
    sys.stdout.write(f"{time.perf_counter() - begun:.0f} s\n")


def _print(kinds: Sequence[str], results: Sequence[tuple[str, int, ScriptResult]]) -> None:
    sys.stdout.write(f"{'kind':22}" + "".join(f"{name:>9}" for name in _COUNTS) + "\n")
    total = [0] * len(_COUNTS)
    for kind in kinds:
        found = [(seed, verdict) for name, seed, verdict in results if name == kind]
        sums = [sum(getattr(verdict, name) for _, verdict in found) for name in _COUNTS]
        total = [one + other for one, other in zip(total, sums, strict=True)]
        bad = [seed for seed, verdict in found if verdict.wrong or verdict.missed]
        late = [seed for seed, verdict in found if verdict.late]
        keys = set().union(*(verdict.keys for _, verdict in found))
        tail = f"  bad {bad[:6]}" * bool(bad) + f" late {late[:4]}" * bool(late)
        tail += f" {sorted(keys)}" * bool(keys)
        sys.stdout.write(f"{kind:22}" + "".join(f"{value:>9}" for value in sums) + tail + "\n")
    sys.stdout.write(f"{'all':22}" + "".join(f"{value:>9}" for value in total) + "\n")


if __name__ == "__main__":
    main()
