"""What clocks go by, as people write it: ``fischer:15+10``; and in OpenTafl's game records.

One number of seconds for each side is enough for every control: with byoyomi it holds the main
time and all periods, and a move that is made within a period gives that period back.
"""

import re
from dataclasses import dataclass
from math import ceil

NO_CLOCK = "none"
_LONGEST_S = 86_400.0
_MOST_PERIODS = 100
_DURATION = r"(\d{1,5}(?:\.\d{1,3})?)([smh]?)"
_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0}
_FORMS = {
    "fischer": re.compile(rf"{_DURATION}\+{_DURATION}", re.ASCII),
    "byoyomi": re.compile(rf"{_DURATION}\+(\d{{1,3}})x{_DURATION}", re.ASCII),
    "fixed": re.compile(_DURATION, re.ASCII),
    "gong": re.compile(_DURATION, re.ASCII),
}
CLOCKS = tuple(_FORMS)
EXPECTED = "none, fischer:MINUTES+SECONDS, byoyomi:MINUTES+PERIODSxSECONDS, fixed:MINUTES or "
EXPECTED += "gong:SECONDS"


@dataclass(frozen=True, slots=True)
class Control:
    """What the clocks go by: a time for the whole game, and what a move gives back.

    `each_s` is what a side begins with, `increment_s` what each of its moves adds. The last
    `periods` times `period_s` of it are byoyomi: a move made within a period gives it back whole.
    """

    text: str  # as people write it: fischer:15+10
    each_s: float
    increment_s: float = 0.0
    periods: int = 0
    period_s: float = 0.0

    def after_move(self, left_s: float) -> float:
        """Return what a side has left once it has moved."""
        return self.at_turn(left_s) + self.increment_s

    def at_turn(self, left_s: float) -> float:
        """Return what a side has left when its turn begins: whole periods."""
        if not self.periods:
            return left_s
        whole = ceil(left_s / self.period_s - 1e-9) * self.period_s
        return max(left_s, min(max(whole, self.period_s), self.periods * self.period_s))

    def parts_of(self, left_s: float) -> tuple[float, float, int]:
        """Return what is left of the main time and of the period, and how many periods are left."""
        main_s = left_s - self.periods * self.period_s
        if main_s > 0 or not self.periods:
            return main_s, self.period_s, self.periods
        periods = whole_seconds(left_s / self.period_s)
        return 0.0, left_s - max(periods - 1, 0) * self.period_s, periods

    def before_move(self, left_s: float, counted_s: float) -> float:
        """Return what a side has left once its move is taken back.

        `counted_s` is what it had when the move first counted, where that is known.
        """
        if self.periods:
            return min(left_s, counted_s)
        return max(left_s - self.increment_s, 0.0)


def parse_control(text: str) -> Control | None:
    """Return the control that a text such as ``fischer:15+10`` names, None for ``none``.

    Raises:
        ValueError: it names none.
    """
    if text == NO_CLOCK:
        return None
    name, _, rest = text.partition(":")
    found = _FORMS[name].fullmatch(rest) if name in _FORMS else None
    control = _control(name, text, found) if found else None
    if control is None or not 0 < control.each_s <= _LONGEST_S:
        raise ValueError(f"expected {EXPECTED}; got {text[:40]!r}")
    return control


def _control(name: str, text: str, found: re.Match[str]) -> Control | None:
    match name:
        case "fischer":
            each, increment = _seconds(found[1], found[2] or "m"), _seconds(found[3], found[4])
            return Control(text, each, increment_s=increment)
        case "byoyomi":
            main, periods = _seconds(found[1], found[2] or "m"), int(found[3])
            period = _seconds(found[4], found[5])
            if not (0 < periods <= _MOST_PERIODS and period > 0):
                return None
            return Control(text, main + periods * period, periods=periods, period_s=period)
        case "gong":
            # Byoyomi from the first move on, with one period.
            move = _seconds(found[1], found[2])
            return Control(text, move, periods=1, period_s=move) if move else None
    return Control(text, _seconds(found[1], found[2] or "m"))


def _seconds(number: str, unit: str) -> float:
    return float(number) * _UNITS[unit or "s"]


def otg_control(control: Control) -> str:
    """Return a control as OpenTafl writes it: ``1800 60/5 0i``, main time, periods, increment."""
    return f"{otg_left(control, control.each_s)} {round(control.increment_s)}i"


def otg_left(control: Control, left_s: float) -> str:
    """Return what a side has left as OpenTafl writes it, in whole seconds as they are shown."""
    main_s, period_s, periods = control.parts_of(left_s)
    return f"{whole_seconds(main_s)} {whole_seconds(period_s)}/{periods}"


def whole_seconds(amount: float) -> int:
    """Return an amount rounded up; sums of floats are inexact."""
    return ceil(amount - 1e-6)
