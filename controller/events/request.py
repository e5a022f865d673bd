"""What people can ask of the opponent and of the coach."""

from enum import StrEnum


class Request(StrEnum):
    """A request that comes in by page, button or bus, beside the commands to the session."""

    # The opponent.
    OPPONENT = "opponent"  # with a level and the side it plays; without them nobody plays
    MOVE_NOW = "move_now"
    # The coach.
    COACH = "coach"  # with a side, and whether it wants one
    HINT = "hint"  # first the area, then the piece, then the move
    WHY = "why"  # why the last move was bad
    REVIEW = "review"  # the turning points of the game, the last first
