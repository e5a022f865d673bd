"""A person who does what a diagnosis asks: sees the lights, hears a sentence, moves pieces.

Sees only what the pixels show, never what the program believes. Knows neither sensors nor wires.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from controller.rules.geometry import SIZE, SQUARE_COUNT, parse_square
from controller.rules.pieces import Piece
from hal.board import Frame
from hal.notice import Notice
from simulators.table.tabletop import TRAY, PhysicalPiece, Tabletop

_HAND = "guided"
# How long it takes to see, to lift and to put down, in seconds.
_SEEING_S, _LIFTING_S, _PUTTING_S = (0.15, 0.3), 0.2, 0.2
# How far off the middle a piece stands, in squares, unless somebody is asked to push it there.
_ASKEW = 0.15
_GLANCE_S = 0.05
# Where wood and daylight swallow less than this, nobody sees a light.
_VISIBLE = 12
_KINDS: Mapping[str, Piece] = {
    "attacker": Piece.ATTACKER,
    "defender": Piece.DEFENDER,
    "king": Piece.KING,
}
_COLOURS = {"ask.red": "red", "ask.green": "green", "ask.blue": "blue"}


@dataclass(slots=True)
class GuidedPerson:
    """Follows lights and sentences; `look` is called whenever a little time has passed."""

    table: Tabletop
    seen: Callable[[], Frame]
    clock: Callable[[], float]
    random: Random
    _words: Notice | None = None
    _life: Iterator[float] = field(init=False)
    _free_at: float = 0.0
    _marked: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Come to the board."""
        self._life = self._live()

    def hear(self, words: Notice) -> None:
        """Hear what to do."""
        if words != self._words:
            self._words = words
            self._marked.clear()

    def look(self) -> None:
        """Do what is due."""
        while self.clock() >= self._free_at:
            self._free_at = self.clock() + next(self._life)

    def _live(self) -> Iterator[float]:
        while True:
            words = self._words
            yield _GLANCE_S
            if words is None or words is not self._words:
                continue
            yield from self._do(words)

    def _do(self, words: Notice) -> Iterator[float]:
        match words.key:
            case "ask.clear":
                yield from self._clear()
            case "ask.pieces":
                yield from self._set_up()
            case "ask.square":
                yield from self._go(parse_square(_text(words, "square")), Piece.ATTACKER)
            case "ask.light" | "ask.push" | "ask.pixel" | "ask.order":
                yield self.random.uniform(*_SEEING_S)
                if words is self._words:
                    yield from self._go(self._asked(words.key), Piece.ATTACKER, words.key)
            case "ask.attacker" | "ask.defender" | "ask.king":
                yield self.random.uniform(*_SEEING_S)
                if words is self._words:
                    kind = _KINDS[words.key.removeprefix("ask.")]
                    yield from self._go(self._asked(words.key), kind, words.key)
            case key if key in _COLOURS:
                yield from self._mark(_COLOURS[key])

    # What the eyes see ---------------------------------------------------------------------

    def _asked(self, key: str) -> int | None:
        """Return the square where the lights ask for the piece."""
        colours = _colours(self.seen())
        if key == "ask.order":
            return next(
                (
                    square
                    for square in range(SQUARE_COUNT - 1)
                    if square % SIZE < SIZE - 1
                    and (colours[square], colours[square + 1]) == ("red", "green")
                ),
                None,
            )
        white = [square for square, name in colours.items() if name == "white"]
        if len(white) == 1:
            return white[0]
        return _middle([square for square, name in colours.items() if name not in ("", "white")])

    def _mark(self, colour: str) -> Iterator[float]:
        """Put the piece on the next square that shows another colour than it should."""
        wrong = [square for square, name in _colours(self.seen()).items() if name != colour]
        left = [square for square in wrong if square not in self._marked]
        if left:
            self._marked.add(left[0])
            yield from self._go(left[0], Piece.ATTACKER)
            yield 0.6
        elif self._standing():
            yield from self._clear()

    # What the hand does --------------------------------------------------------------------

    def _standing(self) -> list[PhysicalPiece]:
        return [piece for piece in self.table.pieces if not piece.in_tray]

    def _clear(self) -> Iterator[float]:
        for piece in self._standing():
            yield from self._carry(piece, *TRAY)

    def _go(self, square: int | None, kind: Piece, key: str = "") -> Iterator[float]:
        """Put the one piece of a kind on a square, exactly in the middle if it is to be pushed."""
        if square is None:
            return
        x, y = square % SIZE, square // SIZE
        standing = self._standing()
        here = next((p for p in standing if p.square == square), None)
        if here is not None and here.kind is kind:
            if key == "ask.push" and (here.x, here.y) != (x, y):
                yield from self._carry(here, x, y)
            return
        for other in standing:
            if other.kind is not kind:
                yield from self._carry(other, *TRAY)
        pieces = [p for p in self.table.pieces if p.kind is kind]
        piece = next((p for p in pieces if not p.in_tray), pieces[0])
        is_careful = key == "ask.push" or key.removeprefix("ask.") in _KINDS
        askew = 0.0 if is_careful else _ASKEW
        dx, dy = (self.random.choice((-askew, askew)) for _ in range(2))
        yield from self._carry(piece, x + dx, y + dy)

    def _set_up(self) -> Iterator[float]:
        """Take one piece from where the light is red, or put one where it is white."""
        names = _colours(self.seen())
        for square, name in names.items():
            piece = self.table.at(square)
            if name == "red" and piece is not None:
                yield from self._carry(piece, *TRAY)
                return
        for square, name in names.items():
            spare = next((p for p in self.table.pieces if p.in_tray), None)
            if name == "white" and self.table.at(square) is None and spare is not None:
                yield from self._carry(spare, square % SIZE, square // SIZE)
                return

    def _carry(self, piece: PhysicalPiece, x: float, y: float) -> Iterator[float]:
        self.table.grab(_HAND, piece.id)
        yield _LIFTING_S
        self.table.set_down(_HAND, x, y)
        yield _PUTTING_S


@lru_cache(maxsize=64)
def _colours(frame: Frame) -> Mapping[int, str]:
    """Return what every square looks like."""
    return {square: _name_of(frame.pixel(square)) for square in range(SQUARE_COUNT)}


def _name_of(pixel: tuple[int, int, int]) -> str:
    """Return the name of a colour as people see it; nothing for darkness."""
    red, green, blue = (channel >= _VISIBLE for channel in pixel)
    names = {
        (True, True, True): "white",
        (True, False, False): "red",
        (False, True, False): "green",
        (False, False, True): "blue",
        (True, True, False): "amber",
        (True, False, True): "purple",
        (False, True, True): "cyan",
    }
    return names.get((red, green, blue), "")


def _middle(around: list[int]) -> int | None:
    """Return the square that is framed by others, None if they frame none."""
    for square in range(SQUARE_COUNT):
        rank, file = divmod(square, SIZE)
        steps = ((rank + 1, file), (rank - 1, file), (rank, file + 1), (rank, file - 1))
        beside = [SIZE * r + f for r, f in steps if 0 <= r < SIZE and 0 <= f < SIZE]
        if sorted(beside) == sorted(around):
            return square
    return None


def _text(words: Notice, name: str) -> str:
    return next((str(value) for key, value in words.particulars if key == name), "")
