"""Which pin of a Raspberry Pi is used for what, and where two things want the same one.

Pure: counts what a configuration says, opens nothing.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hal.config import GPIO_MATRIX, BoardConfig
from hal.gpio.header import POSITIONS, PULLED_UP, SERIAL_PINS, SERIAL_PORTS


class PinUse(NamedTuple):
    """A GPIO and what uses it."""

    gpio: int
    used_by: str


def pin_uses(config: BoardConfig) -> list[PinUse]:
    """Return what uses which pin, in the order of the header's GPIO numbers."""
    return sorted([*_of_board(config), *_of_strip(config), *_of_buttons(config)])


def free_pins(config: BoardConfig) -> list[int]:
    """Return the GPIO numbers that nothing uses."""
    used = {use.gpio for use in pin_uses(config)}
    return [gpio for gpio in sorted(POSITIONS) if gpio not in used]


def pin_problems(config: BoardConfig) -> list[str]:
    """Return what is wrong with the pins, a sentence each: used twice, or unfit for their use."""
    by_pin: dict[int, list[str]] = {}
    for use in pin_uses(config):
        by_pin.setdefault(use.gpio, []).append(use.used_by)
    found = [
        f"GPIO {gpio} (pin {POSITIONS[gpio]}): expected one use, got {' and '.join(users)}"
        for gpio, users in by_pin.items()
        if len(users) > 1
    ]
    matrix = config.board.matrix
    if config.board.driver == GPIO_MATRIX:
        found += [
            f"board.matrix.columns: expected pins that can be pulled down, got GPIO {gpio}, which "
            "is pulled up on the Pi; use it for a button or a row"
            for gpio in matrix.columns
            if gpio in PULLED_UP
        ]
        found += [
            f"board.matrix.{key}: expected 11 GPIO numbers, got none; hnefi config init "
            "gpio-matrix has an order that works"
            for key in ("rows", "columns")
            if not getattr(matrix, key)
        ]
    return found


def _of_board(config: BoardConfig) -> Iterator[PinUse]:
    board = config.board
    if board.driver == GPIO_MATRIX:
        for name, gpios in (("row", board.matrix.rows), ("column", board.matrix.columns)):
            yield from (PinUse(gpio, f"{name} {n}") for n, gpio in enumerate(gpios, 1))
    if "serial" in (board.driver, config.strip_driver) and board.serial.port in SERIAL_PORTS:
        yield from (PinUse(gpio, "the serial line") for gpio in SERIAL_PINS)


def _of_strip(config: BoardConfig) -> Iterator[PinUse]:
    strip = config.strip
    pins: Mapping[str, tuple[int, ...]] = {
        "ws281x": (strip.ws281x.pin,),
        "spi": strip.spi.pins,
        "leds0": (strip.leds0.pin,),
    }
    for gpio in pins.get(config.strip_driver, ()):
        yield PinUse(gpio, f"the strip ({config.strip_driver})")


def _of_buttons(config: BoardConfig) -> Iterator[PinUse]:
    for name, gpio in config.buttons.pins().items():
        yield PinUse(gpio, f"the button {name}")
