"""What follows for a board by arithmetic, from data sheets and from what is measured."""

from rich.console import Console

from benchmarks.firmware.board import BYTES_A_SECOND
from hal.board import SQUARE_COUNT
from hal.hall_thresholds import HallThresholds
from hal.strips.power import PowerSection
from simulators.avr import build
from simulators.avr.harness import CYCLES_PER_SECOND, Harness

# What the kit nano-hall counts for one; its data sheet says what yours draws.
_HALL_SENSOR_MA = 6.0
# Eight multiplexers of 16 channels; by its data sheet the ATmega328P converts in 13 clocks.
# All ten bits are good up to 200 kHz. Of 16 MHz the ADC can take a 32nd, or a 128th.
_CONVERSIONS, _ADC_CLOCKS = 128, 13
_ADC_KHZ, _SLOWER_KHZ = 500, (200, 125)
_ADC_COUNTS, _FULL_SCALE_MV = 1023, 5000
# To erase and write a byte (data sheet, EEPM in EECR); the harness takes as long.
_EEPROM_MS = 3.4
# What a pass of the loop takes at most, rounded up.
_PASS_MS = 3
_CALIBRATION_SCANS, _SCANS_PER_SECOND = 64, 200


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
    print_small(console)


def print_small(console: Console) -> None:
    """Print what a line of arithmetic says of thresholds, calibration and the line."""
    smallest_mv = HallThresholds().release_mv
    counts = smallest_mv * _ADC_COUNTS / _FULL_SCALE_MV
    console.print(f"the smallest threshold, {smallest_mv} mV, is {counts:.0f} counts of the ADC")
    calibration_ms = 1000 * _CALIBRATION_SCANS / _SCANS_PER_SECOND
    console.print(f"{_CALIBRATION_SCANS} scans for a calibration take {calibration_ms:.0f} ms")
    console.print(f"the data sheet's time for a byte of the EEPROM is {_EEPROM_MS} ms")
    cycles = CYCLES_PER_SECOND / BYTES_A_SECOND
    console.print(f"at 500,000 baud a byte comes every {cycles:.0f} cycles")
    console.print(f"{_PASS_MS} ms are {BYTES_A_SECOND * _PASS_MS // 1000} bytes of it")
