"""A sensor that reads wrong by itself: what people can say of it, and when it is given up."""

from collections.abc import Callable

from controller.recognition.board import UNSEEN_S, BoardState, Cause, Disturbed
from controller.recognition.line import PlayedLine
from controller.recognition.moments import reached
from controller.recognition.repair import RepairAction, RepairStep
from controller.recognition.story import AIR
from controller.recognition.tracker import Beam
from controller.session.placing import told_to_stand


def missing_from(
    beam: Beam,
    line: PlayedLine,
    board: BoardState,
    at: float,
    seen_since: Callable[[float], float],
) -> int | None:
    """Return where the one piece belongs that is asked for, if it may have stood there for long.

    What has fallen lies beside the board, rather. `seen_since` is since when that is seen to be so
    which came at a time.
    """
    match board:
        case Disturbed(cause=cause, repair=(RepairStep(RepairAction.PUT, square),)):
            if cause is Cause.KNOCKED_OVER:
                return None
        case _:
            return None
    gone = (a for a in beam.best.away if (a.home, a.at) == (square, AIR))
    long = any(reached(at - seen_since(a.since), UNSEEN_S) for a in gone)
    return square if long and told_to_stand(beam, line, square, at) else None
