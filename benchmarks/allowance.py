"""How much may go wrong in each row of the benchmark of recognition before it counts as worse.

The rates are those of docs/measurements.md and of later runs; those of friends and exhibitions,
whose hands overlap, are far from the aim, which is none. Chance alone takes a run off its rate;
what is more than three standard deviations above it is not chance.
"""

import math
from collections.abc import Sequence

from benchmarks.recognition import Row
from simulators.people.score import Score

# Wrong, missed and phantom plies, and games that never began, of 100 000 plies by each hand on
# each board; of what is not named none is allowed.
_PLIES = 100_000
_RATES: dict[tuple[str, str], dict[str, float]] = {
    ("ideal", ""): {"crowd": 1, "friends": 110, "exhibition": 100},
    ("reed", ""): {"crowd": 1, "friends": 165, "exhibition": 230},
    ("hall", ""): {"child": 3, "crowd": 10, "friends": 17, "exhibition": 20},
    ("reed", "lost=0.02,late=0.05"): {"friends": 150, "exhibition": 330},
    ("reed", "dead=e5"): {
        "quick": 40,
        "slider": 15,
        "child": 45,
        "crowd": 60,
        "friends": 400,
        "exhibition": 1100,
    },
    ("reed", "stuck=e5"): {
        "steady": 50,
        "careful": 100,
        "quick": 130,
        "slider": 50,
        "child": 65,
        "crowd": 30,
        "friends": 1000,
        "exhibition": 750,
    },
    ("reed", "chatter=e5"): {"careful": 15, "friends": 450, "exhibition": 620},
    ("hall", "weak=3+17+30,lost=0.02"): {
        "quick": 50,
        "child": 10,
        "crowd": 40,
        "friends": 420,
        "exhibition": 170,
    },
}


def faults(score: Score) -> int:
    """Return how many plies and games went otherwise than they should."""
    return score.wrong + score.missed + score.phantom + score.unstarted


def allowed(row: Row) -> int:
    """Return how many faults a row of this many plies may have."""
    rate = _RATES.get((row.sensors, row.faults), {}).get(row.profile, 0)
    expected = rate * row.report.plies / _PLIES
    return math.ceil(expected + 3 * math.sqrt(expected))


def worse(rows: Sequence[Row]) -> list[str]:
    """Return a line on each row that has more faults than it may have."""
    return [
        f"{row.profile} on {row.sensors}, {row.faults or 'nothing wrong'}: expected at most "
        f"{allowed(row)} faults in {row.report.plies} plies, got {faults(row.report)}"
        for row in rows
        if faults(row.report) > allowed(row)
    ]
