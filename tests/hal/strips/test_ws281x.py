"""rpi_ws281x is called in its order, and never asked to tidy up what was not set up."""

import os

import pytest

from tests.hal.strips.ws281x_child import ws281x_child

FRAMES = [bytes([1, 2, 3] * 121), bytes(363)]


def test_the_library_is_set_up_shown_to_and_given_back_in_order() -> None:
    assert ws281x_child(FRAMES) == [
        "init channel 0 gpio 18 count 121",
        f"render {FRAMES[0].hex()}",
        f"render {FRAMES[1].hex()}",
        "fini",
        "delete",
    ]


@pytest.mark.parametrize(("pin", "channel"), [(12, 0), (13, 1), (18, 0), (19, 1), (21, 0), (10, 0)])
def test_each_pin_has_its_channel(pin: int, channel: int) -> None:
    assert ws281x_child([], pin)[0] == f"init channel {channel} gpio {pin} count 121"


def test_a_computer_that_the_library_does_not_know_ends_in_one_sentence_and_no_crash() -> None:
    *calls, said = ws281x_child(FRAMES, STAND_IN_BEGINS_WITH="-3")
    assert calls == ["init channel 0 gpio 18 count 121", "delete"]
    assert said == (
        "error strip.ws281x: this computer is none that rpi_ws281x supports, a Raspberry Pi 1 to "
        "4 (ws2811_init failed with code -3 (Hardware revision is not supported)); use --strip "
        "leds0 on a Raspberry Pi 5, or --strip spi"
    )


def test_without_root_the_cure_is_named() -> None:
    said = ws281x_child(FRAMES, STAND_IN_BEGINS_WITH="-5")[-1]
    if os.geteuid() == 0:
        assert said.endswith("(ws2811_init failed with code -5 (mmap() failed))")
    else:
        assert "needs root" in said


def test_a_frame_that_cannot_be_sent_is_an_error_of_the_driver() -> None:
    calls = ws281x_child(FRAMES, STAND_IN_RENDERS_WITH="-5")
    assert calls[2:] == [
        (
            "error strip.ws281x: a frame cannot be sent (ws2811_render failed with code -5 (mmap() "
            "failed))"
        ),
        "fini",
        "delete",
    ]
