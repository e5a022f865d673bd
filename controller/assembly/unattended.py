"""Opens what an unattended board needs beside its page: the wall clock, the visits, the sounds."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from controller.assembly.companion import Companion
from controller.assembly.exhibition import Exhibition, Surroundings
from controller.assembly.sounding import Sounder
from controller.assembly.visit_book import VisitBook
from controller.engine.levels import level_names
from controller.exhibition.programme import MINUTES_OF_DAY, Programme
from controller.exhibition.reading import Known
from controller.lessons.library import exhibition_lessons, ladder
from controller.rules.sentence import Sentence
from controller.session.timing import Timing
from controller.supervision.tally import Tally
from controller.words.catalogue import catalogue, languages

# English first, then those of the north, whose game it is.
_FIRST = ("en", "da", "nb", "sv", "is", "de", "nl", "fr")
# The host decides when a set-up has lasted long enough, for it knows whether anybody is there.
_NEVER_S = 900.0
_APART_S = 1.0


def known_names() -> Known:
    """Return what a programme can name."""
    others = [language for language in languages() if language not in _FIRST]
    ordered = [*(language for language in _FIRST if language in languages()), *others]
    lessons = (*exhibition_lessons(), *ladder())
    return Known(
        {language: catalogue(language).name for language in ordered},
        tuple(lesson.name for lesson in lessons),
        tuple(level_names()),
    )


def unattended_timing(timing: Timing) -> Timing:
    """Return a timing for strangers: the host gives up set-ups, and one piece moves at a time."""
    return replace(timing, give_up_s=_NEVER_S, apart_s=_APART_S)


def minute_of_week() -> int:
    """Return the minute of this week by the wall clock, counted from Monday's midnight."""
    now = time.localtime()
    return MINUTES_OF_DAY * now.tm_wday + 60 * now.tm_hour + now.tm_min


def today() -> str:
    """Return the date by the wall clock, such as ``2026-05-17``."""
    return time.strftime("%Y-%m-%d")


@contextmanager
def unattended(
    programme: Programme | None,
    companion: Companion,
    visits: Path | None,
    say: Callable[[Sentence], None],
    tally: Tally,
) -> Iterator[Exhibition | None]:
    """Let a host look after a board while entered; None where somebody else does.

    `visits` is the file for what is counted, None if nothing is kept; `say` writes on the
    terminal, and the tally knows while visits cannot be written.
    """
    if programme is None:
        yield None
        return
    book = None if visits is None else VisitBook(visits, today, tally)
    sounder = Sounder(programme.sound, say)
    around = Surroundings(minute_of_week, hear=sounder.hear)
    try:
        yield Exhibition(companion, programme, replace(around, count=book.add) if book else around)
    finally:
        sounder.close()
        if book:
            book.close()
