"""`hnefi firmware info`: shows a board's identity, why it started, and its counters."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from controller.cli.options.board import BaudOption, ChosenBoard, ConfigOption, SerialOption
from controller.cli.printing import print_json
from controller.cli.waiting import found_board, wait, write_notices
from controller.notation.plain_text import printable

if TYPE_CHECKING:
    from hal.serial.board import SerialBoard
    from hal.serial.link.messages import Capability, Identity, ResetCause, Statistics

_ANSWER_S = 2.0
_KINDS = {1: "reeds", 2: "linear Hall sensors"}
_CHAIN = {
    "SOUND": "sound: its signature is there",
    "UNSIGNED": "no signature, so a fault cannot be named (docs/firmware.md, The signature)",
    "UNPLUGGED": "unplugged",
    "STUCK_LOW": "stuck low",
    "STUCK_HIGH": "stuck high",
    "SHIFTED": "shifted by one",
    "SWAPPED": "a ribbon in the wrong place, or the wrong way round",
    "HALF": "its last chip is silent",
    "GARBLED": "nonsense",
    "UNKNOWN": "not known",
}


def info(
    *,
    config: ConfigOption = None,
    serial: SerialOption = None,
    baud: BaudOption = None,
    as_object: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show the board's identity, why it started, and its counters."""
    from hal.serial.link.messages import Ask, Subject

    with found_board(config, ChosenBoard(serial=serial, baud=baud)) as board:
        board.link.send(Ask(Subject.STATISTICS))

        def has_answered() -> bool:
            link = board.link
            return link.statistics is not None and (
                link.baseline is not None or not keeps_baseline(board)
            )

        wait(board, has_answered, _ANSWER_S, "asking the board")
        if as_object:
            print_json(as_json(board))
        else:
            write_info(board)
            write_notices(board)


def keeps_baseline(board: "SerialBoard") -> bool:
    """Say whether a connected board has Hall sensors, whose baseline it keeps."""
    from hal.serial.link.messages import Capability

    identity = board.link.identity
    return identity is not None and Capability.BASELINE in identity.capabilities


def as_json(board: "SerialBoard") -> dict[str, Any]:
    """Return everything that a connected board has reported about itself."""
    from hal.serial.link.messages import ResetCause

    link = board.link
    identity = identity_of(board)
    statistics = link.statistics
    return {
        "port": board.name,
        "baud": board.baud,
        "sensors": _KINDS[identity.sensors],
        "rows": identity.rows,
        "columns": identity.columns,
        "protocol": identity.protocol,
        "name": identity.name or None,
        "build": f"{identity.build:08x}" if identity.build else None,
        "firmware": ".".join(map(str, identity.version)),
        "capabilities": _capabilities(identity.capabilities),
        "pixels": identity.pixels,
        "full_scale_mv": identity.full_scale_mv or None,
        "cause": [_cause_name(cause) for cause in ResetCause if cause in identity.cause],
        "starts": identity.starts,
        "calibrated": link.baseline.calibrated if link.baseline else None,
        "statistics": _counters(statistics) if statistics else None,
    }


def write_info(board: "SerialBoard") -> None:
    """Write everything that a connected board has reported about itself."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(overflow="fold")  # a long path must be readable to its end
    for name, words in _rows(board):
        table.add_row(name, escape(printable(words)))
    Console(highlight=False, emoji=False).print(table)


def identity_of(board: "SerialBoard") -> "Identity":
    """Return the identity of a connected board.

    Raises:
        ValueError: it is not connected.
    """
    if board.link.identity is None:
        raise ValueError("info: expected a connected board, got another")
    return board.link.identity


def _rows(board: "SerialBoard") -> list[tuple[str, str]]:
    from controller.words.catalogue import say
    from controller.words.notices import notice_sentence
    from hal.serial.link.state import reset_notice

    identity, link = identity_of(board), board.link
    version = ".".join(map(str, identity.version))
    times = "once" if identity.starts == 1 else f"{identity.starts} times"
    cause = say(notice_sentence(reset_notice(identity.cause)))
    can = ", ".join(_capabilities(identity.capabilities))
    rows = [
        ("port", f"{board.name}, {board.baud} baud"),
        ("sensors", f"{identity.rows} x {identity.columns} {_KINDS[identity.sensors]}"),
        ("name", identity.name or "none; hnefi firmware name gives it one"),
        ("firmware", f"{version}, build {identity.build:08x}, protocol {identity.protocol}"),
        ("capabilities", can or "reports only"),
        ("pixels", str(identity.pixels)),
        ("started", f"{times} since power-on; last cause: {cause}"),
    ]
    if link.baseline is not None:
        rows.append(("calibrated", "yes" if link.baseline.calibrated else "never"))
    if identity.protocol == 1:
        rows = [row for row in rows if row[0] != "name"]
    return rows if link.statistics is None else rows + _statistics(link.statistics)


def _capabilities(capabilities: "Capability") -> list[str]:
    from hal.serial.link.messages import Capability

    words = {
        Capability.PIXELS: "drives pixels",
        Capability.LEVELS: "sends levels",
        Capability.STATES: "sends states",
        Capability.BASELINE: "keeps empty levels",
        Capability.CHANGES: "sends changes at once",
    }
    return [word for bit, word in words.items() if bit in capabilities]


def _statistics(counted: "Statistics") -> list[tuple[str, str]]:
    dropped, skipped = f"{counted.dropped} frames dropped", f"{counted.skipped} messages skipped"
    return [
        ("scans", f"{counted.scans}; the longest took {counted.longest_scan_us} microseconds"),
        ("reports", f"{counted.reports}; {counted.shown} light frames shown"),
        ("errors", f"{dropped}, {counted.overruns} bytes lost, {skipped}"),
        ("chain", _CHAIN[counted.chain.name]),
    ]


def _counters(counted: "Statistics") -> dict[str, Any]:
    counters = asdict(counted)
    counters["chain"] = counted.chain.name.lower()
    return {name: counters[name] for name in counters if name not in ("cause", "starts")}


def _cause_name(cause: "ResetCause") -> str:
    return (cause.name or "unknown").lower()
