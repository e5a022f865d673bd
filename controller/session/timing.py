"""How long things must last before they count."""

from dataclasses import dataclass
from math import inf

from controller.recognition.reading import Candidate, Lifted, Same, Standing, TakenBack


@dataclass(frozen=True, slots=True)
class Timing:
    """How long things must last before they count, in seconds."""

    # Two scans that agree, at a hundred a second; what bounces longer the settling catches.
    debounce_s: float = 0.008
    settle_s: float = 0.3
    # A piece that came through the air is not on its way over the square where it stands.
    carried_s: float = 0.2
    # A move counts sooner when the other side has begun its reply, but a piece that is slid
    # past a square while somebody touches another must not leave a move there.
    replied_s: float = 0.15
    # A piece of the other side that is off its square for so long was lifted, not nudged.
    touched_s: float = 0.3
    # Nobody needs so long to put down the last piece of a set-up.
    give_up_s: float = 10.0

    def patience(self, standing: Standing) -> float:
        """Return how long what stands must stand before it counts."""
        match standing.reading:
            case Same():
                return 0.0
            case Lifted():
                return self.touched_s
            case Candidate(doubtful=True):
                return inf
            case Candidate(replied=True) | TakenBack(replied=True):
                return self.replied_s
            case Candidate() if standing.carried:
                return self.carried_s
        return self.settle_s
