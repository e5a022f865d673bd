"""The SPI line as a pixel sees it: every pulse within the data sheet, every frame read back."""

from itertools import groupby
from random import Random

import pytest

from hal.strips.spi_code import CODES, HIGH_0, HIGH_1, LOW_0, LOW_1, RESET_S, SpiCode, SpiEncoder
from tests.hal.strips.spi_line import decoded, pulses_of

# The clock of a Raspberry Pi's SPI is a whole even part of its core clock, never above the one
# that is asked for (bcm2835 and DesignWare drivers of the kernel).
CORE_HZ = {"Pi 3, core_freq=250": 250e6, "Pi 3": 400e6, "Pi 4": 500e6, "Pi 5": 200e6}
ASKED_HZ = {8: 7_200_000, 4: 3_200_000}
PIXELS = Random(1).randbytes(363)


def clock_of(core_hz: float, asked_hz: float) -> float:
    parts = -(-core_hz // asked_hz)
    return core_hz / (parts + parts % 2)


@pytest.mark.parametrize("speed_hz", [7_000_000, 7_142_857, 7_690_000])
@pytest.mark.parametrize("gap", [0, 1])
def test_every_pulse_of_8_bits_is_right_with_and_without_the_gap_of_a_pi_4(
    speed_hz: float, gap: int
) -> None:
    check_pulses(CODES[8], speed_hz, gap)


@pytest.mark.parametrize("speed_hz", [3_160_000, 3_200_000, 3_330_000])
def test_every_pulse_of_4_bits_is_right_without_a_gap(speed_hz: float) -> None:
    check_pulses(CODES[4], speed_hz, 0)


@pytest.mark.parametrize("name", ["Pi 3", "Pi 4", "Pi 5"])
def test_the_clocks_that_raspberry_pis_can_make_are_right_for_8_bits(name: str) -> None:
    check_pulses(CODES[8], clock_of(CORE_HZ[name], ASKED_HZ[8]), 1)


def test_a_pi_3_at_250_megahertz_has_no_gap_and_needs_none_to_be_right() -> None:
    speed_hz = clock_of(CORE_HZ["Pi 3, core_freq=250"], ASKED_HZ[8])
    check_pulses(CODES[8], speed_hz, 0)


def check_pulses(code: SpiCode, speed_hz: float, gap: int) -> None:
    # Without the byte at the end, which lengthens the low phase of the last pulse.
    line = SpiEncoder(code, round(speed_hz)).encode(PIXELS)[:-1]
    for high, low, bit in pulses_of(line, speed_hz, gap):
        limits_of_high, limits_of_low = (HIGH_1, LOW_1) if bit else (HIGH_0, LOW_0)
        assert limits_of_high.shortest <= high <= limits_of_high.longest
        assert limits_of_low.shortest <= low <= limits_of_low.longest


@pytest.mark.parametrize("bits", CODES)
def test_frames_are_read_back(bits: int) -> None:
    speed_hz = ASKED_HZ[bits]
    assert decoded(SpiEncoder(CODES[bits], speed_hz).encode(PIXELS), speed_hz) == PIXELS


@pytest.mark.parametrize("bits", CODES)
def test_a_gap_loses_no_bit(bits: int) -> None:
    speed_hz = ASKED_HZ[bits]
    assert decoded(SpiEncoder(CODES[bits], speed_hz).encode(PIXELS), speed_hz, gap=1) == PIXELS


@pytest.mark.parametrize("bits", CODES)
def test_a_line_that_idled_high_is_low_for_a_whole_reset_before_the_first_pixel(bits: int) -> None:
    line = SpiEncoder(CODES[bits], ASKED_HZ[bits]).encode(PIXELS)
    first = next(n for n, byte in enumerate(line) if byte)
    assert first * 8 / ASKED_HZ[bits] >= RESET_S
    assert line[-1] == 0


@pytest.mark.parametrize(("bits", "size"), [(8, 3175), (4, 1573)])
def test_a_transfer_of_121_pixels_fits_the_buffer_of_spidev(bits: int, size: int) -> None:
    encoder = SpiEncoder(CODES[bits], ASKED_HZ[bits])
    assert len(encoder.encode(PIXELS)) == encoder.size(121) == size < 4096


@pytest.mark.parametrize(
    ("bits", "speed_hz"), [(8, 6_990_000), (8, 7_700_000), (4, 3_150_000), (4, 3_340_000)]
)
def test_a_clock_that_is_a_little_off_does_not_fit(bits: int, speed_hz: int) -> None:
    assert not CODES[bits].fits(speed_hz)


def test_no_code_straddles_a_byte() -> None:
    for code in CODES.values():
        assert 8 % code.bits == 0
        assert all(code.byte(value)[-1] & 1 == 0 for value in range(256))
        runs = [len(list(run)) for bit, run in groupby(f"{code.byte(0)[0]:08b}") if bit == "1"]
        assert runs == [code.zero] * (8 // code.bits)
