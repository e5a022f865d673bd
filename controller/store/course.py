"""Where the entries of a game lead: its plies, its end, and who played.

Reads entries only; `replay` lets the rules judge them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from sys import intern

from controller.rules.endings import BY_PEOPLE
from controller.store.records import MOMENTS_MS, Entry, Header, Kind

UNFINISHED = "unfinished"
# Of a moment in milliseconds; a file may say anything.
_MOST_DIGITS = len(str(MOMENTS_MS))


@dataclass(frozen=True, slots=True)
class Course:
    """A game so far. `offset_ms` turns time since its start into time since 1970, if known."""

    offset_ms: int | None = None
    plies: tuple[str, ...] = ()
    result: str | None = None  # attackers, defenders or draw
    reason: str | None = None
    ended_ms: int | None = None  # since 1970
    attackers: str = ""  # the names of the players
    defenders: str = ""
    abandoned: bool = False
    control: str = ""  # what the clocks go by
    clock: str = ""  # what they showed last
    opponent: str = ""  # who played a side in people's place, and what help they had
    help: str = ""
    entries: int = 0
    elapsed_ms: int = 0

    @property
    def is_open(self) -> bool:
        """Whether the game can be played on."""
        return self.result is None and not self.abandoned

    @property
    def shown_reason(self) -> str:
        """Why the game ended, or that it is unfinished, whether or not it can be played on."""
        return self.reason or UNFINISHED


def begun(header: Header) -> Course:
    """Return the course of a game before its first entry."""
    return Course(header.started_ms)


def clocks_of_plies(entries: Sequence[Entry]) -> list[str]:
    """Return what the clocks stood at after each ply that counts, empty where nobody knows.

    An older hnefi kept them with what came with a ply, such as the end of the game.
    """
    at = 0  # when the last ply was made
    plies: list[str] = []
    clocks: list[str] = []
    course = Course()
    for entry in entries:
        before = len(plies)
        course = _STEPS.get(entry.kind, _note)(course, entry, plies)
        if entry.kind is Kind.PLY:
            clocks.append(entry.clock)
            at = entry.elapsed_ms
        elif len(plies) < before:
            clocks.pop()
        elif clocks and not clocks[-1] and entry.elapsed_ms == at:
            clocks[-1] = entry.clock
    return clocks


def followed(course: Course, entries: Sequence[Entry]) -> Course:
    """Return where more entries lead from there."""
    if not entries:
        return course
    # What a step can take back is the last ply alone: a long game is not copied for each entry.
    kept = max(0, len(course.plies) - len(entries))
    plies = list(course.plies[kept:])
    for entry in entries:
        course = _STEPS.get(entry.kind, _note)(course, entry, plies)
    return replace(
        course,
        plies=(*course.plies[:kept], *plies),
        clock=next((each.clock for each in reversed(entries) if each.clock), course.clock),
        entries=course.entries + len(entries),
        elapsed_ms=entries[-1].elapsed_ms,
    )


def _note(course: Course, _: Entry, __: list[str]) -> Course:
    return course


def _ply(course: Course, entry: Entry, plies: list[str]) -> Course:
    plies.append(intern(entry.what))
    return course


def _retarget(course: Course, entry: Entry, plies: list[str]) -> Course:
    plies[-1:] = [entry.what]
    return _without_end(course)


def _takeback(course: Course, _: Entry, plies: list[str]) -> Course:
    if course.reason not in BY_PEOPLE:
        plies[-1:] = []
    return _without_end(course)


def _end(course: Course, entry: Entry, _: list[str]) -> Course:
    result, __, reason = entry.what.partition(" ")
    offset = course.offset_ms
    ended = None if offset is None else offset + entry.elapsed_ms
    return replace(course, result=result, reason=reason, ended_ms=ended)


def _without_end(course: Course) -> Course:
    if course.reason is None:
        return course
    return replace(course, result=None, reason=None, ended_ms=None)


def _names(course: Course, entry: Entry, _: list[str]) -> Course:
    side, __, name = entry.what.partition(" ")
    if side == "attackers":
        return replace(course, attackers=name)
    return replace(course, defenders=name)


def _control(course: Course, entry: Entry, _: list[str]) -> Course:
    return replace(course, control=entry.what)


def _opponent(course: Course, entry: Entry, _: list[str]) -> Course:
    return replace(course, opponent=entry.what)


def _help(course: Course, entry: Entry, _: list[str]) -> Course:
    return replace(course, help=entry.what)


def _resumed(course: Course, entry: Entry, _: list[str]) -> Course:
    known = entry.what.isdecimal() and len(entry.what) < _MOST_DIGITS
    offset = int(entry.what) - entry.elapsed_ms if known else course.offset_ms
    return replace(course, offset_ms=offset, abandoned=False)


def _abandoned(course: Course, _: Entry, __: list[str]) -> Course:
    return replace(course, abandoned=True)


_STEPS: Mapping[Kind, Callable[[Course, Entry, list[str]], Course]] = {
    Kind.PLY: _ply,
    Kind.RETARGET: _retarget,
    Kind.TAKEBACK: _takeback,
    Kind.END: _end,
    Kind.NAMES: _names,
    Kind.CLOCK: _control,
    Kind.OPPONENT: _opponent,
    Kind.HELP: _help,
    Kind.RESUMED: _resumed,
    Kind.ABANDONED: _abandoned,
}
