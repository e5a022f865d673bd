"""`hnefi firmware check`: examines a board while nobody touches it."""

import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer

from controller.cli.options.serial import AUTO, BaudOption, SerialOption, SerpentineOption
from controller.cli.waiting import found_board, wait, write_notices

if TYPE_CHECKING:
    from hal.serial.board import SerialBoard
    from hal.serial.watch import Watched

# Fewer than four fifths of the expected reports are too few.
_ENOUGH = 0.8
_DIM = 40
_COLOURS = ((_DIM, 0, 0), (0, _DIM, 0), (0, 0, _DIM))  # red, green, blue


def check(
    *,
    serial: SerialOption = AUTO,
    baud: BaudOption = AUTO,
    seconds: Annotated[
        float, typer.Option(metavar="S", help="How long to watch.", min=0.5, max=3600)
    ] = 5.0,
    pixels: Annotated[
        bool, typer.Option("--pixels", help="Light all pixels red, green, blue, then one by one.")
    ] = False,
    serpentine: SerpentineOption = False,
) -> None:
    """Watch a board that nobody touches. The exit status is 1 if anything is wrong."""
    from hal.serial.watch import Watch

    with found_board(serial, baud, serpentine=serpentine) as board:
        test = PixelTest(board, seconds) if pixels else None
        watching = Watch(board, time.monotonic)

        def look() -> bool:
            watching.look()
            if test is not None:
                test.light(watching.elapsed)
            return False

        wait(board, look, seconds, f"watching the board for {seconds:g} s; do not touch it")
        if test is not None:
            test.end()
        is_well = write_verdict(watching.result())
        write_notices(board)
    raise typer.Exit(0 if is_well else 1)


class PixelTest:
    """Lights all pixels in each colour, and then one by one."""

    def __init__(self, board: "SerialBoard", seconds: float) -> None:
        """Finish within the seconds, and use half of them for the colours."""
        self._board = board
        self._seconds = seconds
        self._step: object = None
        sys.stdout.write("All pixels: red, green, blue; then one by one, a1 to k1, up to k11.\n")
        sys.stdout.flush()

    def light(self, elapsed: float) -> None:
        """Show the step that is due after some seconds."""
        from hal.board import CHANNELS, SQUARE_COUNT, Frame

        part = 2 * elapsed / self._seconds
        step = int(part * 3) if part < 1 else 3 + int((part - 1) * SQUARE_COUNT)
        if step == self._step:
            return
        self._step = step
        if step < len(_COLOURS):
            self._board.show(Frame(bytes(_COLOURS[step]) * SQUARE_COUNT))
        else:
            pixels = bytearray(CHANNELS * SQUARE_COUNT)
            start = CHANNELS * min(step - 3, SQUARE_COUNT - 1)
            pixels[start : start + CHANNELS] = bytes([_DIM] * CHANNELS)
            self._board.show(Frame(bytes(pixels)))

    def end(self) -> None:
        """Go dark."""
        from hal.board import DARK

        self._board.show(DARK)


def complaints(watched: "Watched") -> list[str]:
    """Return a sentence for each thing that is wrong."""
    from controller.rules.geometry import SQUARE_NAMES
    from controller.words.catalogue import say
    from controller.words.notices import notice_sentence

    rate, counters = watched.counters.reports / watched.seconds, watched.counters
    found: list[str] = []
    if watched.lost is not None:
        found.append(say(notice_sentence(watched.lost)))
    if rate < _ENOUGH * watched.wanted:
        found.append(f"Expected {watched.wanted} reports a second, got {rate:.0f}.")
    if counters.missed or counters.dropped or counters.skipped:
        found.append("The line damages the board's messages: try another cable or a lower rate.")
    if watched.overruns:
        found.append(f"The board lost {watched.overruns} bytes on their way to it.")
    if counters.lights_lost:
        found.append(f"{counters.lights_lost} light frames were lost.")
    if watched.flickering:
        names = ", ".join(SQUARE_NAMES[sensor] for sensor in watched.flickering)
        found.append(f"Sensors that flicker though nobody touches them: {names}.")
    return found


def write_verdict(watched: "Watched") -> bool:
    """Write the counts, and the complaints or that all is well; return whether all is well."""
    from hal.board import SQUARE_COUNT

    counters, occupied = watched.counters, watched.occupied.bit_count()
    sys.stdout.write(
        f"{counters.reports / watched.seconds:.0f} reports a second, {counters.missed} missed; "
        f"{counters.dropped} frames dropped, {counters.skipped} messages skipped\n"
        f"{occupied} squares occupied, {SQUARE_COUNT - occupied} empty\n"
    )
    found = complaints(watched)
    for sentence in found or ["All is well."]:
        sys.stdout.write(f"{sentence}\n")
    return not found
