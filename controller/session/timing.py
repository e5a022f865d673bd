"""How long things must last before they count."""

from dataclasses import dataclass


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
