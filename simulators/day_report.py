"""The report of a day at an exhibition: its figures, and each guest's first minute."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from controller.exhibition.stay import Stay
from simulators.people.guests import GuestKind

FIRST_MINUTE_S = 60.0


@dataclass(slots=True)
class Minute:
    """A guest's first minute: what the board showed, and when, in seconds since the guest came."""

    kind: GuestKind
    came_at: float
    shown: list[tuple[float, str]] = field(default_factory=list)
    first_move: float | None = None
    first_star: float | None = None


@dataclass(slots=True)
class DayReport:
    """What became of a day."""

    seed: int
    hours: float
    guests: Counter[GuestKind] = field(default_factory=Counter)
    plies: int = 0
    wrong: list[str] = field(default_factory=list)
    undecidable: list[str] = field(default_factory=list)
    phantom: list[str] = field(default_factory=list)
    resets: Counter[str] = field(default_factory=Counter)
    power_cuts: int = 0
    faults: int = 0
    stays: list[Stay] = field(default_factory=list)
    minutes: list[Minute] = field(default_factory=list)
    states: Counter[str] = field(default_factory=Counter)  # seconds in each
    ready_after_s: float | None = None  # for the guest who comes last; None if it never was

    @property
    def faultless(self) -> bool:
        """Whether nothing was wrong, and the board was ready at the end."""
        return not self.wrong and not self.phantom and self.ready_after_s is not None


def summary(report: DayReport) -> dict[str, object]:
    """Return the figures of a day."""
    ready = report.ready_after_s
    return {
        "seed": report.seed,
        "hours": report.hours,
        "guests": report.guests.total(),
        "kinds": {str(kind): number for kind, number in sorted(report.guests.items())},
        "plies": report.plies,
        "wrong_moves": len(report.wrong),
        "undecidable_moves": len(report.undecidable),
        "resets": dict(report.resets),
        "phantom_resets": len(report.phantom),
        "power_cuts": report.power_cuts,
        "sensors_failed": report.faults,
        "stays": len(report.stays),
        "lessons_begun": sum(stay.lessons_begun for stay in report.stays),
        "lessons_done": sum(stay.lessons_done for stay in report.stays),
        "games_begun": sum(stay.games_begun for stay in report.stays),
        "ready": ready is not None,
        "last_guest_taught_after_s": None if ready is None else round(ready, 1),
    }


def in_sentences(report: DayReport) -> list[str]:
    """Return the figures of a day for people, a line each."""
    wrong, undecidable = len(report.wrong), len(report.undecidable)
    visits = len(report.stays)
    lessons = sum(stay.lessons_begun for stay in report.stays)
    solved = sum(stay.lessons_done for stay in report.stays)
    games = sum(stay.games_begun for stay in report.stays)
    ready = report.ready_after_s
    return [
        f"{report.hours:g} h with seed {report.seed}: {report.guests.total()} visitors",
        *(f"  {kind.replace('_', ' ')}: {each}" for kind, each in sorted(report.guests.items())),
        f"{report.plies} moves: {wrong} wrong, {undecidable} that no sensor can tell",
        f"visits over: {visits}; lessons solved: {solved} of {lessons}; games begun: {games}",
        f"begun again: {report.resets.total()}; though somebody was there: {len(report.phantom)}",
        f"power cuts: {report.power_cuts}; sensors that failed: {report.faults}",
        "The board did not teach the visitor who came last."
        if ready is None
        else f"The visitor who came last was taught after {ready:.1f} s.",
    ]


def first_minutes(report: DayReport) -> str:
    """Return a line for each guest: what the board showed in the first minute, and when."""
    lines = [_line(number, minute) for number, minute in enumerate(report.minutes, 1)]
    faults = [f"wrong: {each}" for each in report.wrong]
    faults += [f"undecidable: {each}" for each in report.undecidable]
    faults += [f"phantom: {each}" for each in report.phantom]
    return "\n".join([*lines, *faults, ""])


def _line(number: int, minute: Minute) -> str:
    clock = int(minute.came_at)
    when = f"{clock // 3600}:{clock // 60 % 60:02}:{clock % 60:02}"
    return f"{number} {minute.kind} at {when}: {', '.join(_shown(minute))}"


def _shown(minute: Minute) -> Iterator[str]:
    for seconds, name in minute.shown:
        yield f"{seconds:.0f} s {name}"
    if minute.first_move is not None:
        yield f"first move after {minute.first_move:.0f} s"
    if minute.first_star is not None:
        yield f"first star after {minute.first_star:.0f} s"
    if minute.first_move is None and minute.first_star is None:
        yield f"nothing made in {FIRST_MINUTE_S:.0f} s"
