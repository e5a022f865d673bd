"""What the opponent at the table does: one state at a time."""

from concurrent.futures import Future
from dataclasses import dataclass
from math import inf

from controller.engine.players import Choice
from controller.rules.game import Game
from controller.rules.lines import Move


@dataclass(frozen=True, slots=True)
class Thinking:
    """It thinks about a game; `until` is when its clock wants an answer, on the board's clock."""

    game: Game
    answer: "Future[Choice]"
    until: float = inf


@dataclass(frozen=True, slots=True)
class Asking:
    """It has chosen a move, and waits until somebody makes it."""

    game: Game
    choice: Choice


@dataclass(frozen=True, slots=True)
class Waiting:
    """It is not its turn; `made` is what it asked for last, which has been made."""

    made: Asking | None = None


@dataclass(frozen=True, slots=True)
class Correcting:
    """Somebody has made another move for it, which is taken back, and has to be put back."""

    then: Thinking | Asking
    wrong: Move
    since: float
    undone_at: float


@dataclass(frozen=True, slots=True)
class TakingBack:
    """People have taken back their move and its reply; the game goes back to that many `plies`."""

    plies: int
    undone_at: float


@dataclass(frozen=True, slots=True)
class Resigning:
    """It gives the game up, and waits until that is so."""

    game: Game


@dataclass(frozen=True, slots=True)
class Failed:
    """It cannot play; a program has failed."""

    game: Game
    why: str


State = Waiting | Thinking | Asking | Correcting | TakingBack | Resigning | Failed


def turn_of(state: State) -> Thinking | Asking | None:
    """Return what it does in its turn, None if it has none: while it corrects, what comes then."""
    match state:
        case Thinking() | Asking():
            return state
        case Correcting(then=then):
            return then
    return None
