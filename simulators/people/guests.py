"""The guests of an exhibition: who comes to an unattended board, and what they do there.

Readers do what the lights say. All others do what people do: they touch and go, grab whole
handfuls, lean on the board, pocket pieces, and leave in the middle of everything.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from controller.rules.geometry import CORNERS, SIZE
from hal.board import Frame
from simulators.people.visitor import Visitor
from simulators.table.tabletop import TRAY, PhysicalPiece, Tabletop


class GuestKind(StrEnum):
    """A kind of guest."""

    READER = "reader"  # does all that the lights say, then plays
    EXPERT = "expert"  # knows the game, and plays at once
    PASSER_BY = "passer_by"  # touches a piece or two, and goes
    CHILD = "child"  # grabs handfuls
    LEANER = "leaner"  # pushes many pieces with a sleeve
    THIEF = "thief"  # pockets some pieces
    PAIR = "pair"  # two strangers who play each other
    STAFF = "staff"  # walks a piece round the corners
    WAVERER = "waverer"  # ... and touches the board while it counts down


# How often each kind comes, of a hundred, but for staff.
SHARES = {
    GuestKind.READER: 38,
    GuestKind.EXPERT: 12,
    GuestKind.PASSER_BY: 14,
    GuestKind.CHILD: 18,
    GuestKind.LEANER: 6,
    GuestKind.THIEF: 4,
    GuestKind.PAIR: 8,
}
# A gesture is made by staff within so long.
_CORNER_S = 1.5


@dataclass(slots=True)
class Guest:
    """One guest, or a pair, at a table; `name` begins the names of the hands."""

    kind: GuestKind
    name: str
    table: Tabletop
    frame: Callable[[], Frame]
    random: Random
    stays_s: float
    clock: Callable[[], float]
    pockets: list[str]  # hands that keep a stolen piece
    comes_at: float = field(init=False)

    def __post_init__(self) -> None:
        """Come now."""
        self.comes_at = self.clock()

    def act(self) -> Iterator[float]:
        """Do what this kind does; yield pauses, and end by going away."""
        acts: dict[GuestKind, Callable[[], Iterator[float]]] = {
            GuestKind.READER: self._read,
            GuestKind.EXPERT: self._read,
            GuestKind.PASSER_BY: self._pass_by,
            GuestKind.CHILD: self._grab_handfuls,
            GuestKind.LEANER: self._lean,
            GuestKind.THIEF: self._steal,
            GuestKind.PAIR: self._play_together,
            GuestKind.STAFF: self._reset,
            GuestKind.WAVERER: self._waver,
        }
        yield from acts[self.kind]()
        for number in range(3):
            self.table.let_go(f"{self.name}/{number}")
        yield 0.0

    @property
    def _time_left(self) -> float:
        return self.comes_at + self.stays_s - self.clock()

    def _visitor(self, hand: int = 0, *, newcomer: bool) -> Visitor:
        name = f"{self.name}/{hand}"
        return Visitor(
            self.table,
            self.frame,
            self.random,
            name,
            newcomer=newcomer,
            plays=True,
            steps_a_look=4,
        )

    def _read(self) -> Iterator[float]:
        playing = self._visitor(newcomer=self.kind is GuestKind.READER).play()
        while self._time_left >= 0:
            yield next(playing)

    def _play_together(self) -> Iterator[float]:
        """Two people act in turn; one of them sometimes goes earlier, and the other plays on."""
        both = [self._visitor(hand, newcomer=False).play() for hand in (0, 1)]
        goes = self.random.uniform(0.3, 2.0) * self.stays_s
        number = 0
        while self._time_left > 0:
            pause = next(both[number])
            yield pause
            # A look takes several steps; the other begins after an act.
            if pause > 0.3:
                number = 1 - number if self.clock() - self.comes_at < goes else 0

    def _pass_by(self) -> Iterator[float]:
        for _ in range(self.random.randint(1, 2)):
            piece = self._any_piece()
            if piece is not None:
                yield from self._carry(0, piece, piece.x, piece.y)
            yield self.random.uniform(0.5, 3.0)

    def _grab_handfuls(self) -> Iterator[float]:
        while self._time_left > 0:
            held = []
            for hand in range(self.random.randint(1, 3)):
                piece = self._any_piece()
                if piece is not None:
                    self.table.grab(
                        f"{self.name}/{hand}", piece.id, slide=self.random.random() < 0.2
                    )
                    held.append(hand)
                yield self.random.uniform(0.1, 0.6)
            yield self.random.uniform(0.3, 3.0)
            for hand in held:
                self.table.drop(f"{self.name}/{hand}", *self._anywhere())
                yield self.random.uniform(0.1, 0.8)
            yield self.random.uniform(0.2, 4.0)

    def _lean(self) -> Iterator[float]:
        for _ in range(self.random.randint(1, 3)):
            dx, dy = self.random.uniform(-1, 1), self.random.uniform(-1, 1)
            for piece in self.random.sample(self.table.pieces, self.random.randint(5, 14)):
                self.table.nudge(piece.id, dx, dy)
            yield self.random.uniform(0.2, 2.0)

    def _steal(self) -> Iterator[float]:
        for number in range(self.random.randint(1, 4)):
            piece = self._any_piece()
            if piece is not None:
                pocket = f"{self.name}/pocket/{number}"
                self.table.grab(pocket, piece.id)
                self.pockets.append(pocket)
            yield self.random.uniform(0.5, 2.0)

    def _reset(self) -> Iterator[float]:
        piece = self._any_piece()
        if piece is None:
            return
        self.table.grab(f"{self.name}/0", piece.id)
        a1, k1, a11, k11 = CORNERS
        for number, corner in enumerate((a1, k1, k11, a11)):
            if number:
                self.table.grab(f"{self.name}/0", piece.id)
                yield 0.3
            other = self.table.at(corner)
            if other is not None and other.id != piece.id:
                yield from self._carry(1, other, *TRAY)
            self.table.drop(f"{self.name}/0", corner % SIZE, corner // SIZE)
            yield _CORNER_S
        yield 6.0

    def _waver(self) -> Iterator[float]:
        for pause in self._reset():
            yield min(pause, 3.0)
        piece = self._any_piece()
        if piece is not None:
            yield from self._carry(0, piece, piece.x, piece.y)

    # Hands -------------------------------------------------------------------------------

    def _any_piece(self) -> PhysicalPiece | None:
        free = [piece for piece in self.table.pieces if piece.stands and not piece.held_by]
        return self.random.choice(free) if free else None

    def _carry(self, hand: int, piece: PhysicalPiece, x: float, y: float) -> Iterator[float]:
        self.table.grab(f"{self.name}/{hand}", piece.id)
        yield self.random.uniform(0.3, 1.5)
        self.table.drop(f"{self.name}/{hand}", x, y)
        yield 0.3

    def _anywhere(self) -> tuple[float, float]:
        if self.random.random() < 0.15:
            return TRAY
        return self.random.randrange(SIZE), self.random.randrange(SIZE)
