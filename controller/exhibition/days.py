"""Days as spreadsheets write them. No day is guessed: what other lines do not decide is not known.

Knows the shapes of days and the calendar, but no clock and no column.
"""

import re
from calendar import monthrange
from collections.abc import Iterable
from typing import Final

_DAY: Final = re.compile(r" *([0-9]{1,4})([-/.]) *([0-9]{1,2})\2 *([0-9]{1,4}) *")
# Where year, month and day stand.
_ORDERS: Final = {"ymd": (0, 1, 2), "dmy": (2, 1, 0), "mdy": (2, 0, 1)}
# No board counted visits before; so 17 is no year where two digits are written.
_FIRST_SHORT_YEAR: Final = 20

_Shape = tuple[str, bool, bool]


def read_days(texts: Iterable[str]) -> dict[str, str]:
    """Return what texts mean, such as ``2026-05-17`` for ``5/17/2026``; without what is not known.

    ``5/6/2026`` is known if another text of its shape, such as ``5/17/2026``, shows the order.
    """
    shapes: dict[_Shape, dict[str, dict[str, str]]] = {}
    for text in set(texts):
        if found := _DAY.fullmatch(text):
            shape = (found[2], len(found[1]) > 2, len(found[4]) > 2)
            if readings := _readings(found):
                shapes.setdefault(shape, {})[text] = readings
    return {text: day for texts in shapes.values() for text, day in _known(texts).items()}


def _known(texts: dict[str, dict[str, str]]) -> dict[str, str]:
    """Return the days of texts of one shape: by the orders in which all of them can be read."""
    common = set.intersection(*(set(readings) for readings in texts.values()))
    known = {}
    for text, readings in texts.items():
        # Where somebody has mixed two orders, each text stands for itself.
        days = {day for order, day in readings.items() if order in common or not common}
        if len(days) == 1:
            known[text] = days.pop()
    return known


def _readings(found: re.Match[str]) -> dict[str, str]:
    """Return the days that a text can mean, by the order of year, month and day."""
    numbers = (found[1], found[3], found[4])
    readings = {}
    for order, places in _ORDERS.items():
        if found[2] == "." and not _stands_with_dots(order, numbers):
            continue
        day = _day(*(numbers[place] for place in places))
        if day:
            readings[order] = day
    return readings


def _stands_with_dots(order: str, numbers: tuple[str, ...]) -> bool:
    """Say whether anybody writes this order with dots; a month or a short year is never first."""
    return order == "dmy" or (order == "ymd" and len(numbers[0]) == 4)


def _day(year: str, month: str, day: str) -> str:
    """Return a day, empty if the calendar has none."""
    if len(year) not in (2, 4) or max(len(month), len(day)) > 2:
        return ""
    is_short = len(year) == 2
    if is_short and int(year) < _FIRST_SHORT_YEAR:
        return ""
    whole = int(year) + (2000 if is_short else 0)
    if whole < 1 or not 1 <= int(month) <= 12:
        return ""
    if not 1 <= int(day) <= monthrange(whole, int(month))[1]:
        return ""
    return f"{whole:04}-{int(month):02}-{int(day):02}"
