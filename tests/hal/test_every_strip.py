"""What holds for every strip, whatever drives it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from controller.rules.geometry import parse_square
from hal.board import CHANNELS, DARK, SQUARE_COUNT, Frame, Metered, Noticing, Tended
from hal.notice import notice
from hal.strips.layout import StripLayout
from hal.strips.painter import Painter
from hal.strips.power import PowerSection
from hal.wiring.pixels import PixelWiring
from tests.hal.strips_on_benches import STRIPS, DrivenBench, StripBench, bench

PLENTY = PowerSection(supply_ma=65_000)
WHITE = Frame(b"\xff" * SQUARE_COUNT * CHANNELS)
COLOURS = Frame(Random(1).randbytes(SQUARE_COUNT * CHANNELS))


@pytest.fixture(params=STRIPS)
def strip(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[StripBench]:
    with bench(request.param, tmp_path, PowerSection()) as made:
        yield made


@pytest.fixture(params=STRIPS)
def fed_well(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[StripBench]:
    with bench(request.param, tmp_path, PLENTY) as made:
        yield made


def test_a_frame_is_shown_in_the_same_light_on_every_strip(fed_well: StripBench) -> None:
    fed_well.strip.show(COLOURS)
    expected = Painter(PLENTY).paint(COLOURS)
    # The kernel of a Raspberry Pi 5 has a curve of its own, whose steps are a little coarser.
    differences = [abs(a - b) for a, b in zip(fed_well.wire(), expected, strict=True)]
    assert max(differences) <= 2


def test_the_newest_frame_is_what_is_shown(fed_well: StripBench) -> None:
    for value in range(1, 256, 50):
        fed_well.strip.show(Frame(bytes([value]) * SQUARE_COUNT * CHANNELS))
    fed_well.strip.show(DARK)
    assert not any(fed_well.wire())


def test_full_white_draws_no_more_than_850_milliamperes(strip: StripBench) -> None:
    strip.strip.show(WHITE)
    wire = strip.wire()
    assert any(wire)
    assert sum(wire) * 20 / 255 + SQUARE_COUNT <= 850
    assert isinstance(strip.strip, Metered)
    assert strip.strip.draw is not None
    assert 800 < strip.strip.draw.current_ma <= strip.strip.draw.supply_ma == 850


def test_a_strip_is_dark_at_the_end(strip: StripBench) -> None:
    strip.strip.show(WHITE)
    assert any(strip.wire())
    strip.close()
    assert not any(strip.wire())


@pytest.mark.parametrize("kind", STRIPS)
def test_a_square_shines_where_its_pixels_are_wired(kind: str, tmp_path: Path) -> None:
    wiring = PixelWiring(first="k11", serpentine=True, before=2, after=3, order="RGB")
    pixels = bytearray(SQUARE_COUNT * CHANNELS)
    start = CHANNELS * parse_square("e5")
    pixels[start : start + CHANNELS] = 200, 100, 50
    with bench(kind, tmp_path, PLENTY, wiring) as made:
        made.strip.show(Frame(bytes(pixels)))
        shown = StripLayout(wiring).from_wire(made.wire())
    lit = [square for square in range(SQUARE_COUNT) if any(shown.pixel(square))]
    assert lit == [parse_square("e5")]


@pytest.mark.parametrize("kind", [kind for kind in STRIPS if kind != "serial"])
def test_a_strip_that_fails_says_so_once_and_is_tried_again(kind: str, tmp_path: Path) -> None:
    with bench(kind, tmp_path, PLENTY) as made:
        assert isinstance(made, DrivenBench)
        assert isinstance(made.strip, Noticing)
        assert isinstance(made.strip, Tended)
        made.fails = True
        for _ in range(3):
            made.strip.show(WHITE)
        assert made.strip.take_notices() == [notice("strip.failed", error="broken")]
        made.fails = False
        for _ in range(100):
            made.strip.tend()
        assert made.strip.take_notices() == [notice("strip.shines_again")]
        assert any(made.wire())
