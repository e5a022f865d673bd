"""The faults of a board: sensors, diodes, scans and magnets, as text and as a value.

The text is
``dead=e5+f5,stuck=a1,chatter=c3,no_diode=d4,faint=h8,floating=b2,bridged=d1+e1,lost=0.02,late=0.05,
weak=17``, in one line.
Knows how current runs through a matrix of switches; knows no sensors.
"""

import re
from dataclasses import dataclass

from controller.rules.geometry import RANK_1, SIZE, bits_of, parse_square, squares_of


class FaultSpecError(ValueError):
    """A text does not describe faults; the message names the place and what was expected."""


@dataclass(frozen=True, slots=True)
class Faults:
    """The faults of a board; squares are bitboards, probabilities 0..1."""

    dead: int = 0  # sensors that never close
    stuck: int = 0  # sensors that are always closed
    chatter: int = 0  # sensors that read at random near a magnet, and now and then without one
    no_diode: int = 0  # squares of the matrix whose diode is missing
    lost: float = 0.0  # of a scan to be replaced by the scan before it
    late: float = 0.0  # of a scan to show what the sensors felt 20 to 80 ms before
    weak: frozenset[int] = frozenset()  # ids of pieces whose magnet has lost half its strength
    faint: int = 0  # sensors that feel less than half of what the others do
    floating: int = 0  # sensors without ground, which read at random whatever stands there
    bridged: int = 0  # sensors whose wires touch: what one of them feels, all of them report


FAULTLESS = Faults()
_SQUARES = ("dead", "stuck", "chatter", "no_diode", "faint", "floating", "bridged")
_PROBABILITIES = ("lost", "late")
_NAMES = (*_SQUARES, *_PROBABILITIES, "weak")
_PROBABILITY = re.compile(r"\d+(\.\d+)?(e-\d+)?", re.ASCII)
_PIECE_ID = re.compile(r"\d{1,4}", re.ASCII)


def parse_faults(text: str) -> Faults:
    """Return the faults that a text describes; an empty text describes none.

    Squares and pieces of a fault add up, joined by ``+`` or in separate items.

    Raises:
        FaultSpecError: an item is not a known ``fault=value``, or a probability comes twice.
    """
    bits = dict.fromkeys(_SQUARES, 0)
    probabilities: dict[str, float] = {}
    weak: set[int] = set()
    for item in text.split(",") if text.strip() else ():
        name, _, value = (part.strip() for part in item.partition("="))
        if name in bits:
            bits[name] |= bits_of(*(_square(name, word) for word in value.split("+")))
        elif name == "weak":
            weak |= {_piece_id(name, word) for word in value.split("+")}
        elif name not in _NAMES:
            expected = ", ".join(f"{name}=" for name in _NAMES)
            raise FaultSpecError(f"faults: expected one of {expected}; got {item.strip()!r}")
        elif name in probabilities:
            raise FaultSpecError(f"faults: {name}: expected one probability, got {value!r} too")
        else:
            probabilities[name] = _probability(name, value)
    lost, late = (probabilities.get(name, 0.0) for name in _PROBABILITIES)
    return Faults(**bits, lost=lost, late=late, weak=frozenset(weak))


def ghosted(closed: int, no_diode: int) -> int:
    """Return the squares of a matrix that read closed, from those that are closed.

    Rows are ranks, columns files; one row is driven at a time. Current goes from a row to the
    columns of its closed switches, and from a column back to a row only where a diode is missing.
    """
    leaks = [divmod(square, SIZE) for square in squares_of(closed & no_diode)]
    if not leaks:
        return closed
    rows = [closed >> SIZE * rank & RANK_1 for rank in range(SIZE)]
    return sum(_reached(columns, rows, leaks) << SIZE * n for n, columns in enumerate(rows))


def _reached(columns: int, rows: list[int], leaks: list[tuple[int, int]]) -> int:
    """Return the columns that current reaches from the closed switches of one row."""
    before = 0
    while columns != before:
        before = columns
        for rank, file in leaks:
            if columns >> file & 1:
                columns |= rows[rank]
    return columns


def _square(name: str, word: str) -> int:
    try:
        return parse_square(word.strip())
    except ValueError as error:
        raise FaultSpecError(f"faults: {name}: {error}") from error


def _piece_id(name: str, word: str) -> int:
    if not _PIECE_ID.fullmatch(word.strip()):
        raise FaultSpecError(f"faults: {name}: expected the id of a piece, got {word!r}")
    return int(word)


def _probability(name: str, word: str) -> float:
    if not _PROBABILITY.fullmatch(word) or float(word) > 1:
        raise FaultSpecError(f"faults: {name}: expected a probability 0 to 1, got {word!r}")
    return float(word)
