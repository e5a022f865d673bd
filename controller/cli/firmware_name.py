"""`hnefi firmware name`: shows or sets the name that a board keeps of itself."""

from typing import Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.firmware_info import identity_of
from controller.cli.options.board import BaudOption, ChosenBoard, ConfigOption, SerialOption
from controller.cli.printing import print_lines
from controller.cli.waiting import found_board, wait

_ANSWER_S = 2.0
_TRIES = 3
_MOST_BYTES = 24


def name(
    *,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="New name; '' takes it away.")
    ] = None,
    config: ConfigOption = None,
    serial: SerialOption = None,
    baud: BaudOption = None,
) -> None:
    """Show the name that the board keeps, or give it another one."""
    from hal.serial.link.messages import SetName

    if name is not None:
        _check(name)
    with found_board(config, ChosenBoard(serial=serial, baud=baud)) as board:
        if identity_of(board).protocol < 2:
            raise UsageMistake(
                "name: expected firmware that keeps a name, found an older one: "
                "put the new one on it with hnefi firmware flash"
            )
        if name is not None:
            for _ in range(_TRIES):
                board.link.send(SetName(name))
                if wait(board, lambda: identity_of(board).name == name, _ANSWER_S, "naming"):
                    break
            else:
                raise UsageMistake("name: expected an answer from the board, got none; try again")
        print_lines(identity_of(board).name or "The board has no name.")


def _check(name: str) -> None:
    size = len(name.encode(errors="replace"))
    if size > _MOST_BYTES:
        raise UsageMistake(f"name: expected at most {_MOST_BYTES} bytes of UTF-8, got {size}")
    if not name.isprintable():
        raise UsageMistake(f"name: expected letters that can be printed, got {name!r}")
