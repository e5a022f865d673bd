"""What the TAB key offers in the place of a value: the names that are known there.

A shell asks while somebody types, so nothing here complains, and only what is asked for is loaded.
Values of another kind, such as files, the shell offers where none of these begins as the word does.
"""

from collections.abc import Callable, Iterable

import typer

# The newest come first; whoever has more types how the id begins.
_MOST_GAMES = 50


def names(*known: str) -> Callable[[], list[str]]:
    """Return what offers some names."""
    return lambda: list(known)


def rulesets() -> Iterable[str]:
    """Return the rulesets that ship."""
    from controller.rules.library import ruleset_names

    return ruleset_names()


def levels() -> Iterable[str]:
    """Return the levels of the computer, the weakest first."""
    from controller.engine.levels import level_names

    return level_names()


def opponents() -> Iterable[str]:
    """Return who can be played against by name."""
    from controller.engine.levels import ADAPTIVE, level_names

    return (*level_names(), ADAPTIVE)


def lessons() -> Iterable[str]:
    """Return the lessons, the easiest first."""
    from controller.lessons.library import ladder

    return [lesson.name for lesson in ladder()]


def days() -> Iterable[str]:
    """Return the days for which there is a puzzle."""
    from controller.lessons.puzzles import shipped_puzzles

    return [str(day) for day, _ in enumerate(shipped_puzzles(), 1)]


def kits() -> Iterable[str]:
    """Return the kits that have a configuration."""
    from hal.kits import kit_names

    return kit_names()


def hands() -> Iterable[str]:
    """Return the simulated people."""
    from simulators.people.profiles import PROFILES

    return PROFILES


def simulated_boards() -> Iterable[str]:
    """Return the boards on which simulated people play."""
    from simulators.drivers import BOARD_NAMES

    return BOARD_NAMES


def simulated_kinds() -> Iterable[str]:
    """Return the simulated boards that can be examined."""
    from simulators.workbench import KINDS

    return KINDS


def strips() -> Iterable[str]:
    """Return what can light the pixels."""
    from hal.boards import STRIPS

    return STRIPS


def clocks() -> Iterable[str]:
    """Return the kinds of clocks; behind the colon stands how long."""
    from controller.notation.control import CLOCKS, NO_CLOCK

    return (NO_CLOCK, *(f"{kind}:" for kind in CLOCKS))


def languages() -> Iterable[str]:
    """Return the languages that there are words in."""
    from controller.words.catalogue import languages as known

    return known()


def games(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """Return the ids of the newest games that begin so, in the folder that the line names."""
    from itertools import islice

    from controller.cli.options.data import library

    try:
        with library(ctx.params.get("data"), ctx.params.get("config")) as store:
            newest = reversed([each for each in store.ids() if each.startswith(incomplete)])
            return list(islice(newest, _MOST_GAMES))
    except Exception:  # noqa: BLE001 - a line that is typed is no place to say what is wrong
        return []
