"""Bytes to messages, for both ends of the line. Knows nothing of frames."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from hal.serial.link.layout import (
    BITBOARD,
    CONFIGURE_2,
    IDENTITY,
    IDENTITY_2,
    LONGEST_NAME,
    NOWHERE,
    PACKED,
    REPORT,
    SILENCE_STEP_MS,
    STATISTICS,
    STATISTICS_2,
    WENT_DARK,
    CodecError,
    unpack_bitboard,
    unpack_levels,
)
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
    Occupancy,
    ResetCause,
    SensorKind,
    SetName,
    Shown,
    States,
    Statistics,
    Subject,
    ThresholdsMv,
    ToBoard,
)

M = TypeVar("M")
IDENTITY_TYPE = 0x01
# Of Statistics: chain, where, whether it is dark, longest pass, disbelieved scans.
_Condition = tuple[ChainState, int | None, bool, int, int]


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


def check_sensors(message: FromBoard, said: int) -> None:
    """Refuse a report of other sensors than the board said that it has.

    Raises:
        CodecError: firmware and sensors are those of two boards.
    """
    match message:
        case Occupancy():
            sent = SensorKind.REED
        case Levels() | States():
            sent = SensorKind.HALL
        case _:
            return
    if said != sent:
        expected, got = _SENSORS[SensorKind(said)], _SENSORS[sent]
        raise CodecError(f"report: expected one of {expected}, as Identity says, got one of {got}")


_SENSORS = {SensorKind.REED: "reeds", SensorKind.HALL: "Hall sensors"}


def _read(readers: "Mapping[int, tuple[int, Callable[[bytes], M]]]", data: bytes) -> M:
    found = readers.get(data[0]) if data else None
    if found is None:
        raise CodecError(f"type: expected one of {', '.join(map(hex, readers))}, got {data[:1]!r}")
    shortest, reader = found
    if len(data) < shortest:
        raise CodecError(f"message {data[0]:#x}: expected {shortest} bytes, got {len(data)}")
    return reader(data)


def _read_identity(data: bytes) -> Identity:
    _, least, sensors, rows, columns, major, minor, patch, *rest = IDENTITY.unpack_from(data)
    capabilities, pixels, full_scale_mv, cause, starts = rest
    # A board of the first version says no more, and its version where that of others stands that
    # a controller must know at least.
    protocol, build, name = least, 0, ""
    if len(data) >= IDENTITY.size + IDENTITY_2.size:
        protocol, build, length = IDENTITY_2.unpack_from(data, IDENTITY.size)
        begins = IDENTITY.size + IDENTITY_2.size
        if length > LONGEST_NAME:
            raise CodecError(f"name: expected up to {LONGEST_NAME} bytes, got {length}")
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
    _, number, at_ms = REPORT.unpack_from(data)
    return Occupancy(number, at_ms, unpack_bitboard(data, 6))


def _read_levels(data: bytes) -> Levels:
    _, number, at_ms = REPORT.unpack_from(data)
    return Levels(number, at_ms, unpack_levels(data[6 : 6 + PACKED]))


def _read_states(data: bytes) -> States:
    _, number, at_ms = REPORT.unpack_from(data)
    felt, south, north, strong = (unpack_bitboard(data, at) for at in (6, 22, 38, 54))
    if (south | north | strong) & ~felt or south & north or (south | north) & strong:
        raise CodecError("states: expected one kind of magnet where one is felt, got others")
    return States(number, at_ms, felt, south, north, strong)


def _read_statistics(data: bytes) -> Statistics:
    _, scans, reports, *counters, cause, starts = STATISTICS.unpack_from(data)
    dropped, overruns, skipped, shown, longest_scan_us = counters
    condition: _Condition = (ChainState.UNKNOWN, None, False, 0, 0)
    if len(data) >= STATISTICS.size + STATISTICS_2.size:
        chain, where, flags, *more = STATISTICS_2.unpack_from(data, STATISTICS.size)
        if chain not in tuple(ChainState):
            raise CodecError(f"statistics: expected a state of the chain, got {chain}")
        at = None if where == NOWHERE else where
        condition = (ChainState(chain), at, bool(flags & WENT_DARK), more[0], more[1])
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
    if len(data) < CONFIGURE_2.size:
        return Configure(data[1], data[2])
    _, _, mode, period_ms, silence, ceiling_ua, *rest = CONFIGURE_2.unpack_from(data)
    first, second, third, *thresholds = rest
    limits = LightLimits(ceiling_ua, (first, second, third))
    silence_ms = silence * SILENCE_STEP_MS
    return FullConfigure(period_ms, mode, silence_ms, limits, ThresholdsMv(*thresholds))


def _read_name(data: bytes) -> SetName:
    if len(data) > 1 + LONGEST_NAME:
        raise CodecError(f"name: expected up to {LONGEST_NAME} bytes, got {len(data) - 1}")
    return SetName(data[1:].decode(errors="replace"))


def _read_ask(data: bytes) -> Ask:
    try:
        return Ask(Subject(data[1]))
    except ValueError as error:
        raise CodecError(f"ask: expected a subject, {error}") from error


# By type: the shortest message, and what reads it.
_FROM_BOARD: dict[int, tuple[int, Callable[[bytes], FromBoard]]] = {
    IDENTITY_TYPE: (IDENTITY.size, _read_identity),
    0x02: (REPORT.size + BITBOARD, _read_occupancy),
    0x03: (REPORT.size + PACKED, _read_levels),
    0x04: (REPORT.size + 4 * BITBOARD, _read_states),
    0x05: (2, lambda data: Shown(data[1])),
    0x06: (STATISTICS.size, _read_statistics),
    0x07: (2 + PACKED, lambda data: Baseline(data[1] == 1, unpack_levels(data[2:184]))),
}
_TO_BOARD: dict[int, tuple[int, Callable[[bytes], ToBoard]]] = {
    0x41: (2, lambda data: Hello(data[1])),
    0x42: (2, lambda data: LightFrame(data[1], data[2:])),
    0x43: (3, _read_configure),
    0x44: (2, _read_ask),
    0x45: (1, lambda _: Calibrate()),
    0x46: (1, _read_name),
}
