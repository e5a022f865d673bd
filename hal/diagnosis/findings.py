"""What the readings of a pass say of each sensor: good, or what is wrong with it, and the cure."""

from collections.abc import Iterator, Sequence
from statistics import median

from hal.board import SQUARE_COUNT
from hal.diagnosis.check import Check, Verdict
from hal.diagnosis.grounds import ground_checks, lines_of, ungrounded
from hal.diagnosis.standing import SensorCounts, Stood
from hal.notice import Notice, notice
from hal.squares import SQUARE_NAMES, squares_in

# A contact settles within milliseconds; one that changes so often under a resting piece chatters.
_MOST_CHANGES = 3
# ... and one that changes so often while nothing is near it.
_MOST_SPURIOUS = 1
# A sensor is weak that measures less than this share of what the others do.
_WEAK_SHARE = 0.6


class SensorFindings:
    """Gathers what was seen at each square, and says what it means."""

    def __init__(self, order: Sequence[int], stuck: int) -> None:
        """Begin with the square of each sensor, and those that were closed on the empty board."""
        self._order = order
        self._stuck = stuck
        self._sticking = 0  # that stayed closed after the piece had left
        self._stood: list[Stood] = []
        self._spurious = [0] * SQUARE_COUNT
        self.floating = 0  # the squares on wires without ground, as bits
        self._last: Stood | None = None  # where the piece was felt last

    def rested(self, counts: SensorCounts) -> None:
        """Take in what an empty board gave."""
        self._count_spurious(counts, 0)
        self.floating = ungrounded(counts.restless(_MOST_SPURIOUS), self._order)

    def stood(self, stood: Stood) -> None:
        """Take in what came of asking for a piece on a square."""
        self._stood.append(stood)
        if stood.counts is None:
            return
        self._sticking |= self._left_behind(stood.square, stood.counts)
        self._count_spurious(stood.counts, 1 << stood.square)
        self._last = stood

    @property
    def has_crossed(self) -> bool:
        """Whether the piece was felt on a square where it does not stand."""
        return any(stood.elsewhere for stood in self._stood)

    def forget(self, count: int) -> None:
        """Forget the last squares, where nobody was there to answer."""
        del self._stood[-count:]

    def checks(self) -> list[Check]:
        """Return a check for every sensor that was visited, for the diodes, and for whole lines."""
        usual = self._usual_height()
        by_square = {stood.square: stood for stood in self._stood}
        sensors = [
            check
            for square in squares_in(~self.floating & (1 << SQUARE_COUNT) - 1)
            if (check := self._sensor(square, by_square.get(square), usual)) is not None
        ]
        grounds = ground_checks(self.floating, self._order)
        return [*grounds, *self._lines(sensors), *sensors, *self._diodes()]

    def _left_behind(self, square: int, counts: SensorCounts) -> int:
        """Return the sensor that the piece has left, as bits, if it stays closed.

        One that already felt the next square while the piece stood on its own is joined to it.
        """
        last = self._last
        if last is None or last.counts is None or last.square == square:
            return 0
        is_joined = last.counts.mostly >> square & 1
        return 0 if is_joined else counts.mostly & 1 << last.square

    def _count_spurious(self, counts: SensorCounts, known: int) -> None:
        # The square that the piece has just left may still be closing its books.
        known |= self._stuck | (1 << self._last.square if self._last is not None else 0)
        for sensor, changes in enumerate(counts.changes):
            if not known >> sensor & 1:
                self._spurious[sensor] += changes

    def _usual_height(self) -> float | None:
        heights = [abs(h) for s in self._stood if s.counts and (h := s.counts.height) is not None]
        return median(heights) if heights else None

    def _sensor(self, square: int, stood: Stood | None, usual: float | None) -> Check | None:
        """Return what is wrong with a sensor first of all, or that it is good."""
        bit = 1 << square
        if (self._stuck | self._sticking) & bit:
            return failing("stuck", square)
        if self._spurious[square] > _MOST_SPURIOUS:
            return failing("chatters", square)
        if stood is None:
            return None
        if stood.counts is None:
            if not stood.elsewhere:
                return failing("dead", square)
            where = tuple(SQUARE_NAMES[each] for each in squares_in(stood.elsewhere))
            finding = notice("check.sensor.crossed", squares=where, count=len(where))
            return Check("sensor", Verdict.FAIL, finding, notice("cure.sensor.crossed"), square)
        return self._felt(square, stood, stood.counts, usual)

    def _felt(self, square: int, stood: Stood, counts: SensorCounts, usual: float | None) -> Check:
        """Return how a sensor is that has felt the piece."""
        if counts.changes[square] > _MOST_CHANGES:
            return failing("chatters", square)
        known = 1 << square | self._stuck | self._sticking | self.floating
        ghosts = counts.mostly & ~known
        if ghosts:
            where = tuple(SQUARE_NAMES[each] for each in squares_in(ghosts))
            finding = notice("check.sensor.ghosts", squares=where, count=len(where))
            return Check("sensor", Verdict.FAIL, finding, notice("cure.sensor.ghosts"), square)
        if usual and counts.height is not None and abs(counts.height) < _WEAK_SHARE * usual:
            finding = notice(
                "check.sensor.weak_mv", millivolts=round(abs(counts.height)), usual=round(usual)
            )
            return Check("sensor", Verdict.WARN, finding, notice("cure.sensor.weak"), square)
        if stood.asked_twice:
            finding, cure = notice("check.sensor.weak"), notice("cure.sensor.weak")
            return Check("sensor", Verdict.WARN, finding, cure, square)
        return Check("sensor", Verdict.OK, notice("check.sensor.good"), square=square)

    def _diodes(self) -> Iterator[Check]:
        for stood in self._stood:
            if stood.no_diode:
                yield no_diode(stood.square)

    def _lines(self, sensors: Sequence[Check]) -> Iterator[Check]:
        """Yield a check for each row and column of wires whose sensors all feel nothing."""
        dead = {c.square for c in sensors if c.finding == notice("check.sensor.dead")}
        for part, squares in lines_of(self._order).items():
            if dead.issuperset(squares):
                finding, cure = notice("check.line.dead"), notice("cure.line.dead")
                yield Check(part, Verdict.FAIL, finding, cure)


def no_diode(square: int) -> Check:
    """Return the check of a square whose diode is missing."""
    return Check(
        "diode", Verdict.FAIL, notice("check.diode.missing"), notice("cure.diode.missing"), square
    )


def failing(how: str, square: int) -> Check:
    """Return the check of a broken sensor: it is dead, stuck, or it chatters."""
    finding: Notice = notice(f"check.sensor.{how}")
    return Check("sensor", Verdict.FAIL, finding, notice(f"cure.sensor.{how}"), square)
