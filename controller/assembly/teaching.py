"""The states of a lesson at the table, as the teacher goes through them. Values only."""

from concurrent.futures import Future
from dataclasses import dataclass

from controller.assembly.played_out import PlayedOut
from controller.engine.players import Choice
from controller.lessons.progress import Base
from controller.recognition.repair import RepairStep
from controller.rules.game import Game
from controller.rules.lines import Move

# How long people look at what they have done.
_LOOK_S = 1.5


@dataclass(frozen=True, slots=True)
class Placing:
    """A position is being set up, asked for at a time, or still to be asked for."""

    base: Base
    failed: bool = False  # an attempt has, just before
    goes_on: bool = False  # in the same attempt, from another position
    asked_at: float | None = None
    left: tuple[RepairStep, ...] = ()  # of the set-up, since a time
    left_since: float = 0.0


@dataclass(frozen=True, slots=True)
class LearnerToMove:
    """The learner is to move, in a game that has been so since a time."""

    base: Base
    game: Game
    since: float
    judged: bool = False
    failed: bool = False  # an attempt has, and no piece was lifted since

    @property
    def earlier(self) -> Base | None:
        """What the last move was made from, if the game begins where it ended."""
        return None if self.game.plies else self.base.before


@dataclass(frozen=True, slots=True)
class Seeking:
    """The engine looks for the other side's reply."""

    base: Base
    game: Game
    answer: "Future[Choice]"


@dataclass(frozen=True, slots=True)
class Answering:
    """Somebody is asked to make the other side's reply."""

    base: Base
    game: Game
    move: Move
    undone_at: float = float("-inf")


@dataclass(frozen=True, slots=True)
class Refuting:
    """An attempt has failed, and moves show why."""

    base: Base
    game: Game
    shown: PlayedOut

    def is_over(self, at: float) -> bool:
        """Say whether everything was shown."""
        return at - self.shown.since >= max(_LOOK_S, self.shown.lasts_s)


@dataclass(frozen=True, slots=True)
class Done:
    """The lesson is solved."""

    base: Base
    game: Game
    stars: int
    since: float


State = Placing | LearnerToMove | Seeking | Answering | Refuting | Done
