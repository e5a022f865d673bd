"""A deliberately naive implementation of all eight rulesets, the tests' oracle.

It is written from the rulesets' texts alone and shares nothing with the controller: pieces stand in
a dict, squares are walked one by one, areas are flooded as sets, the past is a list that is
counted through. Clarity is bought with time. It knows nothing of clocks, agreement or resignation.
"""

from .naive_board import (
    ATTACKERS,
    CORNERS,
    DEFENDERS,
    OPPONENT,
    START,
    STEPS,
    THRONE,
    Pieces,
    Square,
    Step,
    after,
    beside,
    king_square,
    name,
    on_board,
    on_edge,
    read_diagram,
    side_of,
    square_order,
    write_diagram,
)
from .naive_captures import captured_by, king_is_captured
from .naive_fort import is_exit_fort
from .naive_knobs import TABLE

__all__ = ["RULESETS", "START", "NaiveGame"]

RULESETS: tuple[str, ...] = tuple(TABLE)

Outcome = tuple[str | None, str]
Position = tuple[frozenset[tuple[Square, str]], str]


class NaiveGame:
    """One game under one ruleset.

    A first position is never judged: it is no one's move. A captured king stays on the board.
    """

    def __init__(self, ruleset: str, diagram: str = START, to_move: str = ATTACKERS) -> None:
        """Set up the position; raise ValueError for an unknown ruleset, side or diagram."""
        if ruleset not in TABLE:
            raise ValueError(f"ruleset: expected one of {', '.join(TABLE)}, got {ruleset!r}")
        if to_move not in OPPONENT:
            raise ValueError(f"to_move: expected one of {', '.join(OPPONENT)}, got {to_move!r}")
        self._knobs = TABLE[ruleset]
        self._pieces: Pieces = read_diagram(diagram)
        self.to_move = to_move
        self.outcome: Outcome | None = None
        self._positions: list[Position] = [self._position()]
        # Of the position that stands: each ply asks for them three times.
        self._found: dict[str, tuple[Square, Square]] | None = None

    def diagram(self) -> str:
        """Return the position as 11 lines of 11 letters, rank 11 first."""
        return write_diagram(self._pieces)

    def legal_moves(self) -> list[str]:
        """Return the moves of the side to move as sorted text, as if the game were not over."""
        return sorted(self._moves())

    def play(self, move: str) -> list[str]:
        """Play a move such as "d1-d4" and return the captured squares, the king never among them.

        Raises ValueError if the move is illegal or the game is over.
        """
        if self.outcome is not None:
            raise ValueError(f"play: expected a game that goes on, got {self.outcome!r}")
        return self.advance(move)

    def advance(self, move: str) -> list[str]:
        """Do as `play` does, but go on even after the game has ended.

        Recorded games need it: their site did not end them at a third repetition.
        """
        moves = self._moves()
        if move not in moves:
            raise ValueError(f"move: expected a legal move of the {self.to_move}, got {move!r}")
        origin, target = moves[move]
        self._pieces[target] = self._pieces.pop(origin)
        captured = captured_by(self._pieces, target, self._knobs)
        for square in captured:
            del self._pieces[square]
        mover, self.to_move = self.to_move, OPPONENT[self.to_move]
        self._found = None
        self._positions.append(self._position())
        self.outcome = self._judge(mover, target)
        return [name(square) for square in sorted(captured, key=square_order)]

    def _position(self) -> Position:
        """Return what makes two positions the same: the pieces and the side to move."""
        return frozenset(self._pieces.items()), self.to_move

    def _moves(self) -> dict[str, tuple[Square, Square]]:
        """Return origin and target of every legal move, by its text."""
        if self._found is None:
            self._found = self._look_for_moves()
        return self._found

    def _look_for_moves(self) -> dict[str, tuple[Square, Square]]:
        moves: dict[str, tuple[Square, Square]] = {}
        for origin, piece in self._pieces.items():
            if side_of(piece) != self.to_move:
                continue
            for step in STEPS:
                for target in self._stops(origin, step):
                    moves[f"{name(origin)}-{name(target)}"] = (origin, target)
        return moves

    def _stops(self, origin: Square, step: Step) -> list[Square]:
        """Return where the piece may stop when it moves one way (Copenhagen Hnefatafl 3)."""
        stops: list[Square] = []
        square = after(origin, step)
        while on_board(square) and square not in self._pieces:
            # A square that a piece may not stop on it may still pass over: the empty throne.
            if self._may_stop(self._pieces[origin], square):
                stops.append(square)
            square = after(square, step)
        return stops

    def _may_stop(self, piece: str, square: Square) -> bool:
        """Tell whether the piece may stop there (Copenhagen Hnefatafl 5)."""
        if square == THRONE:
            return piece == "K" and self._knobs.king_may_return
        if square in CORNERS:
            return piece == "K" or self._knobs.corners_for_all
        return True

    def _judge(self, mover: str, target: Square) -> Outcome | None:
        """Return how the move has ended the game, None if it goes on.

        The mover's own goals come first, then repetition, then whether the other side can move.
        """
        won = self._attackers_won(target) if mover == ATTACKERS else self._defenders_won()
        if won is not None:
            return mover, won
        if self._positions.count(self._positions[-1]) >= 3:
            # Copenhagen Hnefatafl 8: any perpetual repetition results in a loss for white.
            return (ATTACKERS if self._knobs.repetition_loses else None), "repetition"
        if not self._moves():
            return (mover if self._knobs.no_moves_loses else None), "no_moves"
        return None

    def _attackers_won(self, target: Square) -> str | None:
        """Return why the attackers' move has won, None if it has not."""
        if king_is_captured(self._pieces, target, self._knobs):
            return "king_captured"
        if self._knobs.encirclement and self._is_encircled():
            return "encircled"
        return None

    def _defenders_won(self) -> str | None:
        """Return why the defenders' move has won, None if it has not."""
        king = king_square(self._pieces)
        if king in CORNERS or (self._knobs.king_escapes_at == "edge" and on_edge(king)):
            return "king_escaped"
        if self._knobs.exit_fort and is_exit_fort(self._pieces):
            return "exit_fort"
        return None

    def _is_encircled(self) -> bool:
        """Tell whether neither king nor defender can step to the edge (Copenhagen Hnefatafl 7b).

        Steps are orthogonal, so attackers standing diagonally close the ring. Own pieces do not
        block, for they could move on; throne and corners are passable. Who stands on the edge
        has reached it.
        """
        reached = {square for square, piece in self._pieces.items() if side_of(piece) == DEFENDERS}
        waiting = list(reached)
        while waiting:
            square = waiting.pop()
            if on_edge(square):
                return False
            for near in beside(square):
                if near not in reached and self._pieces.get(near) != "A":
                    reached.add(near)
                    waiting.append(near)
        return True
