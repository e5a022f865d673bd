"""A square that has changed, as the board saw it."""

from typing import NamedTuple, Self

from controller.recognition import durations
from controller.recognition.sight import Sight
from controller.recognition.story import Away, Dead, Story
from controller.rules.geometry import NEIGHBOURS
from hal.board import Poles


class SquareChange(NamedTuple):
    """A square that a piece left or came to, at a time in seconds, and what else was seen then.

    `unsure` squares do not tell, but `calm` ones have felt a piece for a while; `opened` ones have
    felt a piece go before; `unseen` says that nobody looked for a while before, `late` that the
    scan came late, so that nobody knows when it happened.
    """

    square: int
    at: float
    unsure: int = 0
    poles: Poles | None = None
    unseen: bool = False
    opened: int = 0
    calm: int = 0
    late: bool = False

    def is_beside(self, square: int) -> bool:
        """Say whether this is next to another square."""
        return bool(NEIGHBOURS[square] >> self.square & 1)

    def is_soon_after(self, piece: Away | Dead) -> bool:
        """Say whether a piece has been nowhere for no longer than a slide takes to the next one."""
        return self.at - piece.since <= durations.SLOW_SLIDE_S

    def is_carried(self, piece: Away) -> bool:
        """Say whether a piece that comes here came through the air, and did not slide."""
        return not (piece.slid or (self.is_beside(piece.last) and not piece.lost))

    @classmethod
    def of(cls, sight: Sight, square: int, at: float, *, unseen: bool) -> Self:
        """Return the change of a square that is seen at a time, with what is known of sensors."""
        known = (sight.unsure, sight.poles, unseen, sight.opened, sight.calm, sight.late)
        return cls(square, at, *known)

    def may_hold(self, story: Story, home: int) -> bool:
        """Say whether the piece of a home may stand here, by its pole."""
        if self.poles is None:
            return True
        bit, here = 1 << home, 1 << self.square
        position = story.top.line.position
        south, north, strong = self.poles
        if position.attackers & bit:
            return not (north | strong) & here
        if position.king & bit:
            return not south & here
        return not (south | strong) & here
