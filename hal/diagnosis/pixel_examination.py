"""Pixels, judged by the eyes of whoever stands at the board, who answers with a piece."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from hal.board import SQUARE_COUNT
from hal.diagnosis.check import Check, Verdict
from hal.diagnosis.conversation import (
    BLUE,
    GREEN,
    RED,
    AskPerson,
    Colour,
    Conversation,
    Reading,
    all_in,
    frame_of,
)
from hal.notice import notice
from hal.squares import SQUARES_BY_NAME

_ALL = (1 << SQUARE_COUNT) - 1
# A piece that stands this long on a square is meant; after this silence no more squares are.
_MEANT_S = 0.4
_SILENCE_S = 8.0
_PATIENCE_S = 20.0
_COLOURS: Sequence[tuple[str, Colour]] = (("red", RED), ("green", GREEN), ("blue", BLUE))
# Under each order of the colours, one pair is red on the left and green on the right.
_PAIRS = ("b2", "e2", "h2", "b6", "e6", "h6")


def show_colours(ignored: int) -> Conversation[dict[str, int]]:
    """Show the whole board in each colour; return by colour the squares that show another one."""
    wrong = {}
    for name, colour in _COLOURS:
        wrong[name] = yield from _marks(name, colour, ignored)
    return wrong


def _marks(name: str, colour: Colour, ignored: int) -> Conversation[int]:
    """Return the squares on which the piece is put one after the other."""
    ask = AskPerson(all_in(_ALL, colour), notice(f"ask.{name}"))
    marked, standing = 0, 0
    reading = yield ask
    since = changed_at = reading.at
    while not reading.confirmed and reading.at - changed_at < _SILENCE_S:
        now = reading.occupied & ~ignored
        if now != standing:
            standing, since = now, reading.at
        if standing & ~marked and reading.at - since >= _MEANT_S:
            marked, changed_at = marked | standing, reading.at
        reading = yield ask
    return marked


def ask_order(
    believed: str,
    ignored: int,
    places: Sequence[int] = range(SQUARE_COUNT),
    squares: Sequence[int] = range(SQUARE_COUNT),
) -> Conversation[str | None]:
    """Ask for the red square with a green one to its right; return the order of the colours.

    Frames go out in the order that is `believed`; `places` has the place in the frame of each
    square, `squares` the square of each sensor, while neither is in order yet. None if nobody
    answers.
    """
    orders = ["".join(order) for order in permutations("RGB")]
    lit: dict[int, Colour] = {}
    answers: dict[int, str] = {}
    for name, each in zip(_PAIRS, orders, strict=True):
        square = SQUARES_BY_NAME[name]
        lit[places[square]] = _sent(believed, each, RED)
        lit[places[square + 1]] = _sent(believed, each, GREEN)
        answers[square] = each
    ask = AskPerson(frame_of(lit), notice("ask.order"))
    reading = yield ask
    began = since = reading.at
    standing: int | None = None
    while reading.at - began < _PATIENCE_S and not reading.confirmed:
        now = _only(reading, ignored)
        if now != standing:
            standing, since = now, reading.at
        if standing is not None and reading.at - since >= _MEANT_S:
            order = answers.get(squares[standing])
            if order is not None:
                return order
        reading = yield ask
    return None


def _only(reading: Reading, ignored: int) -> int | None:
    """Return the one square that is occupied, None for none or several."""
    now = reading.occupied & ~ignored
    return now.bit_length() - 1 if now and now & (now - 1) == 0 else None


def _sent(believed: str, order: str, colour: Colour) -> Colour:
    """Return what to ask for so that a strip of some order shows a colour."""
    asked = dict(zip(believed, (colour["RGB".index(letter)] for letter in order), strict=True))
    return asked["R"], asked["G"], asked["B"]


def pixel_checks(wrong: dict[str, int]) -> Iterator[Check]:
    """Yield a check for every pixel, given which squares showed which colour wrongly."""
    for square in range(SQUARE_COUNT):
        missed = [name for name, squares in wrong.items() if squares >> square & 1]
        if not missed:
            yield Check("pixel", Verdict.OK, notice("check.pixel.good"), square=square)
        elif len(missed) == len(wrong):
            cure = notice("cure.pixel.dark")
            yield Check("pixel", Verdict.FAIL, notice("check.pixel.dark"), cure, square)
        else:
            finding = notice("check.pixel.colours", colours=tuple(missed))
            yield Check("pixel", Verdict.FAIL, finding, notice("cure.pixel.colours"), square)
