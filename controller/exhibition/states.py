"""The states of an unattended board, and the one table that says how they follow on each other.

A visitor who never heard of the game touches a piece, chooses a language and whether to be taught,
does a lesson, and plays. At every point people walk away, come back, bring friends, or grab six
pieces at once, so every state has an answer to silence: the board asks, counts down, and begins
again. Nothing else ever ends a visit but the end of a game, the closing hour, and the gesture of
staff, which only proposes: any touch takes it back.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, get_args

from controller.rules.pieces import Side


class Signal(StrEnum):
    """What can bring a board from one state to another."""

    TOUCHED = "touched"  # a sensor has felt something else than before
    READY = "ready"  # the start position stands, and nobody has moved
    CHOSEN = "chosen"  # somebody has lifted a piece of a lit group
    OTHERS = "others"  # ... of the group that stands for more languages
    TAUGHT = "taught"  # ... of the group that asks for a lesson
    SKIPPED = "skipped"  # ... of the group that wants to play at once
    SOLVED = "solved"  # the lesson has brought its stars
    LOST = "lost"  # the lesson has ended by something else
    NEXT = "next"  # the stars were looked at, and another lesson comes
    LEARNED = "learned"  # the stars were looked at, and no other lesson comes
    ALONE = "alone"  # one side is played, and nobody has come for the other
    BOTH = "both"  # both sides are played by people
    TAKEN = "taken"  # only the side that is not to move is still there
    OVER = "over"  # the game has ended
    AGAIN = "again"  # another game: its start was set up, or a piece touched after the end
    MUDDLED = "muddled"  # people are there, but for long they have not got on
    QUIET = "quiet"  # nobody has touched anything for long
    TIME_UP = "time_up"  # the time to answer, or to look, has passed
    SUMMONED = "summoned"  # staff has made its gesture
    CLOSED = "closed"  # the opening hours are over
    OPENED = "opened"  # they have begun


@dataclass(frozen=True, slots=True)
class Closed:
    """It is not an opening hour: the board is dark."""

    since: float


@dataclass(frozen=True, slots=True)
class Attracting:
    """Nobody is there, and the lights play short games."""

    since: float


@dataclass(frozen=True, slots=True)
class Tidying:
    """Somebody is there, and is led to set up the pieces."""

    since: float


@dataclass(frozen=True, slots=True)
class AskingLanguage:
    """Groups of pieces shine, each for a language; `page` counts from 0 where there are more.

    `held` are the pieces that were lifted since, and are not back, a bitboard.
    """

    since: float
    page: int = 0
    held: int = 0


@dataclass(frozen=True, slots=True)
class AskingFirstTime:
    """The pieces in the middle ask for a lesson, those around them for a game; `held` as above."""

    since: float
    held: int = 0


@dataclass(frozen=True, slots=True)
class Learning:
    """A lesson runs, the `number`th from 0."""

    since: float
    number: int = 0


@dataclass(frozen=True, slots=True)
class Praising:
    """A lesson is solved, and its stars shine."""

    since: float
    number: int = 0


@dataclass(frozen=True, slots=True)
class Gathering:
    """A game begins, and it is not known yet who plays which side.

    `first` is the side whose piece somebody lifted first, at `first_at`.
    """

    since: float
    first: Side | None = None
    first_at: float = 0.0


@dataclass(frozen=True, slots=True)
class AgainstMachine:
    """A visitor plays a side, and the computer the other."""

    since: float
    person: Side


@dataclass(frozen=True, slots=True)
class Together:
    """Visitors play both sides."""

    since: float


@dataclass(frozen=True, slots=True)
class Celebrating:
    """A game is over, and is looked at."""

    since: float


# Where people are, and can be left alone again after a question.
Attended = (
    Tidying
    | AskingLanguage
    | AskingFirstTime
    | Learning
    | Praising
    | Gathering
    | AgainstMachine
    | Together
    | Celebrating
)


@dataclass(frozen=True, slots=True)
class StillThere:
    """The board asks whether anybody is there, and counts down."""

    since: float
    back: Attended


@dataclass(frozen=True, slots=True)
class Proposing:
    """Staff wants to begin again; any touch takes that back."""

    since: float
    back: Attended | Attracting


State = Closed | Attracting | Attended | StillThere | Proposing

# Where a signal leads back to where the board was before it asked.
BACK: Final = "back"

TABLE: Final[Mapping[tuple[type[State], Signal], type[State] | str]] = {
    (Closed, Signal.OPENED): Attracting,
    (Attracting, Signal.TOUCHED): Tidying,
    (Attracting, Signal.SUMMONED): Proposing,
    (Attracting, Signal.CLOSED): Closed,
    (Tidying, Signal.READY): AskingLanguage,
    (Tidying, Signal.QUIET): StillThere,
    (AskingLanguage, Signal.CHOSEN): AskingFirstTime,
    (AskingLanguage, Signal.OTHERS): AskingLanguage,
    # Who does not understand the question needs the next one all the more.
    (AskingLanguage, Signal.QUIET): AskingFirstTime,
    (AskingFirstTime, Signal.TAUGHT): Learning,
    (AskingFirstTime, Signal.SKIPPED): Gathering,
    (AskingFirstTime, Signal.QUIET): StillThere,
    (Learning, Signal.SOLVED): Praising,
    (Learning, Signal.LOST): Gathering,
    (Learning, Signal.MUDDLED): Tidying,
    (Learning, Signal.QUIET): StillThere,
    (Praising, Signal.NEXT): Learning,
    (Praising, Signal.LEARNED): AgainstMachine,
    (Gathering, Signal.BOTH): Together,
    (Gathering, Signal.ALONE): AgainstMachine,
    (Gathering, Signal.OVER): Celebrating,
    (Gathering, Signal.MUDDLED): Tidying,
    (Gathering, Signal.QUIET): StillThere,
    (AgainstMachine, Signal.OVER): Celebrating,
    (AgainstMachine, Signal.AGAIN): Gathering,
    (AgainstMachine, Signal.MUDDLED): Tidying,
    (AgainstMachine, Signal.QUIET): StillThere,
    (Together, Signal.OVER): Celebrating,
    (Together, Signal.AGAIN): Gathering,
    (Together, Signal.MUDDLED): Tidying,
    (Together, Signal.QUIET): StillThere,
    (Celebrating, Signal.AGAIN): Gathering,
    (Celebrating, Signal.QUIET): StillThere,
    (StillThere, Signal.TAKEN): AgainstMachine,
    (StillThere, Signal.TOUCHED): BACK,
    (StillThere, Signal.TIME_UP): Attracting,
    (Proposing, Signal.TOUCHED): BACK,
    (Proposing, Signal.TIME_UP): Attracting,
    **{(attended, Signal.SUMMONED): Proposing for attended in get_args(Attended)},
    **{
        (attended, Signal.CLOSED): Closed
        for attended in (*get_args(Attended), StillThere, Proposing)
    },
}
