"""Messages to bytes, for both ends of the line. Knows nothing of frames."""

import struct
from typing import assert_never

from hal.serial.link.layout import (
    CONFIGURE_2,
    IDENTITY,
    IDENTITY_2,
    LONGEST_NAME,
    NOWHERE,
    REPORT,
    SILENCE_STEP_MS,
    STATISTICS,
    STATISTICS_2,
    WENT_DARK,
    CodecError,
    pack_bitboard,
    pack_levels,
)
from hal.serial.link.messages import (
    Ask,
    Baseline,
    Calibrate,
    Configure,
    FromBoard,
    FullConfigure,
    Hello,
    Identity,
    Levels,
    LightFrame,
    Message,
    Occupancy,
    SetName,
    Shown,
    States,
    Statistics,
    ToBoard,
)


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
            return REPORT.pack(0x02, number, at_ms) + pack_bitboard(closed)
        case Levels(number, at_ms, levels):
            return REPORT.pack(0x03, number, at_ms) + pack_levels(levels)
        case States(number, at_ms, felt, south, north, strong):
            boards = map(pack_bitboard, (felt, south, north, strong))
            return REPORT.pack(0x04, number, at_ms) + b"".join(boards)
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
    silence, rest = divmod(settings.silence_ms, SILENCE_STEP_MS)
    if rest:
        raise ValueError(f"got a silence of {settings.silence_ms} ms, not in steps of 100")
    thresholds = settings.thresholds
    return CONFIGURE_2.pack(
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
    if len(data) > LONGEST_NAME:
        raise ValueError(f"got a name of {len(data)} bytes, more than {LONGEST_NAME}")
    return data


def _write_identity(identity: Identity) -> bytes:
    first = IDENTITY.pack(
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
    return first + IDENTITY_2.pack(identity.protocol, identity.build, len(name)) + name


def _write_statistics(counted: Statistics) -> bytes:
    return STATISTICS.pack(
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
    ) + STATISTICS_2.pack(
        counted.chain,
        NOWHERE if counted.chain_at is None else counted.chain_at,
        WENT_DARK * counted.is_dark,
        counted.longest_pass_us,
        counted.disbelieved,
    )
