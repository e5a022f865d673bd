"""How an examination speaks with whoever stands at the board: asks out, readings in.

An examination is a generator. It yields what to show and to say, is sent a reading of the sensors
each time, and returns what it has found. Whoever runs it lets time pass between two readings.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from hal.board import (
    CHANNELS,
    DARK,
    SQUARE_COUNT,
    Board,
    DiodeTesting,
    Driven,
    Frame,
    Measuring,
)
from hal.errors import BoardLostError
from hal.notice import Notice
from hal.squares import squares_in

Colour = tuple[int, int, int]
# Bright enough to be found by day, and far from what any supply gives.
WHITE, AMBER = (160, 160, 160), (60, 30, 0)
RED, GREEN, BLUE = (120, 0, 0), (0, 120, 0), (0, 0, 120)


class Reading(NamedTuple):
    """What the board gives at a time, in seconds; None where it cannot measure something.

    `heights` are millivolts above the baseline, `no_diode` the closed reeds that lack theirs, as
    far as that was asked for. `confirmed` says that somebody has pressed Enter since the last one,
    `driven` how many pixels a firmware drives.
    """

    occupied: int
    at: float
    heights: Sequence[float] | None = None
    no_diode: int | None = None
    confirmed: bool = False
    driven: int | None = None


class AskPerson(NamedTuple):
    """What to show and to say, and whether the next reading needs a look for missing diodes."""

    frame: Frame
    words: Notice
    wants_diodes: bool = False


Result = TypeVar("Result")
Conversation = Generator[AskPerson, Reading, Result]


def frame_of(colours: Mapping[int, Colour]) -> Frame:
    """Return the frame in which some squares shine and all others are dark."""
    if not colours:
        return DARK
    pixels = bytearray(CHANNELS * SQUARE_COUNT)
    for square, colour in colours.items():
        pixels[CHANNELS * square : CHANNELS * (square + 1)] = bytes(colour)
    return Frame(bytes(pixels))


def all_in(bits: int, colour: Colour) -> Frame:
    """Return the frame in which the squares of a bitboard shine in one colour."""
    return frame_of(dict.fromkeys(squares_in(bits), colour))


class _Readings:
    """Takes readings of a board."""

    def __init__(self, board: Board) -> None:
        """Find out, once, what the board can measure: that takes longer than a scan."""
        self._board = board
        self._measuring = board if isinstance(board, Measuring) else None
        self._testing = board if isinstance(board, DiodeTesting) else None
        self._driven = board if isinstance(board, Driven) else None

    def read(self, *, diodes: bool, confirmed: bool) -> Reading:
        """Return a reading.

        Raises:
            BoardLostError: the board cannot be read.
        """
        scan = self._board.scan()
        heights = self._measuring.heights_mv() if self._measuring else None
        no_diode = self._testing.missing_diodes() if diodes and self._testing else None
        driven = self._driven.driven_pixels if self._driven else None
        return Reading(scan.occupied, scan.at, heights, no_diode, confirmed, driven)


def hold(
    conversation: Conversation[Result],
    board: Board,
    say: Callable[[Notice], None],
    pause: Callable[[], None],
    is_confirmed: Callable[[], bool] = bool,
) -> Result:
    """Hold a conversation with a board to its end, and return its result.

    `say` puts words to whoever stands there, once for each change; `pause` lets time pass until
    the next reading. A board that is lost is waited for; once it is back, what to do is said again.
    """
    readings = _Readings(board)
    ask = next(conversation)
    said: Notice | None = None
    shown: Frame | None = None
    is_lost = False
    while True:
        # Nobody can do what a lost board asks for.
        if ask.words != said and not is_lost:
            said = ask.words
            say(said)
        if ask.frame != shown:
            shown = ask.frame
            board.show(shown)
        pause()
        try:
            reading = readings.read(diodes=ask.wants_diodes, confirmed=is_confirmed())
        except BoardLostError as error:
            is_lost = True
            lost = error.reason if isinstance(error.reason, Notice) else None
            if lost is not None and lost != said:
                said = lost
                say(lost)
            continue
        is_lost = False
        try:
            ask = conversation.send(reading)
        except StopIteration as end:
            result: Result = end.value
            return result
