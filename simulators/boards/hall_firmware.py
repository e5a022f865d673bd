"""The parts of the firmware for Hall sensors that only numbers go through: thresholds and EEPROM.

firmware/thresholds.c and baseline.c in Python. Knows neither time nor messages.
"""

from binascii import crc_hqx

from hal.hall_thresholds import HallThresholds
from hal.serial.link.messages import FULL_SCALE, SENSORS, ThresholdsMv

FULL_SCALE_MV = 5000
_MAGIC = bytes([ord("h"), SENSORS])
_CRC_BEGIN = 0xFFFF


def _level_of(millivolts: int) -> int:
    return (millivolts * FULL_SCALE + FULL_SCALE_MV // 2) // FULL_SCALE_MV


class Thresholds:
    """The states of all sensors, as bitboards, with hysteresis."""

    def __init__(self) -> None:
        """Begin without a magnet anywhere."""
        self.felt = self.south = self.north = self.strong = 0
        self.take(ThresholdsMv())

    @property
    def bitboards(self) -> tuple[int, int, int, int]:
        """The sensors that feel a magnet, a south pole, a north pole, a strong one."""
        return self.felt, self.south, self.north, self.strong

    def take(self, new: ThresholdsMv) -> bool:
        """Feel by other thresholds; return False, and change nothing, if they are out of order."""
        if new == ThresholdsMv():
            usual = HallThresholds()
            new = ThresholdsMv(usual.operate_mv, usual.release_mv, usual.strong_mv, usual.plain_mv)
        if not 0 < new.release <= new.operate <= new.plain <= new.strong <= FULL_SCALE_MV:
            return False
        self._operate, self._release = _level_of(new.operate), _level_of(new.release)
        self._strong_from, self._plain_below = _level_of(new.strong), _level_of(new.plain)
        return True

    def update(self, sensor: int, height: int) -> None:
        """Make the state of a sensor from its level above the baseline."""
        bit, force = 1 << sensor, abs(height)
        was_felt, was_strong = self.felt & bit, self.strong & bit
        self.felt &= ~bit
        self.south &= ~bit
        self.north &= ~bit
        self.strong &= ~bit
        if force < (self._release if was_felt else self._operate):
            return
        self.felt |= bit
        if force >= (self._plain_below if was_strong else self._strong_from):
            self.strong |= bit
        elif force < self._plain_below:  # between the two the kind of magnet is not certain
            self.south |= bit * (height > 0)
            self.north |= bit * (height < 0)


def stored_bytes(levels: tuple[int, ...]) -> bytes:
    """Return a baseline as the EEPROM holds it: magic, low bytes, high halves in pairs, CRC."""
    low = bytes(level & 0xFF for level in levels)
    high = [level >> 8 for level in levels] + [0] * (len(levels) % 2)
    halves = bytes(first | second << 4 for first, second in zip(high[::2], high[1::2], strict=True))
    data = _MAGIC + low + halves
    return data + crc_hqx(data, _CRC_BEGIN).to_bytes(2, "big")
