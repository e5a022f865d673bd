"""Random doings of people and a controller, for the firmware and its model side by side."""

from collections.abc import Callable
from random import Random

from hal.board import SQUARE_COUNT
from hal.serial.link.framing import frame, frame_bytes
from hal.serial.link.messages import (
    SENSORS,
    Ask,
    Calibrate,
    Configure,
    FullConfigure,
    Hello,
    LightFrame,
    LightLimits,
    ReportMode,
    ResetCause,
    Subject,
    ThresholdsMv,
    ToBoard,
)
from tests.simulators.avr.twins import EMPTY_MV, Twins

# How long a calibration takes, its EEPROM included, in seconds, and the measuring alone.
CALIBRATING_S = 2.0
MEASURING_S = 0.6
# Statistics come by themselves once a second: nothing is done that near to that.
STATISTICS_MS = 1000.0
BEFORE_MS, AFTER_MS = 100.0, 20.0
# Millivolts above the baseline at which something changes, and some others.
HEIGHTS_MV = (0, 0, 112, 144, 800, 928, 1024, 1280, 2500)


class Script:
    """Random doings of people and controller; they keep to the protocol's one credit.

    Nothing is done where a few milliseconds decide what is answered: Statistics are not asked for
    when they come by themselves, nor the baseline when a calibration is about to end.
    """

    def __init__(self, twins: Twins, random: Random) -> None:
        self.twins = twins
        self.random = random
        self.lights = 0
        self.calibrating_until = 0.0  # in seconds of the clock
        self.doings: list[Callable[[], None]] = [
            self.change_sensors,
            self.change_sensors,
            self.light,
            self.ask_who,
            self.ask_what,
            self.configure,
            self.configure_in_full,
            self.send_damage,
            self.calibrate,
            self.restart,
        ]

    def play(self, seconds: float) -> None:
        until = self.twins.clock() + seconds
        while self.twins.clock() < until:
            self.random.choice(self.doings)()
            self.twins.wait(self.random.randrange(30, 80) / 1000)
            while self.is_near_statistics():
                self.twins.wait(0.01)
        self.twins.wait(0.06)

    def send(self, *messages: ToBoard, seconds: float = 0.03) -> None:
        self.twins.wait(seconds, b"".join(map(frame, messages)))

    def is_near_statistics(self) -> bool:
        """Say whether Statistics may come by themselves a moment before or after something."""
        return (self.twins.ms + BEFORE_MS) % STATISTICS_MS < BEFORE_MS + AFTER_MS

    @property
    def calibrating_s(self) -> float:
        """How much longer a calibration may take; 0 if there is none."""
        return max(0.0, self.calibrating_until - self.twins.clock())

    def change_sensors(self) -> None:
        if self.calibrating_s:
            return
        if self.twins.kind == "reed":
            self.twins.close_reeds(self.random.getrandbits(SQUARE_COUNT))
        else:
            self.twins.set_levels([self.millivolts() for _ in range(SQUARE_COUNT)])

    def millivolts(self) -> int:
        height = self.random.choice(HEIGHTS_MV) + self.random.randrange(-6, 7)
        return max(0, min(5000, EMPTY_MV + self.random.choice((-1, 1)) * height))

    def light(self) -> None:
        self.lights += 1
        pixels = self.random.randbytes(3 * SENSORS)
        self.send(LightFrame(self.lights % 256, pixels), seconds=0.04)

    def ask_who(self) -> None:
        self.send(Hello())

    def ask_what(self) -> None:
        subject = self.random.choice(list(Subject))
        if subject is Subject.STATISTICS or not self.calibrating_s:
            self.send(Ask(subject))

    def configure(self) -> None:
        mode = self.random.choice([ReportMode.LEVELS, ReportMode.STATES, 2, 77])
        self.send(Configure(self.random.choice([0, 10, 13, 20, 100, 255]), mode))

    def configure_in_full(self) -> None:
        """Configure as the second version does; the ceiling dims most frames."""
        random = self.random
        limits = LightLimits(
            random.choice([0, 100_000, 729_000, 2_000_000, 0xFFFF_FFFF]),
            (random.randrange(65_536), 20_000, random.randrange(65_536)),
        )
        thresholds = random.choice(
            [ThresholdsMv(), ThresholdsMv(200, 150, 900, 800), ThresholdsMv(1, 2, 3, 4)]
        )
        mode = random.choice([ReportMode.LEVELS, ReportMode.STATES, 2])
        period_ms = random.choice([0, 10, 20, 300])
        self.send(FullConfigure(period_ms, mode, random.choice([0, 3000]), limits, thresholds))

    def calibrate(self) -> None:
        if self.calibrating_s or self.random.random() < 0.5:
            return
        self.twins.wait(0.03)  # until the last change is seen by both
        if self.twins.kind == "hall":
            self.calibrating_until = self.twins.clock() + CALIBRATING_S
        self.send(Calibrate())

    def send_damage(self) -> None:
        self.twins.wait(0.03, self.random.choice(DAMAGES)(self.random))

    def restart(self) -> None:
        """Restart, unless the EEPROM may have been written a moment ago, or not yet."""
        may_end_now = 0 < self.calibrating_s < CALIBRATING_S - MEASURING_S
        if may_end_now or self.random.random() < 0.5:
            return
        self.twins.wait(0.05)
        causes = (ResetCause.POWER, ResetCause.RESET_PIN, ResetCause.BROWN_OUT)
        self.twins.restart(self.random.choice(causes))
        self.calibrating_until = 0.0
        self.twins.wait(0.02)


def flipped(random: Random) -> bytes:
    data = bytearray(frame(Hello()) + frame(Configure(50)))
    data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return bytes(data)


def cut_short(random: Random) -> bytes:
    data = frame(LightFrame(9, bytes(3 * SENSORS)))
    return data[: random.randrange(1, 300)] + b"\0" * random.randrange(2)


def unknown(random: Random) -> bytes:
    return frame_bytes(bytes([random.randrange(0x46, 0x100)]) + random.randbytes(9))


def too_short(random: Random) -> bytes:
    return frame_bytes(random.choice([b"", b"\x41", b"\x42\x01", b"\x43\x0a", b"\x44"]))


def longer(random: Random) -> bytes:
    return frame_bytes(b"\x41\x01" + random.randbytes(5))


def noise(random: Random) -> bytes:
    return random.randbytes(random.randrange(1, 150))


def endless(random: Random) -> bytes:
    return b"\x11" * random.randrange(380, 500) + b"\0"


DAMAGES: list[Callable[[Random], bytes]] = [
    flipped,
    cut_short,
    unknown,
    too_short,
    longer,
    noise,
    endless,
]
