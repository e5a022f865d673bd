"""A glimpse: what an unattended board knows of one moment, beside its own state."""

from dataclasses import dataclass

from controller.rules.pieces import Side
from controller.rules.position import Position


@dataclass(frozen=True, slots=True)
class Glimpse:
    """One moment; squares are bitboards.

    `occupied` is where a piece is felt, and `faulty` where nobody can say. `missing` are the
    squares of a set-up that lack a piece which is not on the board at all, `misplaced` those whose
    piece stands elsewhere, and `surplus` those where a piece is felt that does not belong there.
    """

    at: float
    occupied: int
    position: Position
    faulty: int = 0
    is_open: bool = True  # by the opening hours
    paused: bool = False  # the board cannot be read
    setting_up: bool = False
    is_start: bool = False  # the game on the board is one from the start, or with pieces missing
    is_right: bool = True  # in a game, the board stands as the game says
    plies: int = 0
    over: bool = False
    thinks: bool = False  # the computer does
    stars: int = 0  # of the lesson that runs
    has_lesson: bool = False
    hindered: bool = False  # the lesson that runs needs a square whose sensor fails
    missing: int = 0
    misplaced: int = 0
    surplus: int = 0
    steps: int = 0  # that a set-up still takes

    @property
    def lacking(self) -> int:
        """The squares of a set-up that lack their piece, a bitboard."""
        return self.missing | self.misplaced

    @property
    def ready(self) -> bool:
        """Whether the start stands, and nobody has moved."""
        return self.is_start and not (self.setting_up or self.plies or self.over)


@dataclass(frozen=True, slots=True)
class Touch:
    """What changed between two glimpses, leaving out sensors that are at fault."""

    lifted: int = 0
    put: int = 0

    @property
    def touched(self) -> bool:
        """Whether anything changed."""
        return bool(self.lifted | self.put)

    def lifted_of(self, side: Side, position: Position) -> bool:
        """Say whether a piece of a side was lifted, by where they stood."""
        return bool(self.lifted & position.of(side))


def touch(before: Glimpse | None, now: Glimpse) -> Touch:
    """Return what changed; nothing where one of the two was not seen."""
    if before is None or before.paused or now.paused:
        return Touch()
    changed = (before.occupied ^ now.occupied) & ~(before.faulty | now.faulty)
    return Touch(changed & before.occupied, changed & now.occupied)
