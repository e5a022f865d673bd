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
# Farther than this from the centre of its square, a piece looks out of place.
_ASKEW = 0.25
# Nearer than this to the centre of a square, a piece leaves no room for another one there.
_ROOM = 0.8
_PUT = {
    Meaning.PUT_ATTACKER: Piece.ATTACKER,
    Meaning.PUT_DEFENDER: Piece.DEFENDER,
    Meaning.PUT_KING: Piece.KING,
}
# With a piece in hand: what is best, and what else is open.
_BEST = (Meaning.WINNING, Meaning.CAPTURING)
_OPEN = (Meaning.TARGET, *_BEST)

# At an unattended board: what asks for a touch, and the groups of pieces to choose by.
_TOUCH = (Meaning.SHOW_KING, Meaning.COUNTDOWN)
_LANGUAGES = (
    Meaning.OPTION_FIRST,
    Meaning.OPTION_SECOND,
    Meaning.OPTION_THIRD,
    Meaning.OPTION_FOURTH,
)

_Look = Generator[float, None, Seen]


@dataclass(slots=True)
class Visitor:
    """One visitor at a table; `frame` gives what the pixels show now.

    Who is a `newcomer` to an unattended board wants to be taught; who `plays` makes any move that
    is open where the lights recommend none.
    """

    table: Tabletop
    frame: Callable[[], Frame]
    random: Random
    name: str = _NAME
    newcomer: bool = True
    plays: bool = False
    steps_a_look: int = 1  # of a set-up, done before looking again
    _tried: set[int] = field(default_factory=set)  # pieces that had nowhere good to go
    # Moves that looked best and were taken back: from square to square, and the newest of them all.
    _was_wrong: set[tuple[int, int]] = field(default_factory=set)
    _made: tuple[int, int] | None = None

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
        options = self._options(seen)
        if options or seen.of(*_TOUCH):
            yield from self._touch(options)
        elif owed:
            yield from self._carry(owed[0], None)
        elif wrong or puts:
            self._tried.clear()
            self._remember(wrong)
            for _ in range(self.steps_a_look):
                yield from self._put_right(wrong, puts)
                wrong = tuple(square for square in wrong if self.table.at(square))
                puts = {square: kind for square, kind in puts.items() if not self.table.at(square)}
        elif asked or shown:
            run = asked or shown
            # A star at the end of an arrow is lit as a star.
            ends = [star for star in seen.of(Meaning.VISIT) if self._is_free(run[0], star)]
            yield from self._carry(run[0], ends[0] if ends and not asked else run[-1])
        elif seen.of(Meaning.STAR, Meaning.SHOWN):
            self._tried.clear()
            if seen.of(Meaning.STAR):
                self._was_wrong.clear()
        else:
            yield from self._try(seen)

    def _remember(self, wrong: tuple[int, ...]) -> None:
        """Learn from what the lights want back that the move to there was wrong."""
        if self._made is not None and self._made[1] in wrong:
            self._was_wrong.add(self._made)
            self._made = None

    def _put_right(self, wrong: tuple[int, ...], puts: dict[int, Piece]) -> Iterator[float]:
        """Do one step: put a wrong piece where its kind is missing, or away, or fetch one."""
        free = [piece for piece in self.table.pieces if _is_loose(piece)]
        if wrong:
            piece = self.table.at(wrong[0])
            places = [square for square, kind in puts.items() if piece and piece.kind is kind]
            if not (places and (yield from self._make_room(free, places[0], puts[places[0]]))):
                yield from self._carry(wrong[0], places[0] if places else None)
            return
        for square, kind in puts.items():
            if (yield from self._make_room(free, square, kind)):
                return
            fitting = [piece for piece in free if piece.kind is kind]
            # Where none of its kind is left, people take another.
            if fitting or free:
                yield from self._hold((fitting or free)[0], square)
                return

    def _make_room(
        self, free: list[PhysicalPiece], square: int, kind: Piece
    ) -> Generator[float, None, bool]:
        """Push straight what is in the way where a piece belongs, or take it; say if it did."""
        in_the_way = [piece for piece in free if _is_near(piece, square)]
        if in_the_way:
            piece = in_the_way[0]
            yield from self._hold(piece, square if piece.kind is kind else None)
            return True
        leaning = self._leaning_on(square)
        if leaning:
            yield from self._hold(leaning, leaning.square)
        return leaning is not None

    def _leaning_on(self, square: int) -> PhysicalPiece | None:
        """Return a piece that looks right on its own square, yet leaves no room on this one.

        Where such pieces stand in a row, it is the one that has room to be pushed straight.
        """
        found, known = None, {square}
        while True:
            near = (p for p in self.table.pieces if not p.held_by and _is_near(p, square))
            leaning = next((p for p in near if p.square not in known), None)
            if leaning is None:
                return found
            found, square = leaning, leaning.square
            known.add(square)

    def _options(self, seen: Seen) -> tuple[int, ...]:
        """Return the squares of the group by which this visitor answers, if there is a question."""
        languages = [each for each in _LANGUAGES if seen.of(each)]
        if len(languages) > 1:
            return seen.of(self.random.choice(languages))
        middle = seen.of(Meaning.OPTION_MIDDLE)
        return middle if self.newcomer else seen.of(*languages) or middle

    def _touch(self, squares: tuple[int, ...]) -> Iterator[float]:
        """Lift one of some pieces, or any, and put it back."""
        standing = [piece for piece in self.table.pieces if piece.stands and not piece.held_by]
        lit = [piece for piece in standing if piece.square in squares]
        if standing:
            piece = self.random.choice(lit or standing)
            yield from self._hold(piece, piece.square)

    def _try(self, seen: Seen) -> Iterator[float]:
        """Lift a piece of the side whose colour the corners have, and see where it can go."""
        pieces = self._to_lift(seen)
        if not pieces:
            self._tried.clear()
            return
        piece = self.random.choice(pieces)
        home = piece.square
        self.table.grab(self.name, piece.id)
        yield _HAND_S
        found = yield from self._look()
        target = self._target(home, found)
        if target is None:
            self._tried.add(piece.id)
        else:
            self._made = home, target
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
        best, stars = self._not_wrong(home, found, *_BEST), found.of(Meaning.VISIT)
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
        open_ = self._not_wrong(home, found, *_OPEN)
        return self.random.choice(open_) if self.plays and open_ and not stars else None

    def _not_wrong(self, home: int, found: Seen, *lights: Meaning) -> list[int]:
        """Return the squares of some lights to which a move has not turned out wrong."""
        return [square for square in found.of(*lights) if (home, square) not in self._was_wrong]

    def _is_free(self, one: int, other: int) -> bool:
        """Say whether two squares are in line, with nothing on the other or between them."""
        if one == other or not in_line(one, other):
            return False
        way = BETWEEN[one][other] | 1 << other
        standing = (p for p in self.table.pieces if p.stands)
        return not way & bits_of(*(piece.square for piece in standing))

    # Hands -------------------------------------------------------------------------------

    def _carry(self, origin: int, target: int | None) -> Iterator[float]:
        piece = self.table.at(origin)
        if piece is not None:
            yield from self._hold(piece, target)

    def _hold(self, piece: PhysicalPiece, target: int | None) -> Iterator[float]:
        self.table.grab(self.name, piece.id)
        yield _HAND_S
        self._drop(target)
        yield 2 * _HAND_S

    def _drop(self, target: int | None) -> None:
        x, y = TRAY if target is None else (target % SIZE, target // SIZE)
        self.table.drop(self.name, x, y)


def _is_centred(piece: PhysicalPiece) -> bool:
    """Say whether a standing piece is so near the centre of a square that it looks right."""
    return max(abs(piece.x - round(piece.x)), abs(piece.y - round(piece.y))) < _ASKEW


def _is_near(piece: PhysicalPiece, square: int) -> bool:
    """Say whether a standing piece is so near a square that no other one fits there."""
    x, y = square % SIZE, square // SIZE
    return piece.stands and (piece.x - x) ** 2 + (piece.y - y) ** 2 < _ROOM**2


def _is_loose(piece: PhysicalPiece) -> bool:
    """Say whether a piece lies beside the board, or stands askew, and nobody holds it."""
    stands_askew = piece.stands and not _is_centred(piece)
    return (piece.in_tray or stands_askew) and not piece.held_by
