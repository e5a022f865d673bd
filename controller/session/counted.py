"""What counts once the next step on the way to a story is taken, and the news of it."""

from dataclasses import dataclass

from controller.events.event import (
    Event,
    GameEnded,
    MoveCommitted,
    MoveRetargeted,
    MoveTakenBack,
)
from controller.recognition.answer import Way
from controller.recognition.line import PlayedLine
from controller.rules.lines import Move
from controller.rules.sentences import outcome_sentence


@dataclass(frozen=True, slots=True)
class Counted:
    """The plies that count after one more has, or one less, and the news of it."""

    line: PlayedLine
    events: tuple[Event, ...]


def forced(line: PlayedLine, way: Way, at: float) -> Counted:
    """Return what counts after the first step of a way, whether it has stood or not."""
    if way.back:
        return _changed(line, way, at) or _taken_back(line, way.back, at)
    return _made(line, way.ahead[0].line, at)


def _changed(line: PlayedLine, way: Way, at: float) -> Counted | None:
    """Return the last ply changed to another of the same piece, None where it is not."""
    old, new = changed_move(line, way), way.ahead[0].line if way.ahead else line
    if old is None or new.move is None:
        return None
    changed = MoveRetargeted(at, new.depth, new.to_move.other, old, new.move, new.captured)
    return Counted(new, (changed, *_ended(new, at)))


def changed_move(line: PlayedLine, way: Way) -> Move | None:
    """Return the last move if a way has its piece make another one, None where it does not."""
    if way.back != 1 or not way.ahead or line.move is None:
        return None
    move = way.ahead[0].line.move
    return line.move if move and move.origin == line.move.origin else None


def _made(line: PlayedLine, new: PlayedLine, at: float) -> Counted:
    if new.move is None:
        return Counted(line, ())
    made = MoveCommitted(at, new.depth, line.to_move, new.move, new.captured)
    return Counted(new, (made, *_ended(new, at)))


def _taken_back(line: PlayedLine, plies: int, at: float) -> Counted:
    events = []
    for _ in range(plies):
        event, line = taken_back(line, at)
        events.append(event)
    return Counted(line, tuple(events))


def taken_back(line: PlayedLine, at: float) -> tuple[Event, PlayedLine]:
    """Return the news that the last ply is taken back, and the line without it.

    Raises:
        ValueError: there is no ply.
    """
    if line.move is None:
        raise ValueError("expected a line with a ply to take back")
    before = line.back()
    return MoveTakenBack(at, line.depth, before.to_move, line.move), before


def _ended(line: PlayedLine, at: float) -> tuple[Event, ...]:
    outcome = line.game.outcome
    return (GameEnded(at, outcome, outcome_sentence(outcome)),) if outcome else ()


def made_to(square: int, line: PlayedLine, before: PlayedLine) -> PlayedLine | None:
    """Return the line that ends with a move to a square, of what counts now and did not before."""
    while line.move is not None and line is not before and line.depth >= before.depth:
        if line.move.target == square:
            return line
        line = line.back()
    return None
