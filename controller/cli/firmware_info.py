"""What a board says of itself, in plain words and as one object."""

import sys
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from hal.link.messages import FULL_SCALE, Capability, Cause, Identity, SensorKind, Statistics
from hal.link.words import describe_cause
from hal.serial_board import SerialBoard

_KINDS = {SensorKind.REED: "reeds", SensorKind.HALL: "linear Hall sensors"}
_CAN = {
    Capability.PIXELS: "drives pixels",
    Capability.LEVELS: "sends levels",
    Capability.STATES: "sends states",
    Capability.EMPTY_LEVELS: "keeps empty levels",
}
_FILES = "abcdefghijk"
# An empty sensor is off by less than this.
_PLAUSIBLE_MV = 400.0


def as_json(board: SerialBoard) -> dict[str, Any]:
    """Return everything that a greeted board has said of itself."""
    link = board.link
    identity = _identity(board)
    statistics = link.statistics
    return {
        "port": board.name,
        "baud": board.baud,
        "sensors": _KINDS[SensorKind(identity.sensors)],
        "rows": identity.rows,
        "columns": identity.columns,
        "protocol": identity.protocol,
        "firmware": ".".join(map(str, identity.version)),
        "capabilities": [word for bit, word in _CAN.items() if bit in identity.capabilities],
        "pixels": identity.pixels,
        "full_scale_mv": identity.full_scale_mv or None,
        "cause": [_cause_name(cause) for cause in Cause if cause in identity.cause],
        "starts": identity.starts,
        "calibrated": link.empty_levels.calibrated if link.empty_levels else None,
        "statistics": _counters(statistics) if statistics else None,
    }


def write_info(board: SerialBoard) -> None:
    """Write what a greeted board has said of itself."""
    identity, link = _identity(board), board.link
    version = ".".join(map(str, identity.version))
    can = [word for bit, word in _CAN.items() if bit in identity.capabilities]
    times = "once" if identity.starts == 1 else f"{identity.starts} times"
    rows = [
        ("port", f"{board.name}, {board.baud} baud"),
        ("sensors", f"{identity.rows} x {identity.columns} {_KINDS[SensorKind(identity.sensors)]}"),
        ("firmware", f"{version}, protocol {identity.protocol}"),
        ("capabilities", ", ".join(can) or "none but to send reports"),
        ("pixels", str(identity.pixels)),
        ("started", f"{times} since power came, last because {describe_cause(identity.cause)}"),
    ]
    if link.empty_levels is not None:
        rows.append(("calibrated", "yes" if link.empty_levels.calibrated else "never"))
    if link.statistics is not None:
        rows += _statistics(link.statistics)
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(overflow="fold")  # of a long path, no letter is lost
    for name, words in rows:
        table.add_row(name, escape(words))
    Console(highlight=False, emoji=False).print(table)


def write_calibration(board: SerialBoard) -> None:
    """Write what the sensors of an empty board give, and which of them cannot be right."""
    identity, empty = _identity(board), board.link.empty_levels
    if empty is None:
        return
    millivolts = [level * identity.full_scale_mv / FULL_SCALE for level in empty.levels]
    middle = sorted(millivolts)[len(millivolts) // 2]
    sys.stdout.write(
        f"The board is calibrated: empty sensors give {min(millivolts):.0f} to "
        f"{max(millivolts):.0f} mV.\n"
    )
    for sensor, each in enumerate(millivolts):
        if abs(each - middle) > _PLAUSIBLE_MV:
            sys.stdout.write(
                f"{square(sensor)} gives {each:.0f} mV: a piece may stand there, or its sensor "
                "is broken.\n"
            )


def square(sensor: int) -> str:
    """Return the name of the square over a sensor."""
    return f"{_FILES[sensor % 11]}{sensor // 11 + 1}"


def _identity(board: SerialBoard) -> Identity:
    if board.link.identity is None:
        raise ValueError("info: expected a board that was greeted, got another")
    return board.link.identity


def _statistics(told: Statistics) -> list[tuple[str, str]]:
    dropped, skipped = f"{told.dropped} frames dropped", f"{told.skipped} messages skipped"
    return [
        ("scans", f"{told.scans}, the longest took {told.longest_scan_us} microseconds"),
        ("reports", f"{told.reports}, and {told.shown} light frames shown"),
        ("trouble", f"{dropped}, {told.overruns} bytes lost, {skipped}"),
    ]


def _counters(told: Statistics) -> dict[str, int]:
    counters = asdict(told)
    return {name: int(counters[name]) for name in counters if name not in ("cause", "starts")}


def _cause_name(cause: Cause) -> str:
    return (cause.name or "unknown").lower()
