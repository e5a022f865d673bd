"""Somebody who has never heard of the game: sees pieces and lights, and has read the legend.

Knows that pieces move straight, and nothing else; sees frames, never the view. What the lights do
not say, a visitor does not know.
"""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from random import Random

from controller.lights.meaning import Meaning
from controller.rules.geometry import BETWEEN, SIZE, bits_of, in_line
from controller.rules.pieces import Piece, Side
from hal.board import Frame
from simulators.people.legend import GLANCE_S, STEP_S, Glance, Seen, read_legend
from simulators.table.tabletop import TRAY, PhysicalPiece, Tabletop

_NAME = "visitor"
_HAND_S = 0.4
_PUT = {
    Meaning.PUT_ATTACKER: Piece.ATTACKER,
    Meaning.PUT_DEFENDER: Piece.DEFENDER,
    Meaning.PUT_KING: Piece.KING,
}
# With a piece in hand: what is best, and what else is open.
_BEST = (Meaning.WINNING, Meaning.CAPTURING)
_OPEN = (Meaning.TARGET, *_BEST)

_Look = Generator[float, None, Seen]


@dataclass(slots=True)
class Visitor:
    """One visitor at a table; `frame` gives what the pixels show now."""

    table: Tabletop
    frame: Callable[[], Frame]
    random: Random
    _tried: set[int] = field(default_factory=set)  # pieces that had nowhere good to go

    def play(self) -> Iterator[float]:
        """Do what the lights say, for as long as somebody lets time pass; yield pauses."""
        while True:
            seen = yield from self._look()
            yield from self._act(seen)

    def _look(self) -> _Look:
        glance = Glance()
        for _ in range(round(GLANCE_S / STEP_S)):
            glance.frames.append(self.frame())
            yield STEP_S
        return read_legend(glance)

    def _act(self, seen: Seen) -> Iterator[float]:
        wrong, owed = seen.of(Meaning.WRONG), seen.of(Meaning.OWED)
        puts = {square: kind for light, kind in _PUT.items() for square in seen.of(light)}
        asked, shown = seen.of(Meaning.ASKED), seen.of(Meaning.HINT)
        if owed:
            yield from self._carry(owed[0], None)
        elif wrong or puts:
            self._tried.clear()
            yield from self._put_right(wrong, puts)
        elif asked or shown:
            run = asked or shown
            # A star at the end of an arrow is lit as a star.
            ends = [star for star in seen.of(Meaning.VISIT) if self._is_free(run[0], star)]
            yield from self._carry(run[0], ends[0] if ends and not asked else run[-1])
        elif seen.of(Meaning.STAR, Meaning.SHOWN):
            self._tried.clear()
        else:
            yield from self._try(seen)

    def _put_right(self, wrong: tuple[int, ...], puts: dict[int, Piece]) -> Iterator[float]:
        """Do one step: put a wrong piece where its kind is missing, or away, or fetch one."""
        if wrong:
            piece = self.table.at(wrong[0])
            fitting = [square for square, kind in puts.items() if piece and piece.kind is kind]
            yield from self._carry(wrong[0], fitting[0] if fitting else None)
            return
        square, kind = next(iter(puts.items()))
        for piece in self.table.pieces:
            if piece.in_tray and piece.kind is kind:
                yield from self._hold(piece, square)
                return

    def _try(self, seen: Seen) -> Iterator[float]:
        """Lift a piece of the side whose colour the corners have, and see where it can go."""
        pieces = self._to_lift(seen)
        if not pieces:
            self._tried.clear()
            return
        piece = self.random.choice(pieces)
        home = round(piece.y) * SIZE + round(piece.x)
        self.table.grab(_NAME, piece.id)
        yield _HAND_S
        found = yield from self._look()
        target = self._target(home, found)
        if target is None:
            self._tried.add(piece.id)
        self._drop(home if target is None else target)
        yield 2 * _HAND_S

    def _to_lift(self, seen: Seen) -> list[PhysicalPiece]:
        side = Side.ATTACKERS if seen.of(Meaning.TURN_ATTACKERS) else Side.DEFENDERS
        marked = seen.of(Meaning.HINT_PIECE)
        standing = [piece for piece in self.table.pieces if piece.stands and not piece.held_by]
        if marked:
            return [piece for piece in standing if self.table.at(marked[0]) == piece]
        own = [piece for piece in standing if piece.kind.side is side]
        return [piece for piece in own if piece.id not in self._tried]

    def _target(self, home: int, found: Seen) -> int | None:
        best, stars = found.of(*_BEST), found.of(Meaning.VISIT)
        if best:
            return best[0]
        for star in stars:
            if self._is_free(home, star):
                return star
        on_the_way = [
            square
            for square in found.of(*_OPEN)
            if any(self._is_free(square, star) for star in stars)
        ]
        if on_the_way:
            return self.random.choice(on_the_way)
        return None

    def _is_free(self, one: int, other: int) -> bool:
        """Say whether two squares are in line, with nothing on the other or between them."""
        if one == other or not in_line(one, other):
            return False
        way = BETWEEN[one][other] | 1 << other
        standing = (p for p in self.table.pieces if p.stands)
        return not way & bits_of(*(round(p.y) * SIZE + round(p.x) for p in standing))

    # Hands -------------------------------------------------------------------------------

    def _carry(self, origin: int, target: int | None) -> Iterator[float]:
        piece = self.table.at(origin)
        if piece is not None:
            yield from self._hold(piece, target)

    def _hold(self, piece: PhysicalPiece, target: int | None) -> Iterator[float]:
        self.table.grab(_NAME, piece.id)
        yield _HAND_S
        self._drop(target)
        yield 2 * _HAND_S

    def _drop(self, target: int | None) -> None:
        x, y = TRAY if target is None else (target % SIZE, target // SIZE)
        self.table.drop(_NAME, x, y)
