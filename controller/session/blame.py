"""Sensors that are blamed because of a ply: whoever takes that back shows that they are sound."""

from dataclasses import dataclass

from controller.recognition.line import PlayedLine
from controller.rules.game import Game
from controller.rules.lines import Move


@dataclass(frozen=True, slots=True)
class Blame:
    """The sensors of some squares stick if a ply was made; plies count from 1."""

    squares: int
    ply: int
    move: Move | None

    def holds(self, game: Game) -> bool:
        """Say whether the ply still counts."""
        made = game.plies[: self.ply]
        return len(made) == self.ply and (not made or made[-1].move == self.move)


@dataclass(frozen=True, slots=True)
class Blames:
    """Each sensor that is blamed because of a ply."""

    each: tuple[Blame, ...] = ()

    def plus(self, squares: int, line: PlayedLine) -> "Blames":
        """Return them with some more, because of the last ply of a line."""
        return Blames((*self.each, Blame(squares, line.depth, line.move)))

    def after(self, game: Game) -> tuple["Blames", int]:
        """Return those whose plies still count, and the squares of the others."""
        kept = tuple(blame for blame in self.each if blame.holds(game))
        sound = 0
        for blame in self.each:
            sound |= 0 if blame in kept else blame.squares
        return Blames(kept), sound
