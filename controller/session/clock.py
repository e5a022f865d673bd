"""The clocks of a game: how much time each side has left, and the whole game where rules limit it.

Pure: times of the board's clock go in, a value comes out. One number of seconds for each side is
enough for every control: with byoyomi it holds the main time and all periods, and a move that is
made within a period gives that period back.
"""

import re
from dataclasses import dataclass, replace
from math import ceil, inf

from controller.rules.pieces import Side

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
        if not self.periods:
            return left_s + self.increment_s
        whole = ceil(left_s / self.period_s - 1e-9) * self.period_s
        return max(left_s, min(max(whole, self.period_s), self.periods * self.period_s))

    def before_move(self, left_s: float) -> float:
        """Return what a side has left once its move is taken back."""
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


@dataclass(frozen=True, slots=True)
class Clock:
    """What the clocks show at `since`, and whose is running; without a control nobody's matters.

    `limit_s` is when the ruleset ends every game, 0 for never.
    """

    control: Control | None = None
    limit_s: float = 0.0
    attackers_s: float = 0.0
    defenders_s: float = 0.0
    played_s: float = 0.0
    running: Side | None = None
    since: float = 0.0

    @property
    def is_on(self) -> bool:
        """Whether time matters at all."""
        return self.control is not None or self.limit_s > 0

    def left_s(self, side: Side) -> float:
        """Return what a side has left."""
        return self.attackers_s if side is Side.ATTACKERS else self.defenders_s

    @property
    def runs_out_at(self) -> float:
        """The time of the board's clock at which something runs out if nobody moves."""
        if self.running is None:
            return inf
        left = [self.left_s(self.running)] if self.control else []
        left += [self.limit_s - self.played_s] if self.limit_s else []
        return self.since + min(left, default=inf)

    def at(self, at: float) -> "Clock":
        """Return the clocks at a later time."""
        passed = max(at - self.since, 0.0)
        if self.running is None:
            return replace(self, since=at)
        played = replace(self, played_s=self.played_s + passed, since=at)
        left = max(self.left_s(self.running) - passed, 0.0)
        return played.with_left(self.running, left) if self.control else played

    def running_for(self, side: Side | None, at: float) -> "Clock":
        """Return the clocks from a time on at which this side's begins to run, or none."""
        return replace(self.at(at), running=side)

    def moved(self, side: Side, at: float) -> "Clock":
        """Return the clocks after a side's move."""
        now = self.at(at)
        return (
            now.with_left(side, self.control.after_move(now.left_s(side))) if self.control else now
        )

    def taken_back(self, side: Side, at: float) -> "Clock":
        """Return the clocks after a side's move was taken back: time that is used stays used."""
        now = self.at(at)
        if self.control is None:
            return now
        return now.with_left(side, self.control.before_move(now.left_s(side)))

    def with_left(self, side: Side, left_s: float) -> "Clock":
        """Return the clocks with another time left for a side."""
        if side is Side.ATTACKERS:
            return replace(self, attackers_s=left_s)
        return replace(self, defenders_s=left_s)


def new_clock(control: Control | None, limit_s: float = 0.0) -> Clock:
    """Return the clocks of a new game."""
    each = control.each_s if control else 0.0
    return Clock(control, limit_s, each, each)


def write_clock(clock: Clock) -> str:
    """Return what clocks show, as games on disk have it.

    Milliseconds: what the attackers have left, what the defenders have left, how long was played;
    a dash where a side's time is not limited.
    """
    sides = [_ms(clock.left_s(side)) if clock.control else "-" for side in Side]
    return " ".join([*sides, _ms(clock.played_s)])


def parse_clock(text: str, control: Control | None, limit_s: float) -> Clock:
    """Return the clocks that a text of `write_clock` tells of; they stand still.

    Raises:
        ValueError: it is no such text.
    """
    shown = text.split()
    if not 2 <= len(shown) <= 3 or not all(each.isdecimal() or each == "-" for each in shown):
        raise ValueError(f"expected milliseconds such as 900000 900000 0, got {text[:40]!r}")
    sides, played = shown[:2], shown[2] if len(shown) > 2 else "0"
    # People may have taken back a loss on time, and played on without clocks.
    clock = new_clock(None if "-" in sides else control, limit_s)
    for side, each in zip(Side, sides, strict=True):
        if clock.control:
            clock = clock.with_left(side, int(each) / 1000)
    return replace(clock, played_s=0.0 if played == "-" else int(played) / 1000)


def _ms(seconds: float) -> str:
    return str(round(1000 * seconds))
