"""What the opponent at the table does: one state at a time; and what that means to a game."""

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


def choice_of(answer: "Future[Choice]") -> Choice | None:
    """Return the choice that an answer brings, None where it resigns or has failed."""
    choice = None if answer.exception() else answer.result()
    return choice if choice and choice.move else None


def is_another(made: Asking, game: Game) -> bool:
    """Say whether another move stands in the place of one that was asked for and made."""
    return is_next(made.game, game) and game.plies[-1].move != made.choice.move


def is_there_and_back(game: Game) -> bool:
    """Say whether the last four plies are a move, its reply, and both of them back."""
    moves = [ply.move for ply in game.plies[-4:]]
    return len(moves) == 4 and moves[2].undoes(moves[0]) and moves[3].undoes(moves[1])


def is_next(base: Game, game: Game) -> bool:
    """Say whether a game is another with one more ply."""
    return len(game.plies) == len(base.plies) + 1 and game.plies[:-1] == base.plies
