"""Who sits beside a game, as the store keeps it with the game: written here, and read again."""

import re
from dataclasses import dataclass

from controller.events.view import BoardView
from controller.notation.plain_text import printable
from controller.rules.pieces import Side

_ADAPTIVE = "adaptive"
# As `beside` writes it: "defenders adaptive club #7".
_SEAT = re.compile(rf"({'|'.join(Side)}) ({_ADAPTIVE} )?(.+?)(?: #([0-9]{{1,20}}))?")
_EXPLAINS = "explains"
# A program is named by its whole command.
_LONGEST_NAME = 300


@dataclass(frozen=True, slots=True)
class Beside:
    """What the entries of a game say of them: who plays a side, and what help is wanted."""

    opponent: str = ""
    help: str = ""


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """Who played a side in people's place; one that is adaptive went up and down."""

    side: Side
    name: str
    adaptive: bool = False
    seed: int | None = None  # None: an older program has kept none


@dataclass(frozen=True, slots=True)
class KeptHelp:
    """Which sides had a coach, and whether what happens was explained."""

    coached: frozenset[Side] = frozenset()
    explains: bool = False


def beside(view: BoardView) -> Beside:
    """Return who sits beside a game that is seen so."""
    seat, explains = view.opponent, (_EXPLAINS,) if view.explains else ()
    if seat is None:
        opponent = ""
    else:
        how = f"{_ADAPTIVE} " if seat.adaptive else ""
        opponent = f"{seat.side} {how}{printable(seat.name)[:_LONGEST_NAME]} #{seat.seed}"
    return Beside(opponent, " ".join((*view.coached, *explains)))


def seat_in(opponent: str) -> KeptSeat | None:
    """Return who an entry says plays, None for nobody."""
    seat = _SEAT.fullmatch(opponent)
    if seat is None:
        return None
    side, adaptive, name, seed = seat.groups()
    return KeptSeat(Side(side), name, bool(adaptive), None if seed is None else int(seed))


def help_in(text: str) -> KeptHelp:
    """Return what help an entry says is wanted."""
    words = text.split()
    return KeptHelp(frozenset(side for side in Side if side in words), _EXPLAINS in words)
