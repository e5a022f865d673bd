"""How far somebody is in a lesson: moves made, squares visited, pieces taken."""

from dataclasses import dataclass

from controller.rules.captures import captured_bits
from controller.rules.game import Game
from controller.rules.lines import Move
from controller.rules.pieces import Side
from controller.rules.position import Position


@dataclass(frozen=True, slots=True)
class Base:
    """A position that was set up, and the moves, squares and captives from before it.

    `before` is what the learner's last move was made from, where he moves again at once.
    """

    position: Position
    moves: int = 0
    visited: int = 0
    taken: int = 0
    before: "Base | None" = None


@dataclass(frozen=True, slots=True)
class Progress:
    """The game since the last position that was set up, and what was done in all.

    `moves` counts the learner's own moves; `visited` and `taken` are bitboards.
    """

    side: Side
    game: Game
    moves: int
    visited: int
    taken: int
    replies_left: int = 0  # fixed replies of the opponent that were not made yet

    @property
    def last_move(self) -> Move | None:
        """The last move of the learner since the position was set up."""
        own = [ply.move for ply in self.game.plies if ply.position.to_move is not self.side]
        return own[-1] if own else None

    @property
    def base(self) -> Base:
        """What there is to go on from if the learner is to move again at once."""
        position = self.game.position._replace(to_move=self.side)
        return Base(position, self.moves, self.visited, self.taken)


def progress_of(side: Side, base: Base, game: Game, replies: frozenset[Move]) -> Progress:
    """Return what a side has done in a game that began from a base."""
    moves, visited, taken = base.moves, base.visited, base.taken
    for ply in game.plies:
        if ply.position.to_move is not side:
            moves += 1
            visited |= 1 << ply.move.target
            taken |= captured_bits(ply.captures)
    made = {ply.move for ply in game.plies if ply.position.to_move is side}
    return Progress(side, game, moves, visited, taken, len(replies - made))
