"""What the firmware needs and how fast it is, measured on the simulated microcontroller."""

import re
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.reckoned import print_reckoned
from hal.board import CHANNELS, SQUARE_COUNT
from hal.serial.link.codec import read_from_board
from hal.serial.link.framing import Deframer, frame
from hal.serial.link.messages import (
    Ask,
    Baseline,
    Calibrate,
    FromBoard,
    FullConfigure,
    Hello,
    Identity,
    Levels,
    LightFrame,
    LightLimits,
    Occupancy,
    ReportMode,
    Shown,
    States,
    Statistics,
    Subject,
    ToBoard,
)
from simulators.avr import build
from simulators.avr.errors import AvrError
from simulators.avr.harness import CYCLES_PER_SECOND, Harness
from simulators.table.sensors import SensorName

BAUDS = (500_000, 250_000, 115_200)
PRESSES = 60
_STEP_S = 0.00025
# For how long light frames are shown, in seconds, and how many a controller sends at most.
_LIT_S = 2.0
_LIGHTS_PER_SECOND = 30
_EMPTY_MV, _PRESSED_MV = 2500.0, 3300.0
# A second of the line.
_FLOOD_BYTES = 50_000
_FINE_STEP_S = 0.00002
_ARDUINO = Path("/usr/share/arduino/hardware/arduino/avr/bootloaders")
# Each with the WATCHDOG that `hnefi firmware flash` builds for it, None for the usual one.
_BOOTLOADERS: dict[str, tuple[Path | None, int | None]] = {
    "none": (None, None),
    "Optiboot 4.4": (_ARDUINO / "optiboot/optiboot_atmega328.hex", None),
    "ATmegaBOOT": (_ARDUINO / "atmega/ATmegaBOOT_168_atmega328.hex", 2),
}
_REPORTS: dict[str, tuple[SensorName, ReportMode]] = {
    "reeds": ("reed", ReportMode.LEVELS),
    "Hall, levels": ("hall", ReportMode.LEVELS),
    "Hall, states": ("hall", ReportMode.STATES),
}
_SIZES = re.compile(r"^\s*(\d+)\s+(\d+)\s+(\d+)", re.MULTILINE)


class _Board:
    """A firmware that is configured to report every 10 ms."""

    def __init__(self, harness: Harness, mode: ReportMode) -> None:
        self.harness = harness
        self._deframer: Deframer[FromBoard] = Deframer(read_from_board)
        self.wait(0.05)
        # Pixels may draw what they are asked to, so that every pulse is seen.
        self.send(FullConfigure(10, mode, 0, LightLimits(0xFFFF_FFFF, (1, 1, 1))))

    def wait(self, seconds: float) -> list[FromBoard]:
        return self._deframer.feed(self.harness.run(seconds))

    def hear(self, seconds: float, data: bytes) -> list[FromBoard]:
        """Send bytes, and return what comes back in a while."""
        return self._deframer.feed(self.harness.run(seconds, data))

    def send(self, message: ToBoard) -> list[FromBoard]:
        return self.exchange(message, 0.05)

    def exchange(self, message: ToBoard, seconds: float) -> list[FromBoard]:
        """Send a message, and return what comes back in a while."""
        return self._deframer.feed(self.harness.run(seconds, frame(message)))

    def statistics(self) -> Statistics:
        received = self.send(Ask(Subject.STATISTICS))
        return next(message for message in received if isinstance(message, Statistics))

    def press(self, square: int | None) -> None:
        """Let a piece stand on one square, or on none."""
        if self.harness.sensors == "reed":
            self.harness.occupancy(0 if square is None else 1 << square)
            return
        levels = [_EMPTY_MV] * SQUARE_COUNT
        if square is not None:
            levels[square] = _PRESSED_MV
        self.harness.levels(levels)

    def latency(self, square: int) -> float:
        """Return how long it takes until a press is reported, in seconds."""
        self.press(square)
        begun = self.harness.seconds
        while not any(_shows(message, square) for message in self.wait(_STEP_S)):
            if self.harness.seconds > begun + 1:
                raise AvrError(f"firmware: expected a press of sensor {square} to be reported")
        return self.harness.seconds - begun


def _shows(message: FromBoard, square: int) -> bool:
    match message:
        case Occupancy():
            return bool(message.closed >> square & 1)
        case States():
            return bool(message.felt >> square & 1)
        case Levels():
            return message.levels[square] * 5000 / 4096 > (_EMPTY_MV + _PRESSED_MV) / 2
    return False


def _latencies(board: _Board) -> list[float]:
    random = Random(1)
    found = []
    for _ in range(PRESSES):
        board.press(None)
        board.wait(0.04 + random.uniform(0, 0.02))
        found.append(board.latency(random.randrange(SQUARE_COUNT)))
    return sorted(found)


