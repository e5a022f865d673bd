"""Sensors that are blamed because of a ply: whoever takes that back shows that they are sound.

What people have said of one holds until they undo that, or say something else: a piece that comes
back by hand shows nothing of the square where it was said to stand.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_

from controller.recognition.line import PlayedLine
from controller.rules.game import Game
from controller.rules.lines import Move


@dataclass(frozen=True, slots=True)
class Blame:
    """The sensors of some squares are at fault if a ply was made; plies count from 1."""

    squares: int
    ply: int
    move: Move | None
    said: bool = False  # by people; the others stick

    def holds(self, game: Game) -> bool:
        """Say whether the ply still counts; its piece may have gone on to another square.

        That has left the square that feels it still, wherever it stands.
        """
        made = game.plies[: self.ply]
        if len(made) < self.ply:
            return False
        if not made or self.move is None:
            return True  # it is of the start, which no ply changes
        move = made[-1].move
        return move == self.move if self.said else move.origin == self.move.origin


@dataclass(frozen=True, slots=True)
class Blames:
    """Each sensor that is blamed because of a ply."""

    each: tuple[Blame, ...] = ()

    def plus(self, squares: int, line: PlayedLine, *, said: bool = False) -> "Blames":
        """Return them with some more, because of the last ply of a line."""
        return Blames((*self.each, Blame(squares, line.depth, line.move, said)))

    def after(self, game: Game) -> tuple["Blames", int]:
        """Return those whose plies still count, and the squares of the others that stuck."""
        kept = tuple(blame for blame in self.each if blame.holds(game))
        gone = (blame for blame in self.each if blame not in kept)
        return Blames(kept), _squares(blame for blame in gone if not blame.said)

    def unsaid(self, game: Game) -> tuple["Blames", int]:
        """Return those that hold once people say something else, and what they no longer say."""
        gone = [blame for blame in self.each if blame.said and not blame.holds(game)]
        return Blames(tuple(each for each in self.each if each not in gone)), _squares(gone)


def _squares(blames: Iterable[Blame]) -> int:
    return reduce(or_, (blame.squares for blame in blames), 0)
