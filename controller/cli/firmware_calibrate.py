"""`hnefi firmware calibrate`: lets a board measure its Hall sensors without pieces."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.firmware_info import identity_of, keeps_baseline
from controller.cli.options.board import BaudOption, ChosenBoard, ConfigOption, SerialOption
from controller.cli.printing import print_lines
from controller.cli.waiting import find_board, found_board, wait

if TYPE_CHECKING:
    from hal.serial.board import SerialBoard

_ANSWER_S = 2.0
_TRIES = 3
# An empty sensor is off the middle by less than this.
_PLAUSIBLE_MV = 400.0


def calibrate(
    *,
    config: ConfigOption = None,
    serial: SerialOption = None,
    baud: BaudOption = None,
    yes: Annotated[bool, typer.Option("--yes", help="The board is empty; do not ask.")] = False,
) -> None:
    """Measure what the Hall sensors give without pieces. The board keeps it."""
    from hal.serial.link.messages import Calibrate

    with found_board(config, ChosenBoard(serial=serial, baud=baud)) as board:
        if not keeps_baseline(board):
            raise UsageMistake("calibrate: expected Hall sensors, found reeds, which need nothing")
        if not yes:
            _wait_until_empty()
            find_board(board)  # it may have been unplugged meanwhile
        before = board.link.baseline

        def is_done() -> bool:
            baseline = board.link.baseline
            return baseline is not None and baseline is not before and baseline.calibrated

        for _ in range(_TRIES):
            board.link.send(Calibrate())
            if wait(board, is_done, _ANSWER_S, "calibrating"):
                _write_calibration(board)
                return
        raise UsageMistake("calibrate: expected an answer from the board, got none; try again")


def _wait_until_empty() -> None:
    sys.stderr.write("Take everything off the board, then press Enter. ")
    sys.stderr.flush()
    if not sys.stdin.readline():
        raise UsageMistake("calibrate: expected Enter once the board is empty, or --yes")


def _write_calibration(board: "SerialBoard") -> None:
    """Write the millivolts of the empty board's sensors, and name the sensors that look wrong."""
    from controller.rules.geometry import SQUARE_NAMES
    from hal.serial.link.messages import FULL_SCALE

    identity, baseline = identity_of(board), board.link.baseline
    if baseline is None:
        return
    millivolts = [level * identity.full_scale_mv / FULL_SCALE for level in baseline.levels]
    middle = sorted(millivolts)[len(millivolts) // 2]
    print_lines(
        f"The board is calibrated: empty sensors give {min(millivolts):.0f} to "
        f"{max(millivolts):.0f} mV."
    )
    for sensor, each in enumerate(millivolts):
        if abs(each - middle) > _PLAUSIBLE_MV:
            print_lines(
                f"{SQUARE_NAMES[sensor]} gives {each:.0f} mV: a piece may stand there, or its "
                "sensor is broken."
            )
