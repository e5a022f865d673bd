"""A stay: what one visit, of one person or several, came to. No name, no face, no time of day."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from controller.exhibition.states import (
    AgainstMachine,
    AskingFirstTime,
    AskingLanguage,
    Celebrating,
    Closed,
    Gathering,
    Learning,
    Praising,
    Proposing,
    Signal,
    State,
    StillThere,
    Tidying,
    Together,
)


class End(StrEnum):
    """How a stay ended."""

    LEFT = "left"  # nobody answered
    STAFF = "staff"
    CLOSED = "closed"


# Where people can give up, in words of the CSV file.
PLACES: Final[dict[type[State], str]] = {
    Tidying: "set_up",
    AskingLanguage: "language",
    AskingFirstTime: "first_time",
    Learning: "lesson",
    Praising: "lesson_solved",
    Gathering: "game_begins",
    AgainstMachine: "game",
    Together: "game_of_two",
    Celebrating: "game_over",
}
# One touch may be a sleeve, or a sensor that fails.
_FEWEST_TOUCHES: Final = 2


@dataclass(frozen=True, slots=True)
class Stay:
    """What a visit has come to until now; times are seconds of the board's clock."""

    begun: float
    touched: float
    touches: int = 0
    language: str = ""
    lessons_begun: int = 0
    lessons_done: int = 0
    games_begun: int = 0
    games_done: int = 0
    plies: int = 0
    place: str = "set_up"
    end: End | None = None

    @property
    def counts(self) -> bool:
        """Whether somebody was really there."""
        return self.touches >= _FEWEST_TOUCHES

    @property
    def seconds(self) -> float:
        """How long it lasted, from the first touch to the last."""
        return self.touched - self.begun


def touched(stay: Stay, at: float, plies: int) -> Stay:
    """Return a stay after one more touch."""
    return replace(stay, touches=stay.touches + 1, touched=at, plies=max(stay.plies, plies))


def entered(stay: Stay, state: State, lesson: str) -> Stay:
    """Return a stay that has come to a state; `lesson` is the one that runs there."""
    place = PLACES.get(type(state), stay.place)
    if isinstance(state, Learning | Praising) and lesson:
        place = f"{place}:{lesson}"
    return replace(
        stay,
        place=place,
        lessons_begun=stay.lessons_begun + isinstance(state, Learning),
        lessons_done=stay.lessons_done + isinstance(state, Praising),
        games_begun=stay.games_begun + isinstance(state, AgainstMachine | Together),
        games_done=stay.games_done + isinstance(state, Celebrating),
    )


def ended(stay: Stay, state: State, signal: Signal) -> Stay:
    """Return a stay that is over, by what led to a state that nobody is in."""
    if signal is Signal.CLOSED or isinstance(state, Closed):
        return replace(stay, end=End.CLOSED)
    return replace(stay, end=End.STAFF if isinstance(state, Proposing) else End.LEFT)


def is_question(state: State) -> bool:
    """Say whether a state only asks about the one before it."""
    return isinstance(state, StillThere | Proposing)
