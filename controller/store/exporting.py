"""Games as text for others: OpenTafl records, lines of moves, and JSON that loses nothing."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from controller.notation.control import (
    NO_CLOCK,
    Control,
    otg_control,
    otg_left,
    parse_control,
)
from controller.notation.errors import NotationError
from controller.notation.moves import parse_move
from controller.notation.otg import RULESET_TAG, write_otg
from controller.notation.people_end import OTG_RESULTS
from controller.notation.plain_text import printable, printable_json
from controller.rules.library import shipped_name
from controller.rules.pieces import Side
from controller.store.course import Course, begun, clocks_of_plies, followed
from controller.store.errors import EntryError
from controller.store.moments import day_of, iso
from controller.store.records import LONGEST_GAME_MS, Entry, Header, Kind, Summary
from controller.store.replay import game_at_start, replayed, ruleset_of
from controller.store.stored_games import StoredGames

JSON_FORMAT = "hnefi game 1"
# The first tag of each record: where one ends and the next begins in a file with many.
ID_TAG = "hnefi"
_RESULTS = {"attackers": "Black", "defenders": "White", "draw": "Draw", None: "Ongoing"}


@dataclass(frozen=True, slots=True)
class Kept:
    """A game out of the store."""

    header: Header
    entries: tuple[Entry, ...]

    @property
    def course(self) -> Course:
        """Where its entries lead."""
        return followed(begun(self.header), self.entries)

    def left_as_it_stands(self) -> "Kept":
        """Return the game with the note that nobody plays on, unless it is over or left already."""
        course = self.course
        if not course.is_open:
            return self
        return Kept(self.header, (*self.entries, Entry(course.elapsed_ms, Kind.ABANDONED)))


def kept(store: StoredGames, game_id: str) -> Kept:
    """Return a game of a store.

    Raises:
        NoSuchGameError: there is none of this id.
    """
    return Kept(store.header(game_id), store.entries(game_id))


def summary_as_json(summary: Summary) -> dict[str, Any]:
    """Return a line of the list for programs; times are ISO 8601 in UTC, None where unknown."""
    return {
        "id": summary.id,
        "started": iso(summary.started_ms),
        "ended": iso(summary.ended_ms),
        "ruleset": summary.ruleset,
        "names": {"attackers": summary.attackers, "defenders": summary.defenders},
        "result": summary.result,
        "reason": summary.reason,
        "plies": summary.plies,
    }


def as_otg(game: Kept) -> str:
    """Return a game as an OpenTafl record, and an empty line after it.

    Raises:
        EntryError: the rules of today refuse it.
    """
    header, course = game.header, game.course
    played = replayed(game_at_start(header), game.entries)
    control = _control_of(course)
    clocks = [_left(control, each) for each in clocks_of_plies(game.entries)]
    first = played.start.to_move
    tags = {
        ID_TAG: header.id,
        RULESET_TAG: shipped_name(played.rules.ruleset) or "",
        "date": day_of(header.started_ms),
        "attackers": course.attackers,
        "defenders": course.defenders,
        "result": OTG_RESULTS[course.result],
        "termination": course.shown_reason,
        "time-control": otg_control(control) if control else "",
        "time-remaining": ", ".join(_left(control, course.clock).values()),
    }
    # By OpenTafl's convention a comment that begins with a time is what the mover has left.
    said = [left.get(first.other if ply % 2 else first, "") for ply, left in enumerate(clocks)]
    shown = {name: printable(value) for name, value in tags.items() if value}
    return write_otg(played, shown, said) + "\n"


def _control_of(course: Course) -> Control | None:
    """Return what the clocks of a game go by, None without any or if nobody knows this control."""
    try:
        return parse_control(course.control or NO_CLOCK)
    except ValueError:
        return None


def _left(control: Control | None, clock: str) -> dict[Side, str]:
    """Return what the sides have left by the clocks, as OpenTafl writes it; none if unknown."""
    left = clock.split()[: len(Side)]
    if control is None or len(left) < len(Side) or not all(map(_is_time, left)):
        return {}
    return {side: otg_left(control, int(ms) / 1000) for side, ms in zip(Side, left, strict=True)}


def _is_time(text: str) -> bool:
    return text.isdecimal() and int(text) <= LONGEST_GAME_MS


def as_moves(game: Kept) -> str:
    """Return a game as a line of moves with captures and result, as public records have it.

    Raises:
        EntryError: one of its plies is no move.
    """
    course = game.course
    captures = [0, 0]
    second = game.header.start.endswith(" defenders")
    for number, ply in enumerate(course.plies):
        _check_move(number, ply)
        captures[(number + second) % 2] += ply.count("x")
    timeout = ["timeout"] if course.reason == "time" else []
    moves = " ".join([*course.plies, *timeout])
    return f"{moves},{captures[0]},{captures[1]},{_RESULTS[course.result]}\n"


def _check_move(number: int, ply: str) -> None:
    try:
        parse_move(ply)
    except NotationError as error:
        raise EntryError(f"ply {number + 1}: {error}") from error


def as_json(game: Kept) -> str:
    """Return all that the store knows of a game as one line of JSON."""
    header, course = game.header, game.course
    rules = ruleset_of(header)
    data = {
        "format": JSON_FORMAT,
        "id": header.id,
        "started": header.started_ms,
        "ruleset": rules.name,
        **({} if shipped_name(rules) else {"rules": json.loads(header.ruleset)}),
        **({"start": header.start} if header.start else {}),
        "result": course.result,
        "reason": course.shown_reason,
        "plies": course.plies,
        "entries": [_entry(each) for each in game.entries],
    }
    line = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"{printable_json(line)}\n"


def _entry(entry: Entry) -> list[int | str | Kind]:
    return [*entry] if entry.clock else [*entry[:3]]


FORMATS: Mapping[str, Callable[[Kept], str]] = {
    "otg": as_otg,
    "moves": as_moves,
    "json": as_json,
}
