"""What people see of the clocks: whole seconds, and whether few are left.

Knows how a clock stands, and not when it runs.
"""

from controller.events.view import ClockFace, SideTime
from controller.notation.control import Control, whole_seconds
from controller.rules.pieces import Side
from controller.session.clock import Clock

_LOW_S = 10
# Nobody needs to see a limit of hours by the second.
_BY_THE_MINUTE_S = 60


def clock_face(clock: Clock) -> ClockFace | None:
    """Return what a clock shows, None where time does not matter."""
    if not clock.is_on:
        return None
    control = clock.control
    attackers, defenders = (
        _side_time(control, clock.left_s(side)) if control else None for side in Side
    )
    limit = _shown_limit(clock.limit_s - clock.played_s) if clock.limit_s else None
    name = control.text if control else ""
    return ClockFace(name, attackers, defenders, clock.running, limit)


def _side_time(control: Control, left_s: float) -> SideTime:
    is_low = whole_seconds(left_s) <= _LOW_S
    if control.periods < 2:
        return SideTime(whole_seconds(left_s), is_low=is_low)
    main_s, in_period_s, periods = control.parts_of(left_s)
    if main_s > 0:
        return SideTime(whole_seconds(main_s), periods)
    return SideTime(whole_seconds(in_period_s), periods, is_low)


def _shown_limit(left_s: float) -> int:
    if left_s > _BY_THE_MINUTE_S:
        return _BY_THE_MINUTE_S * whole_seconds(left_s / _BY_THE_MINUTE_S)
    return max(whole_seconds(left_s), 0)
