"""`hnefi firmware check`: examines a board while nobody touches it."""

import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer

from controller.cli.options.board import (
    BaudOption,
    ChosenBoard,
    ConfigOption,
    SerialOption,
    SerpentineOption,
)
from controller.cli.options.diagnosis import JsonOption, write_checks
from controller.cli.pixel_test import PIXEL_TEST, frame_at
from controller.cli.printing import print_lines
from controller.cli.waiting import found_board, sentence_of, wait, write_notices

if TYPE_CHECKING:
    from hal.diagnosis.check import Check
    from hal.serial.watch import Watched

# Fewer than four fifths of the expected reports are too few.
_ENOUGH = 0.8
_FLICKER = "Sensors that flicker though nobody touches them"
# Of the largest set on 121 squares.
_MOST_PIECES = 37


def check(  # noqa: PLR0913 - an option each
    *,
    config: ConfigOption = None,
    serial: SerialOption = None,
    baud: BaudOption = None,
    seconds: Annotated[
        float, typer.Option(metavar="S", help="How long to watch.", min=0.5, max=3600)
    ] = 5.0,
    pixels: Annotated[
        bool, typer.Option("--pixels", help="Light all pixels red, green, blue, then one by one.")
    ] = False,
    serpentine: SerpentineOption = False,
    as_json: JsonOption = False,
) -> None:
    """Watch a board that nobody touches. The exit status is 1 if anything is wrong."""
    from hal.serial.watch import Watch

    chosen = ChosenBoard(serial=serial, baud=baud, serpentine=serpentine)
    with found_board(config, chosen) as board:
        if pixels and not as_json:
            print_lines(PIXEL_TEST)
            sys.stdout.flush()
        watching = Watch(board, time.monotonic)

        def look() -> bool:
            watching.look()
            if pixels:
                board.show(frame_at(watching.elapsed / seconds))
            return False

        wait(board, look, seconds, f"watching the board for {seconds:g} s; do not touch it")
        if as_json:
            status = write_checks(checks_of(watching.result()), "check", None, as_json=True)
        else:
            status = 0 if write_verdict(watching.result()) else 1
        write_notices(board)
    raise typer.Exit(status)


def checks_of(watched: "Watched") -> "list[Check]":
    """Return a check for the board and one for each sensor that flickers."""
    from hal.diagnosis.check import Check, Verdict
    from hal.notice import notice

    of_board = [each for each in complaints(watched) if not each.startswith(_FLICKER)]
    found = [Check("board", Verdict.FAIL, each) for each in of_board]
    finding, cure = notice("check.sensor.chatters"), notice("cure.sensor.chatters")
    found += [Check("sensor", Verdict.FAIL, finding, cure, each) for each in watched.flickering]
    rate = f"{watched.counters.reports / watched.seconds:.0f} reports a second."
    return found or [Check("board", Verdict.OK, rate)]


def complaints(watched: "Watched") -> list[str]:
    """Return a sentence for each thing that is wrong."""
    from controller.rules.geometry import SQUARE_NAMES

    rate, counters = watched.counters.reports / watched.seconds, watched.counters
    found: list[str] = []
    if watched.lost is not None:
        found.append(sentence_of(watched.lost))
    if rate < _ENOUGH * watched.wanted:
        found.append(f"Expected {watched.wanted} reports a second, got {rate:.0f}.")
    if counters.missed or counters.dropped or counters.skipped:
        found.append("The line damages the board's messages: try another cable or a lower rate.")
    if watched.overruns:
        found.append(f"The board lost {watched.overruns} bytes on their way to it.")
    if counters.lights_lost:
        found.append(f"{counters.lights_lost} light frames were lost.")
    if watched.occupied.bit_count() > _MOST_PIECES:
        found.append(
            f"{watched.occupied.bit_count()} sensors feel a magnet, and no game has more than "
            f"{_MOST_PIECES} pieces: look for a short to 5 V, or calibrate the empty board."
        )
    if watched.flickering:
        names = ", ".join(SQUARE_NAMES[sensor] for sensor in watched.flickering)
        found.append(f"{_FLICKER}: {names}.")
    return found


def write_verdict(watched: "Watched") -> bool:
    """Write the counts, and the complaints or that all is well; return whether all is well."""
    from hal.board import SQUARE_COUNT

    counters, occupied = watched.counters, watched.occupied.bit_count()
    print_lines(
        f"{counters.reports / watched.seconds:.0f} reports a second, {counters.missed} missed; "
        f"{counters.dropped} frames dropped, {counters.skipped} messages skipped",
        f"{occupied} squares occupied, {SQUARE_COUNT - occupied} empty",
    )
    if watched.chain.name == "UNSIGNED":
        print_lines("The chain has no signature: if a wire breaks, this board cannot say which.")
    found = complaints(watched)
    for sentence in found or ["All is well."]:
        print_lines(sentence)
    return not found
