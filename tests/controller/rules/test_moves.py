"""Which moves are legal: Copenhagen 3, and 5 for the restricted squares."""

from hypothesis import given
from hypothesis import strategies as st

from controller.rules.geometry import SQUARE_COUNT, bits_of, square_name
from controller.rules.lines import MOVES, Move
from controller.rules.moves import has_legal_move, is_legal, legal_moves, moves_from, refusal
from controller.rules.pieces import Side
from controller.rules.position import Position
from tests.effort import examples
from tests.symmetry import COPENHAGEN, SYMMETRIES, Symmetry, draw, in_every_symmetry, named


def targets(symmetry: Symmetry, drawing: str, origin: str, to_move: Side) -> set[str]:
    """Return the squares, as drawn, where the piece on `origin` may go in the image."""
    names = {symmetry.images[square]: square_name(square) for square in range(SQUARE_COUNT)}
    start = symmetry.images[named(origin)[0]]
    moves = moves_from(COPENHAGEN, symmetry.position(draw(drawing, to_move)), start)
    assert {move.origin for move in moves} <= {start}
    return {names[move.target] for move in moves}


def can_move(symmetry: Symmetry, drawing: str, to_move: Side) -> bool:
    """Say whether a side has a move in the image of a drawing."""
    return has_legal_move(COPENHAGEN, symmetry.position(draw(drawing, to_move)))


MIDDLE = """
    ...D.......
    .....D.....
    .A.A..K....
    ..........."""


@in_every_symmetry
def test_a_man_moves_over_vacant_squares_of_his_row_and_column(symmetry: Symmetry) -> None:
    assert targets(symmetry, MIDDLE, "d2", Side.ATTACKERS) == {"c2", "d1", "d3", "e2", "f2"}


@in_every_symmetry
def test_the_king_moves_like_the_others(symmetry: Symmetry) -> None:
    row = {"e2", "f2", "h2", "i2", "j2", "k2"}
    column = {"g1", "g3", "g4", "g5", "g6", "g7", "g8", "g9", "g10", "g11"}
    assert targets(symmetry, MIDDLE, "g2", Side.DEFENDERS) == row | column


@in_every_symmetry
def test_a_piece_of_the_side_that_waits_has_no_moves(symmetry: Symmetry) -> None:
    assert targets(symmetry, MIDDLE, "g2", Side.ATTACKERS) == set()


@in_every_symmetry
def test_an_empty_square_has_no_moves(symmetry: Symmetry) -> None:
    assert targets(symmetry, MIDDLE, "h3", Side.ATTACKERS) == set()


@in_every_symmetry
def test_a_man_passes_over_the_empty_throne_and_does_not_stop_there(symmetry: Symmetry) -> None:
    drawing = """
        ...D.......
        ..DA....K..
        ...D.......
        ...........
        ...........
        ...........
        ..........."""
    assert targets(symmetry, drawing, "d6", Side.ATTACKERS) == {"e6", "g6", "h6"}


@in_every_symmetry
def test_a_man_does_not_pass_over_the_king_on_the_throne(symmetry: Symmetry) -> None:
    drawing = """
        ...D.......
        ..DA.K.....
        ...D.......
        ...........
        ...........
        ...........
        ..........."""
    assert targets(symmetry, drawing, "d6", Side.ATTACKERS) == {"e6"}


@in_every_symmetry
def test_the_king_returns_to_the_throne_and_passes_over_it(symmetry: Symmetry) -> None:
    drawing = """
        ...D.......
        ..DK....A..
        ...D.......
        ...........
        ...........
        ...........
        ..........."""
    assert targets(symmetry, drawing, "d6", Side.DEFENDERS) == {"e6", "f6", "g6", "h6"}


