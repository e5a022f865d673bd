"""The least that a person must do to make a board right.

One answer for set-up, refusal, takeback, knock-over and error: one thing to learn.
"""

from collections.abc import Collection, Iterator
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

    @property
    def frees(self) -> int | None:
        """The square that is free after it, None if it only fills one."""
        return self.square if self.action is RepairAction.TAKE else self.origin


def repair(
    position: Position,
    lacking: int,
    surplus: int,
    kinds: Position | None = None,
    undone: Collection[tuple[int, int]] = (),
) -> tuple[RepairStep, ...]:
    """Return the fewest steps that give a position its lacking pieces and take the surplus away.

    A piece that is too many somewhere is shifted to the nearest square that lacks one of its
    kind; one whose move was undone, as `undone` has it from where to where, to where it came from.
    Many sensors cannot tell pieces apart: `kinds` says what is known to stand where, and a piece
    on any other square may be of every kind.
    """
    wanting = set(squares_of(lacking))
    offered = set(squares_of(surplus))
    steps = []
    pairs = [(a, b) for a in offered for b in wanting if a != b]
    pairs.sort(key=lambda pair: (pair not in undone, _distance(*pair), pair))
    for origin, square in pairs:
        piece = position.piece_at(square)
        known = kinds.piece_at(origin) if kinds else None
        if origin in offered and square in wanting and known in (None, piece):
            offered.remove(origin)
            wanting.remove(square)
            steps.append(RepairStep(RepairAction.SHIFT, square, piece, origin))
    steps += [RepairStep(RepairAction.TAKE, square) for square in sorted(offered)]
    steps += [
        RepairStep(RepairAction.PUT, square, position.piece_at(square))
        for square in sorted(wanting)
    ]
    return tuple(_in_order(steps))


def _in_order(steps: list[RepairStep]) -> Iterator[RepairStep]:
    """Yield steps so that each square is free by the time a piece comes there, if that can be."""
    while steps:
        still_filled = {step.frees for step in steps}
        ready = (s for s in steps if s.frees == s.square or s.square not in still_filled)
        step = next(ready, steps[0])
        steps.remove(step)
        yield step


def _distance(one: int, other: int) -> int:
    return abs(one // SIZE - other // SIZE) + abs(one % SIZE - other % SIZE)
