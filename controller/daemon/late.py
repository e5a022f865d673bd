"""Commands that come too late: two people undo the same move, and it is gone with the first."""

from collections.abc import Iterable

from controller.bus.messages import CommandMessage, RequestMessage
from controller.events.command import Command
from controller.events.view import BoardView, Phase


def without_late(
    messages: Iterable[CommandMessage | RequestMessage], view: BoardView
) -> list[CommandMessage | RequestMessage]:
    """Return what came in one turn without each undo of something that is undone already.

    It says how many plies it leaves, by what its sender saw. Where there is no game to undo
    something in, all of them are kept, because they are answered with why not.
    """
    if view.phase is Phase.SET_UP or view.paused:
        return list(messages)
    kept, leaves = list[CommandMessage | RequestMessage](), view.undo_leaves
    for message in messages:
        if isinstance(message, CommandMessage) and message.command is Command.UNDO:
            if message.leaves not in (None, leaves):
                continue
            leaves = None  # whoever comes after it in this turn cannot have seen what it does
        kept.append(message)
    return kept
