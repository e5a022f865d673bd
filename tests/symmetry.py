"""Rule positions drawn once and judged in all eight symmetries of the board.

No rule of tafl knows left from right or rank from file. A test draws its position the way it reads
best, plays it in the image under a symmetry, and expects the image of what it would expect.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import pytest

from controller.notation.moves import parse_move
from controller.rules.captures import Capture, CaptureKind
from controller.rules.compiled import Rules, compiled
from controller.rules.endings import Outcome
from controller.rules.game import Game
from controller.rules.geometry import SIZE, SQUARE_COUNT, parse_square, squares_of
from controller.rules.library import named_ruleset
from controller.rules.lines import Move
from controller.rules.moves import Refusal
from controller.rules.pieces import Side
from controller.rules.position import Position, parse_diagram

COPENHAGEN = compiled(named_ruleset("copenhagen"))
NO_CAPTURE: frozenset[Capture] = frozenset()
_LAST = SIZE - 1


@dataclass(frozen=True, slots=True)
class Symmetry:
    """One way to lay the board on itself; it maps every value of the rules to its image."""

    name: str
    images: tuple[int, ...]  # images[square] is where the square comes to lie

    def __str__(self) -> str:
        return self.name

    def squares(self, squares: Iterable[int]) -> tuple[int, ...]:
        """Return the images of some squares, in square order."""
        return tuple(sorted(self.images[square] for square in squares))

    def bits(self, bits: int) -> int:
        """Return the image of a bitboard."""
        return sum(1 << self.images[square] for square in squares_of(bits))

    def position(self, position: Position) -> Position:
        """Return the image of a position."""
        attackers, defenders, king, to_move = position
        return Position(self.bits(attackers), self.bits(defenders), self.bits(king), to_move)

    def move(self, move: Move) -> Move:
        """Return the image of a move."""
        return Move(self.images[move.origin], self.images[move.target])

    def captures(self, captures: Iterable[Capture]) -> frozenset[Capture]:
        """Return the images of captures; their order follows the board and is no one's concern."""
        return frozenset(self._capture(capture) for capture in captures)

    def outcome(self, outcome: Outcome | None) -> Outcome | None:
        """Return the image of an outcome."""
        return outcome and replace(outcome, squares=self.squares(outcome.squares))

    def refusal(self, refusal: Refusal) -> Refusal:
        """Return the image of a refusal."""
        return replace(refusal, move=self.move(refusal.move), squares=self.squares(refusal.squares))

    def _capture(self, capture: Capture) -> Capture:
        # A custodial capture names the piece that moved first; a shieldwall its men in order.
        captors = tuple(self.images[square] for square in capture.captors)
        if capture.kind is CaptureKind.SHIELDWALL:
            captors = tuple(sorted(captors))
        return replace(capture, squares=self.squares(capture.squares), captors=captors)


def _symmetry(name: str, image: Callable[[int, int], tuple[int, int]]) -> Symmetry:
    places = (image(square % SIZE, square // SIZE) for square in range(SQUARE_COUNT))
    return Symmetry(name, tuple(SIZE * rank + file for file, rank in places))


SYMMETRIES = (
    _symmetry("as drawn", lambda file, rank: (file, rank)),
    _symmetry("quarter turn", lambda file, rank: (rank, _LAST - file)),
    _symmetry("half turn", lambda file, rank: (_LAST - file, _LAST - rank)),
    _symmetry("three-quarter turn", lambda file, rank: (_LAST - rank, file)),
    _symmetry("left for right", lambda file, rank: (_LAST - file, rank)),
    _symmetry("top for bottom", lambda file, rank: (file, _LAST - rank)),
    _symmetry("files for ranks", lambda file, rank: (rank, file)),
    _symmetry("files for ranks, turned", lambda file, rank: (_LAST - rank, _LAST - file)),
)

in_every_symmetry = pytest.mark.in_every_symmetry


def tried_in_every_symmetry(test: Callable[..., object], arguments: Mapping[str, object]) -> None:
    """Call a test with each symmetry; what fails says in which."""
    for symmetry in SYMMETRIES:
        try:
            test(**{**arguments, "symmetry": symmetry})
        except BaseException as error:
            error.add_note(f"symmetry: {symmetry}")
            raise


def named(names: str) -> tuple[int, ...]:
    """Return the squares of a text such as ``"c1 d1"``, in the order of the text."""
    return tuple(parse_square(name) for name in names.split())


def custodial(taken: str, by: str) -> Capture:
    """Return one piece taken between the piece that moved, named first, and its partner."""
    return Capture(CaptureKind.CUSTODIAL, named(taken), named(by), "4a")


def shieldwall(taken: str, by: str) -> Capture:
    """Return a row taken on the edge by its brackets and the men in front of it."""
    return Capture(CaptureKind.SHIELDWALL, named(taken), named(by), "4b")


def draw(drawing: str, to_move: Side = Side.ATTACKERS) -> Position:
    """Return the position of a drawing whose last line is rank 1; ranks not drawn are empty."""
    drawn = drawing.split()
    return parse_diagram("\n".join(["." * SIZE] * (SIZE - len(drawn)) + drawn), to_move)


def played(symmetry: Symmetry, drawing: str, *moves: str, rules: Rules = COPENHAGEN) -> Game:
    """Return the image of the game that starts as drawn and goes on by the moves.

    Whoever owns the first piece moved has the first turn.
    """
    start = draw(drawing)
    first = start.piece_at(parse_move(moves[0]).move.origin)
    assert first is not None, f"{moves[0]} moves nothing that is drawn"
    game = Game(rules, symmetry.position(start._replace(to_move=first.side)))
    for move in moves:
        game = game.play(symmetry.move(parse_move(move).move))
    return game


def captures(symmetry: Symmetry, drawing: str, *moves: str) -> frozenset[Capture]:
    """Return what the last of the moves captures in the image of a drawing."""
    last = played(symmetry, drawing, *moves).plies[-1].captures
    assert len(set(last)) == len(last), "a capture is named once"
    return frozenset(last)
