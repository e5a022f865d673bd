"""A game from a line of JSON as hnefi writes it; each entry is checked, and judged by the rules."""

import json
from itertools import pairwise
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.notation.errors import NotationError
from controller.notation.plain_text import plain_line
from controller.rules.library import named_ruleset
from controller.rules.malformed import complaint_of, spelled
from controller.rules.ruleset import Ruleset
from controller.store.exporting import JSON_FORMAT, Kept
from controller.store.records import LONGEST_GAME_MS, MOMENTS_MS, Entry, Header, Kind
from controller.store.replay import game_at_start, replayed

_MOST_PLIES = 20_000
_Text = Annotated[str, Field(max_length=400)]
_Id = Annotated[
    str,
    Field(min_length=4, max_length=64),
    spelled("[0-9A-Za-z-]+", "letters, digits and dashes"),
]


class _Line(BaseModel):
    """A game as `exporting.as_json` writes it; keys that follow from others are not read."""

    model_config = ConfigDict(extra="ignore", strict=True)

    format: str
    id: _Id
    started: Annotated[int, Field(ge=0, lt=MOMENTS_MS)] | None
    ruleset: _Text
    rules: dict[str, Any] | None = None
    start: _Text = ""
    entries: Annotated[list[list[int | _Text]], Field(max_length=5 * _MOST_PLIES)]


def from_json(text: str) -> Kept:
    """Return the game in a line of JSON; where it was not over, it was left as it stands.

    Raises:
        NotationError: a key is missing or malformed, or an entry could not have been written.
        RulesetError, EntryError: there are no such rules, or they refuse an entry.
    """
    try:
        line = _Line.model_validate_json(text)
    except ValidationError as error:
        raise NotationError(complaint_of(error)) from None
    if line.format != JSON_FORMAT:
        raise NotationError(f"format: expected {JSON_FORMAT!r}, got {line.format[:40]!r}")
    ruleset = (
        Ruleset.model_validate_json(json.dumps(line.rules))
        if line.rules
        else named_ruleset(line.ruleset)
    )
    header = Header(line.id, ruleset.model_dump_json(), line.started, line.start)
    entries = tuple(_entry(number, each) for number, each in enumerate(line.entries, 1))
    _check_times(entries)
    replayed(game_at_start(header), entries)
    return Kept(header, entries).left_as_it_stands()


def _entry(number: int, values: list[int | str]) -> Entry:
    match values:
        case [int(elapsed), str(kind), str(what), *rest] if kind in set(Kind) and elapsed >= 0:
            match rest:
                case []:
                    return _checked(number, Entry(elapsed, Kind(kind), what))
                case [str(clock)]:
                    return _checked(number, Entry(elapsed, Kind(kind), what, clock))
    raise NotationError(f"entry {number}: expected milliseconds, a kind and a text")


def _checked(number: int, entry: Entry) -> Entry:
    """Return an entry of which everything is as hnefi writes it."""
    where = f"entry {number}, {entry.kind}"
    if entry.elapsed_ms > LONGEST_GAME_MS:
        raise NotationError(
            f"{where}: expected at most {LONGEST_GAME_MS} milliseconds, got {entry.elapsed_ms}"
        )
    _check_text(where, entry)
    if entry.clock and not _is_clock(entry.clock):
        expected = "the clocks in milliseconds, such as 900000 900000 0"
        raise NotationError(f"{where}: expected {expected}, got {entry.clock[:40]!r}")
    return entry


def _check_text(where: str, entry: Entry) -> None:
    """Check what people wrote as it was checked then, and of all else that it is printable."""
    text = entry.what.partition(" ")[2] if entry.kind is Kind.NAMES else entry.what
    by_people = entry.kind in {Kind.NAMES, Kind.DECISION}
    try:
        # A reason that hnefi found may be cut off anywhere.
        plain_line(text if by_people else text.replace(" ", ""))
    except ValueError as error:
        raise NotationError(f"{where}: {error}, got {text[:40]!r}") from error


def _is_clock(text: str) -> bool:
    shown = text.split(" ")
    times = [each for each in shown if each != "-"]
    return 2 <= len(shown) <= 3 and all(
        each.isdecimal() and each.isascii() and int(each) <= LONGEST_GAME_MS for each in times
    )


def _check_times(entries: tuple[Entry, ...]) -> None:
    for number, (one, other) in enumerate(pairwise(entries), 2):
        if other.elapsed_ms < one.elapsed_ms:
            raise NotationError(f"entry {number}: expected a time that does not go back")
