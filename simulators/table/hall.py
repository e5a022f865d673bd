"""Linear Hall sensors under the squares, with offsets, drift and noise.

A sensor gives 2500 mV, more over a south pole and less over a north pole. Each has an offset,
drifts over hours and adds noise. `HallReader` turns the millivolts into occupancy and poles. Knows
magnets, but neither wires nor faults.
"""

from collections.abc import Callable, Sequence
from math import sin, tau
from random import Random

from hal.board import SQUARE_COUNT, Scan
from hal.hall_reader import LOUDEST_MV, HallReader
from simulators.table.magnets import Magnets

_MIDDLE_MV = 2500.0
# What a plain piece adds in the middle of its square: 8 mT at 100 mV/mT, the sensitivity of the
# DRV5055A1 at 5 V by its data sheet, SBAS640B.
PLAIN_PIECE_MV = 800.0
_FAINT = 0.4
_RAILS_MV = (200.0, 4800.0)
_OFFSET_MV = 75.0
_DRIFT_MV = 30.0
_DRIFT_PERIOD_S = (2 * 3600.0, 6 * 3600.0)
_NOISE_MV = 4.0
# Drift moves the levels once a second.
_DRIFT_STEP_S = 1.0
# Noise is drawn once and then read from changing places of a ring; the numbers are prime.
_RING = 8191
_RING_STEP = 127


class HallSensors:
    """121 linear sensors in the field of magnets; `clock` gives the time of scans in seconds."""

    def __init__(
        self, magnets: Magnets, clock: Callable[[], float], random: Random, faint: int = 0
    ) -> None:
        """Put sensors under the magnets; `random` decides their offsets, drift and noise.

        Those that are `faint`, as bits, give less than half of what the others do.
        """
        self._magnets = magnets
        self._clock = clock
        squares = range(SQUARE_COUNT)
        self._scale = [
            PLAIN_PIECE_MV * (_FAINT if faint >> square & 1 else 1.0) for square in squares
        ]
        self._offsets = [random.uniform(-_OFFSET_MV, _OFFSET_MV) for _ in squares]
        self._waves = [
            (random.uniform(0, _DRIFT_MV), tau / random.uniform(*_DRIFT_PERIOD_S), random.random())
            for _ in squares
        ]
        noise = [random.gauss(0, _NOISE_MV) for _ in range(_RING)]
        self._ring = [min(max(level, -LOUDEST_MV), LOUDEST_MV) for level in noise]
        self._ring += self._ring[:SQUARE_COUNT]
        self._drifted_at = clock()
        self._empty = self._drifted(self._drifted_at)
        self._levels = list(self._empty)  # of the sensors, without noise
        self._reader = HallReader(self._empty)
        self._doubtful: set[int] = set()
        self._set_levels(squares)
        self._read(squares, self._drifted_at)

    def millivolts(self) -> tuple[float, ...]:
        """Return the millivolts of all sensors now; the same time gives the same values."""
        at = self._clock()
        self._follow(at)
        return self._noisy(at)

    def scan(self) -> Scan:
        """Read all sensors: the occupied squares and their poles."""
        at = self._clock()
        self._follow(at)
        if self._doubtful:
            self._read(sorted(self._doubtful), at)
        return Scan(self._reader.occupied, at, self._poles)

    def _follow(self, at: float) -> None:
        """Bring the levels up to date with magnets and drift."""
        changed = self._magnets.feel()
        elapsed = at - self._drifted_at
        if elapsed >= _DRIFT_STEP_S:
            self._drifted_at = at
            self._empty = self._drifted(at)
            everywhere = range(SQUARE_COUNT)
            self._set_levels(everywhere)
            # Moved pieces must be read first, or the reader would take them for drift.
            self._read(changed, at)
            self._reader.track(self._noisy(at), elapsed)
            self._read(everywhere, at)
        elif changed:
            self._set_levels(changed)
            self._read(changed, at)

    def _set_levels(self, squares: Sequence[int]) -> None:
        for square in squares:
            self._levels[square] = (
                self._empty[square] + self._scale[square] * self._magnets.field[square]
            )

    def _read(self, squares: Sequence[int], at: float) -> None:
        """Read some sensors; those that noise can tip will be read again at every scan."""
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
        """Return the millivolts of the sensors without magnets and noise."""
        return [
            _MIDDLE_MV + offset + height * sin(speed * at + tau * phase)
            for offset, (height, speed, phase) in zip(self._offsets, self._waves, strict=True)
        ]


def _place_in_ring(at: float) -> int:
    """Return where the noise of a time starts in the ring; it moves on every 0.1 ms."""
    return int(at * 10_000) * _RING_STEP % _RING


def _railed(millivolts: float) -> float:
    low, high = _RAILS_MV
    return min(max(millivolts, low), high)
