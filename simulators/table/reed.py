"""Reed switches under the squares: they close in a field of either pole, bounce and chatter.

A reed closes in a stronger field than the one it opens in. A change bounces for less than a
millisecond (makers quote 0.5 to 1 ms); a magnet that creeps past the threshold makes the contact
chatter for 10 to 100 ms. Knows magnets, but neither wires nor faults.
"""

from collections.abc import Callable
from random import Random

from controller.rules.geometry import squares_of
from hal.board import SQUARE_COUNT, Scan
from simulators.table.magnets import Magnets

# A plain piece closes its reed up to 0.43 squares off the middle, and opens it at 0.47.
CLOSES_AT = 0.13
# ... and a faint one only within 0.1.
_FAINT_CLOSES_AT = 0.8
# How much reeds differ, and the field that opens one as a fraction of the field that closes it. No
# reed may stay closed in the field of eight neighbours of one pole, the king among them: 0.087.
_SPREAD = 0.05
_OPENS = (0.78, 0.84)
# A moving magnet makes a reed chatter when the field is this near its threshold, as a fraction.
_NEAR = 0.08
# How long a contact bounces, and how long it chatters after the last movement, in seconds.
_BOUNCE_S = (0.0002, 0.001)
_CHATTER_S = (0.01, 0.1)


class ReedSensors:
    """121 reeds in the field of magnets; `clock` gives the time of scans in seconds."""

    def __init__(
        self, magnets: Magnets, clock: Callable[[], float], random: Random, faint: int = 0
    ) -> None:
        """Put reeds under the magnets at rest; `random` decides how they differ and bounce.

        Those that are `faint`, as bits, close only for a piece in the very middle of its square.
        """
        self._magnets = magnets
        self._clock = clock
        self._random = random
        self._closes = [
            CLOSES_AT * random.uniform(1 - _SPREAD, 1 + _SPREAD) for _ in range(SQUARE_COUNT)
        ]
        for square in squares_of(faint):
            self._closes[square] = _FAINT_CLOSES_AT
        self._opens = [closes * random.uniform(*_OPENS) for closes in self._closes]
        self._closed = 0
        self._restless: dict[int, float] = {}  # by square, until when it reads at random
        self._scanned_at = clock()
        for square, field in enumerate(magnets.field):
            self._closed |= (abs(field) >= self._closes[square]) << square

    def scan(self) -> Scan:
        """Read all reeds."""
        at = self._clock()
        for square in self._magnets.feel():
            self._feel(square, at)
        self._scanned_at = at
        return Scan(self._disturbed(at) if self._restless else self._closed, at)

    def _feel(self, square: int, at: float) -> None:
        """Let a reed follow the changed field of its square."""
        force = abs(self._magnets.field[square])
        closed = self._closed >> square & 1
        thresholds = self._opens[square], self._closes[square]
        ahead = thresholds[not closed]
        # A contact that chatters keeps chattering on the other side of the threshold.
        doubtful = thresholds if square in self._restless else (ahead,)
        chatters = any(abs(force - threshold) < _NEAR * threshold for threshold in doubtful)
        flips = force < ahead if closed else force >= ahead
        self._closed ^= flips << square
        self._restless.pop(square, None)
        if chatters:
            self._restless[square] = at + self._random.uniform(*_CHATTER_S)
        elif flips:
            # It flipped at an unknown time since the last scan.
            flipped_at = self._random.uniform(self._scanned_at, at)
            self._restless[square] = flipped_at + self._random.uniform(*_BOUNCE_S)

    def _disturbed(self, at: float) -> int:
        """Return what the reeds read while some bounce or chatter."""
        closed = self._closed
        for square, until in list(self._restless.items()):
            if at >= until:
                del self._restless[square]
            else:
                closed ^= self._random.getrandbits(1) << square
        return closed
