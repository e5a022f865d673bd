"""Where the fields of a message stand, and values that are packed. Knows no type of message."""

import struct

from hal.errors import HalError
from hal.serial.link.messages import SENSORS

IDENTITY = struct.Struct("<8BBHHBB")
IDENTITY_2 = struct.Struct("<BIB")  # then the name
REPORT = struct.Struct("<BBI")
STATISTICS = struct.Struct("<BIIHHHHHBB")
STATISTICS_2 = struct.Struct("<BBBHH")
CONFIGURE_2 = struct.Struct("<BBBHBIHHHHHHH")
NOWHERE = 255
WENT_DARK = 1
SILENCE_STEP_MS = 100
LONGEST_NAME = 24
BITBOARD = 16
PACKED = (SENSORS * 3 + 1) // 2


class CodecError(HalError, ValueError):
    """Bytes are no message that this side knows, or a field does not fit into its message."""


def pack_bitboard(bits: int) -> bytes:
    """Return a bit for each sensor as 16 bytes."""
    if bits >> SENSORS:
        raise ValueError(f"got a bitboard of more than {SENSORS} sensors")
    return bits.to_bytes(BITBOARD, "little")


def unpack_bitboard(data: bytes, at: int) -> int:
    """Return the bitboard that begins at a byte of a message."""
    bits = int.from_bytes(data[at : at + BITBOARD], "little")
    if bits >> SENSORS:
        raise CodecError(f"bitboard: expected {SENSORS} sensors, got more")
    return bits


def pack_levels(levels: tuple[int, ...]) -> bytes:
    """Return 121 levels of 12 bits as 182 bytes."""
    if len(levels) != SENSORS or min(levels) < 0 or max(levels) > 0xFFF:
        raise ValueError(f"got other levels than {SENSORS} from 0 to 4095")
    packed = bytearray()
    for first, second in zip(levels[::2], (*levels[1::2], 0), strict=True):
        packed += (first | second << 12).to_bytes(3, "little")
    return bytes(packed[:PACKED])


def unpack_levels(packed: bytes) -> tuple[int, ...]:
    """Return the 121 levels of 182 bytes."""
    padded = packed + b"\0"
    levels: list[int] = []
    for low, middle, high in zip(padded[0::3], padded[1::3], padded[2::3], strict=True):
        levels += (low | (middle & 15) << 8, middle >> 4 | high << 4)
    return tuple(levels[:SENSORS])
