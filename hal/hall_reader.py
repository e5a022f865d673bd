"""What stands where, from the millivolts of linear Hall sensors under the squares.

Without a magnet a sensor gives its baseline; a south pole gives more, a north pole less. The
baseline drifts over hours. Knows neither where the millivolts come from nor the game.
"""

from collections.abc import Sequence

from hal.board import Poles
from hal.hall_thresholds import HallThresholds

# Noise is never louder.
LOUDEST_MV = 16.0
# How fast the baseline follows an empty sensor, and one under a piece, in seconds. Hands push a
# piece about more often than its sensor drifts, and that must not add up.
_EMPTY_S = 64.0
_STANDING_S = 600.0
# A piece that moves changes a sensor by more than this between two calls of track; drift does not.
_MOVED_MV = 20.0


class HallReader:
    """Tells occupancy and poles from the millivolts of 121 sensors.

    Every sensor has a baseline of its own, which follows drift slowly.
    """

    def __init__(self, baseline: Sequence[float], thresholds: HallThresholds | None = None) -> None:
        """Begin with the millivolts that the sensors give without a magnet."""
        mv = thresholds or HallThresholds()
        self._operate, self._release = mv.operate_mv, mv.release_mv
        self._strong_from, self._plain_below = mv.strong_mv, mv.plain_mv
        self._gains = mv.gains()
        self._baseline = list(baseline)
        self._standing = list(baseline)  # what a sensor under a piece gave last
        self.occupied = 0
        self._south = self._north = self._strong = 0

    @property
    def poles(self) -> Poles:
        """The poles of the occupied squares; one between plain and strong is uncertain."""
        return Poles(self._south, self._north, self._strong)

    def height(self, square: int, millivolts: float) -> float:
        """Return how far a sensor is above its baseline, in millivolts; below it is negative."""
        return millivolts - self._baseline[square]

    def read(self, square: int, millivolts: float) -> None:
        """Take in what one sensor gives."""
        bit = 1 << square
        height = self.height(square, millivolts) / self._gains[square]
        force = abs(height)
        was_occupied, was_strong = self.occupied & bit, self._strong & bit
        self.occupied &= ~bit
        self._south &= ~bit
        self._north &= ~bit
        self._strong &= ~bit
        if force < (self._release if was_occupied else self._operate):
            return
        if not was_occupied:
            self._standing[square] = millivolts
        self.occupied |= bit
        if force >= (self._plain_below if was_strong else self._strong_from):
            self._strong |= bit
        elif force < self._plain_below:
            self._south |= bit * (height > 0)
            self._north |= bit * (height < 0)

    def is_doubtful(self, square: int, millivolts: float) -> bool:
        """Say whether noise could change what these millivolts mean."""
        force = abs(self.height(square, millivolts)) / self._gains[square]
        thresholds = (self._release, self._operate, self._plain_below, self._strong_from)
        loudest = LOUDEST_MV / self._gains[square]
        return any(abs(force - threshold) <= loudest for threshold in thresholds)

    def track(self, millivolts: Sequence[float], elapsed_s: float) -> None:
        """Let the baselines follow drift, `elapsed_s` seconds after the last call."""
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
