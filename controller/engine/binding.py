"""The search kernel as a class: a compiled library, called through ctypes.

Mirrors controller/engine/kernel/kernel.h field by field. Knows no levels and no protocol.
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
from typing import Any, NamedTuple

from controller.engine.errors import KernelMissingError
from controller.engine.search import Found, Limits, Line
from controller.engine.weights import TERM_COUNT, Weights
from controller.rules.compiled import Rules
from controller.rules.geometry import SQUARE_COUNT, THRONE_BIT
from controller.rules.lines import MOVES, Move
from controller.rules.pieces import Side
from controller.rules.position import Position

_LIBRARY = Path(__file__).parent / "kernel" / "hnefi_kernel.so"
_VERSION = 1
_MOST_MOVES = 4 * SQUARE_COUNT
_MOST_LINES = 32
_LONGEST_LINE = 24
_WORD = (1 << 64) - 1
_KING_CAPTURES = {"never": 0, "mover": 1, "both": 2}
_SIDES = (Side.ATTACKERS, Side.DEFENDERS)
_TABLE_BYTES = 16 << 20


class _Bits(Structure):
    _fields_ = [("lo", c_uint64), ("hi", c_uint64)]

    @classmethod
    def of(cls, bits: int) -> "_Bits":
        return cls(bits & _WORD, bits >> 64)

    def __int__(self) -> int:
        return int(self.lo | self.hi << 64)


class _Ruleset(Structure):
    _fields_ = [
        ("men_stop", _Bits),
        ("king_stop", _Bits),
        ("impassable", _Bits),
        ("escape", _Bits),
        ("hostile_empty", _Bits * 2),
        ("hostile_taken", _Bits * 2),
        ("attackers", _Bits),
        ("defenders", _Bits),
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


class _Played(Structure):
    _fields_ = [("captured", _Bits), ("legal", c_uint8), ("ending", c_uint8), ("standing", c_uint8)]


class _Weights(Structure):
    _fields_ = [("squares", c_int16 * SQUARE_COUNT * 4), ("terms", c_int16 * TERM_COUNT)]


class _Limits(Structure):
    _fields_ = [
        ("nodes", c_uint64),
        ("milliseconds", c_uint32),
        ("depth", c_uint32),
        ("lines", c_uint32),
        ("threads", c_uint32),
        ("firsts", c_uint32),
        ("first", c_uint16 * _MOST_MOVES),
    ]


class _Line(Structure):
    _fields_ = [("score", c_int32), ("length", c_uint32), ("moves", c_uint16 * _LONGEST_LINE)]


class _Found(Structure):
    _fields_ = [
        ("nodes", c_uint64),
        ("depth", c_uint32),
        ("lines", c_uint32),
        ("milliseconds", c_uint32),
        ("line", _Line * _MOST_LINES),
    ]


class Played(NamedTuple):
    """What came of a move: what it captured, the ending by what stands, how the game stands.

    `ending` 0 is none, then king captured, encircled, king escaped, exit fort; `standing` 0 goes
    on, then won by the attackers, won by the defenders, drawn.
    """

    captured: int
    ending: int
    standing: int


@cache
def _library() -> ctypes.CDLL:
    """Return the library, loaded.

    Raises:
        KernelMissingError: it is not there, or not ours.
    """
    try:
        library = ctypes.CDLL(str(_LIBRARY))
        version = library.hnefi_version()
    except (OSError, AttributeError) as error:
        raise KernelMissingError(f"kernel: expected {_LIBRARY} ({error})") from error
    if version != _VERSION:
        raise KernelMissingError(f"kernel: expected version {_VERSION}, got {version}")
    _declare(library)
    return library


def _declare(library: ctypes.CDLL) -> None:
    kernel, moves, number = c_void_p, POINTER(c_uint16), c_uint64
    signatures: dict[str, tuple[Any, list[Any]]] = {
        "new": (c_void_p, [POINTER(_Ruleset), number]),
        "free": (None, [kernel]),
        "set": (None, [kernel, POINTER(_Bits), c_int, c_int]),
        "get": (None, [kernel, POINTER(_Bits), POINTER(c_uint8), POINTER(c_uint8)]),
        "play": (None, [kernel, c_uint16, POINTER(_Played)]),
        "undo": (None, [kernel]),
        "moves": (c_int, [kernel, moves]),
        "perft": (number, [kernel, c_int]),
        "random_plies": (number, [kernel, number, c_uint32]),
        "proves_win": (c_int, [kernel, c_int, number]),
        "weigh": (None, [kernel, POINTER(_Weights), ctypes.c_char_p]),
        "terms": (None, [kernel, POINTER(c_int16)]),
        "evaluate": (c_int, [kernel]),
        "ready": (None, [kernel]),
        "stop": (None, [kernel]),
        "forget": (None, [kernel]),
        "search": (c_int, [kernel, POINTER(_Limits), POINTER(_Found)]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, f"hnefi_{name}")
        function.restype, function.argtypes = result, arguments


def kernel_complaint() -> str | None:
    """Return why there is no kernel, None where there is one."""
    try:
        _library()
    except KernelMissingError as error:
        return str(error)
    return None


class Kernel:
    """A game of one ruleset inside the kernel, and its search.

    For one thread at a time; only `stop` may be called from another.
    """

    def __init__(self, rules: Rules, weights: Weights, table_bytes: int = _TABLE_BYTES) -> None:
        """Begin at the ruleset's start.

        Raises:
            KernelMissingError: there is no kernel.
            MemoryError: there is no room for its table.
        """
        self._kernel = None
        self._library = _library()
        ruleset = _ruleset_of(rules)
        self._kernel = self._library.hnefi_new(ctypes.byref(ruleset), table_bytes)
        if not self._kernel:
            raise MemoryError(f"kernel: expected room for a table of {table_bytes} bytes")
        self.weigh(weights)
        self.set(rules.start)

    def __del__(self) -> None:
        """Give the memory back."""
        if self._kernel:
            self._library.hnefi_free(self._kernel)
            self._kernel = None

    def weigh(self, weights: Weights) -> None:
        """Take other weights; `set` must follow."""
        table = _Weights()
        for piece, values in enumerate(weights.by_piece(), 1):
            table.squares[piece][:] = values
        table.terms[:] = weights.terms
        network = weights.network or None
        self._library.hnefi_weigh(self._kernel, ctypes.byref(table), network)

    def set(self, position: Position) -> None:
        """Begin a game from a position."""
        men = (_Bits * 2)(_Bits.of(position.attackers), _Bits.of(position.defenders))
        king = position.king.bit_length() - 1
        self._library.hnefi_set(self._kernel, men, king, _SIDES.index(position.to_move))

    def position(self) -> Position:
        """Return the position now."""
        men, king, to_move = (_Bits * 2)(), c_uint8(), c_uint8()
        self._library.hnefi_get(self._kernel, men, ctypes.byref(king), ctypes.byref(to_move))
        return Position(int(men[0]), int(men[1]), 1 << king.value, _SIDES[to_move.value])

    def play(self, move: Move) -> Played | None:
        """Make a move and return what came of it, None where it is not legal."""
        played = _Played()
        self._library.hnefi_play(self._kernel, _code(move), ctypes.byref(played))
        if not played.legal:
            return None
        return Played(int(played.captured), played.ending, played.standing)

    def undo(self) -> None:
        """Take the last move back, if there is one."""
        self._library.hnefi_undo(self._kernel)

    def moves(self) -> list[Move]:
        """Return the legal moves, in any order."""
        moves = (c_uint16 * _MOST_MOVES)()
        count = self._library.hnefi_moves(self._kernel, moves)
        return [_move(code) for code in moves[:count]]

    def perft(self, depth: int) -> int:
        """Return how many sequences of legal moves there are; nothing follows a win."""
        return int(self._library.hnefi_perft(self._kernel, depth))

    def random_plies(self, seed: int, plies: int) -> int:
        """Play random games from here; return a number that depends on every position."""
        return int(self._library.hnefi_random_plies(self._kernel, seed, plies))

    def proves_win(self, plies: int, most_nodes: int = 50_000_000) -> bool | None:
        """Say whether the side to move forces a win within so many plies, by trying every move.

        None where too many positions would have to be looked at.
        """
        proved = self._library.hnefi_proves_win(self._kernel, plies, most_nodes)
        return None if proved < 0 else bool(proved)

    def terms(self) -> list[int]:
        """Return how often each term of an evaluation counts."""
        counts = (c_int16 * TERM_COUNT)()
        self._library.hnefi_terms(self._kernel, counts)
        return list(counts)

    def evaluate(self) -> int:
        """Return the score of the position for the side to move, without looking ahead."""
        return int(self._library.hnefi_evaluate(self._kernel))

    def forget(self) -> None:
        """Forget what earlier searches have learned."""
        self._library.hnefi_forget(self._kernel)

    def search(self, limits: Limits) -> Found:
        """Look ahead within limits and return the best lines.

        Raises:
            MemoryError: there is no room for it.
        """
        asked, found = _Limits(), _Found()
        asked.nodes, asked.depth = limits.nodes or 0, limits.depth or 0
        if limits.seconds is not None:
            asked.milliseconds = max(round(1000 * limits.seconds), 1)
        asked.lines, asked.threads = limits.lines, limits.threads
        asked.firsts = len(limits.moves)
        asked.first[: len(limits.moves)] = [_code(move) for move in limits.moves]
        if not self._library.hnefi_search(self._kernel, ctypes.byref(asked), ctypes.byref(found)):
            raise MemoryError("kernel: expected room to search")
        best = tuple(_line(line) for line in found.line[: found.lines])
        return Found(best, found.depth, found.nodes)

    def ready(self) -> None:
        """Let the next search begin, though an earlier one was stopped."""
        self._library.hnefi_ready(self._kernel)

    def stop(self) -> None:
        """End the search that runs; from any thread."""
        self._library.hnefi_stop(self._kernel)


def _line(line: _Line) -> Line:
    return Line(line.score, tuple(_move(code) for code in line.moves[: line.length]))


def _code(move: Move) -> int:
    return move.origin << 7 | move.target


def _move(code: int) -> Move:
    return MOVES[code >> 7][code & 127]


def _ruleset_of(rules: Rules) -> _Ruleset:
    is_, ending, start = rules.ruleset, rules.ruleset.ending, rules.start
    hostile_empty = (_Bits.of(rules.hostile_to(side, 0)) for side in _SIDES)
    hostile_taken = (_Bits.of(rules.hostile_to(side, THRONE_BIT)) for side in _SIDES)
    return _Ruleset(
        men_stop=_Bits.of(rules.men_stop),
        king_stop=_Bits.of(rules.king_stop),
        impassable=_Bits.of(rules.impassable),
        escape=_Bits.of(rules.escape),
        hostile_empty=(_Bits * 2)(*hostile_empty),
        hostile_taken=(_Bits * 2)(*hostile_taken),
        attackers=_Bits.of(start.attackers),
        defenders=_Bits.of(start.defenders),
        king=start.king.bit_length() - 1,
        to_move=_SIDES.index(start.to_move),
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
