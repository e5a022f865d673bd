"""What the board is read against: the game, and what was seen of the plies that go on."""

from dataclasses import dataclass, replace

from controller.recognition.reading import Base, Candidate, Lifted, Reading, TakenBack
from controller.rules.game import Game
from controller.rules.lines import Move
from controller.rules.position import Position

# A board that is knocked over has fallen within this time, in seconds.
_FALL_S = 1.0


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the board is read against.

    `owed` are the squares of captured pieces that may still stand. `retarget` says that the
    last ply may still be changed by sliding its piece on. `barred` is a move that was undone
    by command and still stands: it does not count until its piece is lifted.
    """

    game: Game
    owed: int = 0
    retarget: bool = False
    barred: Move | None = None
    believed: Position | None = None  # which pieces stood where when that was last known
    tentative: Candidate | None = None  # what stood last and has not counted yet, if only a moment
    steady: bool = False  # that stood for longer than a slide is felt on two squares
    returning: bool = False  # the last ply's piece was seen back on its origin
    aloft: bool = False  # the last ply's piece was lifted again, and nothing else was yet
    held: int | None = None  # from where the side to move took a piece, and kept it in its hand
    upset: bool = False  # the board was knocked over and has not been right since
    restless: int = 0  # squares whose bad sensors stirred already while the board was right
    hasty_at: float | None = None  # the last ply counted then, because of its reply

    def after_lifting(self, lifted: Lifted, occupied: int) -> "Expectation":
        """Return what is expected once a piece is seen to be lifted from a board."""
        if self.aloft and lifted.base is Base.NOW and not self._last_stands(occupied):
            # The last ply's piece is still in the air. It is no captive that was taken early.
            return self
        stood = self.tentative
        same = stood and (stood.move.origin, stood.base) == (lifted.origin, lifted.base)
        return replace(
            self,
            barred=None,
            tentative=stood if same else None,
            steady=self.steady and bool(same),
            returning=False,
            aloft=lifted.base is Base.LAST,
        )

    def after_touching(self, candidate: Candidate, unsure: int) -> "Expectation":
        """Return what is expected once a move is seen to stand, some sensors being unsure."""
        stood = self.tentative
        same = stood and (stood.move, stood.base) == (candidate.move, candidate.base)
        # A piece on a dead square may as well not have left it.
        left = not unsure >> candidate.move.origin & 1
        seen = stood if candidate.doubtful and not same else candidate
        return replace(
            self,
            tentative=seen if left else None,
            steady=self.steady and bool(same),
            returning=False,
            aloft=self.aloft and (candidate.doubtful or candidate.base is not Base.LAST),
        )

    def steadied(self, reading: Reading, unsure: int) -> "Expectation":
        """Return what is expected once a reading has stood longer than a slide is felt twice."""
        match reading:
            case Candidate(replied=False, doubtful=False) if self.tentative and not self.steady:
                return replace(self, steady=True)
            case TakenBack(plies=1) if not self.returning:
                # A piece on a dead square may as well not have left it.
                left = not unsure >> self.game.plies[-1].move.target & 1
                return replace(self, returning=left)
        return self

    def after_holding(self, lifted: Lifted) -> "Expectation":
        """Return what is expected once the side to move has kept a piece in its hand."""
        # The other side has acted: the last ply stands as it is, unless its piece was in the air.
        return replace(self, retarget=self.aloft, held=lifted.origin)

    def at_rest(self, stirring: int) -> "Expectation":
        """Return what is expected while some bad sensors stir and the board is right."""
        return self if self.restless == stirring else replace(self, restless=stirring)

    def fell(self, since: float) -> bool:
        """Say whether the last ply was no ply, on a board knocked over since then."""
        return self.hasty_at is not None and since - self.hasty_at <= _FALL_S

    def when_right(self) -> "Expectation":
        """Return what is expected while the board stands as the game does."""
        return Expectation(
            self.game, self.owed, retarget=self.retarget, believed=self.game.position
        )

    def _last_stands(self, occupied: int) -> bool:
        return bool(occupied >> self.game.plies[-1].move.target & 1)
