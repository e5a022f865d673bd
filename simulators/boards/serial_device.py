"""The microcontroller of a board in Python, with its clock, its strip and its restarts.

It answers as the real firmware does; tests/simulators/avr/test_device_model.py compares the two.
Wires, chips and instructions are left out: for those the real firmware runs under simavr. Knows
sensors and a strip of pixels, but no port.
"""

from collections.abc import Callable
from dataclasses import replace

from hal.serial.link.messages import SENSORS, ResetCause
from simulators.boards.device_firmware import DeviceFirmware
from simulators.boards.device_sensors import DeviceSensors

# How long the bootloader of an Arduino waits.
BOOT_S = 2.0
_STARTS_AGAIN = ResetCause.POWER | ResetCause.BROWN_OUT
_MOST_STARTS = 255


class SerialDevice:
    """A microcontroller with sensors and a strip; `clock` gives the time in seconds."""

    def __init__(
        self,
        sensors: DeviceSensors,
        clock: Callable[[], float],
        pixels: int = SENSORS,
        baud: int = 500_000,
    ) -> None:
        """Power it."""
        self.sensors = sensors
        self.identity = replace(sensors.identity, pixels=pixels)
        self.strip = bytes(3 * pixels)
        self.lights = 0  # frames shown, all starts together
        self._clock = clock
        self.baud = baud
        self._unread = b""  # from before the last restart
        self._start(0.0)

    @property
    def dark_after_ms(self) -> int | None:
        """The silence, by its own clock, after which it went dark last; None if it has not."""
        return self._firmware.dark_after_ms

    def restart(self, cause: ResetCause, boot_s: float = 0.0) -> None:
        """Restart; the bootloader takes a while, in which the device is silent and deaf.

        Pixels hold their colours. After power or brown-out, starts are counted from 1 again.
        """
        starts = 1 if cause & _STARTS_AGAIN else min(self.identity.starts + 1, _MOST_STARTS)
        # The EEPROM keeps the name.
        self.identity = replace(self._firmware.identity, cause=cause, starts=starts)
        self._unread = self.produce()
        self.sensors.stop(self._now())
        self._start(boot_s)

    def receive(self, data: bytes) -> None:
        """Send the device bytes; they are lost while it boots."""
        now = self._now()
        if now >= 0:
            self._firmware.receive(data, now)

    def produce(self) -> bytes:
        """Return the bytes that the device has sent since the last call."""
        unread, self._unread = self._unread, b""
        return unread + self._firmware.sent(self._now())

    def _start(self, boot_s: float) -> None:
        self._began = self._clock() + boot_s + self.sensors.starting_us / 1e6
        self._firmware = DeviceFirmware(self.sensors, self.identity, self.baud, self._show)

    def _now(self) -> float:
        """Return the microseconds since the firmware started; less than 0 before."""
        return round(1e6 * (self._clock() - self._began), 3)

    def _show(self, pixels: bytes) -> None:
        self.strip = pixels
        self.lights += 1
