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

from controller.exhibition.days import read_days
from controller.exhibition.stay import PLACES, Stay
from controller.rules.sentence import Sentence, sentence

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
# As many as stand in a line.
_NAMED: Final = 12


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
    """Return what each day came to.

    A line that is torn, has an unknown place, or a day that nobody can know, is left out.
    """
    rows = list(_visits(lines))
    known = read_days(row["day"] for _, row in rows)
    days: dict[str, DayCounts] = {}
    for _, row in rows:
        name = known.get(row["day"])
        if name is None:
            continue
        day = days.setdefault(name, DayCounts(name))
        day.visits += 1
        for key in _NUMBERS:
            setattr(day, key, getattr(day, key) + int(row[key]))
        day.places[row["place"].partition(":")[0]] += 1
    return [days[day] for day in sorted(days)]


def of_unknown_days(lines: Iterable[str]) -> Sentence | None:
    """Return which lines are left out because nobody can know their day, None if there are none."""
    rows = list(_visits(lines))
    known = read_days(row["day"] for _, row in rows)
    numbers = [number for number, row in rows if row["day"] not in known]
    if not numbers:
        return None
    named = ", ".join(map(str, numbers[:_NAMED])) + (" ..." if numbers[_NAMED:] else "")
    return sentence("page.counts.unknown_days", count=len(numbers), lines=named)


def _visits(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the lines that have a visit, with their number, from 1."""
    for number, row in _rows(lines):
        place = row["place"].partition(":")[0]
        if place in PLACES.values() and all(_NUMBER.fullmatch(row[key]) for key in _NUMBERS):
            yield number, row


def _rows(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield each line's number, and its fields by their names.

    Without a header they are as hnefi writes.
    """
    columns: tuple[str, ...] = COLUMNS
    for number, line in enumerate(lines, 1):
        for delimiter in _DELIMITERS:
            fields = _fields(line.lstrip("\ufeff"), delimiter)
            if _NEEDED.issubset(fields):
                columns = tuple(fields)
                break
            if len(fields) == len(columns):
                yield number, dict(zip(columns, fields, strict=True))
                break


def _fields(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:  # a field of more than 128 KiB
        return []
