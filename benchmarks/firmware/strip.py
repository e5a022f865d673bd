"""The strip's pulses, and what takes the firmware long: a refresh, a calibration, the lamp."""

from collections.abc import Iterator
from random import Random
from typing import Any

from rich.console import Console

from benchmarks.firmware.board import BYTES_A_SECOND, REPORTS, STEP_S, ReportingBoard, table_of
from hal.board import CHANNELS, SQUARE_COUNT
from hal.serial.link.framing import frame
from hal.serial.link.messages import (
    Baseline,
    Calibrate,
    FullConfigure,
    LightFrame,
    LightLimits,
    ReportMode,
)
from hal.serial.link.settings import LinkSettings
from simulators.avr import build
from simulators.avr.errors import AvrError
from simulators.avr.harness import Harness

_FINE_STEP_S = 0.00002
_SILENCE_MS = LinkSettings().silence_ms


def print_strip(console: Console) -> None:
    """Print the widths of the strip's pulses against the data sheet."""
    random = Random(1)
    with Harness("reed", build.firmware("reed")) as harness:
        board = ReportingBoard(harness, ReportMode.LEVELS)
        for number in range(10):
            board.send(LightFrame(number, random.randbytes(CHANNELS * SQUARE_COUNT)))
        strip = harness.stats()["strip"]
    table = table_of("WS2812 pulse", "least ns", "most ns", "data sheet")
    for row in _pulses(strip["ns"]):
        table.add_row(*row)
    console.print(table)
    console.print(f"\nstrip: {strip['frames']} frames, {strip['violations']} pulses out of limits")


def _pulses(widths: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for name, width in widths.items():
        seen, limits = ([str(value) for value in width[part]] for part in ("seen", "limits"))
        yield name, *seen, " to ".join(limits)


def print_waits(console: Console) -> None:
    """Print how long a refresh of the strip, a calibration and a byte of the EEPROM take."""
    columns = ("strip refreshed, ms", "bytes meanwhile", "calibrated, s", "EEPROM, ms a byte")
    table = table_of("firmware", *columns)
    with Harness("hall", build.firmware("hall")) as harness:
        board = ReportingBoard(harness, ReportMode.STATES)
        refresh_s = _refresh_s(board)
        harness.levels([2000 + 8 * square for square in range(SQUARE_COUNT)])
        board.wait(0.1)
        harness.stats()  # measure from here
        begun = harness.seconds
        said = board.exchange(Calibrate(), STEP_S)
        while not any(isinstance(message, Baseline) for message in said):
            said = board.wait(STEP_S)
        calibrated_s = harness.seconds - begun
        least, most = (us / 1000 for us in harness.stats()["eeprom_us"])
    row = (f"{1000 * refresh_s:.1f}", f"{BYTES_A_SECOND * refresh_s:.0f}")
    table.add_row("hall", *row, f"{calibrated_s:.2f}", f"{least:.2f} to {most:.2f}")
    console.print(table)


def _refresh_s(board: ReportingBoard) -> float:
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


def print_lamp(console: Console) -> None:
    """Print how long the LED on the Nano stays as it is."""
    table = table_of("firmware", "LED changes every, ms")
    for name, (sensors, mode) in list(REPORTS.items())[:2]:
        with Harness(sensors, build.firmware(sensors)) as harness:
            ReportingBoard(harness, mode).wait(3.0)
            least, most = (us / 1000 for us in harness.stats()["lamp_us"])
        table.add_row(name, f"{least:.1f} to {most:.1f}")
    console.print(table)


def print_darkness(console: Console) -> None:
    """Print after what silence of the host the strip is dark."""
    with Harness("reed", build.firmware("reed")) as harness:
        board = ReportingBoard(harness, ReportMode.LEVELS)
        harness.run(0.05, frame(FullConfigure(10, ReportMode.LEVELS, _SILENCE_MS, LightLimits())))
        board.exchange(LightFrame(1, bytes([20] * CHANNELS * SQUARE_COUNT)), 0.02)
        if not any(harness.strip()):
            raise AvrError("firmware: expected the strip to be lit")
        begun = harness.seconds - 0.02
        while any(harness.strip()):
            board.wait(0.01)
        console.print(f"the strip is dark {harness.seconds - begun:.1f} s after the last message")
