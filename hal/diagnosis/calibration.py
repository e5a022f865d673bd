"""When Hall sensors feel a piece, and which: thresholds from what the pieces themselves give.

The empty board has been measured before, by the microcontroller or by whoever reads the sensors:
heights are above that baseline. Pure: neither writes a configuration nor sends one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from hal.board import DARK, SQUARE_COUNT
from hal.diagnosis.check import Check, Verdict
from hal.diagnosis.conversation import AskPerson, Conversation
from hal.diagnosis.findings import SensorFindings
from hal.diagnosis.selftest import way_over
from hal.diagnosis.standing import clear, rest, stand
from hal.hall_thresholds import HallThresholds
from hal.notice import notice
from hal.squares import SQUARE_NAMES

# Shares of what a plain piece gives in the middle of its square. Eight neighbours of one pole give
# less than a tenth, so a square between them is empty; hysteresis keeps noise from tipping it.
_OPERATE, _RELEASE = 0.18, 0.14
# A plain piece between eight neighbours gives this much; the king must give clearly more.
_CROWDED = 1.09
# Where between the two a strong magnet begins, and where a plain one begins again.
_STRONG, _PLAIN = 0.375, 0.14
_LEAST_ABOVE = 1.15
# A square that differs by more than this from the others gets a gain of its own.
_LIKE_OTHERS = 0.1
# Below this nothing can be distinguished from noise.
_LEAST_MV = 120.0
_REST_S = 1.0
# After the settings that ask for levels, reports of another kind may still be on their way.
_FIRST_S = 0.5


@dataclass(frozen=True, slots=True)
class Heights:
    """What each kind of piece gives, in millivolts above the baseline; below it is negative.

    `attackers` by square, where the sensor is sound; None where a kind was not felt.
    """

    attackers: dict[int, float] = field(default_factory=dict)
    faults: tuple[Check, ...] = ()  # of the sensors that were visited, and of whole wires
    defender: float | None = None
    king: float | None = None


def measure_pieces(
    squares: Sequence[int], order: Sequence[int] = range(SQUARE_COUNT)
) -> Conversation[Heights | None]:
    """Ask for an attacker on some squares, then for a defender and the king on the first of them.

    `order` is the square of each sensor. None for sensors that measure nothing, such as reeds.
    """
    if not (yield from _measures()):
        return None
    stuck = yield from clear(notice("ask.clear"))
    found = SensorFindings(order, stuck)
    found.rested((yield from rest(notice("ask.rest"), _REST_S, stuck)))
    if found.floating:
        return Heights(faults=tuple(found.checks()))
    measured: dict[int, float] = {}
    for square in way_over([each for each in squares if not stuck >> each & 1]):
        words = notice("ask.attacker", square=SQUARE_NAMES[square])
        stood = yield from stand(square, stuck, words=words)
        found.stood(stood)
        height = stood.counts.height if stood.counts else None
        if height is not None:
            measured[square] = height
    faults = tuple(check for check in found.checks() if check.verdict is not Verdict.OK)
    broken = {check.square for check in faults if check.verdict is Verdict.FAIL}
    attackers = {square: height for square, height in measured.items() if square not in broken}
    if not attackers:
        return Heights(faults=faults)
    # The same square for all kinds, so that only the magnets differ.
    typical = sorted(attackers, key=lambda each: abs(attackers[each]))[len(attackers) // 2]
    others = []
    for kind in ("defender", "king"):
        name = SQUARE_NAMES[typical]
        yield from clear(notice("ask.clear"))
        stood = yield from stand(typical, stuck, words=notice(f"ask.{kind}", square=name))
        others.append(stood.counts.height if stood.counts else None)
    defender, king = others
    return Heights(attackers, faults, defender=defender, king=king)


def _measures() -> Conversation[bool]:
    """Say whether the sensors measure anything; a board that was just found may need a moment."""
    ask = AskPerson(DARK, notice("ask.rest"))
    reading = yield ask
    began = reading.at
    while reading.heights is None and reading.at - began < _FIRST_S:
        reading = yield ask
    return reading.heights is not None


@dataclass(frozen=True, slots=True)
class Calibrated:
    """The thresholds, None where the pieces allow none, and what was found on the way."""

    thresholds: HallThresholds | None
    checks: list[Check]


def thresholds_of(heights: Heights) -> Calibrated:
    """Return the thresholds that suit these pieces, with a gain for each square that differs."""
    checks = list(heights.faults)
    if not heights.attackers and checks:
        return Calibrated(None, checks)
    usual = median(map(abs, heights.attackers.values())) if heights.attackers else 0.0
    if usual < _LEAST_MV:
        finding = notice("check.magnets.weak", millivolts=round(usual))
        checks.append(Check("magnets", Verdict.FAIL, finding, notice("cure.magnets.weak")))
        return Calibrated(None, checks)
    checks += _poles(heights)
    crowded = _CROWDED * usual
    king = abs(heights.king) if heights.king is not None else 0.0
    if king < _LEAST_ABOVE * crowded:
        finding = notice("check.magnets.king", millivolts=round(king), usual=round(usual))
        checks.append(Check("magnets", Verdict.WARN, finding, notice("cure.magnets.king")))
        king = 1.6 * usual  # what the usual thresholds are made for
    gain = {
        SQUARE_NAMES[square]: round(abs(height) / usual, 2)
        for square, height in heights.attackers.items()
        if abs(abs(height) / usual - 1) > _LIKE_OTHERS
    }
    found = HallThresholds(
        operate_mv=round(_OPERATE * usual),
        release_mv=round(_RELEASE * usual),
        strong_mv=round(crowded + _STRONG * (king - crowded)),
        plain_mv=round(crowded + _PLAIN * (king - crowded)),
        gain=gain,
    )
    finding = notice(
        "check.thresholds.found",
        plain=round(usual),
        king=round(king),
        operate=found.operate_mv,
        release=found.release_mv,
        strong=found.strong_mv,
    )
    return Calibrated(found, [*checks, Check("thresholds", Verdict.OK, finding)])


def _poles(heights: Heights) -> list[Check]:
    """Return what is wrong with the poles of the pieces."""
    north = [height for height in heights.attackers.values() if height < 0]
    found = []
    if len(north) * 2 > len(heights.attackers):
        finding, cure = notice("check.poles.attackers"), notice("cure.poles")
        found.append(Check("magnets", Verdict.FAIL, finding, cure))
    if heights.defender is not None and heights.defender > 0:
        finding, cure = notice("check.poles.defenders"), notice("cure.poles")
        found.append(Check("magnets", Verdict.FAIL, finding, cure))
    return found
