"""What people can ask of the opponent, of the coach and of the teacher."""

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
    EXPLAIN = "explain"  # with whether captures, refusals and ends are explained
    OPTIONS = "options"  # what the side to move can do
    LESSON = "lesson"  # with the name of a lesson; without one, none runs any longer
    REVIEW = "review"  # the turning points of the game, the last first
