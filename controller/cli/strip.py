"""`hnefi strip`: the pixels alone, whatever senses the pieces: dark, or a test of all of them."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options.board import (
    BaudOption,
    ChosenBoard,
    ConfigOption,
    SerialOption,
    SerpentineOption,
    StripOption,
    configured,
)
from controller.cli.printing import print_lines

if TYPE_CHECKING:
    from hal.board import Strip

_FRAME_S = 1 / 30


def go_dark(
    *,
    config: ConfigOption = None,
    strip: StripOption = None,
    serial: SerialOption = None,
    baud: BaudOption = None,
) -> None:
    """Let all pixels go dark."""
    with _opened(config, ChosenBoard(strip=strip, serial=serial, baud=baud)) as pixels:
        from hal.board import DARK

        pixels.show(DARK)
        _tend(pixels, _FRAME_S)


def light_all(
    *,
    config: ConfigOption = None,
    strip: StripOption = None,
    serial: SerialOption = None,
    baud: BaudOption = None,
    serpentine: SerpentineOption = False,
    seconds: Annotated[float, typer.Option(help="How long it takes.", min=1, max=3600)] = 20.0,
) -> None:
    """Light all pixels red, green, blue, then one by one.

    They go dark at the end.
    """
    from controller.cli.pixel_test import PIXEL_TEST, frame_at
    from hal.config import NO_STRIP

    chosen = ChosenBoard(strip=strip, serial=serial, baud=baud, serpentine=serpentine)
    if configured(config, chosen).strip_driver == NO_STRIP:
        raise UsageMistake(
            "strip.driver: expected a strip to light, got none; say which one under [strip], or "
            "with --strip"
        )
    with _opened(config, chosen) as pixels:
        print_lines(PIXEL_TEST)
        sys.stdout.flush()
        began = time.monotonic()
        while (elapsed := time.monotonic() - began) < seconds:
            pixels.show(frame_at(elapsed / seconds))
            _tend(pixels, _FRAME_S)


@contextmanager
def _opened(config: str | None, chosen: ChosenBoard) -> "Iterator[Strip]":
    """Open the strip of a configuration alone; it is dark at the end.

    Raises:
        UsageMistake: there is none, or it cannot be opened or found.
    """
    from hal.boards import open_strip
    from hal.errors import HalError

    try:
        with open_strip(configured(config, chosen)) as strip:
            _find(strip)
            yield strip
    except HalError as error:
        raise UsageMistake(str(error)) from error


def _find(strip: "Strip") -> None:
    """Wait until a strip behind a port is found."""
    from controller.cli.waiting import patience_s, sentence_of
    from hal.serial.strip import SerialStrip

    if not isinstance(strip, SerialStrip):
        return
    began = time.monotonic()
    while (trouble := strip.trouble) is not None:
        if time.monotonic() - began > patience_s(trouble):
            raise UsageMistake(sentence_of(trouble))
        _tend(strip, _FRAME_S)


def _tend(strip: "Strip", seconds: float) -> None:
    """Let time pass in which a strip does what is due."""
    from hal.board import Tended

    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if isinstance(strip, Tended):
            strip.tend()
        time.sleep(0.005)
