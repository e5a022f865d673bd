"""Pixels never draw more than their supply gives, and what is dimmed keeps its colour."""

from datetime import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from docs.draw_power import PICTURE, main, shown, won_game
from hal.board import CHANNELS, DARK, SQUARE_COUNT, Draw, Frame
from hal.errors import SupplyTooSmallError
from hal.serial.link.messages import LightLimits
from hal.strips.leds0 import KERNEL_CURVE
from hal.strips.painter import BOUNDLESS, Painter
from hal.strips.power import CurrentLimit, PowerSection, inverse
from hal.wiring.pixels import PixelWiring
from simulators.boards.device_light import DeviceLight
from tests.effort import examples

WHITE = b"\xff" * SQUARE_COUNT * CHANNELS
FRAMES = st.one_of(
    st.binary(min_size=len(WHITE), max_size=len(WHITE)),
    st.lists(st.sampled_from([0, 1, 40, 200, 255]), min_size=3, max_size=3).map(
        lambda colour: bytes(colour) * SQUARE_COUNT
    ),
).map(Frame)
CHANNEL_MA = st.floats(5, 40)
POWERS = st.builds(
    PowerSection,
    supply_ma=st.integers(1100, 20_000),
    other_ma=st.integers(0, 800),
    red_ma=CHANNEL_MA,
    green_ma=CHANNEL_MA,
    blue_ma=CHANNEL_MA,
    standby_ma=st.floats(0, 1),
    brightness=st.floats(0, 1),
    gamma=st.floats(1, 3),
    gain=st.dictionaries(st.sampled_from(["a1", "e5", "k11"]), st.floats(0, 1)),
)
WIRINGS = st.builds(
    PixelWiring,
    per_square=st.integers(1, 2),
    before=st.integers(0, 20),
    after=st.integers(0, 23),
    order=st.sampled_from(["GRB", "RGB", "BGR"]),
)


def shown_ma(power: PowerSection, wiring: PixelWiring, wire: bytes, curve: Any) -> float:
    """Return the current of what went down the wire, reckoned pixel by pixel."""
    of_channel = {"R": power.red_ma, "G": power.green_ma, "B": power.blue_ma}
    per_byte = [of_channel[letter] / 255 for letter in wiring.order]
    light: float = sum(curve[byte] * per_byte[at % 3] for at, byte in enumerate(wire))
    return light + len(wire) / 3 * power.standby_ma + power.other_ma


@examples(50)
@given(FRAMES, POWERS, WIRINGS, st.sampled_from([range(256), KERNEL_CURVE]))
def test_no_frame_on_any_wiring_draws_more_than_the_supply_gives(
    frame: Frame, power: PowerSection, wiring: PixelWiring, curve: Any
) -> None:
    painter = Painter(power, wiring, lambda: power.brightness, curve)
    wire = painter.paint(frame)
    draws = shown_ma(power, wiring, wire, curve)
    assert draws <= painter.draw.current_ma + 1e-6  # but for the rounding of floats
    assert painter.draw.current_ma <= painter.draw.supply_ma == power.supply_ma
    assert painter.draw.current_ma <= draws + 3  # as it counts whole microamperes


@examples(50)
@given(FRAMES, POWERS)
def test_all_values_are_dimmed_by_one_factor_and_off_by_less_than_one_step(
    frame: Frame, power: PowerSection
) -> None:
    limited = CurrentLimit(power, SQUARE_COUNT).limited(frame.pixels)
    pairs = [(asked, got) for asked, got in zip(frame.pixels, limited, strict=True) if asked]
    assert all(got == 0 for asked, got in zip(frame.pixels, limited, strict=True) if not asked)
    if pairs:
        lowest = max(got / asked for asked, got in pairs)
        assert lowest <= 1
        assert lowest < min((got + 1) / asked for asked, got in pairs)


def test_a_frame_that_the_supply_can_carry_is_left_alone() -> None:
    power = PowerSection(supply_ma=8000)
    assert CurrentLimit(power, SQUARE_COUNT).limited(WHITE) == WHITE


@pytest.mark.parametrize(
    ("values", "current_ma"), [(DARK.pixels, 121), (WHITE, 121 + 121 * 60), (b"\xff\0\0", 141)]
)
def test_the_model_adds_channels_and_standby(values: bytes, current_ma: int) -> None:
    limit = CurrentLimit(PowerSection(supply_ma=9000), SQUARE_COUNT)
    assert limit.draw(values) == Draw(current_ma, 9000)


