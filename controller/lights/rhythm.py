"""The brightness of each rhythm at a time. Knows no colours and no squares."""

from math import cos, pi

from controller.lights.meaning import Rhythm

# A dim light instead of darkness, so that people find a blinking square in its pauses too.
_FLOOR = 0.12
# How long a turn takes, how much of it is bright, in seconds, and the brightness of the rest.
_ON_AND_OFF = {
    Rhythm.BLINK: (1.0, 0.5, _FLOOR),
    Rhythm.HURRY: (0.4, 0.2, _FLOOR),
    Rhythm.TICK: (1.0, 0.12, 0.3),
}
_RUN_STEP_S = 0.1
_RUN_SQUARES = 15
_RUN_LENGTH = 2.5


def brightness(rhythm: Rhythm, at: float, distance: int = 0) -> float:
    """Return the brightness 0..1 of a rhythm at a time in seconds.

    `distance`, in squares from the centre of a wave, delays it.
    """
    match rhythm:
        case Rhythm.STEADY:
            return 1.0
        case Rhythm.BREATHE:
            return _swing(at / 2.4)
        case Rhythm.BLINK | Rhythm.HURRY | Rhythm.TICK:
            period, bright, rest = _ON_AND_OFF[rhythm]
            return 1.0 if at % period < bright else rest
        case Rhythm.DOUBLE:
            phase = at % 1.2
            return 1.0 if phase < 0.15 or 0.3 <= phase < 0.45 else 0.35
        case Rhythm.TRIPLE:
            phase = at % 1.8
            return 1.0 if phase < 0.9 and phase % 0.3 < 0.15 else 0.35
        case Rhythm.WAVE:
            return _swing(at / 2.0 - distance / 8.0)
        case Rhythm.REST:
            return _swing(at / 6.0)
        case Rhythm.RUN:
            # As far as a board is wide, and a moment to breathe.
            behind = at / _RUN_STEP_S % _RUN_SQUARES - distance
            return 1.0 if 0 <= behind < _RUN_LENGTH else 2 * _FLOOR


def _swing(turns: float) -> float:
    """Return a smooth rise and fall between the floor and 1, once for each turn."""
    return _FLOOR + (1.0 - _FLOOR) * (0.5 - 0.5 * cos(2.0 * pi * turns))
