"""Moves as text, in and out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.notation.errors import NotationError
from controller.notation.moves import WrittenMove, parse_move, write_move, write_ply
from controller.rules.game import Game
from controller.rules.geometry import SQUARE_COUNT, bits_of
from controller.rules.lines import Move
from tests.symmetry import SYMMETRIES, named, played

squares = st.integers(0, SQUARE_COUNT - 1)


def written(origin: str, target: str, captured: str = "") -> WrittenMove:
    """Return a move as its squares by name say."""
    return WrittenMove(Move(named(origin)[0], named(target)[0]), bits_of(*named(captured)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("d1-d4", written("d1", "d4")),
        ("a1-a11", written("a1", "a11")),
        ("k11-k1", written("k11", "k1")),
        ("a10-k10", written("a10", "k10")),
        ("g3-e3xe2", written("g3", "e3", "e2")),
        ("g3-e3xe2xe4", written("g3", "e3", "e2 e4")),
        ("g3-e3xe4xe2", written("g3", "e3", "e2 e4")),
        ("g3-e3xe2/e4", written("g3", "e3", "e2 e4")),
        ("g3-e3xe2xe2", written("g3", "e3", "e2")),
        ("a2-a10xa1xa11xk10", written("a2", "a10", "a1 a11 k10")),
        ("D1-D4", written("d1", "d4")),
        ("G3-E3xE2", written("g3", "e3", "e2")),
        ("G3-E3XE2", written("g3", "e3", "e2")),
    ],
)
def test_this_text_is_this_move(text: str, expected: WrittenMove) -> None:
    assert parse_move(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "d1",
        "d1-",
        "-d4",
        "d1d4",
        "d1 d4",
        "d1:d4",
        "d1-d12",
        "d1-d0",
        "d1-l4",
        "d01-d4",
        "d1-d4x",
        "d1-d4xx2",
        "d1-d4e2",
        "d1-d4xe2x",
        "d1-d4xe12",
        " d1-d4",
        "d1-d4 ",
        "d1-d4\n",
        "d1-d4-d5",
        "timeout",
        "d¹-d4",
        "d1-d٤",
    ],
)
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_move(text)
    assert str(raised.value) == f"expected a move such as d1-d4 or g3-e3xe2, got {text!r}"


def test_a_long_text_is_quoted_in_part() -> None:
    with pytest.raises(NotationError, match=r"got 'a{40}'$"):
        parse_move("a" * 10_000)


def test_captures_are_written_in_square_order() -> None:
    move = written("g3", "e3", "e10 a2 k1 e2")
    assert write_move(move.move, move.captured) == "g3-e3xk1xa2xe2xe10"


@given(squares, squares, st.frozensets(squares, max_size=12))
def test_a_move_that_is_written_reads_back_as_the_same_move(
    origin: int, target: int, captured: frozenset[int]
) -> None:
    move, bits = Move(origin, target), bits_of(*captured)
    assert parse_move(write_move(move, bits)) == WrittenMove(move, bits)


def as_drawn(drawing: str, *moves: str) -> Game:
    """Return the game of a drawing as it is drawn: text has no symmetries."""
    return played(SYMMETRIES[0], drawing, *moves)


def test_a_ply_is_written_with_all_it_captured() -> None:
    drawing = """
        .....K.....
        .....A.....
        ...AA.AA...
        ..ADD.DDA.."""
    assert write_ply(as_drawn(drawing, "f3-f1").plies[-1]) == "f3-f1xd1xe1xg1xh1"


def test_the_capture_of_the_king_is_not_marked() -> None:
    drawing = """
        ...A.......
        ..AKA......
        ...........
        ...A......."""
    assert write_ply(as_drawn(drawing, "d1-d2").plies[-1]) == "d1-d2"
