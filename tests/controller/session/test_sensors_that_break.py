"""Sensors break and recover while hands do what they like: the board is right in the end."""

from random import Random

import pytest

from controller.rules.geometry import SQUARE_COUNT, squares_of
from controller.session.session import Session
from hal.board import Scan
from tests.board_driver import COPENHAGEN, SCAN_S
from tests.effort import NIGHTLY

_ACTS = 80
# In 22, two pieces change places on a board that was knocked over; in 109, the board was last
# believed to be a ply ahead of the game, and in 173, what had counted was believed to be of a fall.
_SEEDS = (0, 1, 10, 22, 109, 173)
# A sensor that chattered is trusted again after a minute.
_TRUSTED_AGAIN_S = 75.0


class Meddler:
    """Hands that move pieces at random on a board whose sensors break and recover."""

    def __init__(self, seed: int) -> None:
        """Set up the start position."""
        self.session = Session(COPENHAGEN)
        self._random = Random(seed)
        self._pieces = COPENHAGEN.start.occupied
        self._held = 0
        self._faults: dict[int, str] = {}
        self._at = 0.0
        self._look(100)

    def meddle(self) -> None:
        """Do something, and let a while pass."""
        act = self._random.choice((self._lift, self._lift, self._put, self._put, self._break))
        act()
        self._look(self._random.choice((1, 2, 10, 40, 100)))

    def put_right(self) -> None:
        """Mend all sensors, and put every piece where the game has it."""
        self._faults.clear()
        self._pieces, self._held = self.session.game.position.occupied, 0
        self._look(round(_TRUSTED_AGAIN_S / SCAN_S))
        # A sensor that stuck under a piece tells that it works when that is lifted.
        for square in squares_of(self.session.view.faulty):
            for _ in range(2):
                self._pieces ^= 1 << square
                self._look(100)

    def _lift(self) -> None:
        if self._held < self._random.choice((1, 2, 6, 20)):
            self._pieces ^= 1 << self._random.choice(list(squares_of(self._pieces)))
            self._held += 1

    def _put(self) -> None:
        if self._held:
            free = [s for s in range(SQUARE_COUNT) if not self._pieces >> s & 1]
            self._pieces ^= 1 << self._random.choice(free)
            self._held -= 1

    def _break(self) -> None:
        if self._random.random() < 0.3:
            self._faults.clear()
        square = self._random.randrange(SQUARE_COUNT)
        self._faults[square] = self._random.choice(("dead", "stuck", "chatters"))

    def _look(self, scans: int) -> None:
        for _ in range(scans):
            self._at = round(self._at + SCAN_S, 6)
            self.session.observe(Scan(self._felt(), self._at))

    def _felt(self) -> int:
        felt = self._pieces
        for square, fault in self._faults.items():
            bit = 1 << square
            match fault:
                case "dead":
                    felt &= ~bit
                case "stuck":
                    felt |= bit
                case _ if self._random.random() < 0.3:
                    felt ^= bit
        return felt


@pytest.mark.parametrize("seed", range(200) if NIGHTLY else _SEEDS)
def test_whatever_broke_the_board_is_right_once_it_is_put_right(seed: int) -> None:
    meddler = Meddler(seed)
    for _ in range(_ACTS):
        meddler.meddle()
    meddler.put_right()
    view = meddler.session.view
    assert (view.repair, view.faulty) == ((), 0)
