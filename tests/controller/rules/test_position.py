"""Positions as values, with text in and out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.geometry import SQUARE_COUNT, bits_of
from controller.rules.pieces import Piece, Side
from controller.rules.position import Position, parse_diagram
from tests.symmetry import named

START = """
...AAAAA...
.....A.....
...........
A....D....A
A...DDD...A
AA.DDKDD.AA
A...DDD...A
A....D....A
...........
.....A.....
...AAAAA...
"""
ATTACKERS = "d1 e1 f1 g1 h1 f2 a4 k4 a5 k5 a6 b6 j6 k6 a7 k7 a8 k8 f10 d11 e11 f11 g11 h11"
DEFENDERS = "f4 e5 f5 g5 d6 e6 g6 h6 e7 f7 g7 f8"


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw any position with a king."""
    squares = draw(st.permutations(range(SQUARE_COUNT)))
    attackers, defenders = draw(st.integers(0, 60)), draw(st.integers(0, 60))
    return Position(
        bits_of(*squares[1 : 1 + attackers]),
        bits_of(*squares[1 + attackers : 1 + attackers + defenders]),
        1 << squares[0],
        draw(st.sampled_from(Side)),
    )


def test_a_diagram_is_read_from_rank_11_down() -> None:
    expected = Position(
        bits_of(*named(ATTACKERS)),
        bits_of(*named(DEFENDERS)),
        bits_of(*named("f6")),
        Side.ATTACKERS,
    )
    assert parse_diagram(START) == expected


def test_space_around_and_between_the_lines_of_a_diagram_does_not_count() -> None:
    spaced = "\n\n".join(f"   {line}  " for line in START.split())
    assert parse_diagram(spaced) == parse_diagram(START)


@given(positions())
def test_a_diagram_that_is_written_reads_back_as_the_same_position(position: Position) -> None:
    assert parse_diagram(position.diagram(), position.to_move) == position


@given(positions())
def test_every_square_holds_what_the_boards_say(position: Position) -> None:
    for square in range(SQUARE_COUNT):
        piece = position.piece_at(square)
        bits = (position.attackers, position.defenders, position.king, position.occupied)
        has = tuple(bool(board >> square & 1) for board in bits)
        held = (piece is Piece.ATTACKER, piece is Piece.DEFENDER, piece is Piece.KING)
        assert has == (*held, piece is not None)


@given(positions(), st.integers(0, (1 << SQUARE_COUNT) - 1))
def test_a_masked_position_holds_the_same_pieces_on_some_squares_alone(
    position: Position, squares: int
) -> None:
    masked = position.masked(squares)
    for square in range(SQUARE_COUNT):
        expected = position.piece_at(square) if squares >> square & 1 else None
        assert masked.piece_at(square) == expected
    assert masked.to_move is position.to_move


def test_the_king_is_one_of_the_defenders_side() -> None:
    position = parse_diagram(START)
    assert position.of(Side.ATTACKERS) == position.attackers
    assert position.of(Side.DEFENDERS) == position.defenders | position.king
    assert Piece.KING.side is Piece.DEFENDER.side is Side.DEFENDERS
    assert Piece.ATTACKER.side is Side.ATTACKERS


def test_each_side_is_the_other_of_the_other() -> None:
    assert (Side.ATTACKERS.other, Side.DEFENDERS.other) == (Side.DEFENDERS, Side.ATTACKERS)


@pytest.mark.parametrize(
    ("diagram", "complaint"),
    [
        ("", "expected 11 lines, rank 11 first, got 0"),
        ("...........\n" * 12, "expected 11 lines, rank 11 first, got 12"),
        (START.replace(".....A.....", ".....A....", 1), "rank 10: expected 11 letters, got 10"),
        (START.replace("AA.DDK", "AA.DDDK"), "rank 6: expected 11 letters, got 12"),
        (START.replace("DKD", "DkD"), "f6: expected A, D, K or ., got 'k'"),
        (START.replace("A....D....A", "X....D....A", 1), "a8: expected A, D, K or ., got 'X'"),
        (START.replace("DKD", "DDD"), "expected one king, got 0"),
        (START.replace("DKD", "KKK"), "expected one king, got 3"),
    ],
)
def test_a_diagram_that_shows_no_position_is_refused(diagram: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=r"expected") as raised:
        parse_diagram(diagram)
    assert str(raised.value) == complaint
