"""What a board can be read as."""

from dataclasses import dataclass, replace
from enum import StrEnum

from controller.recognition.repair import RepairStep
from controller.rules.geometry import NEIGHBOURS
from controller.rules.lines import Move
from controller.rules.moves import Refusal


class Base(StrEnum):
    """Which position a lifted or moved piece is counted from."""

    NOW = "now"  # the position of the game: the next ply
    LAST = "last"  # the position before the last ply, whose piece is being slid on


@dataclass(frozen=True, slots=True)
class Same:
    """The board stands as the game does; captured pieces may still stand too."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """One piece that may move is off its origin, and nothing else is amiss."""

    origin: int
    base: Base


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal move stands; `replied` says that the other side has already begun its next.

    A `doubtful` one may as well be a stop on the way to a capture whose captive is already gone.
    """

    move: Move
    base: Base
    replied: bool = False
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The board stands as before the last ply, or the last few; `replied`: and goes on."""

    plies: int = 1
    replied: bool = False


@dataclass(frozen=True, slots=True)
class SetUp:
    """The start position stands in the middle of a game: somebody wants a new one."""


@dataclass(frozen=True, slots=True)
class Refused:
    """One piece was moved as the rules do not allow."""

    refusal: Refusal
    repair: tuple[RepairStep, ...]


class Cause(StrEnum):
    """What seems to have happened to a board that stands as it should not."""

    UNDONE = "undone"  # a move that was undone by command still stands
    TAKING_BACK = "taking_back"  # the piece is back, what it captured is not yet
    SLID_ON = "slid_on"  # the piece went on, what it captured before is not back yet
    OTHER_LIFTED = "other_lifted"  # a piece of the side that is not to move is off the board
    SEVERAL_LIFTED = "several_lifted"
    SURPLUS = "surplus"  # pieces stand where none belong
    DISPLACED = "displaced"
    WRONG_KIND = "wrong_kind"  # as many pieces as there should be, but not the right ones
    KNOCKED_OVER = "knocked_over"


@dataclass(frozen=True, slots=True)
class Unexplained:
    """The board stands as no move explains; the repair leads to where it seems to be going."""

    cause: Cause
    repair: tuple[RepairStep, ...]


Reading = Same | Lifted | Candidate | TakenBack | SetUp | Refused | Unexplained

# A piece that slides is felt on two squares, or on none, for no longer than this, in seconds.
_BLINK_S = 0.05


@dataclass(frozen=True, slots=True)
class Standing:
    """A reading, None before there is one, and since when the board has shown it, in seconds.

    `broken` is the move that stood when something unexplained began, and when that was.
    `carried` says of a lifted piece that it has been seen nowhere since, and of a move that its
    piece came through the air: a slide shows on the squares between, a carried piece does not.
    """

    reading: Reading | None
    since: float
    carried: bool = False
    broken: "tuple[Standing, float] | None" = None

    def is_same_thing(self, reading: Reading) -> bool:
        """Say whether a reading shows the same thing, whatever else has begun meanwhile."""
        if isinstance(self.reading, Candidate) and isinstance(reading, Candidate):
            # A reply that begins does not make the move stand any shorter.
            return (self.reading.move, self.reading.base) == (reading.move, reading.base)
        if isinstance(self.reading, TakenBack) and isinstance(reading, TakenBack):
            return self.reading.plies == reading.plies
        return self.reading == reading

    def has_stood(self, seconds: float, at: float) -> bool:
        """Say whether it has stood for so long at a time."""
        # Times are floats that were added up; a microsecond is nothing to a hand.
        return at - self.since >= seconds - 1e-6

    def is_steady(self, at: float) -> bool:
        """Say whether it has stood for longer than a slide is felt on two squares."""
        return self.has_stood(_BLINK_S, at)

    def followed_by(self, reading: Reading, at: float) -> "Standing":
        """Return what stands after one more reading; the same thing read again keeps its time."""
        if self.is_same_thing(reading):
            since = at if self._is_doubted() and _is_replied(reading) else self.since
            return Standing(reading, since, self.carried, self.broken)
        if self.broken and at - self.broken[1] <= _BLINK_S:
            if self.broken[0].is_same_thing(reading):
                return self.broken[0].followed_by(reading, at)
            if isinstance(reading, Unexplained):
                return Standing(reading, at, broken=self.broken)
        match self.reading, reading:
            case Candidate(), Unexplained():
                return Standing(reading, at, broken=(replace(self, broken=None), at))
            case Same(), Lifted():
                return Standing(reading, at, carried=True)
            case Lifted(), Candidate(move=move):
                return Standing(reading, at, self.carried and not _is_step(move))
        return Standing(reading, at)

    def _is_doubted(self) -> bool:
        return isinstance(self.reading, Candidate) and self.reading.doubtful


def _is_replied(reading: Reading) -> bool:
    """Say whether a move stands by the reply to it; if it was doubtful, by nothing else."""
    return isinstance(reading, Candidate) and reading.replied


def _is_step(move: Move) -> bool:
    """Say whether a move goes to the next square, with nothing between to be seen on."""
    return bool(NEIGHBOURS[move.origin] >> move.target & 1)
