"""Which wiring explains the answers that were given, and what to ask next to know more.

An answer says that a piece on one square, or where one pixel shines, is felt by one sensor. A
matrix has eleven wires for its rows and eleven for its columns, in any order and perhaps
exchanged; a strip goes one of a few regular ways. Every answer names at most one new row and one
new column, so ten answers are the least that can settle the wires, and one more must tell rows
from columns. Pure: knows neither lights nor people.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import log2
from typing import get_args

from hal.board import SQUARE_COUNT
from hal.squares import SIDE, SQUARE_NAMES, SQUARES_BY_NAME
from hal.wiring.path import Along, Corner
from hal.wiring.pixels import PixelWiring
from hal.wiring.sensors import SensorWiring

# The last wire follows from the others.
_ENOUGH = SIDE - 1
_MOST_SPARE = 2
# Each way in which a strip or the sensors can lie has its own square for each of these; so one of
# them must be known by its name. The others are for a board where that square feels nothing.
_ONE_FOR_EACH_WAY = ("b1", "j1", "b11", "j11")


@dataclass(frozen=True, slots=True)
class Question:
    """Where the piece is to be put: on a square by name, or where a pixel of the strip shines."""

    square: int | None = None
    pixel: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The sensor that felt the piece."""

    question: Question
    sensor: int


@dataclass(slots=True)
class _Story:
    """One way in which strip and matrix may be wired, and what the answers say of it.

    `ranks` are the rank of each row of sensors that is known, `files` the file of each column; of
    a matrix that is `turned`, the other way about.
    """

    pixels: PixelWiring | None
    squares: tuple[int | None, ...]  # of the pixels
    turned: bool
    ranks: dict[int, int] = field(default_factory=dict)
    files: dict[int, int] = field(default_factory=dict)

    def square_of(self, question: Question) -> int | None:
        """Return the square that a question means."""
        if question.pixel is not None:
            return self.squares[question.pixel]
        return question.square

    def lines_of(self, square: int) -> tuple[int, int]:
        """Return the line of the board that the row of its sensor feels, and the column."""
        rank, file = divmod(square, SIDE)
        return (file, rank) if self.turned else (rank, file)

    def takes(self, answer: Answer) -> bool:
        """Take an answer in; return whether it can be true."""
        square = self.square_of(answer.question)
        if square is None:
            return False
        row, column = divmod(answer.sensor, SIDE)
        of_row, of_column = self.lines_of(square)
        return _pairs(self.ranks, row, of_row) and _pairs(self.files, column, of_column)

    def expects(self, question: Question) -> tuple[int | None, int | None] | None:
        """Return the row and the column that will answer, None for each that is not known."""
        square = self.square_of(question)
        if square is None:
            return None
        of_row, of_column = self.lines_of(square)
        return _key_of(self.ranks, of_row), _key_of(self.files, of_column)

    @property
    def is_settled(self) -> bool:
        """Whether all wires are known."""
        return min(len(self.ranks), len(self.files)) >= _ENOUGH


@dataclass(frozen=True, slots=True)
class SettledWiring:
    """A wiring that explains all answers; no pixels where none were asked about."""

    sensors: SensorWiring
    pixels: PixelWiring | None


class WiringSearch:
    """The wirings that explain the answers so far."""

    def __init__(self, believed: PixelWiring | None) -> None:
        """Begin with what is believed of the strip; None asks for squares by name alone.

        Its pixels for each square and between squares are taken as they are; corner, direction,
        turns and spare pixels at the beginning and at the turns are looked for.
        """
        self._believed = believed
        self._stories = list(_stories(believed))
        self._useless: set[Question] = set()
        self.answers: list[Answer] = []

    def take(self, answer: Answer) -> None:
        """Take an answer in, and drop what it contradicts."""
        self.answers.append(answer)
        self._stories = [story for story in self._stories if story.takes(answer)]

    def forget(self, question: Question) -> None:
        """Do not ask this again, because nobody could answer it."""
        self._useless.add(question)

    def unanswered(self, found: "SettledWiring") -> list[int]:
        """Return the squares that did not answer, once it is known where the pixels lie."""
        pixels = () if found.pixels is None else found.pixels.pixels()
        squares = [
            each.square if each.pixel is None else pixels[each.pixel] for each in self._useless
        ]
        return sorted({square for square in squares if square is not None})

    @property
    def is_hopeless(self) -> bool:
        """Whether no regular wiring explains the answers."""
        return not self._stories

    @property
    def found(self) -> SettledWiring | None:
        """The wiring, once there is but one that explains the answers."""
        if not self._stories or not all(story.is_settled for story in self._stories):
            return None
        wirings = {_wiring_of(story): story for story in self._stories}
        if len({sensors.order() for sensors, _ in wirings}) > 1:
            return None
        shortest = min(len(story.squares) for story in self._stories)
        ways = {story.squares[:shortest] for story in self._stories}
        # Of several ways that differ only past the last pixel, the plainest.
        return SettledWiring(*min(wirings, key=_spares)) if len(ways) == 1 else None

    def next_question(self) -> Question | None:
        """Return the question whose answer says most; None if none says anything more."""
        if self._believed is not None and not self.answers:
            for name in _ONE_FOR_EACH_WAY:
                named = Question(square=SQUARES_BY_NAME[name])
                if named not in self._useless:
                    return named
        questions = [q for q in self._questions() if q not in self._useless]
        asked = {answer.question for answer in self.answers}
        worth, _, question = max(
            (
                (self._worth(each), -n, each)
                for n, each in enumerate(questions)
                if each not in asked
            ),
            default=(0.0, 0, None),
        )
        return question if worth > 0 else None

    def _questions(self) -> Iterator[Question]:
        if self._believed is None:
            yield from (Question(square=number) for number in range(SQUARE_COUNT))
            return
        # Of squares with several pixels only another than the first may tell where they begin.
        each = self._believed.per_square
        for offset in range(each):
            yield from (Question(pixel=each * n + offset) for n in range(SQUARE_COUNT))

    def _worth(self, question: Question) -> float:
        """Return in bits, roughly, what an answer would say."""
        expected: dict[tuple[int | None, int | None] | None, int] = {}
        new = 0
        for story in self._stories:
            expects = story.expects(question)
            expected[expects] = expected.get(expects, 0) + 1
            if expects is not None:
                new += self._news(story, expects)
        count = len(self._stories)
        told_apart = -sum(n / count * log2(n / count) for n in expected.values()) if count else 0
        return log2(SIDE) * new / max(count, 1) + told_apart

    @staticmethod
    def _news(story: _Story, expects: tuple[int | None, int | None]) -> int:
        row, column = expects
        return (row is None and len(story.ranks) < _ENOUGH) + (
            column is None and len(story.files) < _ENOUGH
        )


