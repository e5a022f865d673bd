"""Boards whose sensors are at fault, and what hands do at them."""

from random import Random

from controller.events.event import SensorFailed
from controller.rules.compiled import Rules
from controller.rules.geometry import bits_of, parse_square
from controller.session.timing import Timing
from hal.board import Poles, Scan
from tests.board_driver import COPENHAGEN, SCAN_S, BoardDriver


class FaultyDriver(BoardDriver):
    """A board on which one sensor is dead, stuck, or chatters while a magnet is on it."""

    def __init__(
        self,
        *,
        dead: str = "",
        stuck: str = "",
        chatters: str = "",
        timing: Timing | None = None,
        rules: Rules = COPENHAGEN,
    ) -> None:
        self._dead, self._stuck, self._chatters = (
            bits_of(parse_square(name)) if name else 0 for name in (dead, stuck, chatters)
        )
        self._random = Random(1)
        super().__init__(rules, started=False, timing=timing)

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / SCAN_S)):
            self.at = round(self.at + SCAN_S, 6)
            seen = self.occupied & ~self._dead | self._stuck
            if self._random.random() < 0.5:
                seen &= ~self._chatters
            self.events += self.session.observe(Scan(seen, self.at))

    def stick(self, name: str) -> None:
        """Let a sensor feel from now on what stands there now."""
        self._stuck = bits_of(parse_square(name))

    def closes_now_and_then(self, name: str) -> None:
        """Let a sensor close without a magnet, each time for a scan."""
        self._chatters = 0
        for _ in range(8):
            for seconds in (SCAN_S, 0.15):
                self.occupied ^= bits_of(parse_square(name))
                self.wait(seconds)

    @property
    def failed(self) -> list[int]:
        """The squares whose sensors were named."""
        return [event.square for event in self.events if isinstance(event, SensorFailed)]


class PolarDriver(BoardDriver):
    """A board that feels the poles of its pieces."""

    def __init__(self) -> None:
        start = COPENHAGEN.start
        self.poles = Poles(start.attackers, start.defenders, start.king)
        super().__init__(started=False)

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / SCAN_S)):
            self.at = round(self.at + SCAN_S, 6)
            poles = Poles(*(pole & self.occupied for pole in self.poles))
            self.events += self.session.observe(Scan(self.occupied, self.at, poles))
