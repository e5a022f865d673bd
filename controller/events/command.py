"""The commands that people can give a session."""

from enum import StrEnum

from controller.rules.geometry import SQUARE_NAMES, parse_square


class Command(StrEnum):
    """A command from the page or the bus."""

    UNDO = "undo"
    NEW_GAME = "new_game"
    PRESS_CLOCK = "press_clock"
    # With a square: the lifted piece stands there, although the sensor does not feel it.
    PLACE = "place"
    # For who keeps a trace; a session has none.
    SAVE_TRACE = "save_trace"

    @property
    def needs_square(self) -> bool:
        """Whether the command is about a square."""
        return self is Command.PLACE


def write_command(command: Command, square: int | None) -> str:
    """Return a command and its square in the words of traces, such as ``place e5``."""
    return str(command) if square is None else f"{command} {SQUARE_NAMES[square]}"


def parse_command_words(text: str) -> tuple[Command, int | None]:
    """Return the command and the square of words such as ``place e5``.

    Raises:
        ValueError: there is no such command, or its square is missing, unknown or unexpected.
    """
    name, _, square = text.partition(" ")
    command = Command(name)
    if command.needs_square != bool(square):
        raise ValueError(f"expected a square with {Command.PLACE} only, got {text!r}")
    return command, parse_square(square) if square else None
