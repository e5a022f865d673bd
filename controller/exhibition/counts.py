"""Stays as lines of a CSV file, and what they come to day by day. No name and no time of day.

People open the file in a spreadsheet and save it, which may write a mark before it, and semicolons
or tabs for commas. The next stays are added with commas. So each line is read for itself.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator
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
_NEEDED: Final = {"day", "place", *_NUMBERS}
_DELIMITERS: Final = ",;\t"
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_GERMAN_DAY: Final = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})")


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
    for row in _rows(lines):
        place = row["place"].partition(":")[0]
        if place not in PLACES.values() or not all(_NUMBER.fullmatch(row[key]) for key in _NUMBERS):
            continue
        name = _GERMAN_DAY.sub(_as_written_here, row["day"])
        day = days.setdefault(name, DayCounts(name))
        day.visits += 1
        for key in _NUMBERS:
            setattr(day, key, getattr(day, key) + int(row[key]))
        day.places[place] += 1
    return [days[day] for day in sorted(days)]


def _rows(lines: Iterable[str]) -> Iterator[dict[str, str]]:
    """Yield the fields of each line by their names; without a header they are as hnefi writes."""
    columns: tuple[str, ...] = COLUMNS
    for line in lines:
        for delimiter in _DELIMITERS:
            fields = _fields(line.lstrip("\ufeff"), delimiter)
            if _NEEDED.issubset(fields):
                columns = tuple(fields)
                break
            if len(fields) == len(columns):
                yield dict(zip(columns, fields, strict=True))
                break


def _fields(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:  # a field of more than 128 KiB
        return []


def _as_written_here(day: re.Match[str]) -> str:
    return f"{day[3]}-{int(day[2]):02}-{int(day[1]):02}"
