"""What light frames and floods cost the firmware in scans and reports."""

from dataclasses import replace
from itertools import count

from rich.console import Console

from benchmarks.firmware.board import (
    BYTES_A_SECOND,
    REPORTS,
    STEP_S,
    ReportingBoard,
    microseconds,
    table_of,
)
from benchmarks.firmware.speed import BAUDS
from hal.board import CHANNELS, SQUARE_COUNT
from hal.serial.link.framing import frame
from hal.serial.link.messages import (
    Hello,
    Levels,
    LightFrame,
    Occupancy,
    Shown,
    States,
    Statistics,
)
from simulators.avr import build
from simulators.avr.harness import CYCLES_PER_SECOND, Harness

# For how long light frames are shown, in seconds, and how many a controller sends at most.
_LIT_S = 2.0
_LIGHTS_PER_SECOND = 30


def print_lights(console: Console) -> None:
    """Print how many light frames can be shown, and what is left of scans and reports at 30."""
    columns = ("most/s", "scans/s then", "reports/s", "at 30/s: scans/s", "reports/s", "scan, us")
    table = table_of("firmware, showing light frames", "baud", *columns)
    for name, (sensors, mode) in REPORTS.items():
        for baud in BAUDS:
            with Harness(sensors, build.firmware(sensors, baud)) as harness:
                board = ReportingBoard(harness, mode)
                slow = _counted(board, 1 / _LIGHTS_PER_SECOND)
                fast = _counted(board, 0.0)
            counts = (fast.shown, fast.scans, fast.reports, slow.scans, slow.reports)
            rates = (round(count / _LIT_S) for count in counts)
            table.add_row(name, f"{baud:,}", *map(str, rates), str(slow.longest_scan_us))
    console.print(table)


def _counted(board: ReportingBoard, period_s: float) -> Statistics:
    """Show light frames for a while, so far apart or further; return what the board counted."""
    harness, before = board.harness, board.statistics()
    ends = harness.seconds + _LIT_S
    for number in count():
        due = harness.seconds + period_s
        received = board.exchange(LightFrame(number % 256, bytes(CHANNELS * SQUARE_COUNT)), 0.0)
        while not any(isinstance(message, Shown) for message in received):
            received = board.wait(STEP_S)
        board.wait(max(due - harness.seconds, 0.0))
        if harness.seconds >= ends:
            break
    after = board.statistics()
    return replace(
        after,
        shown=after.shown - before.shown,
        scans=after.scans - before.scans,
        reports=after.reports - before.reports,
    )


def print_floods(console: Console) -> None:
    """Print what a received byte costs, and what reports and the loop suffer by floods."""
    columns = ("cycles a byte", "longest pass, us", "reports/s", "flooded", "by Hello")
    table = table_of("firmware, at 500,000 baud", *columns)
    for name, (sensors, mode) in REPORTS.items():
        with Harness(sensors, build.firmware(sensors)) as harness:
            board = ReportingBoard(harness, mode)
            board.wait(0.1)
            harness.stats()  # measure from here
            quiet, usual, _ = _flooded(board, b"")
            flooded, few, longest = _flooded(board, b"\x55" * BYTES_A_SECOND)
            board.exchange(Hello(), 0.1)
            harness.stats()
            hello = frame(Hello())
            _, fewer, longer = _flooded(board, hello * (BYTES_A_SECOND // len(hello)))
        # Passes that scan Hall sensors differ too much in length to tell.
        cost = CYCLES_PER_SECOND * (1 - flooded / quiet) / BYTES_A_SECOND
        cycles = f"{cost:.0f}" if sensors == "reed" else "the same"
        longest = max(longest, longer)
        words = (f"{microseconds(longest):.0f}", str(usual), str(few), str(fewer))
        table.add_row(name, cycles, *words)
    console.print(table)


def _flooded(board: ReportingBoard, data: bytes) -> tuple[int, int, int]:
    """Return the passes and reports of a second in which bytes come, and the longest pass."""
    heard = board.hear(1.0, data)
    reports = sum(isinstance(message, Occupancy | Levels | States) for message in heard)
    stats = board.harness.stats()
    return stats["passes"], reports, stats["pass_cycles"][1]
