"""The sensors that a simulated microcontroller scans, and the reports it makes of them."""

from collections.abc import Callable, Sequence
from typing import Protocol

from hal.hall_reader import HallReader
from hal.serial.link.messages import (
    FULL_SCALE,
    SENSORS,
    Baseline,
    Capability,
    Identity,
    Levels,
    Occupancy,
    Report,
    SensorKind,
    States,
)

FULL_SCALE_MV = 5000
_VERSION = (0, 1, 0)
_STEADY = 4
_MIDDLE = Baseline(calibrated=False, levels=(FULL_SCALE // 2,) * SENSORS)


class DeviceSensors(Protocol):
    """121 sensors on the pins of a microcontroller."""

    @property
    def identity(self) -> Identity:
        """What the firmware for them says of itself."""
        ...

    @property
    def empty(self) -> Baseline | None:
        """What they give without magnets, if they are such as can tell."""
        ...

    def start(self) -> None:
        """Forget all but what the EEPROM keeps."""
        ...

    def scan(self) -> None:
        """Read them all once."""
        ...

    @property
    def are_read(self) -> bool:
        """Whether they were read often enough to tell anything."""
        ...

    def report(self, number: int, at_ms: int, *, states: bool) -> Report:
        """Return what was found."""
        ...

    def calibrate(self) -> None:
        """Take what they give now for what they give without magnets."""
        ...


class DeviceReeds:
    """Reeds, debounced: one has changed once it read so four times more often than not."""

    empty: Baseline | None = None
    identity = Identity(SensorKind.REED, Capability.PIXELS, SENSORS, 0, _VERSION)

    def __init__(self, read: Callable[[], int]) -> None:
        """Scan reeds; `read` gives those that are closed, as bits."""
        self._read = read
        self.start()

    def start(self) -> None:
        """Begin with all reeds open."""
        self._closed = self._scans = 0
        self._counts: dict[int, int] = {}  # of the reeds that are neither 0 nor full

    def scan(self) -> None:
        """Count every reed up or down."""
        self._scans += 1
        read = self._read()
        moving = (read ^ self._closed) | sum(1 << sensor for sensor in self._counts)
        while moving:
            sensor = moving.bit_length() - 1
            bit = 1 << sensor
            moving ^= bit
            start = _STEADY if self._closed & bit else 0
            count = self._counts.pop(sensor, start) + (1 if read & bit else -1)
            if count >= _STEADY:
                self._closed |= bit
            elif count <= 0:
                self._closed &= ~bit
            else:
                self._counts[sensor] = count

    @property
    def are_read(self) -> bool:
        """Whether a closed reed can have counted to the top."""
        return self._scans >= _STEADY

    def report(self, number: int, at_ms: int, *, states: bool) -> Report:  # noqa: ARG002 - reeds have but one report
        """Return the closed reeds."""
        return Occupancy(number, at_ms, self._closed)

    def calibrate(self) -> None:
        """Do nothing, as the firmware for reeds."""


class DeviceHalls:
    """Linear Hall sensors behind a converter of ten bits."""

    are_read = True
    identity = Identity(
        SensorKind.HALL,
        Capability.PIXELS | Capability.LEVELS | Capability.STATES | Capability.BASELINE,
        SENSORS,
        FULL_SCALE_MV,
        _VERSION,
    )

    def __init__(
        self, millivolts: Callable[[], Sequence[float]], empty: Baseline = _MIDDLE
    ) -> None:
        """Scan sensors; `millivolts` gives what they give, `empty` is what the EEPROM keeps."""
        self._millivolts = millivolts
        self.empty = empty
        self.start()

    def start(self) -> None:
        """Begin without any reading."""
        self._reader = HallReader([_to_mv(level) for level in self.empty.levels])

    def scan(self) -> None:
        """Do nothing: what they give when a report is due is what is reported."""

    def report(self, number: int, at_ms: int, *, states: bool) -> Report:
        """Return levels or states."""
        levels = self._levels()
        if not states:
            return Levels(number, at_ms, levels)
        for square, level in enumerate(levels):
            self._reader.read(square, _to_mv(level))
        return States(number, at_ms, self._reader.occupied, *self._reader.poles)

    def calibrate(self) -> None:
        """Keep what the sensors give now."""
        self.empty = Baseline(calibrated=True, levels=self._levels())
        self.start()

    def _levels(self) -> tuple[int, ...]:
        steps = (int(each * 1024 / FULL_SCALE_MV) * 4 for each in self._millivolts())
        return tuple(min(max(step, 0), FULL_SCALE - 4) for step in steps)


def _to_mv(level: int) -> float:
    return level * FULL_SCALE_MV / FULL_SCALE
