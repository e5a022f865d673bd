"""How long what stands must stand before it counts."""

from math import inf

from controller.recognition.reading import Candidate, Lifted, Same, Standing, TakenBack
from controller.session.timing import Timing


def patience(timing: Timing, standing: Standing) -> float:
    """Return how long what stands must stand before it counts, in seconds."""
    match standing.reading:
        case Same():
            return 0.0
        case Lifted():
            return timing.touched_s
        case Candidate(doubtful=True):
            return inf
        case Candidate(replied=True) | TakenBack(replied=True):
            return timing.replied_s
        case Candidate() if standing.carried:
            return timing.carried_s
    return timing.settle_s
