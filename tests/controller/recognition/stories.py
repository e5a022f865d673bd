"""Boards that a tracker looks at, move by move, and what is told of its stories."""

from collections.abc import Sequence

from controller.recognition.line import PlayedLine
from controller.recognition.sight import Sight
from controller.recognition.story import AIR, Story
from controller.recognition.tracker import Beam, beginning, tracked
from controller.rules.game import new_game
from controller.rules.geometry import SIZE, SQUARE_NAMES, parse_square
from hal.board import Poles
from tests.board_driver import COPENHAGEN
from tests.squares import squares


def line_after(moves: str = "") -> PlayedLine:
    """Return the line of play of some moves from the start."""
    line = PlayedLine(new_game(COPENHAGEN))
    for move in moves.split():
        origin, target = map(parse_square, move.split("-"))
        line = line.after(origin, target)
    return line


def going_on(line: PlayedLine, *moves: str) -> PlayedLine:
    """Return a line after some more moves."""
    for move in moves:
        line = line.after(*map(parse_square, move.split("-")))
    return line


def only(
    story: Story, sight: Sight, changed_at: float, stood_at: Sequence[float] | None = None
) -> Beam:
    """Return the one story of a board that rests since a time, by default with all its squares."""
    return Beam((story,), sight, changed_at, stood_at=tuple(stood_at or [changed_at] * SIZE**2))


class Looker:
    """A tracker that looks at a board; `+e4` puts a piece there, `-e4` takes one away."""

    def __init__(self, moves: str = "", unsure: str = "") -> None:
        """Begin with a board that stands as after some moves."""
        line = line_after(moves)
        self.occupied = line.position.occupied
        self.unsure = squares(unsure)
        self.at = 10.0
        self.beam: Beam = beginning(line, Sight(self.occupied, self.unsure), self.at)

    def look(self, *changes: str, after: float = 0.5, poles: Poles | None = None) -> "Looker":
        """Change some squares at the same moment, some time after the last look."""
        self.at = round(self.at + after, 6)
        for change in changes:
            self.occupied ^= 1 << parse_square(change[1:])
        self.beam = tracked(self.beam, Sight(self.occupied, self.unsure, 0, poles), self.at)
        return self

    @property
    def best(self) -> Story:
        """The best story."""
        return self.beam.best

    @property
    def moves(self) -> list[str]:
        """The plies of the best story."""
        return [str(ply.move) for ply in self.best.line.game.plies]


def whereabouts(story: Story) -> dict[str, str]:
    """Return where the pieces of a story are that are away from home; empty for the air."""
    return {SQUARE_NAMES[a.home]: "" if a.at == AIR else SQUARE_NAMES[a.at] for a in story.away}


def dead_on(story: Story) -> list[str]:
    """Return the squares on which captured pieces stand."""
    return sorted(SQUARE_NAMES[d.at] for d in story.dead if d.at != AIR)


def gap(board: Looker) -> float:
    """Return by how much the second story is dearer than the best."""
    return board.beam.stories[1].price
