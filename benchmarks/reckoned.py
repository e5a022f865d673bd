"""What follows for a board by arithmetic, from data sheets and from what is measured."""

from rich.console import Console

from hal.board import SQUARE_COUNT
from hal.strips.power import PowerSection
from simulators.avr import build
from simulators.avr.harness import CYCLES_PER_SECOND, Harness

# What the kit nano-hall counts for one; its data sheet says what yours draws.
_HALL_SENSOR_MA = 6.0
# Eight multiplexers of 16 channels; by its data sheet the ATmega328P converts in 13 clocks.
# All ten bits are good up to 200 kHz. Of 16 MHz the ADC can take a 32nd, or a 128th.
_CONVERSIONS, _ADC_CLOCKS = 128, 13
_ADC_KHZ, _SLOWER_KHZ = 500, (200, 125)


def print_reckoned(console: Console) -> None:
    """Print what sensors and pixels draw, and how long a scan takes at slower clocks."""
    power = PowerSection()
    white_ma = power.red_ma + power.green_ma + power.blue_ma + power.standby_ma
    for what, each_ma in (("Hall sensors", _HALL_SENSOR_MA), ("pixels at full white", white_ma)):
        amperes = SQUARE_COUNT * each_ma / 1000
        console.print(f"{SQUARE_COUNT} {what} of {each_ma:g} mA draw {amperes:.2f} A")
    with Harness("hall", build.firmware("hall")) as harness:
        harness.run(1)
        scan_ms = 1000 * harness.stats()["sensors"]["scan_cycles"][1] / CYCLES_PER_SECOND
    console.print(f"a scan of Hall sensors at {_ADC_KHZ} kHz takes {scan_ms:.1f} ms at most")
    for khz in _SLOWER_KHZ:
        more_ms = _CONVERSIONS * _ADC_CLOCKS * (1 / khz - 1 / _ADC_KHZ)
        console.print(f"reckoned from that, at {khz} kHz: {scan_ms + more_ms:.1f} ms")
