"""How large the firmware is, how long a scan takes, and how soon a press is reported."""

import re
import subprocess
import time
from random import Random

from rich.console import Console

from benchmarks.firmware.board import REPORTS, ReportingBoard, microseconds, table_of
from hal.board import SQUARE_COUNT
from hal.serial.link.messages import Levels, Occupancy, States
from simulators.avr import build
from simulators.avr.harness import Harness
from simulators.table.sensors import SensorName

BAUDS = (500_000, 250_000, 115_200)
PRESSES = 60
_SIZES = re.compile(r"^\s*(\d+)\s+(\d+)\s+(\d+)", re.MULTILINE)


def print_sizes(console: Console) -> None:
    """Print flash, memory and scan times, and how fast all this is simulated."""
    columns = ("flash B", "RAM B", "longest scan, cycles", "us", "settle us", "x real time")
    table = table_of("firmware", *columns)
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
            f"{microseconds(cycles[1]):.0f}",
            f"{microseconds(seen['settle_cycles']):.1f}",
            f"{speed:.1f}",
        )
    console.print(table)


def print_lines(console: Console) -> None:
    """Print how soon a press is reported, and how many reports come, at each baud rate."""
    table = table_of("firmware, reporting every 10 ms", "baud", "reports/s", "press p50", "p99 ms")
    for name, (sensors, mode) in REPORTS.items():
        for baud in BAUDS:
            with Harness(sensors, build.firmware(sensors, baud)) as harness:
                board = ReportingBoard(harness, mode)
                board.press(None)
                reports = [m for m in board.wait(1) if isinstance(m, Occupancy | Levels | States)]
                found = _latencies(board)
            p50, p99 = (1000 * found[PRESSES * part // 100 - 1] for part in (50, 99))
            table.add_row(name, f"{baud:,}", str(len(reports)), f"{p50:.1f}", f"{p99:.1f}")
    console.print(table)


def _latencies(board: ReportingBoard) -> list[float]:
    random = Random(1)
    found = []
    for _ in range(PRESSES):
        board.press(None)
        board.wait(0.04 + random.uniform(0, 0.02))
        found.append(board.latency(random.randrange(SQUARE_COUNT)))
    return sorted(found)
