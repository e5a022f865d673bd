"""What is kept of a game, as values: its header, its entries in order, and its summary.

Entries are only ever added. A ply that is taken back is one entry more, not one less, so nothing
that was on disk once can be lost by what comes after it. Knows no database.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

# A hundred years: no game is older, whoever leaves a board switched on, and sums of such times and
# of moments, in milliseconds since 1970, are far from what a database can hold.
LONGEST_GAME_MS = 100 * 366 * 24 * 3600 * 1000
MOMENTS_MS = 1 << 48


class Kind(StrEnum):
    """What an entry is about; the words are part of the store's format."""

    PLY = "ply"  # what: the move with its captures, g3-e3xe2
    RETARGET = "retarget"  # the last ply became this move
    TAKEBACK = "takeback"  # the last ply, or the end that people gave, does not count
    END = "end"  # what: the winner or draw, and the reason: "attackers resignation"
    NAMES = "names"  # what: the side, and the name of its player: "attackers Anna"
    CLOCK = "clock"  # what: the control that is played by; the clocks stand in `clock`
    OPPONENT = "opponent"  # what: the side that a computer plays, and who: "defenders club"
    HELP = "help"  # what: the sides that a coach helps, and whether it "explains"
    OFFER = "offer"  # what: the side that offers, and what: "attackers draw"
    ACCEPT = "accept"  # what: the side that accepts, and what
    DECLINE = "decline"  # the same; the side that made the offer withdraws it
    DECISION = "decision"  # what: why the arbiter ends the game as the next entry says
    PAUSED = "paused"  # what: why the board could not be read
    DISTURBED = "disturbed"  # what: how many steps put the board right
    RESTORED = "restored"  # the board was right again
    RESUMED = "resumed"  # what: the time, in milliseconds since 1970, when play went on
    ABANDONED = "abandoned"  # nobody plays on


class Entry(NamedTuple):
    """One thing that happened in a game.

    `elapsed_ms` counts from the game's start and never goes back: time between an end of the
    program and its next start is left out, and a clock on the wall that is set plays no part.
    """

    elapsed_ms: int
    kind: Kind
    what: str = ""
    clock: str = ""  # what the clocks of the players showed, if there are any


@dataclass(frozen=True, slots=True)
class Header:
    """What is known of a game before its first entry.

    `ruleset` is its complete data as JSON; `start` is an OpenTafl position record and the side to
    move where the game does not begin from the start of its ruleset, or empty.
    """

    id: str
    ruleset: str
    started_ms: int | None  # since 1970 by the clock on the wall, None where nobody knows
    start: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """A line in the list of games; `result` is attackers, defenders or draw, None without one."""

    id: str
    started_ms: int | None
    ended_ms: int | None
    ruleset: str
    attackers: str
    defenders: str
    result: str | None
    reason: str
    plies: int
