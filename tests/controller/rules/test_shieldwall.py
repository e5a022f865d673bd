"""Shieldwalls that capture: Copenhagen 4b."""

from controller.rules.pieces import Side
from tests.symmetry import (
    Symmetry,
    captures,
    custodial,
    draw,
    in_every_symmetry,
    played,
    shieldwall,
)

pytestmark = in_every_symmetry


def test_two_defenders_on_the_edge_are_captured_by_a_bracket_that_comes_along_it(
    symmetry: Symmetry,
) -> None:
    drawing = """
        .....K.....
        ...........
        ...AA......
        ..ADD...A.."""
    expected = symmetry.captures([shieldwall("d1 e1", by="c1 f1 d2 e2")])
    assert captures(symmetry, drawing, "i1-f1") == expected


def test_two_defenders_on_the_edge_are_captured_by_a_bracket_that_comes_to_it(
    symmetry: Symmetry,
) -> None:
    drawing = """
        .....K.....
        ..A........
        ...AA......
        ...DDA....."""
    expected = symmetry.captures([shieldwall("d1 e1", by="c1 f1 d2 e2")])
    assert captures(symmetry, drawing, "c3-c1") == expected


def test_two_attackers_on_the_edge_are_captured_by_defenders(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        ...DD......
        ..DAA...D.."""
    expected = symmetry.captures([shieldwall("d1 e1", by="c1 f1 d2 e2")])
    assert captures(symmetry, drawing, "i1-f1") == expected


def test_the_captured_row_leaves_the_board_and_nothing_else_does(symmetry: Symmetry) -> None:
    before = """
        .....K.....
        ...........
        ...AA......
        ..ADD...A.."""
    after = """
        .....K.....
        ...........
        ...AA......
        ..A..A....."""
    expected = symmetry.position(draw(after, Side.DEFENDERS))
    assert played(symmetry, before, "i1-f1").position == expected


def test_a_row_of_three_is_captured(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        ...AAA.....
        ..ADDD...A."""
    expected = symmetry.captures([shieldwall("d1 e1 f1", by="c1 g1 d2 e2 f2")])
    assert captures(symmetry, drawing, "j1-g1") == expected


def test_a_row_that_fills_the_edge_from_a_corner_is_captured(symmetry: Symmetry) -> None:
    drawing = """
        .........A.
        .....K.....
        .AAAAAAAA..
        .DDDDDDDD.."""
    expected = shieldwall("b1 c1 d1 e1 f1 g1 h1 i1", by="a1 j1 b2 c2 d2 e2 f2 g2 h2 i2")
    assert captures(symmetry, drawing, "j4-j1") == symmetry.captures([expected])


def test_a_corner_stands_in_for_a_bracket_against_defenders(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        .AA........
        .DD....A..."""
    expected = symmetry.captures([shieldwall("b1 c1", by="a1 d1 b2 c2")])
    assert captures(symmetry, drawing, "h1-d1") == expected


def test_a_corner_stands_in_for_a_bracket_against_attackers(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        .DD........
        .AA....D..."""
    expected = symmetry.captures([shieldwall("b1 c1", by="a1 d1 b2 c2")])
    assert captures(symmetry, drawing, "h1-d1") == expected


def test_the_king_takes_part_by_moving_to_a_bracket(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        ...DD......
        ..DAA......"""
    expected = symmetry.captures([shieldwall("d1 e1", by="c1 f1 d2 e2")])
    assert captures(symmetry, drawing, "f4-f1") == expected


def test_the_king_takes_part_as_the_bracket_that_waits(symmetry: Symmetry) -> None:
    drawing = """
        ...........
        ...........
        ...DD......
        ..KAA...D.."""
    expected = symmetry.captures([shieldwall("d1 e1", by="c1 f1 d2 e2")])
    assert captures(symmetry, drawing, "i1-f1") == expected


def test_the_king_takes_part_in_front_of_the_row(symmetry: Symmetry) -> None:
    drawing = """
        ...........
        ...........
        ...DK......
        ..DAA...D.."""
    expected = symmetry.captures([shieldwall("d1 e1", by="c1 f1 d2 e2")])
    assert captures(symmetry, drawing, "i1-f1") == expected


def test_a_king_at_the_end_of_the_row_is_spared_and_the_defender_taken(
    symmetry: Symmetry,
) -> None:
    drawing = """
        ...........
        ...........
        ...AA......
        ..AKD...A.."""
    game = played(symmetry, drawing, "i1-f1")
    expected = symmetry.captures([shieldwall("e1", by="c1 f1 d2 e2")])
    assert frozenset(game.plies[-1].captures) == expected
    assert game.position.king == game.start.king
    assert game.outcome is None


def test_a_king_next_to_the_bracket_that_comes_is_spared_and_the_defender_taken(
    symmetry: Symmetry,
) -> None:
    drawing = """
        ...........
        ...........
        ...AA......
        ..ADK...A.."""
    expected = symmetry.captures([shieldwall("d1", by="c1 f1 d2 e2")])
    assert captures(symmetry, drawing, "i1-f1") == expected


def test_a_king_in_the_middle_of_the_row_is_spared_and_both_defenders_taken(
    symmetry: Symmetry,
) -> None:
    drawing = """
        ...........
        ...........
        ...AAA.....
        ..ADKD...A."""
    expected = symmetry.captures([shieldwall("d1 f1", by="c1 g1 d2 e2 f2")])
    assert captures(symmetry, drawing, "j1-g1") == expected


def test_a_king_and_a_defender_are_bracketed_against_a_corner(symmetry: Symmetry) -> None:
    drawing = """
        ...........
        ...........
        .AA........
        .DK....A..."""
    expected = symmetry.captures([shieldwall("b1", by="a1 d1 b2 c2")])
    assert captures(symmetry, drawing, "h1-d1") == expected


def test_one_move_captures_a_row_on_either_side_of_it(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        .....A.....
        ...AA.AA...
        ..ADD.DDA.."""
    expected = [
        shieldwall("d1 e1", by="c1 f1 d2 e2"),
        shieldwall("g1 h1", by="f1 i1 g2 h2"),
    ]
    assert captures(symmetry, drawing, "f3-f1") == symmetry.captures(expected)


def test_one_move_captures_rows_up_to_both_corners(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        .....D.....
        .DDDD.DDDD.
        .AAAA.AAAA."""
    expected = [
        shieldwall("b1 c1 d1 e1", by="a1 f1 b2 c2 d2 e2"),
        shieldwall("g1 h1 i1 j1", by="f1 k1 g2 h2 i2 j2"),
    ]
    assert captures(symmetry, drawing, "f3-f1") == symmetry.captures(expected)


def test_a_shieldwall_comes_with_an_ordinary_capture_on_the_other_side(
    symmetry: Symmetry,
) -> None:
    drawing = """
        .....K.....
        .....A.....
        ...AA......
        ..ADD.DA..."""
    expected = [shieldwall("d1 e1", by="c1 f1 d2 e2"), custodial("g1", by="f1 h1")]
    assert captures(symmetry, drawing, "f3-f1") == symmetry.captures(expected)


def test_a_shieldwall_comes_with_an_ordinary_capture_in_front(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        .....A.....
        ...AAD.....
        ..ADD...A.."""
    expected = [shieldwall("d1 e1", by="c1 f1 d2 e2"), custodial("f2", by="f1 f3")]
    assert captures(symmetry, drawing, "i1-f1") == symmetry.captures(expected)


def test_a_piece_alone_on_the_edge_is_captured_the_ordinary_way_only(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        ...A.......
        ..AD....A.."""
    expected = symmetry.captures([custodial("d1", by="e1 c1")])
    assert captures(symmetry, drawing, "i1-e1") == expected


def test_a_king_that_reaches_a_corner_brackets_with_it(symmetry: Symmetry) -> None:
    drawing = """
        K..........
        ...........
        .DD........
        .AAD......."""
    expected = symmetry.captures([shieldwall("b1 c1", by="a1 d1 b2 c2")])
    assert captures(symmetry, drawing, "a4-a1") == expected


def test_a_row_is_captured_by_a_bracket_that_leaves_and_comes_back(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        ...AA......
        ..ADDA....."""
    expected = symmetry.captures([shieldwall("d1 e1", by="c1 f1 d2 e2")])
    assert captures(symmetry, drawing, "f1-g1", "f4-f5", "g1-f1") == expected
