"""What people can ask of a session."""

from enum import StrEnum

from controller.rules.geometry import SQUARE_NAMES, parse_square


class Command(StrEnum):
    """A request that comes in by page, button or bus."""

    UNDO = "undo"
    NEW_GAME = "new_game"
    PRESS_CLOCK = "press_clock"
    # With a square: the piece in question stands there, whatever its sensor tells.
    PLACE = "place"

    @property
    def needs_square(self) -> bool:
        """Whether the request is about a square."""
        return self is Command.PLACE


def write_command(command: Command, square: int | None) -> str:
    """Return a command and its square as traces have them, such as ``place e5``."""
    return str(command) if square is None else f"{command} {SQUARE_NAMES[square]}"


def parse_command_words(text: str) -> tuple[Command, int | None]:
    """Return the command and the square that words such as ``place e5`` stand for.

    Raises:
        ValueError: no such command, or a square is missing, too much or none.
    """
    name, _, square = text.partition(" ")
    command = Command(name)
    if command.needs_square != bool(square):
        raise ValueError(f"expected a square with {Command.PLACE} only, got {text!r}")
    return command, parse_square(square) if square else None
