"""One piece is put on one square: what the sensors say while it comes, stands and goes."""

from dataclasses import dataclass, field
from functools import cache
from statistics import fmean

from hal.board import DARK, SQUARE_COUNT, Frame
from hal.diagnosis.conversation import (
    AMBER,
    RED,
    WHITE,
    AskPerson,
    Conversation,
    Reading,
    all_in,
    frame_of,
)
from hal.notice import Notice, notice
from hal.squares import SIDE, SQUARE_NAMES, squares_in

# How long a piece is watched that stands, in seconds; and a board that should be empty.
DWELL_S = 0.5
EMPTY_S = 1.0
# Until the light asks a second time, and until it gives up.
PATIENCE_S = 6.0
# A piece that nobody lifts is waited for no longer than this.
_LEAVING_S = 20.0
# A piece that is felt elsewhere stands there by mistake or by a crossed wire after this time.
_ELSEWHERE_S = 1.5
# A sensor that closes under a piece reads closed in more than this share of the readings.
_FELT_SHARE = 0.2
_MOST_SHARE = 0.8
# A reed chatters while a magnet comes near. One that changes oftener, and for longer, is broken.
_MOST_FLIPS = 5
_COMING_S = 2.0


@dataclass(slots=True)
class SensorCounts:
    """What the sensors read while nothing moved: how often each was closed, and how often changed.

    Heights are those of one square.
    """

    readings: int = 0
    closed: list[int] = field(default_factory=lambda: [0] * SQUARE_COUNT)
    changes: list[int] = field(default_factory=lambda: [0] * SQUARE_COUNT)
    heights: list[float] = field(default_factory=list)
    _before: int | None = None

    def add(self, reading: Reading, square: int | None = None) -> None:
        """Count a reading."""
        self.readings += 1
        for sensor in squares_in(reading.occupied):
            self.closed[sensor] += 1
        changed = 0 if self._before is None else self._before ^ reading.occupied
        self._before = reading.occupied
        for sensor in squares_in(changed):
            self.changes[sensor] += 1
        if reading.heights is not None and square is not None:
            self.heights.append(reading.heights[square])

    def restless(self, most: int) -> int:
        """Return the sensors that changed more than a number of times, as bits."""
        return sum(1 << square for square, times in enumerate(self.changes) if times > most)

    def share(self, square: int) -> float:
        """Return in what share of the readings a sensor was closed."""
        return self.closed[square] / self.readings if self.readings else 0.0

    @property
    def mostly(self) -> int:
        """The sensors that were closed nearly all the time, as bits."""
        return sum(
            1 << square for square in range(SQUARE_COUNT) if self.share(square) > _MOST_SHARE
        )

    @property
    def height(self) -> float | None:
        """The mean height."""
        return fmean(self.heights) if self.heights else None


@dataclass(frozen=True, slots=True)
class Stood:
    """What came of asking for a piece on a square.

    `counts` is None where its sensor never felt one; `elsewhere` are the sensors that felt it
    instead. `asked_twice` says that it was only felt after the second asking.
    """

    square: int
    counts: SensorCounts | None
    asked_twice: bool = False
    elsewhere: int = 0
    no_diode: bool = False


def clear(words: Notice) -> Conversation[int]:
    """Ask for an empty board; return the sensors that stay closed all the same, as bits."""
    reading = yield AskPerson(DARK, words)
    fewest, since, always = SQUARE_COUNT + 1, reading.at, -1
    while True:
        count = reading.occupied.bit_count()
        if count < fewest:  # somebody is taking pieces away
            fewest, since, always = count, reading.at, -1
        always &= reading.occupied
        patience_s = PATIENCE_S if fewest else EMPTY_S
        if reading.at - since >= patience_s or (reading.confirmed and fewest):
            return always
        reading = yield AskPerson(all_in(reading.occupied, RED), words)


def rest(words: Notice, seconds: float, ignored: int = 0) -> Conversation[SensorCounts]:
    """Watch the board for a while; what ignored sensors read does not count."""
    counts = SensorCounts()
    reading = yield AskPerson(DARK, words)
    until = reading.at + seconds
    while reading.at < until:
        counts.add(reading._replace(occupied=reading.occupied & ~ignored))
        reading = yield AskPerson(DARK, words)
    return counts


