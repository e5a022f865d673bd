"""What pixels are sent: gain, gamma and brightness, once each, on every strip."""

import pytest

from hal.board import CHANNELS, DARK, SQUARE_COUNT, Frame
from hal.strips.leds0 import KERNEL_CURVE
from hal.strips.painter import BOUNDLESS, Painter
from hal.strips.power import PowerSection
from hal.wiring.pixels import PixelWiring

RGB = PixelWiring(order="RGB")
HALF = Frame(b"\x80" * SQUARE_COUNT * CHANNELS)


class Daylight:
    """A brightness that the test changes."""

    def __init__(self) -> None:
        self.now = 1.0

    def __call__(self) -> float:
        return self.now


def plenty(**settings: float) -> PowerSection:
    return PowerSection(supply_ma=65_000, **settings)  # type: ignore[arg-type] # numbers all


def test_gamma_makes_half_a_value_a_fifth_of_the_light() -> None:
    assert Painter(plenty(gamma=2.2), RGB).paint(HALF)[:3] == b"\x38" * 3
    assert Painter(plenty(gamma=1.0), RGB).paint(HALF)[:3] == b"\x80" * 3


def test_gamma_is_not_applied_twice_where_the_kernel_applies_its_own() -> None:
    wanted = Painter(plenty(gamma=2.2), RGB).paint(HALF)[0]
    sent = Painter(plenty(gamma=2.2), RGB, device_curve=KERNEL_CURVE).paint(HALF)[0]
    assert (wanted, sent, KERNEL_CURVE[sent]) == (56, 129, 56)


def test_what_is_lit_stays_lit_and_what_is_dark_dark() -> None:
    painter = Painter(plenty(gamma=2.2), RGB, lambda: 0.1)
    faint = bytes([1, 0, 2]) * SQUARE_COUNT
    assert painter.paint(Frame(faint))[:3] == b"\x01\x00\x01"
    assert not any(painter.paint(DARK))


def test_brightness_0_is_dark() -> None:
    assert not any(Painter(plenty(), RGB, lambda: 0.0).paint(HALF))


def test_a_square_with_a_gain_of_its_own_is_dimmed_alone() -> None:
    power = PowerSection(supply_ma=65_000, gamma=1.0, gain={"b1": 0.5})
    assert Painter(power, RGB).paint(HALF)[:9] == b"\x80\x80\x80\x40\x40\x40\x80\x80\x80"


def test_a_frame_looks_otherwise_once_night_has_fallen() -> None:
    daylight = Daylight()
    painter = Painter(BOUNDLESS, RGB, daylight)
    assert painter.paint(HALF)[:1] == b"\x80"
    assert not painter.is_stale
    daylight.now = 0.5
    assert painter.is_stale
    assert painter.paint(HALF)[:1] == b"\x40"
    assert not painter.is_stale


@pytest.mark.parametrize("value", [0, 1, 17, 128, 255])
def test_where_nothing_is_configured_to_change_values_none_is_changed(value: int) -> None:
    frame = Frame(bytes([value]) * SQUARE_COUNT * CHANNELS)
    assert Painter(BOUNDLESS, RGB).paint(frame) == frame.pixels
