"""What really stands on a table, whatever the board believes: the judge of what it counts.

Knows pieces and squares; neither sensors nor the stories that the board tells itself.
"""

from dataclasses import dataclass

from controller.events.event import (
    Event,
    GameStarted,
    MoveCommitted,
    MoveRetargeted,
    MoveTakenBack,
)
from controller.events.view import BoardView, Phase
from controller.rules.geometry import squares_of
from controller.rules.lines import Move
from controller.rules.pieces import Piece
from simulators.table.tabletop import Tabletop

# A piece that has just been taken again stood there long enough to count.
_STOOD_S = 0.6


@dataclass(frozen=True, slots=True)
class Fault:
    """A move that counts though nobody made it; `undecidable` if no sensor could have shown that.

    Somebody holds the piece that the board means, and somebody else has put another one on the
    very square where it might go: to sensors that tell no piece from another, that is the move.
    """

    what: str
    undecidable: bool = False


class Truth:
    """Which kinds of pieces stand for the squares of the game, as hands have really left them.

    A move is wrong if another kind of piece stands on its target than stood on its origin, or
    none. What stood there is what was there when the board last asked for nothing to be put
    right: two pieces of different kinds that were exchanged unnoticed are the next moves' truth,
    so one fault is counted once, where the board counts what nobody did.
    """

    def __init__(self, table: Tabletop) -> None:
        """Know nothing before a game starts."""
        self._table = table
        self._before: list[dict[int, Piece]] = []
        self._stands: dict[int, Piece] = {}
        self._left: dict[int, tuple[Piece, float]] = {}
        # The squares that were left, or filled if True, since the board was last right.
        self._changes: list[tuple[int, bool]] = []

    def look(self, at: float) -> None:
        """Take in that pieces have moved."""
        now = self._standing()
        for square, kind in self._stands.items():
            if square not in now:
                self._left[square] = kind, at
                self._changes.append((square, False))
        self._changes += [(square, True) for square in now if square not in self._stands]
        self._stands = now

    def agree(self, view: BoardView) -> None:
        """Take in what the board shows: where it asks for nothing, its game is what stands."""
        if self._before and view.phase is Phase.PLAY and not (view.repair or view.tentative):
            game = view.position.occupied
            if set(self._stands) == set(squares_of(game)):
                self._changes.clear()
            here = {square: kind for square, kind in self._stands.items() if game >> square & 1}
            self._before[-1] = {**self._before[-1], **here}

    def take(self, event: Event, occupied_by_game: int) -> Fault | None:
        """Take in an event; return what is wrong with a move that nobody made."""
        match event:
            case GameStarted():
                self._before = [self._standing()]
            case MoveTakenBack() | MoveRetargeted() if len(self._before) > 1:
                self._before.pop()
        if isinstance(event, MoveCommitted | MoveRetargeted):
            return self._moved(event.move, occupied_by_game, event.at)
        return None

    def _moved(self, move: Move, occupied_by_game: int, at: float) -> Fault | None:
        before = self._before[-1] if self._before else self._standing()
        there = self._stands.get(move.target) or self._just_stood(move.target, at)
        after = {square: kind for square, kind in before.items() if occupied_by_game >> square & 1}
        moved = before.get(move.origin)
        if moved is not None:
            after[move.target] = moved
        self._before.append(after)
        if there is None:
            return Fault(f"{move}: nothing stands there")
        # To all sensors one attacker is as good as another, and to the game too.
        if moved is None or there is moved:
            return None
        looks_made = self._changes == [(move.origin, False), (move.target, True)]
        what = f"{move}: a piece of kind {moved} was there, and a {there} stands here"
        return Fault(what, undecidable=looks_made)

    def _just_stood(self, square: int, at: float) -> Piece | None:
        kind, left = self._left.get(square, (None, at))
        return kind if at - left <= _STOOD_S else None

    def _standing(self) -> dict[int, Piece]:
        return {piece.square: piece.kind for piece in self._table.pieces if piece.stands}
