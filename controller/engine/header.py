"""The search kernel's header in ctypes: its structures, its functions, and the library itself.

Mirrors controller/engine/kernel/kernel.h field by field; what is done with it stands in binding.py.
"""

import ctypes
from ctypes import (
    POINTER,
    Structure,
    c_int,
    c_int16,
    c_int32,
    c_uint8,
    c_uint16,
    c_uint32,
    c_uint64,
    c_void_p,
)
from functools import cache
from pathlib import Path
from typing import Any

from controller.engine.errors import KernelMissingError
from controller.engine.weights import TERM_COUNT
from controller.rules.compiled import Rules
from controller.rules.geometry import SQUARE_COUNT, THRONE_BIT
from controller.rules.pieces import Side

MOST_MOVES = 4 * SQUARE_COUNT
SIDES = (Side.ATTACKERS, Side.DEFENDERS)
_LIBRARY = Path(__file__).parent / "kernel" / "hnefi_kernel.so"
_VERSION = 1
_MOST_LINES = 32
_LONGEST_LINE = 24
_WORD = (1 << 64) - 1
_KING_CAPTURES = {"never": 0, "mover": 1, "both": 2}


class CBits(Structure):
    """A set of squares in two words of 64 bits."""

    _fields_ = [("lo", c_uint64), ("hi", c_uint64)]

    @classmethod
    def of(cls, bits: int) -> "CBits":
        """Return the set of a bitboard."""
        return cls(bits & _WORD, bits >> 64)

    def __int__(self) -> int:
        """Return the bitboard."""
        return int(self.lo | self.hi << 64)


class CRuleset(Structure):
    """A ruleset as the kernel is given it: masks of squares, the start, and the options."""

    _fields_ = [
        ("men_stop", CBits),
        ("king_stop", CBits),
        ("impassable", CBits),
        ("escape", CBits),
        ("hostile_empty", CBits * 2),
        ("hostile_taken", CBits * 2),
        ("attackers", CBits),
        ("defenders", CBits),
        ("king", c_uint8),
        ("to_move", c_uint8),
        ("king_captures", c_uint8),
        ("shieldwall", c_uint8),
        ("king_by_two", c_uint8),
        ("throne_stands_in", c_uint8),
        ("king_safe_on_edge", c_uint8),
        ("exit_fort", c_uint8),
        ("encirclement", c_uint8),
        ("stuck_loses", c_uint8),
        ("repeating_defenders_lose", c_uint8),
        ("repetition_count", c_uint8),
    ]


class CPlayed(Structure):
    """What came of a move."""

    _fields_ = [("captured", CBits), ("legal", c_uint8), ("ending", c_uint8), ("standing", c_uint8)]


class CWeights(Structure):
    """What a piece is worth on each square, by piece, and what each term is worth."""

    _fields_ = [("squares", c_int16 * SQUARE_COUNT * 4), ("terms", c_int16 * TERM_COUNT)]


class CLimits(Structure):
    """How far a search may look, and which first moves it looks at."""

    _fields_ = [
        ("nodes", c_uint64),
        ("milliseconds", c_uint32),
        ("depth", c_uint32),
        ("lines", c_uint32),
        ("threads", c_uint32),
        ("firsts", c_uint32),
        ("first", c_uint16 * MOST_MOVES),
    ]


class CLine(Structure):
    """A line of play and its score."""

    _fields_ = [("score", c_int32), ("length", c_uint32), ("moves", c_uint16 * _LONGEST_LINE)]


class CFound(Structure):
    """What a search has found: the best lines, best first."""

    _fields_ = [
        ("nodes", c_uint64),
        ("depth", c_uint32),
        ("lines", c_uint32),
        ("milliseconds", c_uint32),
        ("line", CLine * _MOST_LINES),
    ]


@cache
def library() -> ctypes.CDLL:
    """Return the library, loaded.

    Raises:
        KernelMissingError: it is not there, or not ours.
    """
    try:
        loaded = ctypes.CDLL(str(_LIBRARY))
        version = loaded.hnefi_version()
    except (OSError, AttributeError) as error:
        raise KernelMissingError(f"kernel: expected {_LIBRARY} ({error})") from error
    if version != _VERSION:
        raise KernelMissingError(f"kernel: expected version {_VERSION}, got {version}")
    _declare(loaded)
    return loaded


def _declare(library: ctypes.CDLL) -> None:
    kernel, moves, number = c_void_p, POINTER(c_uint16), c_uint64
    signatures: dict[str, tuple[Any, list[Any]]] = {
        "new": (c_void_p, [POINTER(CRuleset), number]),
        "free": (None, [kernel]),
        "set": (None, [kernel, POINTER(CBits), c_int, c_int]),
        "get": (None, [kernel, POINTER(CBits), POINTER(c_uint8), POINTER(c_uint8)]),
        "play": (None, [kernel, c_uint16, POINTER(CPlayed)]),
        "undo": (None, [kernel]),
        "moves": (c_int, [kernel, moves]),
        "perft": (number, [kernel, c_int]),
        "random_plies": (number, [kernel, number, c_uint32]),
        "proves_win": (c_int, [kernel, c_int, number]),
        "weigh": (None, [kernel, POINTER(CWeights), ctypes.c_char_p]),
        "terms": (None, [kernel, POINTER(c_int16)]),
        "evaluate": (c_int, [kernel]),
        "ready": (None, [kernel]),
        "stop": (None, [kernel]),
        "forget": (None, [kernel]),
        "search": (c_int, [kernel, POINTER(CLimits), POINTER(CFound)]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, f"hnefi_{name}")
        function.restype, function.argtypes = result, arguments


def ruleset_of(rules: Rules) -> CRuleset:
    """Return a ruleset as the kernel is given it."""
    is_, ending, start = rules.ruleset, rules.ruleset.ending, rules.start
    hostile_empty = (CBits.of(rules.hostile_to(side, 0)) for side in SIDES)
    hostile_taken = (CBits.of(rules.hostile_to(side, THRONE_BIT)) for side in SIDES)
    return CRuleset(
        men_stop=CBits.of(rules.men_stop),
        king_stop=CBits.of(rules.king_stop),
        impassable=CBits.of(rules.impassable),
        escape=CBits.of(rules.escape),
        hostile_empty=(CBits * 2)(*hostile_empty),
        hostile_taken=(CBits * 2)(*hostile_taken),
        attackers=CBits.of(start.attackers),
        defenders=CBits.of(start.defenders),
        king=start.king.bit_length() - 1,
        to_move=SIDES.index(start.to_move),
        king_captures=_KING_CAPTURES[is_.capture.king_captures],
        shieldwall=is_.capture.shieldwall,
        king_by_two=is_.king.captured_by == "custodial",
        throne_stands_in=is_.king.throne_stands_in,
        king_safe_on_edge=is_.king.edge == "safe",
        exit_fort=ending.exit_fort,
        encirclement=ending.encirclement,
        stuck_loses=ending.no_moves == "loses",
        repeating_defenders_lose=ending.repetition == "defenders_lose",
        repetition_count=min(ending.repetition_count, 255),
    )