@in_every_symmetry
def test_a_man_stops_on_no_corner(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...D.......
        ...A......."""
    row = {"b1", "c1", "e1", "f1", "g1", "h1", "i1", "j1"}
    assert targets(symmetry, drawing, "d1", Side.ATTACKERS) == row


@in_every_symmetry
def test_the_king_stops_on_the_corners(symmetry: Symmetry) -> None:
    drawing = """
        ...D.......
        ...K......."""
    row = {"a1", "b1", "c1", "e1", "f1", "g1", "h1", "i1", "j1", "k1"}
    assert targets(symmetry, drawing, "d1", Side.DEFENDERS) == row


@in_every_symmetry
def test_a_man_whose_only_free_neighbour_is_a_corner_cannot_move(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        .D.........
        .AD........"""
    assert targets(symmetry, drawing, "b1", Side.ATTACKERS) == set()
    assert not can_move(symmetry, drawing, Side.ATTACKERS)


@in_every_symmetry
def test_a_man_whose_only_free_neighbour_is_the_throne_moves_over_it(symmetry: Symmetry) -> None:
    drawing = """
        ....D......
        ...DA...K..
        ....D......
        ...........
        ...........
        ...........
        ..........."""
    assert targets(symmetry, drawing, "e6", Side.ATTACKERS) == {"g6", "h6"}
    assert can_move(symmetry, drawing, Side.ATTACKERS)


@in_every_symmetry
def test_a_man_before_the_throne_with_a_piece_behind_it_cannot_move(symmetry: Symmetry) -> None:
    drawing = """
        ....D......
        ...DA.K....
        ....D......
        ...........
        ...........
        ...........
        ..........."""
    assert targets(symmetry, drawing, "e6", Side.ATTACKERS) == set()
    assert not can_move(symmetry, drawing, Side.ATTACKERS)


@in_every_symmetry
def test_the_king_moves_where_no_defender_can(symmetry: Symmetry) -> None:
    drawing = """
        .A....A....
        ADA..A.A...
        .A....K...."""
    assert targets(symmetry, drawing, "b2", Side.DEFENDERS) == set()
    assert can_move(symmetry, drawing, Side.DEFENDERS)


@in_every_symmetry
def test_a_king_shut_in_on_the_edge_cannot_move(symmetry: Symmetry) -> None:
    drawing = """
        ....A......
        ...AKA....."""
    assert not can_move(symmetry, drawing, Side.DEFENDERS)


@st.composite
def positions(draw_from: st.DrawFn) -> Position:
    """Draw any position at all, sparse or crowded, men on the restricted squares left out."""
    places = [s for s in range(SQUARE_COUNT) if s not in named("a1 k1 a11 k11 f6")]
    shuffled = draw_from(st.permutations(places))
    attackers, defenders = draw_from(st.integers(0, 80)), draw_from(st.integers(0, 30))
    king = draw_from(st.sampled_from([*shuffled[attackers + defenders :], *named("f6")]))
    return Position(
        bits_of(*shuffled[:attackers]),
        bits_of(*shuffled[attackers : attackers + defenders]),
        1 << king,
        draw_from(st.sampled_from(Side)),
    )


def slow_moves(position: Position) -> set[Move]:
    """Return the legal moves as the text of the rules tells them, a step at a time."""
    moves = set()
    for origin in range(SQUARE_COUNT):
        piece = position.piece_at(origin)
        if piece is None or piece.side is not position.to_move:
            continue
        for file_step, rank_step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            file, rank = origin % 11 + file_step, origin // 11 + rank_step
            while 0 <= file < 11 and 0 <= rank < 11 and not position.piece_at(11 * rank + file):
                restricted = (file, rank) == (5, 5) or {file, rank} <= {0, 10}
                if piece.letter == "K" or not restricted:
                    moves.add(Move(origin, 11 * rank + file))
                file, rank = file + file_step, rank + rank_step
    return moves


@given(positions())
def test_the_legal_moves_are_those_of_a_slow_walk_each_once(position: Position) -> None:
    moves = legal_moves(COPENHAGEN, position)
    assert (len(moves), set(moves)) == (len(set(moves)), slow_moves(position))


@given(positions())
@examples(25)
def test_a_move_is_legal_exactly_where_it_is_not_refused(position: Position) -> None:
    moves = [move for row in MOVES for move in row]
    allowed = {move for move in moves if refusal(COPENHAGEN, position, move) is None}
    assert set(legal_moves(COPENHAGEN, position)) == allowed
    assert {move for move in moves if is_legal(COPENHAGEN, position, move)} == allowed


@given(positions())
@examples(60)
def test_the_moves_of_a_position_are_those_of_its_squares(position: Position) -> None:
    by_square = [moves_from(COPENHAGEN, position, square) for square in range(SQUARE_COUNT)]
    moves = legal_moves(COPENHAGEN, position)
    assert sorted(move for moves in by_square for move in moves) == sorted(moves)
    assert has_legal_move(COPENHAGEN, position) == bool(moves)


@given(positions(), st.sampled_from(SYMMETRIES))
@examples(60)
def test_the_image_of_a_position_has_the_images_of_its_moves(
    position: Position, symmetry: Symmetry
) -> None:
    there = {symmetry.move(move) for move in legal_moves(COPENHAGEN, position)}
    assert set(legal_moves(COPENHAGEN, symmetry.position(position))) == there
