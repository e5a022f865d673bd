"""Goals: predicates of a progress, and how they combine.

In TOML a goal is a table with one key, such as ``{ captured = ["e4"] }``; `all`, `any` and `not`
hold other goals.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from controller.lessons.progress import Progress
from controller.notation.toml_file import did_you_mean
from controller.rules.captures import apply_move, captured_bits
from controller.rules.endings import OutcomeReason, outcome_of_move
from controller.rules.geometry import CORNERS, bits_of, flood, parse_square
from controller.rules.moves import legal_moves
from controller.rules.pieces import Piece, Side

_Kind = TypeVar("_Kind", OutcomeReason, Side, Piece)


@dataclass(frozen=True, slots=True)
class All:
    """Every one of some goals is met."""

    goals: tuple["Goal", ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of some goals is met."""

    goals: tuple["Goal", ...]


@dataclass(frozen=True, slots=True)
class Not:
    """A goal is not met."""

    goal: "Goal"


@dataclass(frozen=True, slots=True)
class PieceOn:
    """A kind of piece stands on a square."""

    square: int
    piece: Piece


@dataclass(frozen=True, slots=True)
class Captured:
    """The learner has captured the pieces on all these squares, a bitboard."""

    squares: int


@dataclass(frozen=True, slots=True)
class CapturedCount:
    """The learner has captured at least this number of pieces."""

    count: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game has ended for a reason."""

    reason: OutcomeReason


@dataclass(frozen=True, slots=True)
class Won:
    """A side has won."""

    side: Side


@dataclass(frozen=True, slots=True)
class CornersGuarded:
    """No way of free squares leads the king to any of these corners, a bitboard."""

    corners: int


@dataclass(frozen=True, slots=True)
class NotCapturable:
    """No next move of the other side captures anything of a side, or ends the game for it."""

    side: Side


@dataclass(frozen=True, slots=True)
class Visited:
    """The learner's pieces have been on all these squares, a bitboard."""

    squares: int


@dataclass(frozen=True, slots=True)
class ScenarioDone:
    """The opponent has made all its fixed replies."""


Goal = (
    All
    | AnyOf
    | Not
    | PieceOn
    | Captured
    | CapturedCount
    | Ended
    | Won
    | CornersGuarded
    | NotCapturable
    | Visited
    | ScenarioDone
)


def is_met(goal: Goal, now: Progress) -> bool:  # noqa: C901 - a case for each predicate
    """Say whether a goal is met."""
    position, outcome = now.game.position, now.game.outcome
    match goal:
        case All(goals=goals):
            return all(is_met(each, now) for each in goals)
        case AnyOf(goals=goals):
            return any(is_met(each, now) for each in goals)
        case Not(goal=inner):
            return not is_met(inner, now)
        case PieceOn(square=square, piece=piece):
            return position.piece_at(square) is piece
        case Captured(squares=squares):
            return not squares & ~now.taken
        case CapturedCount(count=count):
            return now.taken.bit_count() >= count
        case Ended(reason=reason):
            return outcome is not None and outcome.reason is reason
        case Won(side=side):
            return outcome is not None and outcome.winner is side
        case CornersGuarded(corners=corners):
            return not flood(position.king, ~position.attackers & ~position.defenders) & corners
        case NotCapturable(side=side):
            return not _can_be_captured(side, now)
        case Visited(squares=squares):
            return not squares & ~now.visited
        case ScenarioDone():
            return now.replies_left == 0


def _can_be_captured(side: Side, now: Progress) -> bool:
    """Say whether the other side's next move would capture something of a side, or win."""
    rules, turn = now.game.rules, now.game.position._replace(to_move=side.other)
    for move in legal_moves(rules, turn):
        after, captures = apply_move(rules, turn, move)
        outcome = outcome_of_move(rules, after, move)
        if captured_bits(captures) or (outcome and outcome.winner is side.other):
            return True
    return False


# From TOML -------------------------------------------------------------------------------


def _squares(value: object) -> int:
    if not isinstance(value, list) or not value:
        raise ValueError(f"expected a list of squares such as ['e4'], got {value!r}")
    return bits_of(*(parse_square(str(name)) for name in value))


def _corners(value: object) -> int:
    corners = _squares(value)
    if corners & ~bits_of(*CORNERS):
        raise ValueError(f"expected corners of a1, k1, a11, k11, got {value!r}")
    return corners


def _one_of(kind: type[_Kind], value: object) -> _Kind:
    words = [str(each) for each in kind]
    if value not in words:
        near = did_you_mean(str(value), words)
        raise ValueError(f"expected one of {', '.join(words)}, got {value!r}{near}")
    return kind(value)


def _goals(value: object) -> tuple[Goal, ...]:
    if not isinstance(value, list) or not value:
        raise ValueError(f"expected a list of goals, got {value!r}")
    return tuple(parse_goal(each) for each in value)


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError(f"expected a number from 1, got {value!r}")
    return value


def _pieces_on(value: object) -> Goal:
    if not isinstance(value, Mapping) or not value:
        raise ValueError(f"expected squares with pieces such as {{ e4 = 'king' }}, got {value!r}")
    standing = [PieceOn(parse_square(str(at)), _one_of(Piece, kind)) for at, kind in value.items()]
    return standing[0] if len(standing) == 1 else All(tuple(standing))


def _done(value: object) -> Goal:
    if value is not True:
        raise ValueError(f"expected true, got {value!r}")
    return ScenarioDone()


_PARSERS: Mapping[str, Callable[[object], Goal]] = {
    "all": lambda value: All(_goals(value)),
    "any": lambda value: AnyOf(_goals(value)),
    "not": lambda value: Not(parse_goal(value)),
    "piece_on": _pieces_on,
    "captured": lambda value: Captured(_squares(value)),
    "captured_count": lambda value: CapturedCount(_count(value)),
    "ended": lambda value: Ended(_one_of(OutcomeReason, value)),
    "won": lambda value: Won(_one_of(Side, value)),
    "corners_guarded": lambda value: CornersGuarded(_corners(value)),
    "not_capturable": lambda value: NotCapturable(_one_of(Side, value)),
    "visited": lambda value: Visited(_squares(value)),
    "scenario_done": _done,
}
GOAL_KEYS = tuple(_PARSERS)


def parse_goal(value: object) -> Goal:
    """Return the goal of a table with one key.

    Raises:
        ValueError: there is no such predicate, or what it is about is malformed.
    """
    if not isinstance(value, Mapping) or len(value) != 1:
        raise ValueError(f"expected a table with one key, got {value!r}")
    ((key, about),) = value.items()
    if key not in _PARSERS:
        near = did_you_mean(str(key), GOAL_KEYS)
        raise ValueError(f"{key}: expected one of {', '.join(GOAL_KEYS)}{near}")
    try:
        return _PARSERS[key](about)
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from error
