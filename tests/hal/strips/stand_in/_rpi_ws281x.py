"""Stands in for the compiled half of rpi_ws281x: keeps the order of calls, and touches no hardware.

Every call goes to standard output, a line each: what the pixels show with every render. As the real
one does, it crashes the process when something is given back that was never set up.
"""

import os
import sys

WS2811_STRIP_GRB = 0x00100800
_SUPPORTED, _UNSUPPORTED, _NO_MEMORY = 0, -3, -5
_TEXTS = {_UNSUPPORTED: "Hardware revision is not supported", _NO_MEMORY: "mmap() failed"}
_begin_with = int(os.environ.get("STAND_IN_BEGINS_WITH", "0"))
_render_with = int(os.environ.get("STAND_IN_RENDERS_WITH", "0"))


class Leds:
    """What ws2811_t is in C."""

    def __init__(self) -> None:
        self.channels = [Channel(), Channel()]
        self.is_set_up = False

    def disown(self) -> None:
        """Take it that somebody else has freed it."""


class Channel:
    """What ws2811_channel_t is in C."""

    def __init__(self) -> None:
        self.count = 0
        self.gpio = 0
        self.strip_type = 0
        self.colours: dict[int, int] = {}


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def new_ws2811_t() -> Leds:
    return Leds()


def ws2811_channel_get(leds: Leds, number: int) -> Channel:
    return leds.channels[number]


def ws2811_channel_t_count_set(channel: Channel, count: int) -> None:
    channel.count = count


def ws2811_channel_t_count_get(channel: Channel) -> int:
    return channel.count


def ws2811_channel_t_gpionum_set(channel: Channel, gpio: int) -> None:
    channel.gpio = gpio


def ws2811_channel_t_strip_type_set(channel: Channel, strip_type: int) -> None:
    channel.strip_type = strip_type


def _ignored(*_: object) -> None:
    """Take a setting that nothing is asked about."""


ws2811_channel_t_invert_set = ws2811_channel_t_brightness_set = _ignored
ws2811_channel_t_gamma_set = ws2811_t_freq_set = ws2811_t_dmanum_set = _ignored


def ws2811_init(leds: Leds) -> int:
    [used] = [n for n, channel in enumerate(leds.channels) if channel.count]
    channel = leds.channels[used]
    say("init", "channel", used, "gpio", channel.gpio, "count", channel.count)
    leds.is_set_up = _begin_with == _SUPPORTED
    return _begin_with


def ws2811_get_return_t_str(code: int) -> str:
    return _TEXTS[code]


def ws2811_led_set(channel: Channel, pixel: int, colour: int) -> None:
    if not 0 <= pixel < channel.count:
        raise IndexError(pixel)
    channel.colours[pixel] = colour


def ws2811_render(leds: Leds) -> int:
    if not leds.is_set_up:
        os.abort()
    [channel] = [channel for channel in leds.channels if channel.count]
    wire = bytearray()
    for pixel in range(channel.count):
        colour = channel.colours.get(pixel, 0)
        assert channel.strip_type == WS2811_STRIP_GRB
        wire += bytes([colour >> 8 & 255, colour >> 16 & 255, colour & 255])
    say("render", wire.hex())
    return _render_with


def ws2811_fini(leds: Leds) -> None:
    if not leds.is_set_up:
        os.abort()  # the real one dereferences NULL here
    say("fini")


def delete_ws2811_t(leds: Leds) -> None:
    say("delete")
    del leds
