"""Messages to bytes and back, for both ends of the line. Knows nothing of frames."""

import struct
from collections.abc import Callable, Mapping
from typing import TypeVar, assert_never

from hal.errors import HalError
from hal.serial.link.messages import (
    SENSORS,
    Ask,
    Baseline,
    Calibrate,
    Capability,
    ChainState,
    Configure,
    FromBoard,
    FullConfigure,
    Hello,
    Identity,
    Levels,
    LightFrame,
    LightLimits,
    Message,
    Occupancy,
    ResetCause,
    SetName,
    Shown,
    States,
    Statistics,
    Subject,
    ThresholdsMv,
    ToBoard,
)

_IDENTITY = struct.Struct("<8BBHHBB")
_IDENTITY_2 = struct.Struct("<BIB")  # then the name
_REPORT = struct.Struct("<BBI")
_STATISTICS = struct.Struct("<BIIHHHHHBB")
_STATISTICS_2 = struct.Struct("<BBBHH")
_CONFIGURE_2 = struct.Struct("<BBBHBIHHHHHHH")
_NOWHERE = 255
_WENT_DARK = 1
_SILENCE_STEP_MS = 100
_LONGEST_NAME = 24
_BITBOARD = 16
_PACKED = (SENSORS * 3 + 1) // 2

M = TypeVar("M")
# Of Statistics: chain, where, whether it is dark, longest pass, disbelieved scans.
_Condition = tuple[ChainState, int | None, bool, int, int]


class CodecError(HalError, ValueError):
    """Bytes are no message that this side knows, or a field does not fit into its message."""


# Writing ------------------------------------------------------------------------------------


def write_message(message: Message) -> bytes:
    """Return the bytes of a message, from its type on.

    Raises:
        CodecError: a number does not fit its field.
    """
    try:
        return _write(message)
    except (struct.error, OverflowError, ValueError) as error:
        raise CodecError(f"{type(message).__name__}: expected what fits, {error}") from error


def _write(message: Message) -> bytes:
    return _write_to_board(message) if isinstance(message, ToBoard) else _write_from_board(message)


def _write_from_board(message: FromBoard) -> bytes:
    match message:
        case Identity():
            return _write_identity(message)
        case Occupancy(number, at_ms, closed):
            return _REPORT.pack(0x02, number, at_ms) + _write_bitboard(closed)
        case Levels(number, at_ms, levels):
            return _REPORT.pack(0x03, number, at_ms) + pack_levels(levels)
        case States(number, at_ms, felt, south, north, strong):
            boards = map(_write_bitboard, (felt, south, north, strong))
            return _REPORT.pack(0x04, number, at_ms) + b"".join(boards)
        case Shown(number):
            return bytes([0x05, number])
        case Statistics():
            return _write_statistics(message)
        case Baseline(calibrated, levels):
            return bytes([0x07, calibrated]) + pack_levels(levels)
    assert_never(message)


def _write_to_board(message: ToBoard) -> bytes:
    match message:
        case Hello(protocol):
            return bytes([0x41, protocol])
        case LightFrame(number, pixels):
            return bytes([0x42, number]) + pixels
        case Configure(period_ms, mode):
            return bytes([0x43, period_ms, mode])
        case FullConfigure():
            return _write_full_configure(message)
        case Ask(subject):
            return bytes([0x44, subject])
        case Calibrate():
            return b"\x45"
        case SetName(name):
            return b"\x46" + _write_name(name)
    assert_never(message)


def _write_full_configure(settings: FullConfigure) -> bytes:
    silence, rest = divmod(settings.silence_ms, _SILENCE_STEP_MS)
    if rest:
        raise ValueError(f"got a silence of {settings.silence_ms} ms, not in steps of 100")
    thresholds = settings.thresholds
    return _CONFIGURE_2.pack(
        0x43,
        min(settings.period_ms, 0xFF),
        settings.mode,
        settings.period_ms,
        silence,
        settings.limits.ceiling_ua,
        *settings.limits.byte_ua,
        thresholds.operate,
        thresholds.release,
        thresholds.strong,
        thresholds.plain,
    )


def _write_name(name: str) -> bytes:
    data = name.encode()
    if len(data) > _LONGEST_NAME:
        raise ValueError(f"got a name of {len(data)} bytes, more than {_LONGEST_NAME}")
    return data


