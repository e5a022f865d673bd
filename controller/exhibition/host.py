"""What an unattended board remembers, and what it asks to be done."""

from dataclasses import dataclass

from controller.exhibition.gesture import Corners
from controller.exhibition.glimpse import Glimpse
from controller.exhibition.states import Signal, State
from controller.exhibition.stay import Stay
from controller.rules.pieces import Side


@dataclass(frozen=True, slots=True)
class BeginGame:
    """Set up the start of a game."""


@dataclass(frozen=True, slots=True)
class BeginWithout:
    """Begin a game with what is there: the pieces of these squares are missing, a bitboard."""

    missing: int


@dataclass(frozen=True, slots=True)
class Believe:
    """Go on as if these squares, a bitboard, stood right, whatever their sensors say."""

    squares: int


@dataclass(frozen=True, slots=True)
class Teach:
    """Begin the lesson of this number, or end the one that runs."""

    number: int | None


@dataclass(frozen=True, slots=True)
class SeatComputer:
    """Let the computer play a side, or none."""

    side: Side | None


@dataclass(frozen=True, slots=True)
class Count:
    """Count a stay that is over."""

    stay: Stay


@dataclass(frozen=True, slots=True)
class Hint:
    """Show the visitor one step more of a good move."""


Act = BeginGame | BeginWithout | Believe | Teach | SeatComputer | Count | Hint


@dataclass(frozen=True, slots=True)
class Host:
    """All that an unattended board remembers."""

    state: State
    seen: Glimpse | None = None
    touched_at: float = 0.0
    corners: Corners = ()
    closing_since: float | None = None
    moved_at: float = 0.0  # the last ply, or another game
    wrong_since: float | None = None  # the pieces stand otherwise than the game says
    language: str = ""
    stay: Stay | None = None
    hints: int = 0  # since the last touch


@dataclass(frozen=True, slots=True)
class Turned:
    """The host after a glimpse, and what there is to do."""

    host: Host
    acts: tuple[Act, ...] = ()
    signal: Signal | None = None
