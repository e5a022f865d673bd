"""The search kernel as a class: a compiled library, called through ctypes.

Knows no levels and no protocol; how the library's structures lie in memory stands in header.py.
"""

import ctypes
from ctypes import c_int16, c_uint8, c_uint16
from typing import NamedTuple

from controller.engine.errors import KernelMissingError
from controller.engine.header import (
    MOST_MOVES,
    SIDES,
    CBits,
    CFound,
    CLimits,
    CLine,
    CPlayed,
    CWeights,
    library,
    ruleset_of,
)
from controller.engine.search import Found, Limits, Line
from controller.engine.weights import TERM_COUNT, Weights
from controller.rules.compiled import Rules
from controller.rules.lines import MOVES, Move
from controller.rules.position import Position

_TABLE_BYTES = 16 << 20


class Played(NamedTuple):
    """What came of a move: what it captured, the ending by what stands, how the game stands.

    `ending` 0 is none, then king captured, encircled, king escaped, exit fort; `standing` 0 goes
    on, then won by the attackers, won by the defenders, drawn.
    """

    captured: int
    ending: int
    standing: int


def kernel_complaint() -> str | None:
    """Return why there is no kernel, None where there is one."""
    try:
        library()
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
        self._library = library()
        ruleset = ruleset_of(rules)
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
        table = CWeights()
        for piece, values in enumerate(weights.by_piece(), 1):
            table.squares[piece][:] = values
        table.terms[:] = weights.terms
        network = weights.network or None
        self._library.hnefi_weigh(self._kernel, ctypes.byref(table), network)

    def set(self, position: Position) -> None:
        """Begin a game from a position."""
        men = (CBits * 2)(CBits.of(position.attackers), CBits.of(position.defenders))
        king = position.king.bit_length() - 1
        self._library.hnefi_set(self._kernel, men, king, SIDES.index(position.to_move))

    def position(self) -> Position:
        """Return the position now."""
        men, king, to_move = (CBits * 2)(), c_uint8(), c_uint8()
        self._library.hnefi_get(self._kernel, men, ctypes.byref(king), ctypes.byref(to_move))
        return Position(int(men[0]), int(men[1]), 1 << king.value, SIDES[to_move.value])

    def play(self, move: Move) -> Played | None:
        """Make a move and return what came of it, None where it is not legal."""
        played = CPlayed()
        self._library.hnefi_play(self._kernel, _code(move), ctypes.byref(played))
        if not played.legal:
            return None
        return Played(int(played.captured), played.ending, played.standing)

    def undo(self) -> None:
        """Take the last move back, if there is one."""
        self._library.hnefi_undo(self._kernel)

    def moves(self) -> list[Move]:
        """Return the legal moves, in any order."""
        moves = (c_uint16 * MOST_MOVES)()
        count = self._library.hnefi_moves(self._kernel, moves)
        return [_move(code) for code in moves[:count]]

    def perft(self, depth: int) -> int:
        """Return how many sequences of legal moves there are; nothing follows a win."""
        return int(self._library.hnefi_perft(self._kernel, depth))

    def random_plies(self, seed: int, plies: int) -> int:
        """Play random games from here; return a number that depends on every position."""
        return int(self._library.hnefi_random_plies(self._kernel, seed, plies))

    def proves_win(self, plies: int, most_nodes: int = 50_000_000) -> bool | None:
        """Say whether the side to move forces a win in at most `plies`, by trying every move.

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
        asked, found = CLimits(), CFound()
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


def _line(line: CLine) -> Line:
    return Line(line.score, tuple(_move(code) for code in line.moves[: line.length]))


def _code(move: Move) -> int:
    return move.origin << 7 | move.target


def _move(code: int) -> Move:
    return MOVES[code >> 7][code & 127]
