"""The messages between a board and its controller, as values; docs/protocol.md has their bytes.

Bitboards are ints, bit *n* for sensor *n*; levels are 0..4095, one for each sensor.
"""

from dataclasses import dataclass
from enum import IntEnum, IntFlag

# The version of this side, and the oldest one that it understands.
PROTOCOL = 2
OLDEST_PROTOCOL = 1
ROWS = COLUMNS = 11
SENSORS = ROWS * COLUMNS
# The level of a full scale.
FULL_SCALE = 4096


class SensorKind(IntEnum):
    """The kind of sensors under the squares."""

    REED = 1
    HALL = 2


class Capability(IntFlag):
    """What a firmware can do."""

    PIXELS = 1
    LEVELS = 2
    STATES = 4
    BASELINE = 8
    CHANGES = 16  # of reeds and states are sent at once, whatever the period


class ResetCause(IntFlag):
    """Why a microcontroller started."""

    POWER = 1
    RESET_PIN = 2
    BROWN_OUT = 4
    WATCHDOG = 8


class ChainState(IntEnum):
    """Whether the chips between sensors and microcontroller pass on what the sensors say."""

    SOUND = 0
    UNSIGNED = 1  # wired without a signature
    UNPLUGGED = 2
    STUCK_LOW = 3
    STUCK_HIGH = 4
    SHIFTED = 5
    SWAPPED = 6
    HALF = 7
    GARBLED = 8
    UNKNOWN = 9  # no scan yet, or a board of the first version

    @property
    def is_faulty(self) -> bool:
        """Whether scans cannot be believed."""
        return ChainState.UNPLUGGED <= self <= ChainState.GARBLED


class ReportMode(IntEnum):
    """What Hall sensors report."""

    LEVELS = 0
    STATES = 1


class Subject(IntEnum):
    """What can be asked for."""

    STATISTICS = 1
    BASELINE = 2


# From the board -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Identity:
    """Who the board is; `protocol` and `sensors` may be ones that this controller does not know."""

    sensors: int
    capabilities: Capability
    pixels: int  # on the strip
    full_scale_mv: int  # 0 for reeds
    version: tuple[int, int, int] = (0, 0, 0)  # of the firmware
    cause: ResetCause = ResetCause.POWER
    starts: int = 1  # since power came; stops at 255
    protocol: int = PROTOCOL
    least_protocol: int = OLDEST_PROTOCOL  # that its controller must know
    rows: int = ROWS
    columns: int = COLUMNS
    build: int = 0  # of the firmware's sources and settings; 0 is not known
    name: str = ""  # the board's own

    @property
    def driven_pixels(self) -> int:
        """How many pixels the firmware drives; 0 if it was built for none."""
        return self.pixels if Capability.PIXELS in self.capabilities else 0


@dataclass(frozen=True, slots=True)
class Occupancy:
    """A report of reeds; `at_ms` since the start, as in all reports."""

    number: int
    at_ms: int
    closed: int


@dataclass(frozen=True, slots=True)
class Levels:
    """A report of Hall sensors."""

    number: int
    at_ms: int
    levels: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class States:
    """A report of Hall sensors that the board has thresholded: four bitboards."""

    number: int
    at_ms: int
    felt: int
    south: int
    north: int
    strong: int


@dataclass(frozen=True, slots=True)
class Shown:
    """The number of the light frame that the strip shows now."""

    number: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the board has counted since its start; counters stop at their highest value."""

    scans: int
    reports: int
    dropped: int  # frames, for their CRC, COBS or length
    overruns: int  # bytes
    skipped: int  # messages: unknown or too short
    shown: int  # light frames
    longest_scan_us: int
    cause: ResetCause
    starts: int
    chain: ChainState = ChainState.UNKNOWN
    chain_at: int | None = None  # first wrong row of reeds, or multiplexer
    is_dark: bool = False  # because the controller was silent, and nothing was shown since
    longest_pass_us: int = 0  # of its loop
    disbelieved: int = 0  # scans, because of the chain


@dataclass(frozen=True, slots=True)
class Baseline:
    """What Hall sensors give without magnets."""

    calibrated: bool
    levels: tuple[int, ...]


# To the board -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello:
    """Asks for Identity."""

    protocol: int = PROTOCOL


@dataclass(frozen=True, slots=True)
class LightFrame:
    """A light frame: three bytes for each pixel, as they go down the strip."""

    number: int
    pixels: bytes


@dataclass(frozen=True, slots=True)
class Configure:
    """How often to report, and for Hall sensors, what; reeds take any mode."""

    period_ms: int
    mode: int = ReportMode.LEVELS


@dataclass(frozen=True, slots=True)
class LightLimits:
    """What the pixels may draw, beside what they draw when dark, and how that is estimated.

    A byte of a pixel draws in proportion to its value; `byte_ua` are the microamperes of the
    first, second and third byte at 255.
    """

    ceiling_ua: int = (850 - SENSORS) * 1000
    byte_ua: tuple[int, int, int] = (20_000, 20_000, 20_000)


@dataclass(frozen=True, slots=True)
class ThresholdsMv:
    """Thresholds of Hall sensors, in millivolts; all 0 are those that the firmware came with."""

    operate: int = 0
    release: int = 0
    strong: int = 0
    plain: int = 0


@dataclass(frozen=True, slots=True)
class FullConfigure:
    """Configure of the second version.

    The pixels go dark after `silence_ms` without a message, in steps of 100; 0 is never.
    """

    period_ms: int
    mode: int = ReportMode.LEVELS
    silence_ms: int = 3000
    limits: LightLimits = LightLimits()
    thresholds: ThresholdsMv = ThresholdsMv()


@dataclass(frozen=True, slots=True)
class Ask:
    """Asks for something."""

    subject: Subject


@dataclass(frozen=True, slots=True)
class Calibrate:
    """The board is empty now."""


@dataclass(frozen=True, slots=True)
class SetName:
    """The board's own name from now on, up to 24 bytes of UTF-8; Identity answers it."""

    name: str


Report = Occupancy | Levels | States
FromBoard = Identity | Report | Shown | Statistics | Baseline
ToBoard = Hello | LightFrame | Configure | FullConfigure | Ask | Calibrate | SetName
Message = FromBoard | ToBoard
