"""A line of play: a game and what may follow it, each continuation worked out once.

Many stories share the same plies, so a line is one object for one sequence of plies: comparing
two is comparing objects, and no step costs more in a long game than in a short one. A game holds
all its plies, so only the newest line keeps its own; the others are made again where one is asked.
A line holds the one before it, and those after it only as long as somebody else does: so there are
no cycles, and what no story goes on from is gone at once, with its game.
"""

from dataclasses import replace
from weakref import WeakValueDictionary

from controller.rules.captures import apply_move, captured_bits
from controller.rules.game import Game
from controller.rules.geometry import NEIGHBOURS, PATHS
from controller.rules.lines import MOVES, Move
from controller.rules.moves import is_legal, moves_from
from controller.rules.pieces import Side
from controller.rules.position import Position


class PlayedLine:
    """A game after some plies; the lines that go on from it are remembered."""

    __slots__ = (
        *("__weakref__", "_capturable", "_game", "_later", "_next", "_parent"),
        *("captured", "depth", "move", "origin_bit", "position", "recent", "target_bit"),
    )

    def __init__(self, game: Game, parent: "PlayedLine | None" = None) -> None:
        """Begin with a game; `parent` is the line without its last ply, if that is known."""
        last = game.plies[-1] if game.plies else None
        self._game: Game | None = game
        self._parent = parent
        self._later: Game | None = None  # one that goes on from this line
        self._next: WeakValueDictionary[Move, PlayedLine] = WeakValueDictionary()
        self._capturable: dict[int, int] = {}
        self._end_with(last.move if last else None)
        self.captured = captured_bits(last.captures) if last else 0
        self.position: Position = game.position
        self.depth = len(game.plies)
        # What tells two lines apart that may both be true: the position and the last plies.
        self.recent = (self.position, *(ply.move for ply in game.plies[:-_RECENT:-1]))

    @property
    def game(self) -> Game:
        """The game of this line."""
        if self._game is None and self._later is not None:
            plies = self._later.plies[: self.depth]
            self._game = replace(self._later, plies=plies, outcome=None)
        if self._game is None:
            if self._parent is None or self.move is None:
                raise AssertionError("a line without a game has a parent and a move")
            self._game = self._parent.game.play(self.move)
        return self._game

    @property
    def to_move(self) -> Side:
        """The side that moves next."""
        return self.position.to_move

    def back(self) -> "PlayedLine":
        """Return the line without its last ply; one without plies is returned itself."""
        if self._parent is None:
            if not self.game.plies:
                return self
            self._parent = PlayedLine(self.game.undo())
            if self.move is not None:
                self._parent._next[self.move] = self
        if self._parent._game is None and self._game is not None:
            self._parent._game = self._game.undo()
        return self._parent

    def allows(self, origin: int, target: int) -> bool:
        """Say whether a move is legal here; none is when the game is over."""
        move = MOVES[origin][target]
        rules = (self._game or self.game).rules
        return is_legal(rules, self.position, move) and not self.game.outcome

    def _end_with(self, move: Move | None) -> None:
        self.move = move
        # The squares that the last ply left and came to: none without one.
        self.origin_bit = 0 if move is None else 1 << move.origin
        self.target_bit = 0 if move is None else 1 << move.target

    def ends_on(self, square: int) -> bool:
        """Say whether the last ply ended on a square, so that its piece belongs there."""
        return bool(self.target_bit >> square & 1)

    def might_end_on(self, square: int) -> bool:
        """Say whether the piece of the last ply might have moved to a square instead."""
        return self.move is not None and self.back().allows(self.move.origin, square)

    def would_capture(self, origin: int, target: int, square: int) -> bool:
        """Say whether a move is legal, and captures what stands on a square."""
        if not self.allows(origin, target):
            return False
        return bool(self.after(origin, target).captured >> square & 1)

    def capturable(self, origin: int) -> int:
        """Return the squares of all pieces that the piece of a square could capture."""
        found = self._capturable.get(origin)
        if found is None:
            found = self._capturable[origin] = self._captured_by(origin, None)
        return found

    def capturable_past(self, origin: int, square: int) -> int:
        """Return the squares of all that the piece could capture by going to a square or past."""
        return self._captured_by(origin, square)

    def _captured_by(self, origin: int, past: int | None) -> int:
        rules, position, found = self.game.rules, self.position, 0
        enemies = position.occupied & ~position.of(position.to_move)
        for move in moves_from(rules, position, origin):
            if past not in (None, move.target) and not PATHS[origin][move.target] >> past & 1:
                continue
            # Whatever captures comes to stand beside an enemy.
            if NEIGHBOURS[move.target] & enemies:
                found |= captured_bits(apply_move(rules, position, move)[1])
        return found

    def after(self, origin: int, target: int) -> "PlayedLine":
        """Return the line with one more ply, which is legal."""
        move = MOVES[origin][target]
        found = self._next.get(move)
        if found is None:
            found = self._next[move] = self._played(move)
        return found

    def _played(self, move: Move) -> "PlayedLine":
        line = PlayedLine.__new__(PlayedLine)
        after, captures = apply_move(self.game.rules, self.position, move)
        line._game = None
        line._parent = self
        line._later = None
        line._next = WeakValueDictionary()
        line._capturable = {}
        line._end_with(move)
        line.captured = captured_bits(captures)
        line.position = after
        line.depth = self.depth + 1
        line.recent = (after, move, *self.recent[1:_RECENT])
        return line

    def contains(self, other: "PlayedLine") -> bool:
        """Say whether another line is this one or leads to it."""
        line = self
        while line.depth > other.depth:
            line = line.back()
        return line is other

    def forget_old(self) -> None:
        """Forget the plies before the last few, and the games of all but this line."""
        game, line = self.game, self
        game.rules.forget_moves()
        for _ in range(_REMEMBERED):
            before = line._parent
            if before is None:
                return
            if before._parent is not None:
                before._game = None
            line = before
        # Whoever goes back farther makes the lines before this one again.
        line._parent = None
        line._game, line._later = None, game


# Stories that agree on all but one of these plies, and on the board, are one story.
_RECENT = 4
# Nobody plays on from a position more plies back than this.
_REMEMBERED = 12
