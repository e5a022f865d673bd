"""Rows on the edge that no shieldwall captures: Copenhagen 4b, read to its letter."""

from tests.symmetry import (
    NO_CAPTURE,
    Symmetry,
    captures,
    custodial,
    in_every_symmetry,
    played,
    shieldwall,
)

pytestmark = in_every_symmetry


def test_closing_the_front_is_no_capture(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ....A......
        ...A.......
        ..ADDA....."""
    assert captures(symmetry, drawing, "e3-e2") == NO_CAPTURE


def test_a_row_shut_in_is_not_captured_by_a_move_elsewhere(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ....A.....A
        ...A.......
        ..ADDA....."""
    assert captures(symmetry, drawing, "e3-e2", "f4-f5", "k3-k2") == NO_CAPTURE


def test_a_defender_that_fills_a_bracketed_row_is_safe(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ....D......
        ...A.......
        ..AD.A....."""
    assert captures(symmetry, drawing, "e3-e1") == NO_CAPTURE


def test_a_row_with_an_empty_square_in_front_is_safe(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        ...A.......
        ..ADD...A.."""
    assert captures(symmetry, drawing, "i1-f1") == NO_CAPTURE


def test_a_row_with_its_own_piece_in_front_is_safe(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        ...AD......
        ..ADD...A.."""
    assert captures(symmetry, drawing, "i1-f1") == NO_CAPTURE


def test_a_row_with_its_own_king_in_front_is_safe(symmetry: Symmetry) -> None:
    drawing = """
        ...........
        ...........
        ...AK......
        ..ADD...A.."""
    assert captures(symmetry, drawing, "i1-f1") == NO_CAPTURE


def test_no_part_of_a_row_is_captured_where_one_member_has_nobody_in_front(
    symmetry: Symmetry,
) -> None:
    drawing = """
        .....K.....
        ...........
        ...AA......
        ..ADDD...A."""
    assert captures(symmetry, drawing, "j1-g1") == NO_CAPTURE


def test_an_open_front_beside_the_bracket_that_comes_saves_the_row(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        ....AA.....
        ..ADDD...A."""
    assert captures(symmetry, drawing, "j1-g1") == NO_CAPTURE


def test_a_row_that_is_open_at_its_far_end_is_safe(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        ...AA......
        ...DD...A.."""
    assert captures(symmetry, drawing, "i1-f1") == NO_CAPTURE


def test_a_row_with_a_gap_is_two_rows(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        ...AAAAA...
        ..ADD.DD.A."""
    assert captures(symmetry, drawing, "j1-i1") == NO_CAPTURE


def test_a_corner_is_too_far_to_bracket_across_an_empty_square(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        ..AA.......
        ..DD....A.."""
    assert captures(symmetry, drawing, "i1-e1") == NO_CAPTURE


def test_a_row_one_rank_from_the_edge_is_safe(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...AA......
        ..ADD...A..
        ..........."""
    assert captures(symmetry, drawing, "i2-f2") == NO_CAPTURE


def test_a_row_one_rank_from_the_edge_is_safe_with_enemies_on_both_its_faces(
    symmetry: Symmetry,
) -> None:
    drawing = """
        .....K.....
        ...AA......
        ..ADD...A..
        ...AA......"""
    assert captures(symmetry, drawing, "i2-f2") == NO_CAPTURE


def test_two_pieces_that_point_away_from_the_edge_are_no_row(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...A.......
        ..ADA......
        ..AD....A.."""
    expected = symmetry.captures([custodial("d1", by="e1 c1")])
    assert captures(symmetry, drawing, "i1-e1") == expected


def test_a_single_piece_is_not_captured_by_one_bracket_and_its_front(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        ...A.......
        ...D....A.."""
    assert captures(symmetry, drawing, "i1-e1") == NO_CAPTURE


def test_a_king_alone_is_not_captured_by_brackets_and_a_front(symmetry: Symmetry) -> None:
    drawing = """
        ...........
        ...........
        ...A.......
        ..AK....A.."""
    game = played(symmetry, drawing, "i1-e1")
    assert (frozenset(game.plies[-1].captures), game.position.king) == (
        NO_CAPTURE,
        game.start.king,
    )


def test_a_king_among_the_captives_needs_an_attacker_in_front_of_him_too(
    symmetry: Symmetry,
) -> None:
    drawing = """
        ...........
        ...........
        ...A.......
        ..ADK...A.."""
    assert captures(symmetry, drawing, "i1-f1") == NO_CAPTURE


def test_the_king_is_no_bracket_of_the_attackers(symmetry: Symmetry) -> None:
    drawing = """
        ...........
        ...........
        ....AA.....
        ...KDD...A."""
    assert captures(symmetry, drawing, "j1-g1") == NO_CAPTURE


def test_attackers_are_safe_with_an_empty_square_in_front(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        ....D......
        ..DAA...D.."""
    assert captures(symmetry, drawing, "i1-f1") == NO_CAPTURE


def test_a_row_of_the_movers_own_side_is_not_captured(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        ...AA......
        ..AAA...A.."""
    assert captures(symmetry, drawing, "i1-f1") == NO_CAPTURE


def test_only_the_bracketed_one_of_two_rows_is_captured(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        .....A.....
        ...AA.A....
        ..ADD.DDA.."""
    expected = symmetry.captures([shieldwall("d1 e1", by="c1 f1 d2 e2")])
    assert captures(symmetry, drawing, "f3-f1") == expected


def test_a_row_does_not_go_on_round_the_corner(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        A..........
        DAA........
        .DD....A..."""
    expected = symmetry.captures([shieldwall("b1 c1", by="a1 d1 b2 c2")])
    assert captures(symmetry, drawing, "h1-d1") == expected


def test_a_row_does_not_run_on_into_the_next_rank(symmetry: Symmetry) -> None:
    # In the order of squares k1 and a2 are neighbours; on the board they are not.
    drawing = """
        .....K.....
        AA.........
        D.......AA.
        .....A..DD."""
    expected = symmetry.captures([shieldwall("i1 j1", by="h1 k1 i2 j2")])
    assert captures(symmetry, drawing, "f1-h1") == expected
