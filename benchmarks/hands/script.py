"""A script of deeds in the making: what was done so far, and where the pieces are by then."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from benchmarks.hands.deeds import Deed, Verb
from controller.rules.captures import captured_bits
from controller.rules.compiled import Rules
from controller.rules.game import Game, new_game
from controller.rules.geometry import BETWEEN, SIZE, SQUARE_COUNT, squares_of
from controller.rules.pieces import Piece, Side
from simulators.table.start import start_pieces
from simulators.table.tabletop import TRAY

# When the first deed may be done: the game has begun by then.
BEGIN_S = 0.6
_STEP_S = 0.01
# Nearer than this to another, centre to centre, no piece is put.
_ROOM = 0.86


@dataclass(slots=True)
class ScriptCheck:
    """At a time when all hands rest, these plies were made."""

    at: float
    moves: tuple[str, ...]
    stands: tuple[tuple[int, int], ...]  # by living piece: its square
    what: str


@dataclass(slots=True)
class HandScript:
    """What hands do; `now` is when the newest main deed ended, `busy` when the last of all."""

    rules: Rules
    random: Random
    game: Game = field(init=False)
    deeds: list[Deed] = field(default_factory=list)
    checks: list[ScriptCheck] = field(default_factory=list)
    now: float = BEGIN_S
    begun: float = 0.0  # when the newest ply was begun
    busy: float = BEGIN_S
    # By piece: where it stands when all deeds so far are done; None is the tray.
    place: dict[int, tuple[float, float] | None] = field(default_factory=dict)
    square: dict[int, int] = field(default_factory=dict)  # by living piece: where the game has it
    kind: dict[int, Piece] = field(default_factory=dict)
    dead: dict[int, int] = field(default_factory=dict)  # by captured piece that stands: its square
    free_at: dict[int, float] = field(default_factory=dict)  # by piece: when no hand is at it
    history: list[tuple[int, int, tuple[int, ...]]] = field(default_factory=list)
    due: dict[int, int] = field(default_factory=dict)  # by captive: after how many plies it goes
    leaves: list[tuple[int, float]] = field(
        default_factory=list
    )  # squares that captives leave, when
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Set up the start position."""
        self.game = new_game(self.rules)
        for piece, (square, kind) in enumerate(sorted(start_pieces(self.rules).items())):
            self.square[piece] = square
            self.place[piece] = where(square)
            self.kind[piece] = kind
            self.free_at[piece] = 0.0

    # Chance ------------------------------------------------------------------------------

    def within(self, least: float, most: float) -> float:
        """Return a random number within a span."""
        return self.random.uniform(least, most)

    def happens(self, chance: float) -> bool:
        """Say whether something with a chance of 0..1 happens."""
        return self.random.random() < chance

    # Deeds -------------------------------------------------------------------------------

    def do(self, at: float, verb: Verb, piece: int, to: tuple[float, float] = (0.0, 0.0)) -> None:
        """Write a deed."""
        self.deeds.append(Deed(at, verb, piece, *to))
        self.busy = max(self.busy, at)
        self.free_at[piece] = max(self.free_at[piece], at)

    def lift(self, at: float, piece: int) -> None:
        """Write that a piece is lifted."""
        self.do(at, Verb.LIFT, piece)

    def put(self, at: float, piece: int, square: int, off: tuple[float, float] = (0, 0)) -> None:
        """Write that a piece is put on a square, perhaps off its middle."""
        x, y = where(square)
        self.place[piece] = (x + off[0], y + off[1])
        self.do(at, Verb.PUT, piece, (x + off[0], y + off[1]))

    def to_tray(self, at: float, piece: int) -> None:
        """Write that a captive is put in the tray."""
        self.place[piece] = None
        self.dead.pop(piece, None)
        self.do(at, Verb.PUT, piece, TRAY)

    def slide(
        self,
        at: float,
        piece: int,
        start: tuple[float, float],
        end: tuple[float, float],
        seconds: float,
    ) -> float:
        """Slide a piece that is grasped; return when it is there."""
        steps = max(1, round(seconds / _STEP_S))
        for n in range(1, steps + 1):
            part = n / steps
            to = (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            self.do(at + n * _STEP_S, Verb.MOVE, piece, to)
        return at + steps * _STEP_S

    def note(self, text: str) -> None:
        """Note what is meant, for whoever looks for a fault."""
        self.notes.append(f"{self.now:8.2f} {text}")

    # What stands where -------------------------------------------------------------------

    def at(self, square: int) -> int:
        """Return the living piece that the game has on a square."""
        return next(piece for piece, there in self.square.items() if there == square)

    def is_free(self, square: int, but: Sequence[int] = ()) -> bool:
        """Say whether a piece can be put on a square."""
        return self.has_room(*where(square), but)

    def has_room(self, x: float, y: float, but: Sequence[int] = ()) -> bool:
        """Say whether a piece can be put at a place."""
        inside = -0.4 < x < SIZE - 0.6 and -0.4 < y < SIZE - 0.6
        return inside and not any(
            piece not in but
            and place is not None
            and (place[0] - x) ** 2 + (place[1] - y) ** 2 < _ROOM**2
            for piece, place in self.place.items()
        )

    def in_the_way(self, origin: int, target: int, but: Sequence[int] = ()) -> list[int]:
        """Return the pieces that stand between two squares of a line, or on the second."""
        way = [where(s) for s in squares_of(BETWEEN[origin][target] | 1 << target)]
        return [
            piece
            for piece, place in self.place.items()
            if piece not in but
            and place is not None
            and any((place[0] - x) ** 2 + (place[1] - y) ** 2 < _ROOM**2 for x, y in way)
        ]

    def empty_squares(self) -> list[int]:
        """Return the squares on which a piece can be put."""
        return [square for square in range(SQUARE_COUNT) if self.is_free(square)]

    def place_of_living(self) -> list[tuple[int, tuple[float, float]]]:
        """Return the living pieces that stand, and where."""
        found = [(piece, self.place[piece]) for piece in self.square]
        return [(piece, place) for piece, place in found if place is not None]

    @property
    def captured_squares(self) -> list[tuple[int, ...]]:
        """Return the squares that each ply captured, in the order of its victims."""
        return [tuple(squares_of(captured_bits(ply.captures))) for ply in self.game.plies]

    @property
    def to_move(self) -> Side:
        """Whose turn it is when all deeds so far are done."""
        return self.game.position.to_move

    # The end -----------------------------------------------------------------------------

    def rest(self, what: str) -> None:
        """Let all hands rest, and look twice what has counted."""
        moves = tuple(str(ply.move) for ply in self.game.plies)
        stands = tuple(self.square.items())
        self.checks.append(ScriptCheck(self.busy + 1.0, moves, stands, what))
        self.checks.append(ScriptCheck(self.busy + 5.0, moves, stands, what))
        self.now = self.busy = self.busy + 5.05

    def finished(self) -> list[Deed]:
        """Return all deeds in the order of their times."""
        return sorted(self.deeds, key=lambda deed: deed.at)


def where(square: int) -> tuple[float, float]:
    """Return the place of a square's middle."""
    return (float(square % SIZE), float(square // SIZE))
