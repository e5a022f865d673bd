"""What the board sees at a moment, and where that differs from a position."""

from dataclasses import dataclass

from controller.rules.geometry import squares_of
from controller.rules.pieces import Side
from controller.rules.position import Position
from hal.board import Poles


@dataclass(frozen=True, slots=True)
class Sight:
    """The occupied squares, those whose sensors are not to be trusted, and the poles if felt.

    Of the `unsure` squares, something goes on at the `stirring` ones just now; the `calm` ones have
    felt a piece for a while. The `opened` ones have felt a piece go before. `late` says that what
    is new may have happened some time ago. The sensors of the `suspect` ones of the unsure squares
    may be sound, and are named to nobody.
    """

    occupied: int
    unsure: int = 0
    stirring: int = 0
    poles: Poles | None = None
    opened: int = 0
    calm: int = 0
    late: bool = False
    suspect: int = 0

    @property
    def faulty(self) -> int:
        """The squares whose sensors are named as being at fault."""
        return self.unsure & ~self.suspect

    @property
    def felt(self) -> int:
        """The squares on which a piece is felt by a sensor that is trusted."""
        return self.occupied & ~self.unsure

    @property
    def bare(self) -> int:
        """The squares on which a sensor that is trusted feels nothing."""
        return ~(self.occupied | self.unsure)

    def differences(self, position: Position, owed: int = 0) -> tuple[int, int]:
        """Return the squares that lack a piece, and those that hold one too many.

        A piece of the wrong kind is both: too many there, and the right one is lacking. `owed`
        squares may hold any piece or none; unsure ones differ from nothing.
        """
        should = position.occupied
        wrong = self._wrong_poles(position) & self.occupied
        lacking = should & ~self.occupied | wrong
        surplus = self.occupied & ~should & ~owed | wrong
        return lacking & ~self.unsure, surplus & ~self.unsure

    def fits(self, position: Position) -> bool:
        """Say whether the board can stand so."""
        return not any(self.differences(position))

    def kinds(self, believed: Position | None) -> Position | None:
        """Return which pieces are known to stand where: by their poles, or as believed."""
        if self.poles is None:
            return believed
        south, north, strong = self.poles
        # Who moves next is no part of what stands where.
        return Position(south, north, strong, Side.ATTACKERS)

    def _wrong_poles(self, position: Position) -> int:
        if self.poles is None:
            return 0
        south, north, strong = self.poles
        wrong = position.attackers & (north | strong) | position.defenders & (south | strong)
        # A king off the centre of his square feels no stronger than a defender; that he is not
        # there is sure only where he is felt elsewhere.
        not_king = south | (north if strong & ~position.king else 0)
        return wrong | position.king & not_king


def stood_since(stood_at: tuple[float, ...], changed: int, at: float) -> tuple[float, ...]:
    """Return since when each square is as it is, in seconds, once some have changed at a time."""
    if not changed:
        return stood_at
    times = list(stood_at)
    for square in squares_of(changed):
        times[square] = at
    return tuple(times)
