"""A programme from its TOML file; every mistake is a line with file, key, value and the cure."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo

from controller.exhibition.errors import ProgrammeError
from controller.exhibition.programme import (
    DAYS,
    MINUTES_OF_DAY,
    Hours,
    Patience,
    Programme,
    Sound,
)
from controller.notation.plain_text import plain_line
from controller.notation.toml_file import MistakesError, did_you_mean, parse_toml

_Seconds = Annotated[float, Field(ge=1, le=3600)]
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d|24:00")


def _time(text: str) -> str:
    if _TIME.fullmatch(text) is None:
        raise ValueError("expected a time such as 09:30")
    return text


def _later(text: str, info: ValidationInfo) -> str:
    opens = info.data.get("opens")
    if opens is not None and _minute(text) <= _minute(opens):
        cure = _past_midnight(text, info.data.get("days", []))
        raise ValueError(f"expected a time after {opens}, got {text}; {cure}")
    return text


def _past_midnight(closes: str, days: list[str]) -> str:
    """Return how to write hours that go on until a time of the next day."""
    if _minute(closes) == 0:
        return 'write midnight as "24:00"'
    following = ", ".join(f'"{DAYS[(DAYS.index(day) + 1) % len(DAYS)]}"' for day in days)
    return (
        'to stay open past midnight, write "24:00" here and add [[hours]] with '
        f'days = [{following}], opens = "00:00", closes = "{closes}"'
    )


_Time = Annotated[str, AfterValidator(_time)]
_LaterTime = Annotated[_Time, AfterValidator(_later)]
_USUAL: Final = Patience()


@dataclass(frozen=True, slots=True)
class Known:
    """What a programme can name: languages with what they call themselves, lessons, levels.

    The usual lessons and the usual level are the first ones.
    """

    languages: Mapping[str, str]
    lessons: tuple[str, ...]
    levels: tuple[str, ...]


def _named(kind: Callable[[Known], Iterable[str]]) -> AfterValidator:
    """Return a check that a text is one of the names of a kind that are known."""

    def check(name: str, info: ValidationInfo) -> str:
        names = tuple(kind(cast("Known", info.context)))
        if name not in names:
            cure = did_you_mean(name, names)
            raise ValueError(f"expected one of {', '.join(names)}, got {name[:40]!r}{cure}")
        return name

    return AfterValidator(check)


def _each_once(names: list[str]) -> list[str]:
    if len(set(names)) < len(names):
        raise ValueError(f"expected each language once, got {', '.join(names)}")
    return names


_Language = Annotated[str, _named(lambda known: known.languages)]
_Lesson = Annotated[str, _named(lambda known: known.lessons)]
_Level = Annotated[str, _named(lambda known: known.levels)]


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class PatienceTable(_Data):
    """The keys of `[patience]`, in seconds."""

    set_up: _Seconds = _USUAL.set_up
    language: _Seconds = _USUAL.language
    first_time: _Seconds = _USUAL.first_time
    lesson: _Seconds = _USUAL.lesson
    game: _Seconds = _USUAL.game
    hint: _Seconds = _USUAL.hint
    end: _Seconds = _USUAL.end
    muddle: _Seconds = _USUAL.muddle
    stuck: _Seconds = _USUAL.stuck
    countdown: _Seconds = _USUAL.countdown
    other_player: _Seconds = _USUAL.other_player
    missing: _Seconds = _USUAL.missing
    gesture: _Seconds = _USUAL.gesture
    closing: _Seconds = _USUAL.closing


class HoursTable(_Data):
    """The keys of each `[[hours]]`."""

    days: Annotated[
        list[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]], Field(min_length=1)
    ]
    opens: _Time
    closes: _LaterTime


def _apart(tables: list[HoursTable]) -> list[HoursTable]:
    found: list[Hours] = []
    for number, table in enumerate(tables, 1):
        for each in _hours_of(table):
            if any(each.overlaps(other) for other in found):
                raise ValueError(
                    f"expected hours that do not overlap, got item {number}, which is open on "
                    f"{DAYS[each.day]} while another one is"
                )
            found.append(each)
    return tables


class SoundTable(_Data):
    """The keys of `[sound]`."""

    cues: bool = False
    speech: bool = False


class ProgrammeFile(_Data):
    """The keys of a programme's file; docs/exhibition.md explains them."""

    name: Annotated[str, Field(max_length=60), AfterValidator(plain_line)] = ""
    languages: (
        Annotated[list[_Language], Field(min_length=1), AfterValidator(_each_once)] | None
    ) = None
    lessons: Annotated[list[_Lesson], Field(min_length=1)] | None = None
    level: _Level | None = None
    patience: PatienceTable = PatienceTable()
    hours: Annotated[list[HoursTable], AfterValidator(_apart)] = []
    sound: SoundTable = SoundTable()


def usual_programme(known: Known) -> Programme:
    """Return the programme of a board that nobody has given one."""
    return parse_programme("", "", known)


def parse_programme(text: str, where: str, known: Known) -> Programme:
    """Return the programme of a TOML text; `where` names the text in errors.

    Raises:
        ProgrammeError: it is not TOML, or a key or what it names is unknown or malformed.
    """
    try:
        return _programme(parse_toml(text, ProgrammeFile, known), known)
    except MistakesError as error:
        raise ProgrammeError(*error.lines_of(where)) from error


def _programme(file: ProgrammeFile, known: Known) -> Programme:
    languages = file.languages or list(known.languages)
    lessons = file.lessons or [known.lessons[0]]
    level = file.level or known.levels[0]
    return Programme(
        languages=tuple(languages),
        lessons=tuple(lessons),
        level=level,
        name=file.name,
        patience=Patience(**file.patience.model_dump()),
        hours=tuple(each for table in file.hours for each in _hours_of(table)),
        sound=Sound(**file.sound.model_dump()),
        names=tuple(known.languages[language] for language in languages),
    )


def _hours_of(table: HoursTable) -> Iterator[Hours]:
    for name in table.days:
        yield Hours(DAYS.index(name), _minute(table.opens), _minute(table.closes))


def _minute(text: str) -> int:
    hours, minutes = text.split(":")
    return min(60 * int(hours) + int(minutes), MINUTES_OF_DAY)
