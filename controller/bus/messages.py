"""The messages that come in over the bus: commands, and hands on a virtual board.

Checks their form. Does not know what a command does or what stands on the table.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from controller.bus.entries import JsonObject
from controller.bus.errors import MessageError, PositionError
from controller.events.command import (
    LONGEST_NAME,
    LONGEST_WHY,
    About,
    Command,
    Decision,
    NewGame,
    Placement,
    parse_result,
    write_command,
)
from controller.events.request import Request
from controller.notation.errors import NotationError
from controller.notation.opentafl import parse_position
from controller.notation.plain_text import plain_line
from controller.rules.geometry import SQUARE_COUNT, SQUARES_BY_NAME
from controller.rules.malformed import complaint_of, spelled
from controller.rules.pieces import Piece, Side

_MOST_KEYS = 16

_LONGEST_ID = 64
_Name = Annotated[str, Field(min_length=1, max_length=_LONGEST_ID)]
# A table top and a good reach around it, in squares. Text is no number, and a number no answer.
_Coordinate = Annotated[float, Field(ge=-100, le=100, allow_inf_nan=False, strict=True)]
_Count = Annotated[int, Field(ge=0, strict=True)]


def _square_name(text: str) -> str:
    if text not in SQUARES_BY_NAME:
        raise ValueError("expected a square a1 to k11")
    return text


_SquareName = Annotated[str, AfterValidator(_square_name)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


# The commands that each key may stand with.
_GOES_WITH = {
    "square": tuple(command for command in Command if command.needs_square),
    "side": (*(command for command in Command if command.needs_side), Command.SET_UP),
    "result": (Command.DECIDE,),
    "why": (Command.DECIDE,),
    "position": (Command.SET_UP,),
    "ruleset": (Command.NEW_GAME, Command.SET_UP),
    "clock": (Command.NEW_GAME,),
    "names": (Command.NEW_GAME,),
    "leaves": (Command.UNDO,),
}
# The keys without which a command says nothing.
_NEEDS = {
    Command.PLACE: {"square": "a square such as e5"},
    Command.ANSWERED: {"side": "the side that has chosen its move"},
    Command.SET_UP: {"position": "the record of a position", "side": "the side to move"},
    Command.DECIDE: {"result": "attackers, defenders or draw"},
}


def _listed(words: Sequence[str]) -> str:
    *more, last = words
    return f"{', '.join(more)} and {last}" if more else last


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("expected one line of printable text")
    return text


# As a ruleset may be called that somebody wrote.
_RulesetName = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_printable)]
# As it stands in the words of a command.
_Clock = Annotated[
    str,
    spelled(r"\S{1,64}", "1 to 64 characters without a space, such as fischer:15+10"),
    AfterValidator(plain_line),
]
_PlayerName = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(plain_line)]


class CommandMessage(_Message):
    """A command; `id` is chosen by the sender, and an error brings it back.

    `side` may be left out where it is clear who gives the command.
    """

    command: Command
    square: _SquareName | None = None
    side: Side | None = None
    result: Literal["attackers", "defenders", "draw"] | None = None
    why: Annotated[str, Field(max_length=LONGEST_WHY), AfterValidator(plain_line)] | None = None
    position: Annotated[str, Field(max_length=200)] | None = None  # a record, with side and ruleset
    ruleset: _RulesetName | None = None
    # With a new game; the players' names are kept with it, and are nothing to the session.
    clock: _Clock | None = None
    names: dict[Side, _PlayerName] | None = None
    leaves: _Count | None = None  # plies, as the sender saw that it would; see `daemon.late`
    id: _Name | None = None

    @model_validator(mode="after")
    def _is_about_what_it_needs(self) -> "CommandMessage":
        for key, commands in _GOES_WITH.items():
            if getattr(self, key) is not None and self.command not in commands:
                raise ValueError(
                    f"{key}: expected with {_listed(commands)} only, not with {self.command}"
                )
        for key, what in _NEEDS.get(self.command, {}).items():
            if getattr(self, key) is None:
                raise ValueError(f"{key}: expected {what}, found none")
        if self.position is not None and self.side is not None:
            parse_position(self.position, self.side)
        return self

    def by(self, side: Side) -> "CommandMessage":
        """Return the command as given by a side, if a side gives it and none is named."""
        if self.side is not None or not self.command.needs_side:
            return self
        return self.model_copy(update={"side": side})

    @property
    def about(self) -> About:
        """What the command is about."""
        if self.square is not None:
            return SQUARES_BY_NAME[self.square]
        if self.position is not None and self.side is not None:
            return Placement(parse_position(self.position, self.side), self.ruleset)
        if self.result is not None:
            return Decision(parse_result(self.result), self.why or "")
        if self.ruleset is not None or self.clock is not None:
            return NewGame(self.ruleset, self.clock)
        return self.side

    @property
    def words(self) -> str:
        """The command in the words of traces."""
        return write_command(self.command, self.about)


class RequestMessage(_Message):
    """A request to the opponent or the coach; `id` is the sender's own, as of a command."""

    command: Request
    side: Side | None = None
    level: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    lesson: _Name | None = None
    on: StrictBool | None = None
    id: _Name | None = None

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> "RequestMessage":
        if self.command is Request.COACH and (self.side is None or self.on is None):
            raise ValueError("side, on: expected with the request coach")
        if (self.level is not None) and (self.command is not Request.OPPONENT or not self.side):
            raise ValueError("level: expected with a side, and with the request opponent only")
        if self.command is Request.EXPLAIN and self.on is None:
            raise ValueError("on: expected with the request explain")
        if self.lesson is not None and self.command is not Request.LESSON:
            raise ValueError("lesson: expected with the request lesson only")
        return self


