"""The state of all sensors, whole or as changes, in the words of a trace."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from controller.rules.geometry import SQUARE_COUNT, SQUARE_NAMES, SQUARES_BY_NAME, squares_of
from controller.trace.errors import TraceError
from hal.board import Poles

_POLES = "sn*"  # south, north, strong: in the order of Poles
_DIGITS = (SQUARE_COUNT + 3) // 4
_HEX = f"[0-9a-f]{{{_DIGITS}}}"
_WHOLE = re.compile(rf"= ({_HEX})((?: {_HEX}){{3}})?", re.ASCII)
_MARK = re.compile(r"([+-])([a-k](?:1[01]|[1-9]))([sn*]?)", re.ASCII)


class SensorState(NamedTuple):
    """The squares that feel a magnet, and their poles if the sensors know poles."""

    occupied: int
    poles: Poles | None

    def whole(self) -> str:
        """Return the whole state: ``= `` and one hexadecimal number, or four with poles."""
        return " ".join(["=", *(f"{bits:0{_DIGITS}x}" for bits in self._bitboards())])

    def marks_since(self, before: "SensorState") -> str | None:
        """Return the changes: ``-d1 +d3``, with poles ``-d1 +d3s``; None if they cannot say it."""
        if (before.poles is None) != (self.poles is None):
            return None
        differing = 0
        for old, new in zip(before._bitboards(), self._bitboards(), strict=True):
            differing |= old ^ new
        return " ".join(map(self._mark, squares_of(differing)))

    def checked(self) -> "SensorState":
        """Return the state itself, if 121 sensors can be in it.

        Raises:
            TraceError: they cannot.
        """
        if any(bits < 0 or bits >> SQUARE_COUNT for bits in self._bitboards()):
            raise TraceError(f"expected {SQUARE_COUNT} squares, got {self.whole()!r}")
        if self.poles is not None:
            south, north, strong = self.poles
            if south & north | (south | north) & strong:
                raise TraceError(f"expected one pole a square, got {self.whole()!r}")
        return self

    def _bitboards(self) -> tuple[int, ...]:
        return (self.occupied, *(self.poles or ()))

    def _mark(self, square: int) -> str:
        bit = 1 << square
        poles = zip(self.poles or (), _POLES, strict=False)
        pole = "".join(letter for bits, letter in poles if bits & bit)
        return f"{'+' if self.occupied & bit else '-'}{SQUARE_NAMES[square]}{pole}"


def parse_whole(text: str) -> SensorState:
    """Return the state of a text such as ``= 00f...``.

    Raises:
        TraceError: the text is not a whole state.
    """
    match = _WHOLE.fullmatch(text)
    if match is None:
        digits = f"'= ' and 1 or 4 numbers of {_DIGITS} hexadecimal digits"
        raise TraceError(f"expected {digits}, got {text[:40]!r}")
    poles = Poles(*(int(bits, 16) for bits in match[2].split())) if match[2] else None
    return SensorState(int(match[1], 16), poles).checked()


def parse_marks(before: SensorState, marks: Iterable[str]) -> SensorState:
    """Return a state after changes such as ``+d1``.

    Raises:
        TraceError: a change is malformed, changes nothing, or repeats a square.
    """
    state, seen = before, 0
    for mark in marks:
        match = _MARK.fullmatch(mark)
        if match is None:
            raise TraceError(f"expected a change such as +d1 or -d1, got {mark[:40]!r}")
        sign, name, pole = match.groups()
        if pole and state.poles is None:
            raise TraceError(f"expected no pole from these sensors, got {mark!r}")
        bit = 1 << SQUARES_BY_NAME[name]
        changed = _with_square(state, bit, pole, is_occupied=sign == "+")
        if changed == state or seen & bit:
            raise TraceError(f"expected what changes, once, got {mark!r}")
        state, seen = changed, seen | bit
    return state


def _with_square(state: SensorState, bit: int, pole: str, *, is_occupied: bool) -> SensorState:
    poles = state.poles
    if poles is not None:
        felt = zip(poles, _POLES, strict=True)
        poles = Poles(*(bits & ~bit | (bit if letter == pole else 0) for bits, letter in felt))
    return SensorState(state.occupied & ~bit | (bit if is_occupied else 0), poles)
