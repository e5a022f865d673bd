"""What stands in a trace: scans, commands, and that the board was lost."""

import re
from dataclasses import dataclass

from controller.trace.errors import TraceError
from hal.board import Scan

_COMMAND = re.compile(r"! ([a-z][a-z0-9_]{0,63}(?: [a-k](?:1[01]|[1-9]))?)", re.ASCII)
_LOSS = re.compile(r"\? (\S.*)")


@dataclass(frozen=True, slots=True)
class TraceCommand:
    """A command that was given at a time, in seconds, after the scans up to then.

    `name` is a word, and the square that it is about if it is about one: ``place e5``.
    """

    name: str
    at: float


@dataclass(frozen=True, slots=True)
class TraceLoss:
    """The board could not be read from a time on, in seconds, until the next scan."""

    reason: str
    at: float


TraceEntry = Scan | TraceCommand | TraceLoss


def write_command_entry(name: str) -> str:
    """Return the words of a command.

    Raises:
        TraceError: the name is no word, alone or with a square.
    """
    if not _COMMAND.fullmatch(f"! {name}"):
        raise TraceError(f"command: expected a word such as undo, got {name[:40]!r}")
    return f"! {name}"


def write_loss_entry(reason: str) -> str:
    """Return the words of a loss, whatever the reason is made of."""
    text = "".join(char if char.isprintable() else "?" for char in " ".join(reason.split()))
    return f"? {text or 'unknown'}"


def parse_said(said: str, at: float) -> TraceCommand | TraceLoss:
    """Return what words such as ``! undo`` tell of a time.

    Raises:
        TraceError: the words tell nothing.
    """
    command, loss = _COMMAND.fullmatch(said), _LOSS.fullmatch(said)
    if command:
        return TraceCommand(command[1], at)
    if loss and loss[1].isprintable():
        return TraceLoss(loss[1], at)
    such = "a command such as '! undo'" if said.startswith("!") else "a loss such as '? unplugged'"
    raise TraceError(f"expected {such}, got {said[:40]!r}")
