"""A line of sensors says anything for a moment: its driver gives noise, and no sensor is at fault.

A row or a column hangs on one driver. Of its squares several change from one scan to the next, and
hardly any other does; neither hands nor sensors that chatter do that, nor do falls. Knows no game.
"""

from typing import NamedTuple

from controller.recognition.dropout import LONGEST_S, line_of
from controller.recognition.moments import LONG_AGO

# Noise changes no more than this now and then.
_LEAST_LATER = 2
# What has read the same for longer, in seconds, is no noise.
_NOISE_S = 0.025
# What comes back sooner than this has not been over.
_OVER_S = 0.5


class Noise(NamedTuple):
    """A `line` on which several squares have changed at once, since a time, and `last` at one."""

    line: int = 0
    since: float = LONG_AGO
    last: float = LONG_AGO

    def unheard(self, at: float) -> int:
        """Return the squares whose changes are not believed at a time."""
        lasts = at - self.last <= _NOISE_S and at - self.since <= LONGEST_S
        return self.line if lasts else 0


QUIET = Noise()


def heard(noise: Noise, changed: int, at: float) -> Noise:
    """Return what to make of the squares that have changed from one scan to the next."""
    lasts = at - noise.last <= _NOISE_S
    if lasts and (changed & noise.line).bit_count() >= _LEAST_LATER:
        return noise._replace(last=at)
    line = line_of(changed)
    if not line:
        return noise if at - noise.last <= _OVER_S else QUIET
    return noise._replace(last=at) if line == noise.line else Noise(line, at, at)
