"""What people are shown of a game: what its mover does, how the board stands, which captives do."""

from dataclasses import dataclass, replace
from typing import Self

from controller.recognition.answer import IDLE, Lifted, Mover, Placed, Way, captives_of, mover_of
from controller.recognition.board import (
    RIGHT,
    BoardState,
    Cause,
    Disturbed,
    Refused,
    Right,
    board_of,
)
from controller.recognition.moments import reached
from controller.recognition.rest import is_settled
from controller.recognition.tracker import Beam
from controller.rules.lines import Move
from controller.session.refusals import explained

# What has stood for less on its way is not shown as a move, which would be taken back again.
TOUCHES_S = 0.2
# Nobody calls that a moment any more.
WAITS_S = 1.5


@dataclass(frozen=True, slots=True)
class Display:
    """What is shown of a game that is played; nothing but captives once it is over."""

    believed: Mover = IDLE  # what the mover does by the best story
    mover: Mover = IDLE  # the same, but that a piece which has only just come down may go on
    waits: bool = False  # the move that stands has not counted for longer than most do
    board: BoardState = RIGHT
    crossed: bool = False  # hands have moved several pieces at once, until the board is right
    taken_up: bool = False  # the game was played before, and has not stood on the board since
    owed: int = 0  # captured pieces that nobody has taken
    strays: int = 0  # those that somebody has taken, and put on the board again
    missed: Lifted | None = None  # all would be right if that stood where nothing feels it
    unfelt: tuple[Move, ...] = ()  # ... or if one of them was made, though nothing felt it begin

    @property
    def doing(self) -> Mover:
        """What the mover does, or which piece somebody should say the square of."""
        return self.missed or self.mover

    @property
    def asked(self) -> BoardState:
        """How the board stands; right where people need only say where a piece does, or reply."""
        return RIGHT if self.missed or len(self.unfelt) == 1 else self.board

    def with_mover(self, beam: Beam, way: Way, at: float, *, over: bool) -> Self:
        """Return what is shown once the mover does what the best story says."""
        believed = IDLE if over else mover_of(beam.best, way)
        touches = _only_touches(self.mover, believed, way, at)
        mover = self.mover if touches else believed
        waits = isinstance(mover, Placed) and reached(at - way.ahead[0].since, WAITS_S)
        # Most scans change nothing, here and below, and a copy takes longer than to see that.
        if (believed, mover, waits) == (self.believed, self.mover, self.waits):
            return self
        return replace(self, believed=believed, mover=mover, waits=waits)

    def with_captives(self, beam: Beam, way: Way, *, over: bool) -> Self:
        """Return what is shown of captives; after the end nobody need take a stray off."""
        owed, strays = captives_of(beam.best, way, beam.sight.faulty)
        strays = 0 if over else strays
        if (owed, strays) == (self.owed, self.strays):
            return self
        return replace(self, owed=owed, strays=strays)

    def with_board(self, beam: Beam, way: Way, at: float, patience_s: float, *, over: bool) -> Self:
        """Return what is shown of a board; what is wrong must have stood for a time, in seconds."""
        crossed = self.crossed and bool(beam.best.away)
        taken_up = self.taken_up and not is_settled(beam.best)
        wrong = self.board is not RIGHT
        board = RIGHT if over else board_of(beam, way, at, patience_s, wrong=wrong, crossed=crossed)
        if isinstance(board, Disturbed) and _is_left_of_undone(board, self.board) and not crossed:
            board = replace(board, cause=Cause.UNDONE)
        elif taken_up and not (isinstance(board, Right) or _is_undone(board)):
            board = Disturbed(Cause.TAKEN_UP, board.repair)
        elif crossed and isinstance(board, Disturbed):
            board = replace(board, cause=Cause.AT_ONCE)
        elif isinstance(board, Refused):
            board = explained(board, beam.best)
        if (board, crossed, taken_up) == (self.board, self.crossed, self.taken_up):
            return self
        return replace(self, board=board, crossed=crossed, taken_up=taken_up)

    def with_missed(self, missed: Lifted | None, unfelt: tuple[Move, ...]) -> Self:
        """Return what is shown once a piece may stand unseen, or have left unfelt, or none may."""
        if (missed, unfelt) == (self.missed, self.unfelt):
            return self
        return replace(self, missed=missed, unfelt=unfelt)


def _is_undone(board: BoardState) -> bool:
    """Say whether all that is wrong is that a move still stands which was undone by command."""
    return isinstance(board, Disturbed) and board.cause is Cause.UNDONE


def _is_left_of_undone(board: Disturbed, before: BoardState) -> bool:
    """Say whether some of what an undone move asks for was done, and nothing else has changed."""
    return (
        isinstance(before, Disturbed)
        and _is_undone(before)
        and set(board.repair) <= set(before.repair)
    )


def _only_touches(shown: Mover, believed: Mover, way: Way, at: float) -> bool:
    """Say whether the piece that was shown as lifted has only touched the board since."""
    ahead = way.ahead
    if not (isinstance(shown, Lifted) and isinstance(believed, Placed) and len(ahead) == 1):
        return False
    same = (shown.origin, shown.line) == (believed.move.origin, believed.base)
    return same and not reached(at - ahead[0].since, TOUCHES_S)
