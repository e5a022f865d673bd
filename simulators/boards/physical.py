"""A board of real reeds or Hall sensors: they bounce, drift, and some have faults."""

from collections import deque
from collections.abc import Callable
from random import Random

from controller.rules.geometry import squares_of
from hal.board import DARK, SQUARE_COUNT, Frame, Poles, Scan
from simulators.table.faults import FAULTLESS, Faults, ghosted
from simulators.table.hall import HallSensors
from simulators.table.magnets import WEAK, Magnets
from simulators.table.reed import ReedSensors
from simulators.table.sensors import SensorName
from simulators.table.tabletop import Tabletop

# A magnet with a field of this strength disturbs a chattering sensor: one within 0.6 squares.
_NEAR = 0.05
# In what share of all scans a chattering sensor closes without one.
_SPURIOUS = 0.005
# How old a late scan is, in seconds.
_LATE_S = (0.02, 0.08)


class PhysicalBoard:
    """The board of a tabletop, with sensors of wire and glass; the seed decides all chances.

    `clock` gives the time of scans in seconds and never goes back.
    """

    def __init__(
        self,
        table: Tabletop,
        clock: Callable[[], float],
        sensors: SensorName = "reed",
        faults: Faults = FAULTLESS,
        seed: int = 0,
    ) -> None:
        """Put the board under the table's pieces, at rest, all pixels dark."""
        self._faults = faults
        self._faulty = faults != Faults(weak=faults.weak, faint=faults.faint)
        self._random = Random(f"{seed}/faults")
        self._magnets = Magnets(table, dict.fromkeys(faults.weak, WEAK))
        make_sensors: type[HallSensors | ReedSensors]
        make_sensors = HallSensors if sensors == "hall" else ReedSensors
        self._sensors = make_sensors(
            self._magnets, clock, Random(f"{seed}/{sensors}"), faults.faint
        )
        # Hall sensors are read one by one: no matrix, no missing diodes.
        self._no_diode = faults.no_diode if sensors == "reed" else 0
        self._recent: deque[Scan] = deque()  # scans of the last 80 ms, and the one before
        self._last_delivered: Scan | None = None
        self.shown = DARK

    def scan(self) -> Scan:
        """Read the sensors."""
        scan = self._sensors.scan()
        return self._delivered(self._with_faults(scan)) if self._faulty else scan

    def show(self, frame: Frame) -> None:
        """Show a frame."""
        self.shown = frame

    def _with_faults(self, scan: Scan) -> Scan:
        """Return a scan as faulty sensors and wires change it."""
        faults = self._faults
        closed = scan.occupied & ~faults.dead
        for square in squares_of(faults.chatter):
            near = abs(self._magnets.field[square]) >= _NEAR
            closes = self._random.random() < (0.5 if near else _SPURIOUS)
            closed = closed & ~(1 << square) | closes << square
        closed |= faults.stuck
        if faults.floating:
            noise = self._random.getrandbits(SQUARE_COUNT)
            closed = closed & ~faults.floating | noise & faults.floating
        if closed & faults.bridged:
            closed |= faults.bridged
        closed = ghosted(closed, self._no_diode)
        unfelt = faults.stuck | faults.floating
        poles = scan.poles and Poles(*(pole & closed & ~unfelt for pole in scan.poles))
        return Scan(closed, scan.at, poles)

    def _delivered(self, scan: Scan) -> Scan:
        """Return the scan that reaches the controller: this one or an older one."""
        self._recent.append(scan)
        while len(self._recent) > 1 and self._recent[1].at <= scan.at - _LATE_S[1]:
            self._recent.popleft()
        if self._last_delivered is not None and self._random.random() < self._faults.lost:
            return self._last_delivered
        if self._random.random() < self._faults.late:
            scan = self._late(scan)
        self._last_delivered = scan
        return scan

    def _late(self, scan: Scan) -> Scan:
        """Return an older scan with the time of this one."""
        then = scan.at - self._random.uniform(*_LATE_S)
        old = next((old for old in reversed(self._recent) if old.at <= then), self._recent[0])
        return Scan(old.occupied, scan.at, old.poles)