def _write_identity(identity: Identity) -> bytes:
    first = _IDENTITY.pack(
        0x01,
        identity.least_protocol,
        identity.sensors,
        identity.rows,
        identity.columns,
        *identity.version,
        identity.capabilities,
        identity.pixels,
        identity.full_scale_mv,
        identity.cause,
        identity.starts,
    )
    if identity.protocol == 1:
        return first
    name = _write_name(identity.name)
    return first + _IDENTITY_2.pack(identity.protocol, identity.build, len(name)) + name


def _write_statistics(counted: Statistics) -> bytes:
    return _STATISTICS.pack(
        0x06,
        counted.scans,
        counted.reports,
        counted.dropped,
        counted.overruns,
        counted.skipped,
        counted.shown,
        counted.longest_scan_us,
        counted.cause,
        counted.starts,
    ) + _STATISTICS_2.pack(
        counted.chain,
        _NOWHERE if counted.chain_at is None else counted.chain_at,
        _WENT_DARK * counted.is_dark,
        counted.longest_pass_us,
        counted.disbelieved,
    )


def _write_bitboard(bits: int) -> bytes:
    if bits >> SENSORS:
        raise ValueError(f"got a bitboard of more than {SENSORS} sensors")
    return bits.to_bytes(_BITBOARD, "little")


def pack_levels(levels: tuple[int, ...]) -> bytes:
    """Return 121 levels of 12 bits as 182 bytes."""
    if len(levels) != SENSORS or min(levels) < 0 or max(levels) > 0xFFF:
        raise ValueError(f"got other levels than {SENSORS} from 0 to 4095")
    packed = bytearray()
    for first, second in zip(levels[::2], (*levels[1::2], 0), strict=True):
        packed += (first | second << 12).to_bytes(3, "little")
    return bytes(packed[:_PACKED])


def unpack_levels(packed: bytes) -> tuple[int, ...]:
    """Return the 121 levels of 182 bytes."""
    padded = packed + b"\0"
    levels: list[int] = []
    for low, middle, high in zip(padded[0::3], padded[1::3], padded[2::3], strict=True):
        levels += (low | (middle & 15) << 8, middle >> 4 | high << 4)
    return tuple(levels[:SENSORS])


# Reading ------------------------------------------------------------------------------------


def read_from_board(data: bytes) -> FromBoard:
    """Return the message that a board sent.

    Raises:
        CodecError: it is unknown or too short, or no 121 sensors can have sent it.
    """
    return _read(_FROM_BOARD, data)


def read_to_board(data: bytes, pixels: int = SENSORS) -> ToBoard:
    """Return the message that a controller sent to a board with that number of pixels.

    Raises:
        CodecError: it is unknown or too short, or a light frame for another number of pixels.
    """
    message = _read(_TO_BOARD, data)
    if isinstance(message, LightFrame) and len(message.pixels) != 3 * pixels:
        raise CodecError(f"light: expected {3 * pixels} bytes, got {len(message.pixels)}")
    return message


def _read(readers: "Mapping[int, tuple[int, Callable[[bytes], M]]]", data: bytes) -> M:
    found = readers.get(data[0]) if data else None
    if found is None:
        raise CodecError(f"type: expected one of {', '.join(map(hex, readers))}, got {data[:1]!r}")
    shortest, reader = found
    if len(data) < shortest:
        raise CodecError(f"message {data[0]:#x}: expected {shortest} bytes, got {len(data)}")
    return reader(data)


def _read_identity(data: bytes) -> Identity:
    _, least, sensors, rows, columns, major, minor, patch, *rest = _IDENTITY.unpack_from(data)
    capabilities, pixels, full_scale_mv, cause, starts = rest
    # A board of the first version says no more, and its version where that of others stands that
    # a controller must know at least.
    protocol, build, name = least, 0, ""
    if len(data) >= _IDENTITY.size + _IDENTITY_2.size:
        protocol, build, length = _IDENTITY_2.unpack_from(data, _IDENTITY.size)
        begins = _IDENTITY.size + _IDENTITY_2.size
        name = data[begins : begins + length].decode(errors="replace")
    return Identity(
        sensors,
        Capability(capabilities),
        pixels,
        full_scale_mv,
        (major, minor, patch),
        ResetCause(cause),
        starts,
        protocol,
        least,
        rows,
        columns,
        build,
        name,
    )


