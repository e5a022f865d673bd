"""What people can ask of a session."""

from enum import StrEnum


class Command(StrEnum):
    """A request that comes in by page, button or bus."""

    UNDO = "undo"
    NEW_GAME = "new_game"
    PRESS_CLOCK = "press_clock"
