"""The counts and latencies of a headless simulation, for people and for programs.

Knows how to show them, not how they were found: that is `scorer`.
"""

import json
import math
from dataclasses import dataclass, field, fields
from typing import Any

from rich.console import Console
from rich.table import Table


@dataclass(slots=True)
class Score:
    """The plies that hands made against those that the controller committed; latencies in ms."""

    games: int = 0
    plies: int = 0
    recognised: int = 0
    wrong: int = 0
    missed: int = 0
    phantom: int = 0
    provisional: int = 0  # plies that counted before the hand had finished, and were corrected
    said: int = 0  # how often people had to say what the board could not see
    stuck: int = 0  # plies that were felt and did not count within 5 s
    late: int = 0  # plies that were right only a second or more after hands had come to rest
    undecidable: int = 0  # how often nobody with these sensors could know
    against: int = 0  # games against an opponent
    corrected: int = 0  # moves made for the opponent that it had not asked for, and put right
    unanswered: int = 0  # turns of the opponent in which it asked for nothing
    unstarted: int = 0  # games whose start position was never recognised, not played
    beyond: int = 0  # recorded plies after a game was over, not played
    lift_to_light_ms: list[float] = field(default_factory=list)
    place_to_commit_ms: list[float] = field(default_factory=list)
    worst_step_ms: float = field(
        default=0.0, compare=False
    )  # CPU time of one scan, on this machine

    @property
    def faultless(self) -> bool:
        """Whether the controller recognised every ply and nothing else."""
        faults = self.wrong + self.missed + self.phantom + self.stuck
        return not (faults + self.unstarted + self.unanswered)

    def plus(self, other: "Score") -> "Score":
        """Return the sum of this score and another."""
        both = {
            part.name: getattr(self, part.name) + getattr(other, part.name) for part in fields(self)
        }
        both["worst_step_ms"] = max(self.worst_step_ms, other.worst_step_ms)
        return Score(**both)

    def as_json(self) -> dict[str, Any]:
        """Return the score as a JSON object."""
        counted = {
            "games": self.games,
            "plies": self.plies,
            "recognised": self.recognised,
            "wrong": self.wrong,
            "missed": self.missed,
            "phantom": self.phantom,
            "said": self.said,
            "stuck": self.stuck,
            "late": self.late,
            "undecidable": self.undecidable,
            "provisional": self.provisional,
            "worst_step_ms": round(self.worst_step_ms, 2),
            "lift_to_light_ms": _percentiles(self.lift_to_light_ms),
            "place_to_commit_ms": _percentiles(self.place_to_commit_ms),
        }
        if self.against:
            counted |= {"corrected": self.corrected, "unanswered": self.unanswered}
        return counted


def print_score(report: Score, *, as_json: bool) -> None:
    """Print a score on standard output."""
    if as_json:
        print(json.dumps(report.as_json()))  # noqa: T201 - the output of the command
        return
    console = Console(highlight=False)
    counts = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("games", "plies", "recognised", "wrong", "missed", "phantom", "stuck", "late"):
        counts.add_column(name, justify="right")
    numbers = (report.wrong, report.missed, report.phantom, report.stuck, report.late)
    faults = (f"[bold red]{number}[/]" if number else "0" for number in numbers)
    counts.add_row(str(report.games), str(report.plies), str(report.recognised), *faults)
    console.print(counts)
    console.print()
    latencies = Table(box=None, pad_edge=False, header_style="bold")
    latencies.add_column("latency in virtual time")
    latencies.add_column("p50", justify="right")
    latencies.add_column("p99", justify="right")
    for name, samples in (
        ("lift to light", report.lift_to_light_ms),
        ("place to commit", report.place_to_commit_ms),
    ):
        found = _percentiles(samples)
        latencies.add_row(name, *(_milliseconds(value) for value in found.values()))
    console.print(latencies)
    if report.said:
        console.print(f"\nPeople had to say {report.said} times what the board could not see.")
    if report.corrected:
        console.print(f"\n{report.corrected} wrong moves for the opponent were put right.")
    if report.unanswered:
        console.print(f"\n{report.unanswered} times the opponent asked for no move.")
    if report.unstarted:
        console.print(
            f"\n{report.unstarted} games were not played: their start was not recognised."
        )
    if report.beyond:
        console.print(f"\n{report.beyond} recorded plies came after the end of a game; not played.")


def _milliseconds(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f} ms"


def _percentiles(samples: list[float]) -> dict[str, float | None]:
    """Return the nearest-rank percentiles of some samples, None where there are none."""
    ordered = sorted(samples)
    return {
        f"p{percent}": round(ordered[math.ceil(len(ordered) * percent / 100) - 1], 1)
        if ordered
        else None
        for percent in (50, 99)
    }
