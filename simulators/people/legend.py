"""The legend of the lights, read backwards: from what pixels show for a while to what they mean.

Whoever looks knows colours, brightness and rhythms as docs/lights.md has them, but not when a
rhythm began.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from operator import sub

from controller.lights.meaning import STYLES, Meaning, Rhythm
from controller.lights.rhythm import brightness
from hal.board import Frame

STEP_S = 0.05
# Longer than all rhythms but the slowest take for one turn.
GLANCE_S = 2.5
# No rhythm that repeats takes longer than this, but for that of a pause.
_LONGEST_S = 2.4
_HUE_NEAR = 0.12
# A light that runs along a way takes so long from square to square, and for the whole turn.
_RUN_STEP_S = 0.1
_RUN_TURN_S = 1.5

_Colour = tuple[int, int, int]


@dataclass(slots=True)
class Glance:
    """What was seen for a while, sample by sample."""

    frames: list[Frame] = field(default_factory=list)

    def series(self) -> list[tuple[_Colour, ...]]:
        """Return the colours of each square, sample by sample."""
        return list(zip(*(_pixels(frame) for frame in self.frames), strict=True))


@dataclass(frozen=True, slots=True)
class Seen:
    """What the lights say: the squares of each meaning; a run's squares are in its order."""

    squares: dict[Meaning, tuple[int, ...]]

    def of(self, *meanings: Meaning) -> tuple[int, ...]:
        """Return the squares of some meanings."""
        return tuple(square for meaning in meanings for square in self.squares.get(meaning, ()))


@lru_cache(maxsize=64)
def _pixels(frame: Frame) -> tuple[_Colour, ...]:
    red, green, blue = (frame.pixels[channel::3] for channel in range(3))
    return tuple(zip(red, green, blue, strict=True))


def read_legend(glance: Glance) -> Seen:
    """Return what the lights have said for a while."""
    found: dict[Meaning, list[int]] = {}
    colours = glance.series()
    for square, series in enumerate(colours):
        if not any(map(any, series)):
            continue
        meaning = _meaning_of(series)
        if meaning is not None:
            found.setdefault(meaning, []).append(square)
    return Seen(
        {
            meaning: _in_order(colours, squares)
            if STYLES[meaning].rhythm is Rhythm.RUN
            else tuple(squares)
            for meaning, squares in found.items()
        }
    )


@lru_cache(maxsize=1 << 14)
def _meaning_of(series: tuple[_Colour, ...]) -> Meaning | None:
    """Return the meaning whose colour, level and rhythm explain best what was seen."""
    brightest = max(series, key=max)
    peak = max(brightest)
    seen = [max(colour) / peak for colour in series]
    judged = [
        (_rhythm_error(seen, style.rhythm) + abs(peak / max(style.colour) - style.level), meaning)
        for meaning, style in STYLES.items()
        if _hue_error(brightest, style.colour) < _HUE_NEAR
    ]
    return min(judged)[1] if judged else None


def _hue_error(one: _Colour, other: _Colour) -> float:
    return max(abs(a / max(one) - b / max(other)) for a, b in zip(one, other, strict=True))


def _rhythm_error(seen: Sequence[float], rhythm: Rhythm) -> float:
    """Return how far a rhythm is from what was seen, in the mean, if it began when it fits best."""
    # Millions of these are summed up in a day of visitors: without a step of Python for each.
    least: float = min(sum(map(abs, map(sub, seen, later))) for later in _courses(rhythm))
    return least / len(seen)


@cache
def _courses(rhythm: Rhythm) -> tuple[tuple[float, ...], ...]:
    """Return the course of a rhythm from each moment in which it can begin."""
    count, most = (round(s / STEP_S) for s in (_LONGEST_S + 2 * GLANCE_S, _LONGEST_S))
    course = tuple(brightness(rhythm, n * STEP_S) for n in range(count))
    return tuple(course[start:] for start in range(most))


def _in_order(colours: Sequence[Sequence[_Colour]], squares: list[int]) -> tuple[int, ...]:
    """Return the squares of a run from its beginning to its end."""
    first, last = squares[0], squares[-1]
    later = (_lights_up(colours[last]) - _lights_up(colours[first])) % _RUN_TURN_S
    takes = _RUN_STEP_S * (len(squares) - 1)
    forwards = abs(later - takes) <= abs(later - (_RUN_TURN_S - takes))
    return tuple(squares if forwards else reversed(squares))


def _lights_up(series: Sequence[_Colour]) -> float:
    """Return when a square becomes bright, in seconds since the first sample."""
    levels = [max(colour) for colour in series]
    middle = (max(levels) + min(levels)) / 2
    rising = (n for n in range(1, len(levels)) if levels[n - 1] < middle <= levels[n])
    return STEP_S * next(rising, 0)
