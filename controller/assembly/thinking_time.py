"""How long an opponent may think by its clock. Pure: what a clock shows goes in, seconds come out.

It sees of a clock what people see: whole seconds, rounded up. Of all but a period that has just
begun it counts one second less. Its clock stands still once it has answered, so people may take
their time with its move.
"""

from functools import lru_cache
from math import inf

from controller.events.view import ClockFace, SideTime
from controller.notation.control import Control, parse_control, whole_seconds
from controller.rules.pieces import Side

# A game is planned for this number of its own moves to come.
_MOVES_PLANNED = 40
# Between the last moment to answer and the end of its time: for turns of the loop, a busy
# processor, and the way from one process to another. Where little is left, a part of that.
_RESERVE_S = 0.5
_MOST_RESERVED = 0.25
# A choice takes as long anyhow.
_LEAST_S = 0.05


def affordable_s(clock: ClockFace | None, side: Side) -> float:
    """Return how many seconds a side may think about the move that it begins to think about.

    Infinity where its time is not limited. A ruleset that ends the whole game some day limits
    nobody's time.
    """
    shown = clock.of(side) if clock else None
    control = _control(clock.control) if clock else None
    if shown is None or control is None:
        return inf
    main_s, period_s = _parts(control, shown)
    # Moves to come get their share of the main time; a period, and what a move adds, are for one.
    planned_s = main_s / _MOVES_PLANNED
    planned_s += answers_within_s(control.increment_s) + answers_within_s(period_s)
    return max(min(planned_s, answers_within_s(main_s + period_s)), _LEAST_S)


def lost_in_s(clock: ClockFace | None, side: Side) -> float:
    """Return the seconds after which a side has lost at the latest, if its clock runs on.

    Infinity where it still has a period to lose, or its time is not limited.
    """
    shown = clock.of(side) if clock else None
    if shown is None or (shown.periods or 0) > 1:
        return inf
    return float(shown.seconds)


def answers_within_s(left_s: float) -> float:
    """Return after how many seconds somebody answers at the latest whose time is up after these."""
    return left_s - min(_RESERVE_S, _MOST_RESERVED * left_s)


def _parts(control: Control, shown: SideTime) -> tuple[float, float]:
    """Return what a side has at least of its main time, and of the period that it may use."""
    period_s = control.period_s
    if control.periods and shown.seconds == whole_seconds(period_s):
        return 0.0, period_s
    left_s = max(shown.seconds - 1.0, 0.0)
    if shown.periods is None:  # all that it has, with its one period if there is one
        main_s = max(left_s - period_s, 0.0)
        return main_s, left_s - main_s
    if shown.periods < control.periods:
        return 0.0, left_s
    return left_s, period_s


@lru_cache(maxsize=4)
def _control(text: str) -> Control | None:
    return parse_control(text) if text else None
