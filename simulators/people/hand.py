"""A simulated hand that moves pieces on a tabletop at human speed, in virtual time.

It knows squares, wooden pieces and how a profile handles them. It knows no game and never looks
at the board's lights. Whatever takes time yields pauses in seconds.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from math import cos, pi, sin
from random import Random

from controller.rules.geometry import SIZE
from controller.rules.lines import Move
from simulators.people.background import Activity
from simulators.people.profiles import STEADY, Profile, Span
from simulators.people.room import crowds, is_crowded, square_aside, stands_askew
from simulators.table.tabletop import TRAY, Tabletop

_NAME = "simulated hand"
# A slide moves its piece once in this time.
_STEP_S = 0.01
# A hand tries this often to bring a piece where it belongs.
_MOST_PUSHES = 10
# A hop over one square, and the touch after it.
_HOP_S: Span = (0.05, 0.2)
_TOUCH_S: Span = (0.02, 0.12)


@dataclass(slots=True)
class Timeline:
    """When the hand last lifted a piece and put it down, in seconds; a slide is never lifted.

    `trail` holds the squares that the piece came to, and when. `askew` says that the hand put
    the piece down off the middle of its square.
    """

    lifted_at: float | None = None
    placed_at: float = 0.0
    trail: list[tuple[int, float]] = field(default_factory=list)
    askew: bool = False


class SimulatedHand:
    """A hand that moves pieces as its profile does."""

    def __init__(
        self,
        table: Tabletop,
        clock: Callable[[], float],
        random: Random,
        profile: Profile = STEADY,
        name: str = _NAME,
    ) -> None:
        """Give a table a hand; `random` decides how it moves and how long it takes."""
        self._table = table
        self._clock = clock
        self._random = random
        self._profile = profile
        self._name = name
        self.timeline = Timeline()
        self._holds: int | None = None  # a piece that it lifted to make a move
        self.moved: int | None = None  # the id of the piece of its last move

    def lift(self, square: int) -> bool:
        """Lift the piece on a square, to make a move with it; return whether it could."""
        piece = self._table.at(square)
        if piece is None or piece.held_by is not None:
            return False
        self._table.grab(self._name, piece.id)
        self.timeline = Timeline(self._clock())
        self._holds = piece.id
        return True

    def make_move(self, move: Move) -> Activity:
        """Lift or slide a piece from its origin to its target, as the profile does.

        Raises:
            LookupError: no piece stands on the origin.
        """
        piece_id = self._holds
        if piece_id is None:
            piece_id = yield from self._bring(move)
        else:
            yield self.sample(self._profile.bullet_s)
        self._put_down(piece_id, move.target)
        self._holds, self.moved = None, piece_id
        self.timeline.placed_at = self._clock()
        yield 0.0
        yield from self._lift_to_target(piece_id, move.target)

    def try_again(self, move: Move) -> Activity:
        """Put the piece of its last move where that was to go, if it could not be put there."""
        if self.moved is not None:
            yield from self._lift_to_target(self.moved, move.target)

    def _bring(self, move: Move) -> Generator[float, None, int]:
        """Slide or lift a piece to a move's target; return its id. The hand still holds it."""
        piece = self._table.at(move.origin)
        if piece is None:
            raise LookupError(f"{move}: no piece stands on the origin")
        slides = self.happens(self._profile.slides)
        self._table.grab(self._name, piece.id, slide=slides)
        self.timeline = Timeline(None if slides else self._clock())
        if slides and self.happens(self._profile.hops):
            yield from self._hop_to(piece.id, move)
        elif slides:
            yield from self._slide_to(move)
        elif self.happens(self._profile.holds):
            yield self.sample(self._profile.hold_s)
        else:
            yield self.sample(self._profile.in_the_air_s)
        return piece.id

    def slide_and_return(self, move: Move, seconds: float) -> Activity:
        """Slide a piece to a target, hesitate, and slide it back.

        Raises:
            LookupError: no piece stands on the origin.
        """
        piece = self._table.at(move.origin)
        if piece is None:
            raise LookupError(f"{move}: no piece stands on the origin")
        self._table.grab(self._name, piece.id, slide=True)
        per_square_s = self.sample(self._profile.per_square_s)
        yield from self._slide(move.origin, move.target, per_square_s)
        yield seconds
        yield from self._slide(move.target, move.origin, per_square_s)
        self._table.drop(self._name, move.origin % SIZE, move.origin // SIZE)

    def carry(self, piece_id: int, square: int | None, seconds: float) -> Activity:
        """Lift a piece, hold it for some seconds, put it on a square or, for None, in the tray."""
        self._table.grab(self._name, piece_id)
        yield seconds
        x, y = TRAY if square is None else (square % SIZE, square // SIZE)
        for _ in range(_MOST_PUSHES):
            if square is None or not self._is_crowded(piece_id, x, y):
                break
            yield 0.1  # until whatever is in the way is gone
        self._table.drop(self._name, x, y)
        self._note_square(square)

    def put_right(self, piece_id: int) -> Activity:
        """Push a piece that stands askew to the middle of its square, once there is room."""
        for _ in range(_MOST_PUSHES):
            piece = self._table.pieces[piece_id]
            if piece.held_by is not None or not stands_askew(piece):
                return
            self._table.grab(self._name, piece_id, slide=True)
            yield 0.1
            self._table.drop(self._name, round(piece.x), round(piece.y))
            if stands_askew(self._table.pieces[piece_id]):
                # Another piece that stands askew is in the way.
                yield 0.5

    def push_to(self, piece_id: int, place: tuple[float, float]) -> Activity:
        """Push a piece along the board to a place nearby."""
        self._table.grab(self._name, piece_id, slide=True)
        yield 0.1
        self._table.set_down(self._name, *place)

    def nudge(self, piece_id: int, by: Span | None = None) -> bool:
        """Push a piece a little by mistake; return whether there was room."""
        piece = self._table.pieces[piece_id]
        if piece.held_by is not None or stands_askew(piece):
            return False
        dx, dy = self._random_offset(by or self._profile.nudge_by)
        if self._is_crowded(piece_id, piece.x + dx, piece.y + dy):
            return False
        self._table.nudge(piece_id, dx, dy)
        return True

    def think(self) -> Activity:
        """Think for a while."""
        yield self.sample(self._profile.think_s)

    def happens(self, chance: float) -> bool:
        """Say whether something with a chance of 0..1 happens this time."""
        return chance > 0 and self._random.random() < chance

    def sample(self, span: Span) -> float:
        """Return a random number within a span."""
        return self._random.uniform(*span)

    # How a piece gets there --------------------------------------------------------------

    def _slide_to(self, move: Move) -> Activity:
        """Slide along a move, perhaps with stops on the way, perhaps too far and back."""
        way = _squares_between(move)
        seconds = self.sample(self._profile.per_square_s)
        stops: list[int] = []
        if way and self.happens(self._profile.stops):
            stops = sorted(self._random.sample(range(len(way)), min(len(way), 2)))
            stops = stops[: self._random.randint(1, 2)]
        here = move.origin
        for stop in stops:
            yield from self._slide(here, way[stop], seconds)
            yield self.sample(self._profile.stop_s)
            here = way[stop]
        beyond = _square_beyond(move)
        if beyond is not None and self.happens(self._profile.overshoots):
            yield from self._slide(here, beyond, seconds)
            yield self.sample(self._profile.overshoot_s)
            here = beyond
        elif way and here != way[-1] and self.happens(self._profile.stops_short):
            yield from self._slide(here, way[-1], seconds)
            yield self.sample(self._profile.stop_short_s)
            here = way[-1]
        yield from self._slide(here, move.target, seconds)

    def _hop_to(self, piece_id: int, move: Move) -> Activity:
        """Slide along a move; the piece leaves the board for a while, once or more."""
        here, raised = move.origin, False
        for square in [*_squares_between(move), move.target]:
            if not raised and self._random.random() < 0.5:
                raised = True
                self._grip_again(piece_id, here, slide=False)
            yield from self._slide(here, square, self.sample(_HOP_S))
            here = square
            if raised and self._random.random() < 0.6:
                raised = False
                self._grip_again(piece_id, here, slide=True)
                yield self.sample(_TOUCH_S)

    def _grip_again(self, piece_id: int, square: int, *, slide: bool) -> None:
        self._table.set_down(self._name, square % SIZE, square // SIZE)
        self._table.grab(self._name, piece_id, slide=slide)

    def _slide(self, origin: int, target: int, per_square_s: float) -> Activity:
        x, y = origin % SIZE, origin // SIZE
        across, up = target % SIZE - x, target // SIZE - y
        seconds = (abs(across) + abs(up)) * per_square_s
        steps = max(1, round(seconds / _STEP_S))
        for step in range(1, steps + 1):
            to_x, to_y = x + across * step / steps, y + up * step / steps
            self._table.move(self._name, to_x, to_y)
            self._note_square(SIZE * round(to_y) + round(to_x))
            yield _STEP_S

    def _note_square(self, square: int | None) -> None:
        trail = self.timeline.trail
        if square is not None and (not trail or trail[-1][0] != square):
            trail.append((square, self._clock()))

    def _put_down(self, piece_id: int, square: int) -> None:
        x, y = square % SIZE, square // SIZE
        self._push_aside(piece_id, x, y)
        self._note_square(square)
        by = self._profile.off_centre_by if self.happens(self._profile.off_centre) else None
        if self.happens(self._profile.far_off):
            by = self._profile.far_off_by
        if by is not None:
            dx, dy = self._random_offset(by)
            if not self._is_crowded(piece_id, x + dx, y + dy):
                self.timeline.askew = True
                self._table.set_down(self._name, x + dx, y + dy)
                return
        self._table.drop(self._name, x, y)

    def _push_aside(self, piece_id: int, x: float, y: float) -> None:
        """Push the pieces straight that stand askew where a piece is to be put: it has no room."""
        for other in self._table.pieces:
            if crowds(other, piece_id, x, y) and stands_askew(other):
                to_x, to_y = square_aside(other.x, other.y, (x, y))
                self._table.nudge(other.id, to_x - other.x, to_y - other.y)

    def _lift_to_target(self, piece_id: int, square: int) -> Activity:
        """Lift a piece whose way was blocked, and put it on its target once there is room."""
        for _ in range(_MOST_PUSHES):
            piece = self._table.pieces[piece_id]
            if piece.square == square:
                return
            yield from self.carry(piece_id, square, 0.2)
            self.timeline.placed_at = self._clock()

    def _random_offset(self, by: Span) -> tuple[float, float]:
        angle, distance = self._random.uniform(0, 2 * pi), self.sample(by)
        return distance * cos(angle), distance * sin(angle)

    def _is_crowded(self, piece_id: int, x: float, y: float) -> bool:
        return is_crowded(self._table.pieces, piece_id, x, y)


def _squares_between(move: Move) -> list[int]:
    step = _step(move)
    return list(range(move.origin + step, move.target, step))


def _square_beyond(move: Move) -> int | None:
    """Return the square behind the target, None where the board ends."""
    before, beyond = move.target - _step(move), move.target + _step(move)
    # Beyond an edge the file jumps or the rank does not exist.
    file = 2 * (move.target % SIZE) - before % SIZE
    return beyond if 0 <= beyond < SIZE * SIZE and beyond % SIZE == file else None


def _step(move: Move) -> int:
    sign = 1 if move.target > move.origin else -1
    return sign * (1 if move.target // SIZE == move.origin // SIZE else SIZE)
