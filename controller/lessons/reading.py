"""A lesson from its TOML file; every mistake is one line with file, key, value and the cure."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from controller.lessons.errors import LessonError
from controller.lessons.goals import All, Goal, Visited, parse_goal
from controller.lessons.lesson import Lesson, Reply, Texts
from controller.notation.moves import parse_move
from controller.notation.plain_text import plain_line
from controller.notation.toml_file import MistakesError, parse_toml
from controller.rules.compiled import compiled
from controller.rules.errors import RulesetError
from controller.rules.game import Game, judged_as_it_stands
from controller.rules.geometry import bits_of, parse_square
from controller.rules.library import named_ruleset
from controller.rules.lines import Move
from controller.rules.malformed import spelled
from controller.rules.moves import has_legal_move
from controller.rules.pieces import Side
from controller.rules.position import Position

_LONGEST = 64
_ANY = "*"

_Name = Annotated[
    str,
    Field(max_length=_LONGEST),
    spelled("[a-z][a-z0-9_]*", "small letters, digits and underscores, such as first_move"),
]
_Line = Annotated[str, Field(min_length=1, max_length=300), AfterValidator(plain_line)]
_Moves = Annotated[int, Field(ge=1, le=200)]


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class _Pieces(_Data):
    attackers: list[str] = []
    defenders: list[str] = []
    king: str


class _Texts(_Data):
    title: _Line
    task: _Line
    wrong: _Line
    idea: _Line


class LessonFile(_Data):
    """The keys of a lesson's file; docs/lessons.md explains them."""

    name: _Name
    ruleset: str = "copenhagen"
    to_move: Literal["attackers", "defenders"]
    position: _Pieces
    par: _Moves
    most: _Moves | None = None
    visit: list[str] = []
    arrows: list[str] = []
    goal: dict[str, Any] | None = None
    fail: dict[str, Any] | None = None
    reply: Literal["none", "fixed", "searched"] = "none"
    replies: dict[str, str] = {}
    shown: dict[str, list[str]] = {}
    solutions: list[list[str]] = []
    texts: _Texts | None = None


def parse_lesson(text: str, where: str, stage: str = "") -> Lesson:
    """Return the lesson of a TOML text; `where` names the text in errors.

    Raises:
        LessonError: the text is not TOML, or a key is unknown, missing or malformed.
    """
    try:
        return _compiled(parse_toml(text, LessonFile), stage)
    except MistakesError as error:
        raise LessonError(*error.lines_of(where)) from error
    except ValueError as error:
        raise LessonError(f"{where}: {error}") from error


def _compiled(file: LessonFile, stage: str) -> Lesson:
    try:
        rules = compiled(named_ruleset(file.ruleset))
    except RulesetError as error:
        raise ValueError(str(error)) from error
    start = _position(file)
    if judged_as_it_stands(Game(rules, start)).outcome or not has_legal_move(rules, start):
        raise ValueError("position: expected a game that goes on, got one that is over")
    replies = [
        (_move("replies", key), _move(f"replies.{key}", value))
        for key, value in file.replies.items()
    ]
    if (Reply(file.reply) is Reply.FIXED) != bool(replies):
        raise ValueError("replies: expected with reply = 'fixed', and with it only")
    shown = [
        (None if key == _ANY else _move("shown", key), _moves(f"shown.{key}", moves))
        for key, moves in file.shown.items()
    ]
    return Lesson(
        name=file.name,
        stage=stage,
        rules=rules,
        start=start,
        goal=_goal(file),
        par=file.par,
        most=file.most or file.par,
        fail=None if file.fail is None else _parsed("fail", file.fail),
        visit=_squares("visit", file.visit),
        arrows=_moves("arrows", file.arrows),
        reply=Reply(file.reply),
        replies=tuple(replies),
        shown=tuple(shown),
        solutions=tuple(
            _moves(f"solutions, item {n}", each) for n, each in enumerate(file.solutions, 1)
        ),
        texts=Texts(**file.texts.model_dump()) if file.texts else None,
    )


def _position(file: LessonFile) -> Position:
    pieces = file.position
    by_key = {
        "attackers": pieces.attackers,
        "defenders": pieces.defenders,
        "king": [pieces.king],
    }
    seen: set[str] = set()
    for key, names in by_key.items():
        for name in names:
            if name in seen:
                raise ValueError(f"position.{key}: expected each square once, got {name!r} again")
            seen.add(name)
    attackers, defenders, king = (
        _squares(f"position.{key}", names) for key, names in by_key.items()
    )
    return Position(attackers, defenders, king, Side(file.to_move))


def _goal(file: LessonFile) -> Goal:
    visited = Visited(_squares("visit", file.visit)) if file.visit else None
    if file.goal is None:
        if visited is None:
            raise ValueError("goal: expected a goal, or squares to visit, found neither")
        return visited
    goal = _parsed("goal", file.goal)
    return goal if visited is None else All((visited, goal))


def _parsed(key: str, value: Mapping[str, Any]) -> Goal:
    try:
        return parse_goal(value)
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from error


def _squares(key: str, names: list[str]) -> int:
    try:
        return bits_of(*map(parse_square, names))
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from error


def _moves(key: str, texts: list[str]) -> tuple[Move, ...]:
    return tuple(_move(key, text) for text in texts)


def _move(key: str, text: str) -> Move:
    try:
        return parse_move(text).move
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from error
