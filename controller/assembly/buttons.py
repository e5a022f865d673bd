"""The buttons of a board: what each of them asks for, and how they are looked at.

They enter at the same mouth as the commands of the page.
"""

import asyncio
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Literal

from controller.bus.messages import CommandMessage
from controller.events.command import Command
from controller.events.view import BoardView
from controller.rules.pieces import Side
from hal.config import ButtonsSection
from hal.gpio.buttons import ButtonReader

if TYPE_CHECKING:
    from hal.gpio.lines import ButtonLines

_LOOK_S = 0.01
SHUTDOWN = "shutdown"
_COMMANDS: Mapping[str, Command] = {
    "undo": Command.UNDO,
    "new_game": Command.NEW_GAME,
    "clock": Command.PRESS_CLOCK,
    "clock_attackers": Command.PRESS_CLOCK,
    "clock_defenders": Command.PRESS_CLOCK,
    "no_draw": Command.NO_DRAW,
}
_BY_A_SIDE = {
    f"{command}_{side}": (command, side)
    for command in (Command.RESIGN, Command.DRAW)
    for side in Side
}
_DECISIONS: Mapping[str, Literal["attackers", "defenders", "draw"]] = {
    "decide_attackers": "attackers",
    "decide_defenders": "defenders",
    "decide_draw": "draw",
}
# A clock of one side is pressed in vain while the other is to move.
_SIDES: Mapping[str, Side] = {
    "clock_attackers": Side.ATTACKERS,
    "clock_defenders": Side.DEFENDERS,
}


def command_of(button: str, view: BoardView) -> CommandMessage | None:
    """Return what a button asks for now, if anything."""
    side = _SIDES.get(button)
    if side is not None and view.position.to_move is not side:
        return None
    if button in _BY_A_SIDE:
        command, by = _BY_A_SIDE[button]
        return CommandMessage(command=command, side=by)
    if button in _DECISIONS:
        return CommandMessage(command=Command.DECIDE, result=_DECISIONS[button])
    asked = CommandMessage(command=_COMMANDS[button])
    # Whoever presses it, an offer is declined by the side that was asked.
    return asked.by(view.draw_offer.other) if view.draw_offer else asked


def _resigns(side: Side) -> str:
    return f"{Command.RESIGN}_{side}"


@contextmanager
def open_buttons(buttons: ButtonsSection) -> "Iterator[ButtonLines | None]":
    """Open the pins of the buttons, and let go of them at the end; None where there are none.

    Raises:
        DriverError: the pins cannot be used.
    """
    pins = list(buttons.pins().values())
    if not pins:
        yield None
        return
    from hal.gpio.lines import ButtonLines  # noqa: PLC0415 - no board without buttons needs it

    with closing(ButtonLines(pins)) as lines:
        yield lines


async def press_buttons(
    buttons: ButtonsSection,
    lines: "ButtonLines | None",
    put: Callable[[CommandMessage], object],
    view: Callable[[], BoardView],
    run: Callable[[tuple[str, ...]], object] = subprocess.run,
) -> None:
    """Look at open buttons until cancelled, and pass on what they ask for.

    `run` runs the command that shuts the computer down. Without lines there is nothing to look at.
    """
    if lines is None:
        return
    # What cannot be meant by a knock of the sleeve.
    held = dict.fromkeys((SHUTDOWN, *_DECISIONS, *map(_resigns, Side)), buttons.hold_s)
    reader = ButtonReader(list(buttons.pins()), held)
    loop = asyncio.get_running_loop()
    while True:
        for name in reader.look(lines.read(), loop.time()):
            if name == SHUTDOWN:
                # The service manager ends this program then, and the lights go out.
                await asyncio.to_thread(run, buttons.shutdown_command)
            elif (message := command_of(name, view())) is not None:
                put(message)
        await asyncio.sleep(_LOOK_S)
