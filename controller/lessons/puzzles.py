"""Puzzles: positions with one solution, made by the engine, and done as lessons are.

A file of puzzles has a JSON object a line. Whether a solution is the only one was proved when the
puzzle was made; here it is only read.
"""

import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.lessons.errors import LessonError
from controller.lessons.goals import Goal, NotCapturable, Won
from controller.lessons.lesson import Lesson, Reply
from controller.notation.moves import parse_move
from controller.notation.opentafl import parse_position
from controller.rules.compiled import compiled
from controller.rules.library import named_ruleset
from controller.rules.malformed import complaint_of
from controller.rules.pieces import Side

STAGE = "puzzles"
_FILE = files("controller.lessons") / "data" / "puzzles.jsonl"
_PREFIX = "puzzle_"


class PuzzleKind(StrEnum):
    """What there is to do in a puzzle."""

    ESCAPE = "escape"  # the defenders win, whatever is answered
    CAPTURE = "capture"  # the attackers win, whatever is answered
    SAVE = "save"  # nothing may be captured next


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, what there is to do in so many moves, the first of them, and who finds it."""

    ruleset: str
    kind: PuzzleKind
    moves: int
    position: str  # an OpenTafl record
    to_move: Side
    solution: str
    level: str  # the weakest that finds it

    @property
    def line(self) -> str:
        """The puzzle as a line of a file."""
        return json.dumps(asdict(self))


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    ruleset: str
    kind: PuzzleKind
    moves: int = Field(ge=1, le=9)
    position: str
    to_move: Side
    solution: str
    level: str


def parse_puzzle(text: str, where: str) -> Puzzle:
    """Return the puzzle of a line; `where` names it in errors.

    Raises:
        LessonError: it is none.
    """
    try:
        return Puzzle(**_Line.model_validate_json(text).model_dump())
    except ValidationError as error:
        raise LessonError(f"{where}: {complaint_of(error)}") from error


def puzzle_lesson(puzzle: Puzzle, name: str) -> Lesson:
    """Return the lesson that a puzzle is.

    Raises:
        ValueError: its position or its solution cannot be read.
    """
    side = puzzle.to_move
    saves = puzzle.kind is PuzzleKind.SAVE
    goal: Goal = NotCapturable(side) if saves else Won(side)
    return Lesson(
        name=name,
        stage=STAGE,
        rules=compiled(named_ruleset(puzzle.ruleset)),
        start=parse_position(puzzle.position, side),
        goal=goal,
        par=puzzle.moves,
        most=puzzle.moves,
        reply=Reply.NONE if puzzle.moves == 1 else Reply.SEARCHED,
        solutions=((parse_move(puzzle.solution).move,),),
        only=True,
        key=f"puzzle_{puzzle.kind}",
    )


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles that ship, one for each day of a year."""
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    return tuple(parse_puzzle(line, f"puzzles.jsonl:{n}") for n, line in enumerate(lines, 1))


def puzzle_of_day(day: int) -> Lesson:
    """Return the puzzle of a day of the year, 1 to 366.

    Raises:
        LessonError: there is no such day.
    """
    puzzles = shipped_puzzles()
    if not 1 <= day <= len(puzzles):
        raise LessonError(f"puzzle: expected a day from 1 to {len(puzzles)}, got {day}")
    return puzzle_lesson(puzzles[day - 1], f"{_PREFIX}{day}")


def puzzle_named(name: str) -> Lesson | None:
    """Return the puzzle of a name such as ``puzzle_42``, None where the name is another one's.

    Raises:
        LessonError: there is no such day.
    """
    number = name.removeprefix(_PREFIX)
    if number == name or not number.isdecimal() or len(number) > 3:
        return None
    return puzzle_of_day(int(number))
