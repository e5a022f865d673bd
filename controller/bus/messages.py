"""What may come in over the bus: commands to the controller, and hands on a virtual board."""

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from controller.bus.errors import MessageError
from controller.events.command import Command, write_command
from controller.rules.geometry import SQUARES_BY_NAME
from controller.rules.pieces import Piece

_Name = Annotated[str, Field(min_length=1, max_length=64)]
# A table top and a good reach around it, in squares.
_Coordinate = Annotated[float, Field(ge=-100, le=100, allow_inf_nan=False)]


def _square_name(text: str) -> str:
    if text not in SQUARES_BY_NAME:
        raise ValueError("expected a square a1 to k11")
    return text


_SquareName = Annotated[str, AfterValidator(_square_name)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CommandMessage(_Message):
    """A command; `id` is the sender's own and comes back with an error."""

    command: Command
    square: _SquareName | None = None
    id: _Name | None = None

    @model_validator(mode="after")
    def _has_its_square(self) -> "CommandMessage":
        if self.command.needs_square != (self.square is not None):
            raise ValueError(f"square: expected with the command {Command.PLACE}, and no other")
        return self

    @property
    def square_number(self) -> int | None:
        """The square that the command is about."""
        return None if self.square is None else SQUARES_BY_NAME[self.square]

    @property
    def words(self) -> str:
        """The command as traces have it."""
        return write_command(self.command, self.square_number)


class Grab(_Message):
    """A hand takes hold of a piece, lifting it unless it slides."""

    action: Literal["grab"]
    hand: _Name
    piece: Annotated[int, Field(ge=0)]
    slide: bool = False


class MoveHand(_Message):
    """A hand moves what it holds; files and ranks as real numbers, square centres whole."""

    action: Literal["move"]
    hand: _Name
    x: _Coordinate
    y: _Coordinate


class Drop(_Message):
    """A hand lets go of what it holds."""

    action: Literal["drop"]
    hand: _Name
    x: _Coordinate
    y: _Coordinate


class LetGo(_Message):
    """A hand goes away, as when its page is closed; what it held drops where it is."""

    action: Literal["let_go"]
    hand: _Name


class Arrange(_Message):
    """Hands set up exactly these pieces and put the others in the tray."""

    action: Literal["arrange"]
    pieces: dict[_SquareName, Piece]


HandMessage = Grab | MoveHand | Drop | LetGo | Arrange

_COMMAND: TypeAdapter[CommandMessage] = TypeAdapter(CommandMessage)
_HAND: TypeAdapter[HandMessage] = TypeAdapter(Annotated[HandMessage, Field(discriminator="action")])


def parse_command(entry: Any) -> CommandMessage:
    """Return the command that an object stands for.

    Raises:
        MessageError: the object is malformed, or no such command exists.
    """
    try:
        return _COMMAND.validate_python(entry)
    except ValidationError as error:
        raise MessageError(f"command: {_complaint(error)}") from error


def parse_hand(entry: Any) -> HandMessage:
    """Return the hand's action that an object stands for.

    Raises:
        MessageError: the object is malformed, or no such action exists.
    """
    try:
        return _HAND.validate_python(entry)
    except ValidationError as error:
        raise MessageError(f"hand: {_complaint(error)}") from error


def _complaint(error: ValidationError) -> str:
    details = error.errors()[0]
    place = ".".join(str(part) for part in details["loc"])
    message = details["msg"][:1].lower() + details["msg"][1:]
    found = "" if details["type"] == "missing" else f", got {str(details['input'])[:40]!r}"
    return f"{place}: {message}{found}" if place else f"{message}{found}"
