"""The entries of a trace: scans, commands, and losses of the board."""

import re
from dataclasses import dataclass, field

from controller.trace.errors import TraceError
from hal.board import Scan

# A word, and what it is about: a square, or a side or result with some text; or a ruleset with
# clocks, or with a side and a position.
_COMMAND = re.compile(
    r"! ([a-z][a-z0-9_]{0,63}"
    r"(?: (?:[a-k](?:1[01]|[1-9])|(?:attackers|defenders|draw)(?: \S.{0,199})?))?"
    r"|new_game \S{1,64} \S{1,64}"
    r"|set_up \S{1,64} (?:attackers|defenders) /\S{1,199})"
)
_LOSS = re.compile(r"\? (\S.*)")


@dataclass(frozen=True, slots=True)
class TraceCommand:
    """A command at a time in seconds, after the scans up to then.

    `name` is the command's word, and what it is about: ``place e5``, ``resign attackers``.
    """

    name: str
    at: float
    line: int = field(default=0, compare=False)  # where it stands, 0 if nowhere


@dataclass(frozen=True, slots=True)
class TraceLoss:
    """The board could not be read from a time in seconds until the next scan."""

    reason: str
    at: float


TraceEntry = Scan | TraceCommand | TraceLoss


def write_command_entry(name: str) -> str:
    """Return a command as it stands in a line.

    Raises:
        TraceError: the name is not a word, alone or with a square, a side or a result.
    """
    if not (_COMMAND.fullmatch(f"! {name}") and name.isprintable()):
        raise TraceError(f"command: expected a word such as undo, got {name[:40]!r}")
    return f"! {name}"


def write_loss_entry(reason: str) -> str:
    """Return a loss as it stands in a line, whatever characters the reason has."""
    text = "".join(char if char.isprintable() else "?" for char in " ".join(reason.split()))
    return f"? {text or 'unknown'}"


def parse_entry(said: str, at: float, line: int) -> TraceCommand | TraceLoss:
    """Return the entry of words such as ``! undo``, at a time in seconds, in a line.

    Raises:
        TraceError: the words are neither a command nor a loss.
    """
    command, loss = _COMMAND.fullmatch(said), _LOSS.fullmatch(said)
    if command and said.isprintable():
        return TraceCommand(command[1], at, line)
    if loss and loss[1].isprintable():
        return TraceLoss(loss[1], at)
    such = "a command such as '! undo'" if said.startswith("!") else "a loss such as '? unplugged'"
    raise TraceError(f"expected {such}, got {said[:40]!r}")
