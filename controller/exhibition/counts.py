"""Stays as lines of a CSV file, and what they come to day by day. No name and no time of day."""

import csv
import io
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from controller.exhibition.stay import PLACES, Stay

COLUMNS: Final = (
    "day",
    "seconds",
    "language",
    "lessons_begun",
    "lessons_done",
    "games_begun",
    "games_done",
    "plies",
    "place",
    "end",
)
HEADER: Final = ",".join(COLUMNS) + "\n"
_NUMBERS: Final = ("lessons_begun", "lessons_done", "games_begun", "games_done")


@dataclass(slots=True)
class DayCounts:
    """What one day came to; `places` says where people left."""

    day: str
    visits: int = 0
    lessons_begun: int = 0
    lessons_done: int = 0
    games_begun: int = 0
    games_done: int = 0
    places: Counter[str] = field(default_factory=Counter)

    def as_json(self) -> dict[str, object]:
        """Return it for programs."""
        numbers = {key: getattr(self, key) for key in ("visits", *_NUMBERS)}
        return {"day": self.day, **numbers, "places": dict(self.places)}


def write_stay(stay: Stay, day: str) -> str:
    """Return a stay as a line, of a day such as ``2026-05-17``."""
    out = io.StringIO()
    row = (
        day,
        round(stay.seconds),
        stay.language,
        stay.lessons_begun,
        stay.lessons_done,
        stay.games_begun,
        stay.games_done,
        stay.plies,
        stay.place,
        stay.end or "",
    )
    csv.writer(out, lineterminator="\n").writerow(row)
    return out.getvalue()


def day_counts(lines: Iterable[str]) -> list[DayCounts]:
    """Return what each day came to; a line that is torn, or has an unknown place, is left out."""
    days: dict[str, DayCounts] = {}
    for row in csv.DictReader(lines):
        if None in row or None in row.values() or not all(row[key].isdigit() for key in _NUMBERS):
            continue
        place = row["place"].partition(":")[0]
        if place not in PLACES.values():
            continue
        day = days.setdefault(row["day"], DayCounts(row["day"]))
        day.visits += 1
        for key in _NUMBERS:
            setattr(day, key, getattr(day, key) + int(row[key]))
        day.places[place] += 1
    return [days[day] for day in sorted(days)]