def print_lines(console: Console) -> None:
    """Print how soon a press is reported, and how many reports come, at each baud rate."""
    table = _table("firmware, reporting every 10 ms", "baud", "reports/s", "press p50", "p99 ms")
    for name, (sensors, mode) in _REPORTS.items():
        for baud in BAUDS:
            with Harness(sensors, build.firmware(sensors, baud)) as harness:
                board = _Board(harness, mode)
                board.press(None)
                reports = [m for m in board.wait(1) if isinstance(m, Occupancy | Levels | States)]
                found = _latencies(board)
            p50, p99 = (1000 * found[PRESSES * part // 100 - 1] for part in (50, 99))
            table.add_row(name, f"{baud:,}", str(len(reports)), f"{p50:.1f}", f"{p99:.1f}")
    console.print(table)


def print_lights(console: Console) -> None:
    """Print how many light frames can be shown, and what is left of scans and reports at 30."""
    columns = ("most/s", "scans/s then", "reports/s", "at 30/s: scans/s", "reports/s", "scan, us")
    table = _table("firmware, showing light frames", "baud", *columns)
    for name, (sensors, mode) in _REPORTS.items():
        for baud in BAUDS:
            with Harness(sensors, build.firmware(sensors, baud)) as harness:
                board = _Board(harness, mode)
                slow = _counted(board, 1 / _LIGHTS_PER_SECOND)
                fast = _counted(board, 0.0)
            counts = (fast.shown, fast.scans, fast.reports, slow.scans, slow.reports)
            rates = (round(count / _LIT_S) for count in counts)
            table.add_row(name, f"{baud:,}", *map(str, rates), str(slow.longest_scan_us))
    console.print(table)


def _counted(board: _Board, period_s: float) -> Statistics:
    """Show light frames for a while, so far apart or further; return what the board counted."""
    harness, before = board.harness, board.statistics()
    ends = harness.seconds + _LIT_S
    for number in count():
        due = harness.seconds + period_s
        received = board.exchange(LightFrame(number % 256, bytes(CHANNELS * SQUARE_COUNT)), 0.0)
        while not any(isinstance(message, Shown) for message in received):
            received = board.wait(_STEP_S)
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
    table = _table("firmware, at 500,000 baud", *columns)
    for name, (sensors, mode) in _REPORTS.items():
        with Harness(sensors, build.firmware(sensors)) as harness:
            board = _Board(harness, mode)
            board.wait(0.1)
            harness.stats()  # measure from here
            quiet, usual, _ = _flooded(board, b"")
            flooded, few, longest = _flooded(board, b"\x55" * _FLOOD_BYTES)
            board.exchange(Hello(), 0.1)
            harness.stats()
            hello = frame(Hello())
            _, fewer, longer = _flooded(board, hello * (_FLOOD_BYTES // len(hello)))
        # Passes that scan Hall sensors differ too much in length to tell.
        cost = CYCLES_PER_SECOND * (1 - flooded / quiet) / _FLOOD_BYTES
        cycles = f"{cost:.0f}" if sensors == "reed" else "the same"
        longest = max(longest, longer)
        words = (f"{_microseconds(longest):.0f}", str(usual), str(few), str(fewer))
        table.add_row(name, cycles, *words)
    console.print(table)


def _flooded(board: _Board, data: bytes) -> tuple[int, int, int]:
    """Return the passes and reports of a second in which bytes come, and the longest pass."""
    heard = board.hear(1.0, data)
    reports = sum(isinstance(message, Occupancy | Levels | States) for message in heard)
    stats = board.harness.stats()
    return stats["passes"], reports, stats["pass_cycles"][1]


def print_restarts(console: Console) -> None:
    """Print how soon a firmware that hangs runs again, behind each bootloader."""
    columns = ("after a hang", "with interrupts off", "after a reset")
    table = _table("bootloader", *(word for each in columns for word in (f"{each}, s", "cause")))
    for name, (file, watchdog) in _BOOTLOADERS.items():
        if file is not None and not file.exists():
            console.print(f"{name}: not measured: needs the Debian package arduino-core-avr")
            continue
        firmware = build.firmware("reed", watchdog=watchdog)
        with Harness("reed", firmware, bootloader=file) as harness:
            board = _Board(harness, ReportMode.LEVELS)
            board.wait(3.0)
            harness.hang()
            cells = [*_start(board)]
            harness.hang(interrupts=False)
            cells += _start(board)
            harness.reset("external")
            cells += _start(board)
        table.add_row(name, *cells)
    console.print(table)


def _start(board: _Board) -> tuple[str, str]:
    """Return how long the firmware takes to start again, and the cause that it names."""
    begun = board.harness.seconds
    while board.harness.seconds < begun + 5:
        for message in board.wait(0.01):
            if isinstance(message, Identity):
                return f"{board.harness.seconds - begun:.2f}", _cause(message)
    return "never", ""


def _cause(identity: Identity) -> str:
    return str(identity.cause.name or "unknown").lower()


def print_sizes(console: Console) -> None:
    """Print flash, memory and scan times, and how fast all this is simulated."""
    columns = ("flash B", "RAM B", "longest scan, cycles", "us", "settle us", "x real time")
    table = _table("firmware", *columns)
    for sensors in ("reed", "hall"):
        kind: SensorName = "reed" if sensors == "reed" else "hall"
        firmware = build.firmware(kind)
        said = subprocess.run(  # noqa: S603 - a program of this machine
            ["avr-size", firmware],  # noqa: S607 - whichever is first
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        text, data, bss = map(int, next(_SIZES.finditer(said)).groups())
        with Harness(kind, firmware) as harness:
            begun = time.perf_counter()
            harness.run(3)
            speed = 3 / (time.perf_counter() - begun)
            seen = harness.stats()["sensors"]
        cycles = seen["scan_cycles"]
        table.add_row(
            sensors,
            str(text + data),
            str(data + bss),
            f"{cycles[1]:,}",
            f"{_microseconds(cycles[1]):.0f}",
            f"{_microseconds(seen['settle_cycles']):.1f}",
            f"{speed:.1f}",
        )
    console.print(table)


def _microseconds(cycles: int) -> float:
    return 1e6 * cycles / CYCLES_PER_SECOND


def print_strip(console: Console) -> None:
    """Print the widths of the strip's pulses against the data sheet."""
    random = Random(1)
    with Harness("reed", build.firmware("reed")) as harness:
        board = _Board(harness, ReportMode.LEVELS)
        for number in range(10):
            board.send(LightFrame(number, random.randbytes(CHANNELS * SQUARE_COUNT)))
        strip = harness.stats()["strip"]
    table = _table("WS2812 pulse", "least ns", "most ns", "data sheet")
    for row in _pulses(strip["ns"]):
        table.add_row(*row)
    console.print(table)
    console.print(f"\nstrip: {strip['frames']} frames, {strip['violations']} pulses out of limits")


def print_lamp(console: Console) -> None:
    """Print how long the LED on the Nano stays as it is."""
    table = _table("firmware", "LED changes every, ms")
    for name, (sensors, mode) in list(_REPORTS.items())[:2]:
        with Harness(sensors, build.firmware(sensors)) as harness:
            _Board(harness, mode).wait(3.0)
            least, most = (us / 1000 for us in harness.stats()["lamp_us"])
        table.add_row(name, f"{least:.1f} to {most:.1f}")
    console.print(table)


def print_waits(console: Console) -> None:
    """Print how long a refresh of the strip and a calibration take."""
    table = _table("firmware", "strip refreshed, ms", "bytes meanwhile", "calibrated, s")
    with Harness("hall", build.firmware("hall")) as harness:
        board = _Board(harness, ReportMode.STATES)
        refresh_s = _refresh_s(board)
        harness.levels([2000 + 8 * square for square in range(SQUARE_COUNT)])
        board.wait(0.1)
        begun = harness.seconds
        said = board.exchange(Calibrate(), _STEP_S)
        while not any(isinstance(message, Baseline) for message in said):
            said = board.wait(_STEP_S)
    row = (f"{1000 * refresh_s:.1f}", f"{_FLOOD_BYTES * refresh_s:.0f}")
    table.add_row("hall", *row, f"{harness.seconds - begun:.2f}")
    console.print(table)


def _refresh_s(board: _Board) -> float:
    """Return the time from the first pulse of a light frame to the last."""
    begun: float | None = None
    bits, seen = 8 * CHANNELS * SQUARE_COUNT, 0
    board.exchange(LightFrame(1, bytes(CHANNELS * SQUARE_COUNT)), 0.0)
    while seen < bits:
        board.wait(_FINE_STEP_S)
        seen = board.harness.stats()["strip"]["ns"]["T0H"]["count"]
        if seen and begun is None:
            begun = board.harness.seconds - _FINE_STEP_S
    return board.harness.seconds - (begun or 0.0)


def _pulses(widths: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for name, width in widths.items():
        seen, limits = ([str(value) for value in width[part]] for part in ("seen", "limits"))
        yield name, *seen, " to ".join(limits)


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right")
    return table


def print_all(console: Console) -> None:
    """Print everything, or in one line why nothing can be measured."""
    try:
        for part in (
            print_sizes,
            print_lines,
            print_lights,
            print_floods,
            print_restarts,
            print_strip,
            print_waits,
            print_lamp,
            print_reckoned,
        ):
            part(console)
            console.print()
    except AvrError as error:
        console.print(f"firmware: not measured: {error}")


if __name__ == "__main__":
    print_all(Console(highlight=False, width=140))
