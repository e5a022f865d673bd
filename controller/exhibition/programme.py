"""A day's programme: languages, lessons, level, opening hours, and how patient the board is."""

from dataclasses import dataclass, field
from typing import Final

MINUTES_OF_DAY: Final = 24 * 60
DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WEEK: Final = len(DAYS) * MINUTES_OF_DAY


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the board waits for people, in seconds."""

    set_up: float = 45.0
    language: float = 12.0
    first_time: float = 15.0
    lesson: float = 45.0
    game: float = 90.0
    hint: float = 20.0  # before a good move is shown, in three steps
    end: float = 25.0
    muddle: float = 90.0  # for pieces that stand wrong to be put right
    stuck: float = 240.0  # for a move, however often people touch something
    countdown: float = 15.0
    other_player: float = 6.0  # for somebody to take the other side
    missing: float = 20.0  # for a missing piece to be found
    gesture: float = 5.0  # for anybody to take back what staff proposes
    closing: float = 300.0  # for a visit to go on after the closing hour


@dataclass(frozen=True, slots=True)
class Hours:
    """Opening hours of one day, 0 for Monday, in minutes since midnight."""

    day: int
    opens: int
    closes: int

    def overlaps(self, other: "Hours") -> bool:
        """Say whether both are open at some minute."""
        return self.day == other.day and self.opens < other.closes and other.opens < self.closes


@dataclass(frozen=True, slots=True)
class Sound:
    """What is heard: short cues, and sentences spoken by a program on this machine."""

    cues: bool = False
    speech: bool = False


@dataclass(frozen=True, slots=True)
class Programme:
    """What a board does on its days; without hours it is always open."""

    languages: tuple[str, ...]
    lessons: tuple[str, ...]
    level: str
    name: str = ""
    patience: Patience = field(default_factory=Patience)
    hours: tuple[Hours, ...] = ()
    sound: Sound = field(default_factory=Sound)
    names: tuple[str, ...] = ()  # what the languages call themselves

    def called(self, language: str) -> str:
        """Return what a language calls itself."""
        return dict(zip(self.languages, self.names, strict=False)).get(language, language)

    def is_open(self, minute: int) -> bool:
        """Say whether the board is open at a minute of the week, counted from Monday's midnight."""
        if not self.hours:
            return True
        day, minute_of_day = divmod(minute, MINUTES_OF_DAY)
        return any(
            each.day == day and each.opens <= minute_of_day < each.closes for each in self.hours
        )

    def opens_next(self, minute: int) -> int | None:
        """Return the minute of the week at which the board opens next, None if it always is."""
        if not self.hours:
            return None
        openings = [MINUTES_OF_DAY * each.day + each.opens for each in self.hours]
        return min(openings, key=lambda opens: (opens - minute - 1) % WEEK)


def clock_time(minute: int) -> str:
    """Return a minute of a day or a week as hours and minutes, such as ``09:30``."""
    hours, minutes = divmod(minute % MINUTES_OF_DAY, 60)
    return f"{hours:02}:{minutes:02}"
