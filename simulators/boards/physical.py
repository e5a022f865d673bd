"""A board of reeds or Hall sensors as they are: bouncing, drifting, and faulty where told so."""

from collections import deque
from collections.abc import Callable
from random import Random

from controller.rules.geometry import squares_of
from hal.board import DARK, Frame, Poles, Scan
from simulators.table.faults import FAULTLESS, Faults, ghosted
from simulators.table.hall import HallSensors
from simulators.table.magnets import WEAK, Magnets
from simulators.table.reed import ReedSensors
from simulators.table.sensors import SensorName
from simulators.table.tabletop import Tabletop

# A chattering sensor is disturbed by a magnet whose field is this strong: one within 0.6 squares.
_NEAR = 0.05
# How often a chattering sensor closes without any, of all scans.
_SPURIOUS = 0.005
# How old a late scan is, in seconds.
_LATE_S = (0.02, 0.08)


class PhysicalBoard:
    """The board of a tabletop, with sensors of wire and glass; its seed decides all chances.

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
        self._faulty = faults != Faults(weak=faults.weak)
        self._random = Random(f"{seed}/faults")
        self._magnets = Magnets(table, dict.fromkeys(faults.weak, WEAK))
        make_sensors: type[HallSensors | ReedSensors]
        make_sensors = HallSensors if sensors == "hall" else ReedSensors
        self._sensors = make_sensors(self._magnets, clock, Random(f"{seed}/{sensors}"))
        # Hall sensors are read one by one, so there is no matrix that could lack a diode.
        self._no_diode = faults.no_diode if sensors == "reed" else 0
        self._read: deque[Scan] = deque()  # the scans of the last 80 ms, and one before
        self._given: Scan | None = None
        self.shown = DARK

    def scan(self) -> Scan:
        """Read the sensors."""
        scan = self._sensors.scan()
        return self._passed_on(self._spoiled(scan)) if self._faulty else scan

    def show(self, frame: Frame) -> None:
        """Shine."""
        self.shown = frame

    def _spoiled(self, scan: Scan) -> Scan:
        """Return what faulty sensors and wires make of a scan."""
        faults = self._faults
        closed = scan.occupied & ~faults.dead
        for square in squares_of(faults.chatter):
            near = abs(self._magnets.field[square]) >= _NEAR
            closes = self._random.random() < (0.5 if near else _SPURIOUS)
            closed = closed & ~(1 << square) | closes << square
        closed = ghosted(closed | faults.stuck, self._no_diode)
        poles = scan.poles and Poles(*(pole & closed & ~faults.stuck for pole in scan.poles))
        return Scan(closed, scan.at, poles)

    def _passed_on(self, scan: Scan) -> Scan:
        """Return the scan that reaches the controller: this one, or an older one."""
        self._read.append(scan)
        while len(self._read) > 1 and self._read[1].at <= scan.at - _LATE_S[1]:
            self._read.popleft()
        if self._given is not None and self._random.random() < self._faults.lost:
            return self._given
        if self._random.random() < self._faults.late:
            scan = self._late(scan)
        self._given = scan
        return scan

    def _late(self, scan: Scan) -> Scan:
        """Return what was read a while ago, as if it were read now."""
        then = scan.at - self._random.uniform(*_LATE_S)
        old = next((old for old in reversed(self._read) if old.at <= then), self._read[0])
        return Scan(old.occupied, scan.at, old.poles)
