"""Linear Hall sensors under the squares, and how their millivolts are read.

What a sensor gives is 2500 mV, and more for a south pole, less for a north pole; it is off by
an offset of its own, drifts over hours and is noisy. `HallReader` makes occupancy and poles of
that, as a controller would, from millivolts alone. Knows magnets, but neither wires nor faults.
"""

from collections.abc import Callable, Sequence
from math import sin, tau
from random import Random

from hal.board import SQUARE_COUNT, Poles, Scan
from simulators.magnets import Magnets

# Of a plain piece in the middle of its square: 8 mT at 100 mV/mT, as sensors such as the DRV5055
# have at 5 V (from memory, not looked up).
GAIN_MV = 800.0
_MIDDLE_MV = 2500.0
_RAILS_MV = (200.0, 4800.0)
_OFFSET_MV = 75.0
_DRIFT_MV = 30.0
_DRIFT_PERIOD_S = (2 * 3600.0, 6 * 3600.0)
_NOISE_MV = 4.0
_LOUDEST_MV = 16.0
# Drift is looked at once a second.
_DRIFT_STEP_S = 1.0
# Noise is drawn once and read from different places of a ring; the numbers are prime.
_RING = 8191
_RING_STEP = 127

# Plain pieces are felt up to 0.36 squares off the middle and lost at 0.41. Eight neighbours of
# one pole give 70 mV, with a plain piece amidst them 870 mV; the king alone gives 1280 mV.
_ARRIVES_MV = 0.18 * GAIN_MV
_LEAVES_MV = 0.14 * GAIN_MV
_STRONG_MV = 1.28 * GAIN_MV
_PLAIN_MV = 1.16 * GAIN_MV
# How fast the baseline follows an empty sensor, and one under a piece, in seconds.
_EMPTY_S = 64.0
_STANDING_S = 8.0
# A piece that moved changes a sensor by more than this between two looks; drift never does.
_MOVED_MV = 20.0


class HallReader:
    """Tells occupancy and poles from the millivolts of 121 sensors.

    Every sensor is held against a baseline of its own, which follows drift slowly.
    """

    def __init__(self, empty: Sequence[float]) -> None:
        """Begin with the millivolts that the sensors give without any magnet."""
        self._baseline = list(empty)
        self._standing = list(empty)  # what a sensor under a piece gave lately
        self.occupied = 0
        self._south = self._north = self._strong = 0

    @property
    def poles(self) -> Poles:
        """The poles of the occupied squares; one between plain and strong is not sure."""
        return Poles(self._south, self._north, self._strong)

    def read(self, square: int, millivolts: float) -> None:
        """Take in what one sensor gives."""
        bit = 1 << square
        height = millivolts - self._baseline[square]
        force = abs(height)
        was_occupied, was_strong = self.occupied & bit, self._strong & bit
        self.occupied &= ~bit
        self._south &= ~bit
        self._north &= ~bit
        self._strong &= ~bit
        if force < (_LEAVES_MV if was_occupied else _ARRIVES_MV):
            return
        if not was_occupied:
            self._standing[square] = millivolts
        self.occupied |= bit
        if force >= (_PLAIN_MV if was_strong else _STRONG_MV):
            self._strong |= bit
        elif force < _PLAIN_MV:
            self._south |= bit * (height > 0)
            self._north |= bit * (height < 0)

    def is_doubtful(self, square: int, millivolts: float) -> bool:
        """Say whether noise could make a sensor read another way than these millivolts do."""
        force = abs(millivolts - self._baseline[square])
        thresholds = (_LEAVES_MV, _ARRIVES_MV, _PLAIN_MV, _STRONG_MV)
        return any(abs(force - threshold) <= _LOUDEST_MV for threshold in thresholds)

    def track(self, millivolts: Sequence[float], elapsed_s: float) -> None:
        """Let the baselines follow drift, so long after the last time."""
        of_empty = min(1.0, elapsed_s / _EMPTY_S)
        of_standing = min(1.0, elapsed_s / _STANDING_S)
        for square, level in enumerate(millivolts):
            if not self.occupied >> square & 1:
                self._baseline[square] += (level - self._baseline[square]) * of_empty
                continue
            drifted = level - self._standing[square]
            if abs(drifted) < _MOVED_MV:
                self._standing[square] += drifted * of_standing
                self._baseline[square] += drifted * of_standing
            else:
                self._standing[square] = level


