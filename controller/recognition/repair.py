"""The least that a person must do to make a board right.

One answer for set-up, refusal, takeback, knock-over and error: one thing to learn.
"""

from dataclasses import dataclass
from enum import StrEnum

from controller.rules.geometry import SIZE, squares_of
from controller.rules.pieces import Piece
from controller.rules.position import Position


class RepairAction(StrEnum):
    """What a person does to one square."""

    PUT = "put"
    TAKE = "take"
    SHIFT = "shift"


@dataclass(frozen=True, slots=True)
class RepairStep:
    """One step: put a piece on a square, take one away, or shift one there.

    `origin` is where a piece to shift stands, None otherwise; `piece` is what belongs on
    `square`, None where nothing does.
    """

    action: RepairAction
    square: int
    piece: Piece | None = None
    origin: int | None = None


def repair(
    position: Position, occupied: int, tolerated: int = 0, believed: Position | None = None
) -> tuple[RepairStep, ...]:
    """Return the fewest steps from what stands on the board to a position.

    A piece that is too many somewhere is shifted to the nearest square that lacks one of its
    kind. Pieces look alike to the sensors: `believed` says what stood where when that was last
    known, and a piece on any other square may be of every kind. `tolerated` squares may hold a
    piece or not.
    """
    lacking = set(squares_of(position.occupied & ~occupied))
    surplus = set(squares_of(occupied & ~position.occupied & ~tolerated))
    steps = []
    pairs = sorted((_distance(a, b), a, b) for a in surplus for b in lacking)
    for _, origin, square in pairs:
        piece = position.piece_at(square)
        known = believed.piece_at(origin) if believed else None
        if origin in surplus and square in lacking and known in (None, piece):
            surplus.remove(origin)
            lacking.remove(square)
            steps.append(RepairStep(RepairAction.SHIFT, square, piece, origin))
    steps += [RepairStep(RepairAction.TAKE, square) for square in sorted(surplus)]
    steps += [
        RepairStep(RepairAction.PUT, square, position.piece_at(square))
        for square in sorted(lacking)
    ]
    return tuple(steps)


def _distance(one: int, other: int) -> int:
    return abs(one // SIZE - other // SIZE) + abs(one % SIZE - other % SIZE)
