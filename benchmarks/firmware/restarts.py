"""How a firmware that hangs comes back, behind each bootloader."""

from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from benchmarks.firmware.board import STEP_S, ReportingBoard, table_of
from hal.serial.link.messages import Identity, ReportMode
from simulators.avr import build
from simulators.avr.harness import Harness

_ARDUINO = Path("/usr/share/arduino/hardware/arduino/avr/bootloaders")
_OLD_BOOTLOADER = _ARDUINO / "atmega/ATmegaBOOT_168_atmega328.hex"
# Each with the WATCHDOG that `hnefi firmware flash` builds for it, None for the usual one.
_BOOTLOADERS: dict[str, tuple[Path | None, int | None]] = {
    "none": (None, None),
    "Optiboot 4.4": (_ARDUINO / "optiboot/optiboot_atmega328.hex", None),
    "ATmegaBOOT": (_OLD_BOOTLOADER, 2),
}
_LOOPING_S = 4.0


def print_restarts(console: Console) -> None:
    """Print how soon a firmware that hangs runs again, behind each bootloader."""
    columns = ("after a hang", "with interrupts off", "after a reset")
    table = table_of("bootloader", *(word for each in columns for word in (f"{each}, s", "cause")))
    for name, (file, watchdog) in _BOOTLOADERS.items():
        if file is not None and not file.exists():
            console.print(f"{name}: not measured: needs the Debian package arduino-core-avr")
            continue
        firmware = build.firmware("reed", watchdog=watchdog)
        with Harness("reed", firmware, bootloader=file) as harness:
            board = ReportingBoard(harness, ReportMode.LEVELS)
            board.wait(3.0)
            harness.hang()
            cells = [*_start(board)]
            harness.hang(interrupts=False)
            cells += _start(board)
            harness.reset("external")
            cells += _start(board)
        table.add_row(name, *cells)
    console.print(table)


def _start(board: ReportingBoard) -> tuple[str, str]:
    """Return how long the firmware takes to start again, and the cause that it names."""
    begun = board.harness.seconds
    while board.harness.seconds < begun + 5:
        for message in board.wait(0.01):
            if isinstance(message, Identity):
                return f"{board.harness.seconds - begun:.2f}", _cause(message)
    return "never", ""


def _cause(identity: Identity) -> str:
    return str(identity.cause.name or "unknown").lower()


def print_watchdog(console: Console) -> None:
    """Print when the watchdog acts, and what an old bootloader makes of its reset."""
    with Harness("reed", build.firmware("reed")) as harness:
        board = ReportingBoard(harness, ReportMode.LEVELS)
        harness.hang()
        bitten_s = _seconds_until(board, lambda: harness.stats()["bites"])
        board.wait(1.0)
        harness.hang(interrupts=False)
        reset_s = _seconds_until(board, lambda: harness.resets)
    console.print(
        f"watchdog: its interrupt comes {1000 * bitten_s:.0f} ms after a hang, "
        f"or with interrupts off a reset after {1000 * reset_s:.0f} ms"
    )
    if not _OLD_BOOTLOADER.exists():
        return
    with Harness("reed", build.firmware("reed"), bootloader=_OLD_BOOTLOADER) as harness:
        board = ReportingBoard(harness, ReportMode.LEVELS)
        board.wait(3.0)
        harness.hang(interrupts=False)
        board.wait(1.0)
        before = harness.resets
        board.wait(_LOOPING_S)
        resets = harness.resets - before
    console.print(
        f"ATmegaBOOT, where the watchdog may reset: {resets} resets in {_LOOPING_S:.0f} s, "
        f"one every {1000 * _LOOPING_S / resets:.0f} ms"
    )


def _seconds_until(board: ReportingBoard, is_there: Callable[[], object]) -> float:
    begun = board.harness.seconds
    while not is_there():
        board.wait(STEP_S)
    return board.harness.seconds - begun
