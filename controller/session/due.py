"""When a game is looked at again though nothing changes: time alone may change what is said."""

from controller.recognition.answer import Way
from controller.recognition.board import PASSES_S, UNSEEN_S
from controller.recognition.moments import NEVER, reached
from controller.recognition.tracker import Beam
from controller.session.display import TOUCHES_S, WAITS_S
from controller.session.firmness import Since
from controller.session.fresh import BEGUN_S
from controller.session.misreading import GIVEN_UP_S, begun_at
from controller.session.resting import RESTS_S
from controller.session.watching import FOUND_S, Watching


def next_due(
    beam: Beam, way: Way, watch: Watching, since: Since, settle_s: float, at: float
) -> float:
    """Return when time alone may next change what is said of a board, NEVER if it cannot."""
    away = beam.best.away
    changed_at = watch.seen_since(beam.changed_at)
    times = [beam.due, changed_at + settle_s, since.trusted]
    times += [changed_at + rest_s for rest_s in (FOUND_S, *RESTS_S, BEGUN_S)]
    times += [a.since + wait_s for a in away for wait_s in (settle_s, PASSES_S)]
    times += [made.since + wait_s for made in way.ahead for wait_s in (TOUCHES_S, WAITS_S)]
    times += [watch.seen_since(a.since) + UNSEEN_S for a in away]
    begun = begun_at(beam.best, watch)
    times += [] if begun is None else [watch.seen_since(begun) + GIVEN_UP_S]
    return min((time for time in times if not reached(at, time)), default=NEVER)