def stand(
    square: int, ignored: int = 0, *, framed: bool = False, words: Notice | None = None
) -> Conversation[Stood]:
    """Ask for the piece on a square by light, and watch it there.

    `words` ask for a certain piece. `ignored` sensors count for nothing. `framed` lights the
    squares around from the beginning, because the square itself stays dark.
    """
    words = words or notice("ask.light", square=SQUARE_NAMES[square])
    reading = yield AskPerson(_light(square, framed=framed), words)
    coming = Coming(1 << square, ignored, reading)
    while True:
        coming.see(reading)
        if coming.is_felt:
            counts = yield from _watch(square, words, framed=framed)
            if counts.share(square) > _FELT_SHARE:
                last = yield AskPerson(_light(square, framed=framed), words, wants_diodes=True)
                lacks = bool((last.no_diode or 0) >> square & 1)
                return Stood(square, counts, coming.asked_twice, no_diode=lacks)
        if coming.elsewhere_s >= _ELSEWHERE_S:
            return Stood(square, None, coming.asked_twice, coming.elsewhere)
        if coming.waited_s >= PATIENCE_S or reading.confirmed:
            if coming.asked_twice:
                return Stood(square, None, asked_twice=True)
            coming.ask_again(reading.at)
            words, framed = notice("ask.push", square=SQUARE_NAMES[square]), True
        reading = yield AskPerson(_light(square, framed=framed), words)


class Coming:
    """A piece on its way to a square: where it comes from, and where it is felt instead."""

    def __init__(self, wanted: int, ignored: int, reading: Reading) -> None:
        self._wanted = wanted
        self._counted = ~ignored
        self._from = reading.occupied  # where it still stands, as far as the sensors say
        self._began = self._since = self._at = reading.at
        self._elsewhere_since = reading.at
        self.elsewhere = 0
        self.is_felt = False
        self.asked_twice = False

    def see(self, reading: Reading) -> None:
        """Take in a reading."""
        now, self._at = reading.occupied & self._counted, reading.at
        self._from &= now
        if self._from and self._at - self._began < _LEAVING_S:
            self._since = self._at
        # A sensor that was closed before the piece came has not felt it come.
        not_before = -1 if self.asked_twice else ~self._from
        self.is_felt = bool(now & self._wanted & not_before)
        new = now & ~self._from & ~self._wanted
        if new != self.elsewhere:
            self.elsewhere, self._elsewhere_since = new, self._at

    def ask_again(self, at: float) -> None:
        """Wait once more."""
        self._since, self.asked_twice = at, True

    @property
    def waited_s(self) -> float:
        """How long nothing has come since the piece was lifted."""
        return self._at - self._since

    @property
    def elsewhere_s(self) -> float:
        """How long it has been felt elsewhere alone."""
        return self._at - self._elsewhere_since if self.elsewhere else 0.0


class Flips:
    """How often sensors close and open while nobody has been felt to stand."""

    def __init__(self, ignored: int) -> None:
        self._counted = ~ignored
        self._before: int | None = None
        self._times: dict[int, list[float]] = {}

    def see(self, reading: Reading) -> None:
        """Take in a reading."""
        now = reading.occupied & self._counted
        if self._before is not None:
            for sensor in squares_in(now ^ self._before):
                self._times.setdefault(sensor, []).append(reading.at)
        self._before = now

    @property
    def chattering(self) -> int:
        """The sensors that did so again and again, and not only while a piece came, as bits."""
        return sum(
            1 << sensor
            for sensor, times in self._times.items()
            if len(times) > _MOST_FLIPS and times[-1] - times[0] >= _COMING_S
        )


def _watch(square: int, words: Notice, *, framed: bool) -> Conversation[SensorCounts]:
    """Watch a piece that stands; a sensor that felt it only in passing is soon known."""
    counts = SensorCounts()
    reading = yield AskPerson(_light(square, framed=framed), words)
    began = reading.at
    while reading.at - began < DWELL_S:
        counts.add(reading, square)
        if reading.at - began > DWELL_S / 2 and counts.share(square) <= _FELT_SHARE:
            break
        reading = yield AskPerson(_light(square, framed=framed), words)
    return counts


@cache
def _light(square: int, *, framed: bool) -> Frame:
    around = dict.fromkeys(around_of(square), AMBER) if framed else {}
    return frame_of({**around, square: WHITE})


def around_of(square: int) -> list[int]:
    """Return the squares that share an edge with a square."""
    rank, file = divmod(square, SIDE)
    steps = ((rank + 1, file), (rank - 1, file), (rank, file + 1), (rank, file - 1))
    return [SIDE * r + f for r, f in steps if 0 <= r < SIDE and 0 <= f < SIDE]
