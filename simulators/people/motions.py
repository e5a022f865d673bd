"""What hands do that looks like a ply as long as it stands, whether it is meant to be one or not.

A sensor tells that a magnet has come, not which. So nobody who has only sensors can tell a pause of
a slide or a push from a move, nor a captive that is laid where a piece in a hand may go from that
piece.
"""

from dataclasses import dataclass, field, replace

from controller.rules.geometry import PATHS
from controller.rules.lines import MOVES, Move
from simulators.people.hand import SimulatedHand
from simulators.table.tabletop import PhysicalPiece

# A piece must stand this long to look like a move: a session waits 0.15 s or more.
_STOOD_S = 0.14
# ... and its news comes this much later.
_LAG_S = 0.05
# News may come after this number of motions of hands, and of pieces that were laid or pushed.
_HANDS, _OTHERS = 4, 8


@dataclass(frozen=True, slots=True)
class _Motion:
    """A piece in a hand since a time: its origin, which ply it would be, and the move meant."""

    ply: int
    origin: int
    meant: Move | None
    hand: SimulatedHand
    since: float

    @property
    def has_left(self) -> bool:
        """Whether the piece has left its square; one that slides is on squares all the way."""
        trail = self.hand.timeline.trail
        return not trail or any(square != self.origin for square, _ in trail)

    def leads_over(self, move: Move) -> bool:
        """Say whether the move that is meant is a move, or goes on from where that ends."""
        meant = self.meant
        if meant is None or meant.origin != move.origin:
            return False
        return bool(PATHS[meant.origin][meant.target] >> move.target & 1)

    def is_in_the_air(self, at: float) -> bool:
        """Say whether the piece was above the board at a time."""
        return self.since <= at and all(there >= at for _, there in self.hand.timeline.trail)

    def stands_as(self, move: Move, at: float) -> bool:
        """Say whether the piece stood on a move's target long enough to look like that move."""
        return move.origin == self.origin and any(
            square == move.target and at - since >= _STOOD_S
            for square, since in self.hand.timeline.trail
        )


@dataclass(frozen=True, slots=True)
class _Pushed:
    """A piece that was pushed to another square, from when until when it was there."""

    move: Move
    since: float
    until: float = float("inf")

    def stands_as(self, move: Move, at: float) -> bool:
        """Say whether the piece stands as if it had made a move."""
        return self.move == move and self.since + _STOOD_S <= at <= self.until + _LAG_S


@dataclass(slots=True)
class Motions:
    """The last motions of hands, and the last pieces that were laid or pushed somewhere."""

    _hands: list[_Motion] = field(default_factory=list)
    _laid: list[tuple[int, float]] = field(default_factory=list)
    _pushed: list[_Pushed] = field(default_factory=list)

    def begin(
        self, ply: int, origin: int, meant: Move | None, hand: SimulatedHand, at: float
    ) -> None:
        """Note that a hand takes a piece; `ply` counts from 1, `meant` is None for no move."""
        self._hands.append(_Motion(ply, origin, meant, hand, at))
        del self._hands[:-_HANDS]

    def laid(self, square: int, at: float) -> None:
        """Note that a hand puts a captive on a square."""
        self._laid.append((square, at))
        del self._laid[:-_OTHERS]

    def pushed(self, before: PhysicalPiece, now: PhysicalPiece, at: float) -> None:
        """Note that somebody has pushed a piece by mistake, perhaps to another square."""
        origin, target = before.square, now.square
        if origin != target:
            self._pushed.append(_Pushed(MOVES[origin][target], at))
            del self._pushed[:-_OTHERS]

    def pushed_back(self, origin: int, at: float) -> None:
        """Note that a piece that was pushed from a square is back there."""
        self._pushed = [
            replace(each, until=min(each.until, at)) if each.move.origin == origin else each
            for each in self._pushed
        ]

    def mean(self, ply: int, move: Move) -> bool:
        """Say whether a hand means to make a move, which would be a ply."""
        return any(motion.meant == move for motion in self._of(ply))

    def lifted_at(self, ply: int, move: Move) -> float | None:
        """Return when a hand took a piece to make a move, perhaps on to farther; None without."""
        return next((each.since for each in self._of(ply) if each.leads_over(move)), None)

    def explain(self, ply: int, move: Move, at: float) -> bool:
        """Say whether a piece stands as if it had made a move: on its way, or pushed.

        A push looks like a move as long as no hand has moved another piece.
        """
        hands = self._of(ply)
        if any(motion.stands_as(move, at) for motion in hands):
            return True
        pushed = any(each.stands_as(move, at) for each in self._pushed)
        return pushed and not any(motion.has_left for motion in hands)

    def hide(self, ply: int, move: Move, at: float) -> bool:
        """Say whether a captive was laid where a move ends, while its piece was in a hand."""
        laid_at = [since for there, since in self._laid if there == move.target]
        return any(
            motion.origin == move.origin and motion.is_in_the_air(then) and at - then >= _STOOD_S
            for motion in self._of(ply)
            for then in laid_at
        )

    def _of(self, ply: int) -> list[_Motion]:
        return [motion for motion in self._hands if motion.ply == ply]