class HallSensors:
    """121 linear sensors in the field of magnets; `clock` gives the time of scans in seconds."""

    def __init__(self, magnets: Magnets, clock: Callable[[], float], random: Random) -> None:
        """Put sensors under the magnets; `random` decides how they differ, drift and are noisy."""
        self._magnets = magnets
        self._clock = clock
        squares = range(SQUARE_COUNT)
        self._offsets = [random.uniform(-_OFFSET_MV, _OFFSET_MV) for _ in squares]
        self._waves = [
            (random.uniform(0, _DRIFT_MV), tau / random.uniform(*_DRIFT_PERIOD_S), random.random())
            for _ in squares
        ]
        noise = [random.gauss(0, _NOISE_MV) for _ in range(_RING)]
        self._ring = [min(max(level, -_LOUDEST_MV), _LOUDEST_MV) for level in noise]
        self._ring += self._ring[:SQUARE_COUNT]
        self._drifted_at = clock()
        self._empty = self._drifted(self._drifted_at)
        self._levels = list(self._empty)  # of the sensors, but for noise
        self._reader = HallReader(self._empty)
        self._doubtful: set[int] = set()
        self._set_levels(squares)
        self._read(squares, self._drifted_at)

    def millivolts(self) -> tuple[float, ...]:
        """Return what the sensors give now; the same at the same time, however often asked."""
        at = self._clock()
        self._follow(at)
        return self._noisy(at)

    def scan(self) -> Scan:
        """Read all sensors: occupied squares, and their poles."""
        at = self._clock()
        self._follow(at)
        if self._doubtful:
            self._read(sorted(self._doubtful), at)
        return Scan(self._reader.occupied, at, self._poles)

    def _follow(self, at: float) -> None:
        """Follow magnets and drift."""
        changed = self._magnets.feel()
        elapsed = at - self._drifted_at
        if elapsed >= _DRIFT_STEP_S:
            self._drifted_at = at
            self._empty = self._drifted(at)
            everywhere = range(SQUARE_COUNT)
            self._set_levels(everywhere)
            # What has come or gone must be known before the rest is taken for drift.
            self._read(changed, at)
            self._reader.track(self._noisy(at), elapsed)
            self._read(everywhere, at)
        elif changed:
            self._set_levels(changed)
            self._read(changed, at)

    def _set_levels(self, squares: Sequence[int]) -> None:
        for square in squares:
            self._levels[square] = self._empty[square] + GAIN_MV * self._magnets.field[square]

    def _read(self, squares: Sequence[int], at: float) -> None:
        """Read some sensors; where noise decides, they will be read again at every scan."""
        start = _place_in_ring(at)
        for square in squares:
            level = self._levels[square]
            self._reader.read(square, _railed(level + self._ring[start + square]))
            if self._reader.is_doubtful(square, level):
                self._doubtful.add(square)
            else:
                self._doubtful.discard(square)
        self._poles = self._reader.poles

    def _noisy(self, at: float) -> tuple[float, ...]:
        start = _place_in_ring(at)
        noise = self._ring[start : start + SQUARE_COUNT]
        return tuple([_railed(level + by) for level, by in zip(self._levels, noise, strict=True)])

    def _drifted(self, at: float) -> list[float]:
        """Return what the sensors give without magnets and noise."""
        return [
            _MIDDLE_MV + offset + height * sin(speed * at + tau * phase)
            for offset, (height, speed, phase) in zip(self._offsets, self._waves, strict=True)
        ]


def _place_in_ring(at: float) -> int:
    """Return where the noise of a time begins in the ring; another for each 0.1 ms."""
    return int(at * 10_000) * _RING_STEP % _RING


def _railed(millivolts: float) -> float:
    low, high = _RAILS_MV
    return min(max(millivolts, low), high)
