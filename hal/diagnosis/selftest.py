"""One pass over the board with one piece, guided by light: every sensor, every pixel, every diode.

Whoever carries the piece follows the lights. Knows no driver; what a finding means is in
`findings`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from hal.board import SQUARE_COUNT
from hal.diagnosis.check import Check, Verdict
from hal.diagnosis.conversation import Conversation
from hal.diagnosis.findings import SensorFindings
from hal.diagnosis.pixel_examination import ask_order, pixel_checks, show_colours
from hal.diagnosis.standing import Stood, clear, rest, stand
from hal.notice import notice
from hal.squares import SIDE

_REST_S = 2.0
# After this many squares in a row without an answer, somebody is asked whether they are there.
_UNANSWERED = 2
# A board that has felt nothing after this many squares feels nothing at all.
_HOPELESS = 6


@dataclass(frozen=True, slots=True)
class Examined:
    """The board that is examined, as its configuration has it.

    `order` is the square of each sensor, `colours` the order of the colours on the wire, empty for
    a board without pixels. Only `squares` are visited.
    """

    order: Sequence[int] = range(SQUARE_COUNT)
    colours: str = "GRB"
    squares: Sequence[int] = range(SQUARE_COUNT)


def examine(subject: Examined) -> Conversation[list[Check]]:
    """Examine sensors and pixels of a board; return a check for each of them, and for the lines."""
    stuck = yield from clear(notice("ask.clear"))
    found = SensorFindings(subject.order, stuck)
    found.rested((yield from rest(notice("ask.rest"), _REST_S, stuck)))
    ignored = stuck | found.floating
    if found.floating.bit_count() == SQUARE_COUNT:
        return found.checks()  # no light could be answered
    checks: list[Check] = []
    dark = 0
    order: str | None = None
    if subject.colours:
        order = yield from ask_order(subject.colours, ignored)
        if order == subject.colours:
            wrong = yield from show_colours(ignored)
            checks += pixel_checks(wrong)
            dark = wrong["red"] & wrong["green"] & wrong["blue"]
    ended = yield from _walk(subject.squares, ignored, dark, found)
    # Crossed wires swallow the answer to a question of colours, and say so themselves.
    if subject.colours and (order is not None or not found.has_crossed):
        checks.insert(0, _order_check(subject.colours, order))
    return [*ended, *checks, *found.checks()]


def way_over(squares: Sequence[int]) -> list[int]:
    """Return squares in an order that hands like: to and fro, rank by rank."""
    wanted = set(squares)
    ranks = [range(SIDE * rank, SIDE * (rank + 1)) for rank in range(SIDE)]
    way = [s for n, rank in enumerate(ranks) for s in (reversed(rank) if n % 2 else rank)]
    return [square for square in way if square in wanted]


def _walk(
    squares: Sequence[int], ignored: int, dark: int, found: SensorFindings
) -> Conversation[list[Check]]:
    """Visit squares one after the other; return why that ended early, if it did.

    Sensors that are ignored, as bits, cannot be asked.
    """
    unanswered = 0
    good: int | None = None
    for square in way_over([each for each in squares if not ignored >> each & 1]):
        stood = yield from stand(square, ignored, framed=bool(dark >> square & 1))
        found.stood(stood)
        if _is_answered(stood):
            unanswered, good = 0, square if stood.counts else good
            continue
        unanswered += 1
        if good is None and unanswered >= _HOPELESS:
            break
        if good is not None and unanswered >= _UNANSWERED:
            again = yield from stand(good, ignored)
            if not _is_answered(again):
                found.forget(unanswered)
                finding = notice("check.nobody")
                return [Check("board", Verdict.FAIL, finding, notice("cure.nobody"))]
            unanswered = 0
    if good is None and unanswered and not found.has_crossed:
        found.forget(unanswered)
        return [Check("board", Verdict.FAIL, notice("check.nothing"), notice("cure.nothing"))]
    return []


def _is_answered(stood: Stood) -> bool:
    return stood.counts is not None or bool(stood.elsewhere)


def _order_check(believed: str, found: str | None) -> Check:
    if found is None:
        return Check(
            "strip", Verdict.WARN, notice("check.order.unknown"), notice("cure.order.dark")
        )
    if found == believed:
        return Check("strip", Verdict.OK, notice("check.order.good", order=found))
    finding = notice("check.order.wrong", order=found, believed=believed)
    return Check("strip", Verdict.FAIL, finding, notice("cure.order.wrong", order=found))
