"""Time in which the program did not run, as while it is paused: it counts for nobody's clock."""

from typing import TypeGuard

from controller.events.event import BoardLost, Event
from controller.session.session import Session
from hal.notice import notice

# At rest a turn comes five times a second; no turn takes so long.
_STOPPED_S = 3.0


def stood_still(session: Session, last: float | None, at: float) -> tuple[Event, ...]:
    """Let a session know that nobody looked at its board since the last scan, if that is so.

    The board was lost then, for all that anybody knows; the next scan finds it. `last` is None
    where it was lost before: no clock runs anyway.
    """
    if last is None or at - last <= _STOPPED_S:
        return ()
    return session.lose_board(notice("game.stood_still", seconds=round(at - last)), last)


def says_so(event: Event) -> TypeGuard[BoardLost]:
    """Say whether an event is the news of such a time."""
    return isinstance(event, BoardLost) and event.reason.key == "game.stood_still"
