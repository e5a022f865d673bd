"""What the next moves would do, as far as a board shows it. Values only."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the lifted piece can do, and how things stand; squares are 0..120, sets are bitboards.

    `captures` pairs each capturing target with what is captured there. `seen` is how often the
    position has occurred. `king_in_danger` and `ways_open` say what comes next if nobody does
    anything about it: a capture of the king, and the targets on which he would escape.
    """

    winning: int = 0  # targets of the lifted piece that win the game
    repeating: int = 0  # targets that end it, because the position has occurred too often
    captures: tuple[tuple[int, int], ...] = ()
    seen: int = 1
    king_in_danger: bool = False
    ways_open: int = 0


NO_OUTLOOK = Outlook()
