"""A programme from its TOML file; every mistake is one line with file, key, value and the cure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

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
from controller.notation.toml_file import did_you_mean, parse_toml

_Seconds = Annotated[float, Field(ge=1, le=3600)]
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d|24:00")


def _time(text: str) -> str:
    if _TIME.fullmatch(text) is None:
        raise ValueError(f"expected a time such as 09:30, got {text[:20]}")
    return text


_Time = Annotated[str, AfterValidator(_time)]
_USUAL: Final = Patience()


@dataclass(frozen=True, slots=True)
class Known:
    """What a programme can name: languages with what they call themselves, lessons, levels.

    The usual lessons and the usual level are the first ones.
    """

    languages: Mapping[str, str]
    lessons: tuple[str, ...]
    levels: tuple[str, ...]


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
    closes: _Time


class SoundTable(_Data):
    """The keys of `[sound]`."""

    cues: bool = False
    speech: bool = False


class ProgrammeFile(_Data):
    """The keys of a programme's file; docs/exhibition.md explains them."""

    name: Annotated[str, Field(max_length=60), AfterValidator(plain_line)] = ""
    languages: Annotated[list[str], Field(min_length=1)] | None = None
    lessons: Annotated[list[str], Field(min_length=1)] | None = None
    level: str | None = None
    patience: PatienceTable = PatienceTable()
    hours: list[HoursTable] = []
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
        return _programme(parse_toml(text, ProgrammeFile), known)
    except ValueError as error:
        raise ProgrammeError(f"{where}: {error}") from error


def _programme(file: ProgrammeFile, known: Known) -> Programme:
    languages = file.languages or list(known.languages)
    lessons = file.lessons or [known.lessons[0]]
    level = file.level or known.levels[0]
    _check("languages", languages, tuple(known.languages))
    _check("lessons", lessons, known.lessons)
    _check("level", [level], known.levels)
    if len(set(languages)) < len(languages):
        raise ValueError(f"languages: expected each language once, got {', '.join(languages)}")
    return Programme(
        languages=tuple(languages),
        lessons=tuple(lessons),
        level=level,
        name=file.name,
        patience=Patience(**file.patience.model_dump()),
        hours=_hours(file.hours),
        sound=Sound(**file.sound.model_dump()),
        names=tuple(known.languages[language] for language in languages),
    )


def _check(key: str, names: list[str], known: tuple[str, ...]) -> None:
    for name in names:
        if name not in known:
            cure = did_you_mean(name, known)
            raise ValueError(f"{key}: expected one of {', '.join(known)}, got {name[:40]!r}{cure}")


def _hours(tables: list[HoursTable]) -> tuple[Hours, ...]:
    found: list[Hours] = []
    for number, table in enumerate(tables):
        opens, closes = _minute(table.opens), _minute(table.closes)
        if closes <= opens:
            raise ValueError(
                f"hours.{number}.closes: expected a time after {table.opens}, got {table.closes}"
            )
        for name in table.days:
            day = DAYS.index(name)
            if any(
                each.day == day and each.opens < closes and opens < each.closes for each in found
            ):
                raise ValueError(f"hours.{number}: expected hours that do not overlap, on {name}")
            found.append(Hours(day, opens, closes))
    return tuple(found)


def _minute(text: str) -> int:
    hours, minutes = text.split(":")
    return min(60 * int(hours) + int(minutes), MINUTES_OF_DAY)
