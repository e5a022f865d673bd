"""The plies of a game on the bus: a stream of their own, from which everybody makes the same list.

An entry says how many plies the game has then, and the last of them, or null where one was taken
back or the game begins: ``{"game": "1f3a", "plies": 5, "move": "g3-e3xe2"}``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import eq
from sys import intern
from typing import Any

from controller.bus.entries import JsonObject, encode
from controller.bus.errors import MessageError

# Far more than people play in a day; who sends that many means harm.
_MOST = 20_000
_LONGEST_MOVE = 64


@dataclass(slots=True)
class PlyList:
    """The plies of one game as moves in text, put together from entries."""

    game: str = ""
    moves: list[str] = field(default_factory=list)

    def take(self, entry: JsonObject) -> int:
        """Take in an entry; return how many of the first plies are still the same.

        Raises:
            MessageError: the entry does not go on from what is known.
        """
        game, plies, move = entry.get("game"), entry.get("plies"), entry.get("move")
        if not isinstance(game, str) or type(plies) is not int or not 0 <= plies <= _MOST:
            raise MessageError("expected a game and a number of plies")
        if move is not None and not (isinstance(move, str) and len(move) <= _LONGEST_MOVE):
            raise MessageError("move: expected text or null")
        kept = plies - (move is not None)
        known = len(self.moves) if game == self.game else 0
        if not 0 <= kept <= known:
            raise MessageError(f"plies: expected at most {known + (move is not None)}, got {plies}")
        self.game = game
        # The same moves come again and again: one text for all of them.
        self.moves[kept:] = [] if move is None else [intern(move)]
        return kept


def ply_entry(game: str, plies: int, move: str | None) -> bytes:
    """Return the entry of a ply that was made, or of the number that is left."""
    entry: dict[str, Any] = {"game": game, "plies": plies, "move": move}
    return encode(entry)


def entries_between(game: str, before: Sequence[str], after: Sequence[str]) -> list[bytes]:
    """Return the entries that lead from one list of moves of a game to another."""
    same = common(before, after)
    taken_back = [ply_entry(game, same, None)] if same < len(before) else []
    made = [ply_entry(game, n + 1, after[n]) for n in range(same, len(after))]
    return taken_back + made


def whole_game(game: str, moves: Sequence[str]) -> list[bytes]:
    """Return the entries of a whole game, its beginning first."""
    return [ply_entry(game, 0, None), *entries_between(game, [], moves)]


def common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many moves two games begin with alike; copies neither."""
    pairs = enumerate(map(eq, one, other))
    return next((n for n, same in pairs if not same), min(len(one), len(other)))
