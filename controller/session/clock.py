"""The clocks of a game: how much time each side has left, and the whole game where rules limit it.

Pure: times of the board's clock go in, a value comes out.
"""

from dataclasses import dataclass, replace
from math import inf
from typing import NamedTuple

from controller.notation.control import Control
from controller.recognition.moments import MOMENT_S, reached
from controller.rules.pieces import Side


class PlyTime(NamedTuple):
    """What the clocks keep of a ply: the seconds that both sides had left as it first counted."""

    left_s: float  # ... before it added any
    other_s: float
    was_asked: bool = False  # its side had chosen it, and waited for people to make it


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

    def is_up(self, side: Side | None) -> bool:
        """Say whether a side has no time left; nobody has none without a control."""
        return bool(self.control and side and self.left_s(side) <= MOMENT_S)

    @property
    def is_limit_up(self) -> bool:
        """Whether the ruleset's time is over."""
        return self.limit_s > 0 and reached(self.played_s, self.limit_s)

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
        now, control = self.at(at), self.control
        if control is None:
            return now
        # Its own last move may have gone on within a period.
        now = now.with_left(side.other, control.at_turn(now.left_s(side.other)))
        return now.with_left(side, control.after_move(now.left_s(side)))

    def taken_back(self, side: Side, at: float, counted_s: float = inf) -> "Clock":
        """Return the clocks after a side's move was taken back: time that is used stays used.

        `counted_s` is what the side had when the move first counted, where that is known.
        """
        now = self.at(at)
        if self.control is None:
            return now
        return now.with_left(side, self.control.before_move(now.left_s(side), counted_s))

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
