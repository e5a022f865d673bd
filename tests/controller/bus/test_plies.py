"""Entries of plies make one list; what does not go on from it is refused, and changes nothing."""

from typing import Any

import pytest

from controller.bus.errors import MessageError
from controller.bus.plies import PlyList


def follows() -> PlyList:
    """Return a list of two plies."""
    plies = PlyList()
    plies.take({"game": "a", "plies": 1, "move": "d1-d3"})
    plies.take({"game": "a", "plies": 2, "move": "f4-c4"})
    return plies


@pytest.mark.parametrize(
    ("entry", "kept", "moves"),
    [
        ({"game": "a", "plies": 3, "move": "k4-k3"}, 2, ["d1-d3", "f4-c4", "k4-k3"]),
        ({"game": "a", "plies": 2, "move": "f4-d4"}, 1, ["d1-d3", "f4-d4"]),
        ({"game": "a", "plies": 1, "move": None}, 1, ["d1-d3"]),
        ({"game": "b", "plies": 0, "move": None}, 0, []),
        ({"game": "b", "plies": 1, "move": "d1-d2"}, 0, ["d1-d2"]),
    ],
)
def test_an_entry_goes_on_takes_back_or_begins(
    entry: dict[str, Any], kept: int, moves: list[str]
) -> None:
    plies = follows()
    assert (plies.take(entry), plies.moves) == (kept, moves)


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ({}, "expected a game and a number of plies"),
        ({"game": 1, "plies": 1}, "expected a game and a number of plies"),
        ({"game": "a", "plies": True}, "expected a game and a number of plies"),
        ({"game": "a", "plies": -1}, "expected a game and a number of plies"),
        ({"game": "a", "plies": 20_001}, "expected a game and a number of plies"),
        ({"game": "a", "plies": 1, "move": 7}, "move: expected text or null"),
        ({"game": "a", "plies": 1, "move": "x" * 65}, "move: expected text or null"),
        ({"game": "a", "plies": 4, "move": "d1-d2"}, "plies: expected at most 3, got 4"),
        ({"game": "a", "plies": 3, "move": None}, "plies: expected at most 2, got 3"),
        ({"game": "b", "plies": 2, "move": "d1-d2"}, "plies: expected at most 1, got 2"),
    ],
)
def test_an_entry_that_makes_no_sense_is_refused(entry: dict[str, Any], complaint: str) -> None:
    plies = follows()
    with pytest.raises(MessageError) as refused:
        plies.take(entry)
    assert str(refused.value) == complaint
    assert plies == follows()