def test_full_white_is_dimmed_as_far_as_850_milliamperes_need() -> None:
    limit = CurrentLimit(PowerSection(), SQUARE_COUNT)
    assert limit.limited(WHITE) == b"\x19" * len(WHITE)
    assert limit.draw(limit.limited(WHITE)) == Draw(833, 850)


def test_a_supply_that_leaves_nothing_for_light_is_refused() -> None:
    with pytest.raises(SupplyTooSmallError) as refused:
        CurrentLimit(PowerSection(supply_ma=300, other_ma=180), SQUARE_COUNT)
    assert str(refused.value) == (
        "power.supply_ma: expected more than the 301 mA that 121 dark pixels and other_ma draw, "
        "got 300"
    )


@given(st.data())
def test_a_firmware_that_counts_on_its_own_dims_nothing_that_is_allowed_here(
    data: st.DataObject,
) -> None:
    draws = st.floats(1, 60)
    power = PowerSection(
        supply_ma=data.draw(st.integers(200, 4000)),
        red_ma=data.draw(draws),
        green_ma=data.draw(draws),
        blue_ma=data.draw(draws),
    )
    limit = CurrentLimit(power, SQUARE_COUNT)
    light = DeviceLight(SQUARE_COUNT)
    light.limits = LightLimits(limit.ceiling_ua, limit.channel_ua)
    frame = data.draw(st.binary(min_size=363, max_size=363))
    allowed = limit.limited(frame)
    assert light.shown(allowed) == allowed
    sent_anyway = light.shown(frame)
    assert limit.draw(sent_anyway).current_ma <= power.supply_ma


# The night ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "end", "now", "brightness"),
    [
        ("22:00", "07:00", "21:59", 1.0),
        ("22:00", "07:00", "22:00", 0.2),
        ("22:00", "07:00", "03:00", 0.2),
        ("22:00", "07:00", "07:00", 1.0),
        ("13:00", "15:00", "14:00", 0.2),
        ("13:00", "15:00", "16:00", 1.0),
    ],
)
def test_the_night_is_darker(start: str, end: str, now: str, brightness: float) -> None:
    night_from, night_until = time.fromisoformat(start), time.fromisoformat(end)
    power = PowerSection(night_from=night_from, night_until=night_until)
    assert power.brightness_at(time.fromisoformat(now)) == brightness


def test_without_a_night_it_is_always_day() -> None:
    assert PowerSection(brightness=0.5).brightness_at(time(3)) == 0.5


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"night_from": time(22)}, "expected both night_from and night_until, or neither"),
        ({"gain": {"e12": 0.5}}, "expected gain for squares a1 to k11, got 'e12'"),
    ],
)
def test_half_a_night_and_the_gain_of_no_square_are_refused(settings: Any, expected: str) -> None:
    with pytest.raises(ValidationError) as refused:
        PowerSection(**settings)
    assert refused.value.errors()[0]["msg"] == f"Value error, {expected}"


@pytest.mark.parametrize("curve", [tuple(range(256)), KERNEL_CURVE])
def test_an_inverse_never_gives_more_than_was_asked_for(curve: Any) -> None:
    back = inverse(curve)
    for asked in range(256):
        got = curve[back[asked]]
        assert got == max(value for value in curve if value <= asked)


# A won game ---------------------------------------------------------------------------------


def test_a_won_game_stays_under_850_milliamperes_and_is_still_seen() -> None:
    """At the moment of its wave when it wants the most (docs/won-game.svg)."""
    frame = won_game()
    wanted = shown(frame, BOUNDLESS)[1].current_ma
    light, draw = shown(frame, PowerSection())
    assert 3000 < wanted < 5000
    assert draw.current_ma <= 850
    brightest = [max(light.pixel(square)) for square in range(SQUARE_COUNT)]
    assert max(brightest) > 40
    assert sum(each >= 8 for each in brightest) > SQUARE_COUNT / 2


def test_the_picture_of_a_won_game_is_the_one_that_is_drawn() -> None:
    before = PICTURE.read_bytes()
    main()
    assert before == PICTURE.read_bytes()