def _read_occupancy(data: bytes) -> Occupancy:
    _, number, at_ms = _REPORT.unpack_from(data)
    return Occupancy(number, at_ms, _read_bitboard(data, 6))


def _read_levels(data: bytes) -> Levels:
    _, number, at_ms = _REPORT.unpack_from(data)
    return Levels(number, at_ms, unpack_levels(data[6 : 6 + _PACKED]))


def _read_states(data: bytes) -> States:
    _, number, at_ms = _REPORT.unpack_from(data)
    felt, south, north, strong = (_read_bitboard(data, at) for at in (6, 22, 38, 54))
    if (south | north | strong) & ~felt or south & north or (south | north) & strong:
        raise CodecError("states: expected one kind of magnet where one is felt, got others")
    return States(number, at_ms, felt, south, north, strong)


def _read_statistics(data: bytes) -> Statistics:
    _, scans, reports, *counters, cause, starts = _STATISTICS.unpack_from(data)
    dropped, overruns, skipped, shown, longest_scan_us = counters
    condition: _Condition = (ChainState.UNKNOWN, None, False, 0, 0)
    if len(data) >= _STATISTICS.size + _STATISTICS_2.size:
        chain, where, flags, *more = _STATISTICS_2.unpack_from(data, _STATISTICS.size)
        state = ChainState(chain) if chain in tuple(ChainState) else ChainState.GARBLED
        at = None if where == _NOWHERE else where
        condition = (state, at, bool(flags & _WENT_DARK), more[0], more[1])
    return Statistics(
        scans,
        reports,
        dropped,
        overruns,
        skipped,
        shown,
        longest_scan_us,
        ResetCause(cause),
        starts,
        *condition,
    )


def _read_configure(data: bytes) -> Configure | FullConfigure:
    if len(data) < _CONFIGURE_2.size:
        return Configure(data[1], data[2])
    _, _, mode, period_ms, silence, ceiling_ua, *rest = _CONFIGURE_2.unpack_from(data)
    first, second, third, *thresholds = rest
    limits = LightLimits(ceiling_ua, (first, second, third))
    silence_ms = silence * _SILENCE_STEP_MS
    return FullConfigure(period_ms, mode, silence_ms, limits, ThresholdsMv(*thresholds))


def _read_name(data: bytes) -> SetName:
    if len(data) > 1 + _LONGEST_NAME:
        raise CodecError(f"name: expected up to {_LONGEST_NAME} bytes, got {len(data) - 1}")
    return SetName(data[1:].decode(errors="replace"))


def _read_ask(data: bytes) -> Ask:
    try:
        return Ask(Subject(data[1]))
    except ValueError as error:
        raise CodecError(f"ask: expected a subject, {error}") from error


def _read_bitboard(data: bytes, at: int) -> int:
    bits = int.from_bytes(data[at : at + _BITBOARD], "little")
    if bits >> SENSORS:
        raise CodecError(f"bitboard: expected {SENSORS} sensors, got more")
    return bits


# By type: the shortest message, and what reads it.
_FROM_BOARD: dict[int, tuple[int, Callable[[bytes], FromBoard]]] = {
    0x01: (_IDENTITY.size, _read_identity),
    0x02: (_REPORT.size + _BITBOARD, _read_occupancy),
    0x03: (_REPORT.size + _PACKED, _read_levels),
    0x04: (_REPORT.size + 4 * _BITBOARD, _read_states),
    0x05: (2, lambda data: Shown(data[1])),
    0x06: (_STATISTICS.size, _read_statistics),
    0x07: (2 + _PACKED, lambda data: Baseline(data[1] == 1, unpack_levels(data[2:184]))),
}
_TO_BOARD: dict[int, tuple[int, Callable[[bytes], ToBoard]]] = {
    0x41: (2, lambda data: Hello(data[1])),
    0x42: (2, lambda data: LightFrame(data[1], data[2:])),
    0x43: (3, _read_configure),
    0x44: (2, _read_ask),
    0x45: (1, lambda _: Calibrate()),
    0x46: (1, _read_name),
}
