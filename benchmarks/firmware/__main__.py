"""Prints everything that is measured of the firmware; `python -m benchmarks.firmware`."""

from rich.console import Console

from benchmarks.firmware.load import print_floods, print_lights
from benchmarks.firmware.reckoned import print_reckoned
from benchmarks.firmware.restarts import print_restarts, print_watchdog
from benchmarks.firmware.speed import print_lines, print_sizes
from benchmarks.firmware.strip import print_darkness, print_lamp, print_strip, print_waits
from simulators.avr.errors import AvrError


def print_all(console: Console) -> None:
    """Print everything, or in one line why nothing can be measured."""
    try:
        for part in (
            print_sizes,
            print_lines,
            print_lights,
            print_floods,
            print_restarts,
            print_watchdog,
            print_strip,
            print_waits,
            print_darkness,
            print_lamp,
            print_reckoned,
        ):
            part(console)
            console.print()
    except AvrError as error:
        console.print(f"firmware: not measured: {error}")


if __name__ == "__main__":
    print_all(Console(highlight=False, width=140))
