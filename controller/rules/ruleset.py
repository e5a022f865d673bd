"""A ruleset as data: the keys of its TOML file, and their meaning.

Each ruleset is one complete file, with its source, the clause behind each judgement, and readings
where the source is silent. Knows no moves.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from controller.rules.errors import RulesetError
from controller.rules.geometry import CORNER_BITS, EDGE, THRONE_BIT
from controller.rules.malformed import mistake_in, place_in_code
from controller.rules.pieces import Side
from controller.rules.position import Position, parse_diagram
from controller.rules.toml_text import parse_tables

# Of a file only: a game that was kept brings its ruleset, however long that is.
_LONGEST = {"name": 64, "title": 100, "source": 300}


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class MovementRules(_Data):
    """Where pieces may stop and pass."""

    throne_stop: Literal["king", "nobody"]
    throne_pass: Literal["all", "nobody"]
    corner_stop: Literal["king", "all"]


class CaptureRules(_Data):
    """Who and what captures."""

    king_captures: Literal["both", "mover", "never"]
    corners_hostile: bool
    throne_hostile_to_attackers: Literal["always", "empty", "never"]
    throne_hostile_to_defenders: Literal["always", "empty", "never"]
    shieldwall: bool


class KingRules(_Data):
    """How the king is captured."""

    captured_by: Literal["surrounding", "custodial"]
    throne_stands_in: bool
    edge: Literal["safe", "capturable"]


class EndingRules(_Data):
    """How a game ends."""

    escape: Literal["corner", "edge"]
    exit_fort: bool
    encirclement: bool
    no_moves: Literal["loses", "draw"]
    repetition: Literal["defenders_lose", "draw"]
    repetition_count: Annotated[int, Field(ge=2)]
    time_limit_minutes: Annotated[int, Field(ge=0)]  # 0 for no limit


class Clauses(_Data):
    """The paragraph of the source behind each judgement, None where there is none."""

    turn: str
    movement: str
    custodial: str
    restricted: str
    king_escaped: str
    king_captured: str
    repetition: str
    no_moves: str
    agreement: str | None = None
    shieldwall: str | None = None
    exit_fort: str | None = None
    encircled: str | None = None
    time: str | None = None


class Interpretation(_Data):
    """How hnefi reads a gap or a contradiction in the source."""

    about: str
    text: str


class Ruleset(_Data):
    """A complete ruleset; rulesets with equal data are equal."""

    name: str
    title: str
    source: str
    start: str
    movement: MovementRules
    capture: CaptureRules
    king: KingRules
    ending: EndingRules
    clauses: Clauses
    # TOML has arrays, which are lists.
    readings: Annotated[tuple[Interpretation, ...], Field(strict=False)] = ()

    def plays_like(self, other: "Ruleset") -> bool:
        """Say whether another ruleset differs at most in how it tells what it reads in its source.

        A game keeps its ruleset as it was, and later words for the same rules make no other rules.
        """
        return self.model_copy(update={"readings": other.readings}) == other

    @model_validator(mode="after")
    def _one_line_each(self) -> "Ruleset":
        for key in ("name", "title", "source"):
            if not getattr(self, key).isprintable() or not getattr(self, key):
                raise ValueError(f"{key}: expected one line of printable text")
        return self

    @model_validator(mode="after")
    def _clauses_for_what_is_played(self) -> "Ruleset":
        needed = {
            "shieldwall": self.capture.shieldwall,
            "exit_fort": self.ending.exit_fort,
            "encircled": self.ending.encirclement,
            "time": bool(self.ending.time_limit_minutes),
        }
        for clause, played in needed.items():
            if played and not getattr(self.clauses, clause):
                raise ValueError(f"clauses.{clause}: expected the paragraph of a rule in play")
        return self

    @model_validator(mode="after")
    def _nothing_contradicts(self) -> "Ruleset":
        if self.king.captured_by == "custodial" and self.king.throne_stands_in:
            raise ValueError(
                "king.throne_stands_in: expected false where king.captured_by is 'custodial'; "
                "capture.throne_hostile_to_defenders says what the throne does there"
            )
        if self.ending.escape == "edge" and self.ending.exit_fort:
            raise ValueError(
                "ending.exit_fort: expected false where ending.escape is 'edge'; "
                "a king who is on the edge has won already"
            )
        return self

    @model_validator(mode="after")
    def _start_can_be_played(self) -> "Ruleset":
        try:
            position = self.start_position()
        except ValueError as error:
            raise ValueError(f"start: {error}") from error
        if position.king & (CORNER_BITS | EDGE):
            raise ValueError("start: expected a king away from the edge")
        if (position.attackers | position.defenders) & (CORNER_BITS | THRONE_BIT):
            raise ValueError("start: expected nobody but the king on the throne and corners")
        return self

    def start_position(self) -> Position:
        """Return the position before the first ply, the attackers to move."""
        return parse_diagram(self.start, Side.ATTACKERS)


def parse_ruleset(text: str, where: str) -> Ruleset:
    """Return the ruleset of a TOML text; `where` names the text in errors.

    Raises:
        RulesetError: the text is not TOML, or a key is unknown, missing or contradicts another.
    """
    try:
        data = parse_tables(text)
    except ValueError as error:
        raise RulesetError(f"{where}: expected TOML: {error}") from error
    try:
        ruleset = Ruleset.model_validate(data)
    except ValidationError as error:
        raise RulesetError(f"{where}: {_first_complaint(error)}") from error
    for key, most in _LONGEST.items():
        found = len(getattr(ruleset, key))
        if found > most:
            raise RulesetError(f"{where}: {key}: expected at most {most} characters, got {found}")
    return ruleset


def _first_complaint(error: ValidationError) -> str:
    details = error.errors()[0]
    key = place_in_code(details["loc"])
    if details["type"] == "extra_forbidden":
        return f"{key}: expected one of {', '.join(_keys_beside(details['loc']))}"
    return f"{key}: {mistake_in(details)}" if key else mistake_in(details)


def _keys_beside(place: tuple[int | str, ...]) -> list[str]:
    """Return the keys that could stand in the place of an unknown one."""
    model: type[BaseModel] = Ruleset
    for part in place[:-1]:
        if isinstance(part, str):
            inner = model.model_fields[part].annotation
            # The readings are the only list of tables.
            model = Interpretation
            if isinstance(inner, type) and issubclass(inner, BaseModel):
                model = inner
    return list(model.model_fields)
