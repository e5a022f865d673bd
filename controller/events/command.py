"""The commands that people can give a session, and what each of them is about."""

from dataclasses import dataclass
from enum import StrEnum

from controller.notation.opentafl import parse_position, write_position
from controller.rules.geometry import SQUARE_NAMES, parse_square
from controller.rules.pieces import Side
from controller.rules.position import Position

# What an arbiter says of his decision is one line, and no longer than this.
LONGEST_WHY = 200
# As the name of a player is kept.
LONGEST_NAME = 64
DRAWN = "draw"
# In the words of a command: the ruleset that the board plays anyway, the clocks that it has anyway.
_AS_BEFORE = "-"


class Command(StrEnum):
    """A command from the page, from a button or from the bus."""

    UNDO = "undo"
    NEW_GAME = "new_game"  # perhaps with a ruleset and clocks
    PRESS_CLOCK = "press_clock"
    # With a square: the lifted piece stands there, although the sensor does not feel it.
    PLACE = "place"
    # For who keeps a trace; a session has none.
    SAVE_TRACE = "save_trace"
    # With the side that says so.
    RESIGN = "resign"
    DRAW = "draw"  # offers a draw, or accepts the one that the other side offers
    NO_DRAW = "no_draw"  # declines the other side's offer, or withdraws one's own
    # From the opponent, for its side: it has chosen its move, and its clock waits for who makes it.
    ANSWERED = "answered"
    # With a position, which is set up instead of the start of a new game.
    SET_UP = "set_up"
    # With an arbiter's decision.
    DECIDE = "decide"

    @property
    def needs_square(self) -> bool:
        """Whether the command is about a square."""
        return self is Command.PLACE

    @property
    def needs_side(self) -> bool:
        """Whether a side gives the command."""
        return self in (Command.RESIGN, Command.DRAW, Command.NO_DRAW, Command.ANSWERED)


@dataclass(frozen=True, slots=True)
class Decision:
    """What an arbiter decides: the winner, None for a draw, and why, in one line or empty."""

    winner: Side | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Placement:
    """A position to set up, with the side to move, and the ruleset if it is not the board's."""

    position: Position
    ruleset: str | None = None


@dataclass(frozen=True, slots=True)
class NewGame:
    """The name of the ruleset, and the clocks, that a new game goes by; None as the one before."""

    ruleset: str | None = None
    clock: str | None = None


# A square, the side that gives the command, a decision, a position, a new game, or nothing.
About = int | Side | Decision | Placement | NewGame | None


def write_command(command: Command, about: About) -> str:
    """Return a command in the words of traces, such as ``place e5`` or ``resign attackers``."""
    match about:
        case None:
            return str(command)
        case Decision(winner=winner, why=why):
            return f"{command} {winner or DRAWN} {why}".rstrip()
        case Side():
            return f"{command} {about}"
        case Placement(position=position, ruleset=ruleset):
            rules = ruleset or _AS_BEFORE
            return f"{command} {rules} {position.to_move} {write_position(position)}"
        case NewGame(ruleset=ruleset, clock=clock):
            return f"{command} {ruleset or _AS_BEFORE} {clock or _AS_BEFORE}"
    return f"{command} {SQUARE_NAMES[about]}"


def parse_command_words(text: str) -> tuple[Command, About]:
    """Return a command and what it is about, from words such as ``place e5``.

    Raises:
        ValueError: there is no such command, or what it is about is missing, unknown or too much.
    """
    name, _, rest = text.partition(" ")
    command = Command(name)
    if command.needs_square:
        return command, parse_square(rest)
    if command.needs_side:
        return command, Side(rest)
    if command is Command.DECIDE:
        result, _, why = rest.partition(" ")
        return command, Decision(parse_result(result), why)
    if command is Command.SET_UP:
        return command, _parse_placement(rest)
    if command is Command.NEW_GAME and rest:
        # The name of a ruleset may have spaces; what follows it has none.
        ruleset, _, clock = rest.rpartition(" ")
        if not ruleset:
            raise ValueError(
                f"expected a ruleset and clocks, or {command} alone, got {text[:40]!r}"
            )
        return command, NewGame(_changed(ruleset), _changed(clock))
    if rest:
        raise ValueError(f"expected {command} alone, got {text[:40]!r}")
    return command, None


def _parse_placement(text: str) -> Placement:
    ruleset, side, record = text.rsplit(" ", 2)
    return Placement(parse_position(record, Side(side)), _changed(ruleset))


def _changed(word: str) -> str | None:
    return None if word == _AS_BEFORE else word


def parse_result(text: str) -> Side | None:
    """Return the winner that a result names, None for a draw.

    Raises:
        ValueError: it is neither a side nor a draw.
    """
    return None if text == DRAWN else Side(text)