class Grab(_Message):
    """A hand takes hold of a piece, and lifts it unless it slides.

    With `touched` only while the table still counts so; what comes too late does nothing.
    """

    action: Literal["grab"]
    hand: _Name
    piece: Annotated[int, Field(ge=0, le=999, strict=True)]
    slide: StrictBool = False
    touched: _Count | None = None


class MoveHand(_Message):
    """A hand moves its piece; file and rank are real numbers, whole at the centres of squares."""

    action: Literal["move"]
    hand: _Name
    x: _Coordinate
    y: _Coordinate


class Drop(_Message):
    """A hand lets go of its piece."""

    action: Literal["drop"]
    hand: _Name
    x: _Coordinate
    y: _Coordinate


class LetGo(_Message):
    """A hand goes away, as when its page closes; its piece drops where it is."""

    action: Literal["let_go"]
    hand: _Name


class Arrange(_Message):
    """Exactly these pieces are set up, and the others go in the tray.

    With `touched` only while the table still counts so; what comes too late does nothing.
    """

    action: Literal["arrange"]
    pieces: dict[_SquareName, Piece]
    touched: _Count | None = None


HandMessage = Grab | MoveHand | Drop | LetGo | Arrange

_COMMAND: TypeAdapter[CommandMessage] = TypeAdapter(CommandMessage)
_REQUEST: TypeAdapter[RequestMessage] = TypeAdapter(RequestMessage)
_HAND: TypeAdapter[HandMessage] = TypeAdapter(Annotated[HandMessage, Field(discriminator="action")])


def parse_command(entry: Any) -> CommandMessage | RequestMessage:
    """Return the command in an object, or the request to opponent or coach.

    Raises:
        PositionError: it sets up a position, which is none.
        MessageError: the object is malformed, or there is no such command.
    """
    asked = isinstance(entry, dict) and entry.get("command") in tuple(Request)
    _check_size("command", entry)
    if isinstance(entry, dict):
        _check_known(entry)
    try:
        return _REQUEST.validate_python(entry) if asked else _COMMAND.validate_python(entry)
    except ValidationError as error:
        causes = (each.get("ctx", {}).get("error") for each in error.errors())
        of_position = any(isinstance(cause, NotationError) for cause in causes)
        wrong = PositionError if of_position else MessageError
        raise wrong(f"command: {_complaint(error)}") from error


def parse_hand(entry: Any) -> HandMessage:
    """Return the hand's action in an object.

    Raises:
        MessageError: the object is malformed, or there is no such action.
    """
    _check_size("hand", entry)
    try:
        return _HAND.validate_python(entry)
    except ValidationError as error:
        raise MessageError(f"hand: {_complaint(error)}") from error


def id_of(entry: JsonObject) -> str | None:
    """Return the id that an error brings back to the sender of an entry, malformed or not."""
    found = entry.get("id")
    return found if isinstance(found, str) and 0 < len(found) <= _LONGEST_ID else None


def _check_known(entry: dict[str, Any]) -> None:
    if "command" not in entry:
        raise MessageError("command: expected this key, found none")
    known = (*Command, *Request)
    if entry["command"] not in known:
        got = str(entry["command"])[:40]
        raise MessageError(f"command: expected one of {', '.join(known)}; got {got!r}")


def _check_size(what: str, entry: Any) -> None:
    """Refuse what has more in it than any message, before every one of its keys is judged."""
    if not isinstance(entry, dict):
        return
    containers = (value for value in entry.values() if isinstance(value, dict | list))
    most = max(map(len, containers), default=0)
    if len(entry) > _MOST_KEYS or most > SQUARE_COUNT:
        expected = f"{_MOST_KEYS} keys, and {SQUARE_COUNT} squares"
        raise MessageError(f"{what}: expected at most {expected}, got {max(len(entry), most)}")


def _complaint(error: ValidationError) -> str:
    details = error.errors()[0]
    if details["type"] == "value_error" and isinstance(details["input"], dict):
        # A model that refuses its keys together says already where, and what was found.
        return str(details["ctx"]["error"])
    return complaint_of(error)