def _stories(believed: PixelWiring | None) -> Iterator[_Story]:
    if believed is None:
        for turned in (False, True):
            yield _Story(None, (), turned)
        return
    spares = range(_MOST_SPARE + 1)
    ways = product(spares, spares, (False, True), get_args(Corner), get_args(Along))
    for before, turning, serpentine, first, along in ways:
        keys = {
            "before": before,
            "turning": turning,
            "serpentine": serpentine,
            "first": first,
            "along": along,
            "squares": (),
            "order": "RGB",
        }
        pixels = believed.model_copy(update=keys)
        squares = pixels.pixels()
        for turned in (False, True):
            yield _Story(pixels, squares, turned)


def _pairs(known: dict[int, int], key: int, value: int) -> bool:
    """Pair two lines; return whether neither has another partner."""
    if key in known:
        return known[key] == value
    if value in known.values():
        return False
    known[key] = value
    return True


def _key_of(known: dict[int, int], value: int) -> int | None:
    return next((key for key, each in known.items() if each == value), None)


def _wiring_of(story: _Story) -> tuple[SensorWiring, PixelWiring | None]:
    """Return a story as the settings of a configuration, with as few of them as possible."""
    lines = [_completed(each) for each in (story.ranks, story.files)]
    along: Along = "files" if story.turned else "ranks"
    ways = []
    for first in get_args(Corner):
        on_rank, on_file = first in ("a11", "k11"), first in ("k1", "k11")
        flips = (on_file, on_rank) if story.turned else (on_rank, on_file)
        rows, columns = (
            tuple((SIDE - n if flips[which] else n + 1) for n in lines[which]) for which in (0, 1)
        )
        ways.append(SensorWiring(first=first, along=along, rows=rows, columns=columns))
    return max(ways, key=_plainness), story.pixels


def _spares(wiring: tuple[SensorWiring, PixelWiring | None]) -> int:
    pixels = wiring[1]
    return 0 if pixels is None else pixels.before + pixels.turning


def _plainness(wiring: SensorWiring) -> int:
    """Return how many wires of a wiring are where one expects them."""
    return sum(
        n == each for line in (wiring.rows, wiring.columns) for n, each in enumerate(line, 1)
    )


def _completed(known: dict[int, int]) -> list[int]:
    """Return the partner of each line; the last one is what is left."""
    left = set(range(SIDE)) - set(known.values())
    return [known[n] if n in known else left.pop() for n in range(SIDE)]


def each_sensor(answers: Sequence[Answer], believed: SensorWiring) -> SensorWiring:
    """Return the wiring in which every sensor has its own square.

    Sensors that nobody has felt keep the squares that they are believed to have; if those are
    taken, they get the squares that are left.
    """
    squares = {a.sensor: a.question.square for a in answers if a.question.square is not None}
    left = set(range(SQUARE_COUNT)) - set(squares.values())
    for sensor, square in enumerate(believed.order()):
        if sensor not in squares and square in left:
            squares[sensor] = square
            left.remove(square)
    missing = [sensor for sensor in range(SQUARE_COUNT) if sensor not in squares]
    squares |= dict(zip(missing, sorted(left), strict=True))
    return SensorWiring(squares=tuple(SQUARE_NAMES[squares[n]] for n in range(SQUARE_COUNT)))
