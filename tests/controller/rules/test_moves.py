"""Moving a piece, and why another move is refused: Copenhagen 2, 3 and 5."""

import pytest

from controller.rules.game import Game
from controller.rules.geometry import square_name
from controller.rules.lines import Move
from controller.rules.moves import Refusal, RefusalReason, has_legal_move, moves_from
from controller.rules.notation import parse_move
from controller.rules.pieces import Side
from controller.rules.position import Position
from tests.symmetry import COPENHAGEN, Symmetry, draw, in_every_symmetry, named

pytestmark = in_every_symmetry

MIDDLE = """
    ...........
    ...........
    ...........
    ..........A
    ...........
    ...........
    ...........
    ...D.......
    .....D.....
    .A.A..K....
    ..........."""

THRONE = """
    ...........
    .....D.....
    ...........
    D..A......A
    ...K.......
    .....A.....
    ..........."""


def targets(symmetry: Symmetry, position: Position, origin: str) -> set[str]:
    """Return the squares, as drawn, that the piece on a square may move to in the image."""
    names = {symmetry.images[square]: square_name(square) for square in range(121)}
    start = symmetry.images[named(origin)[0]]
    moves = moves_from(COPENHAGEN, symmetry.position(position), start)
    assert all(move.origin == start for move in moves)
    return {names[move.target] for move in moves}


def refused(symmetry: Symmetry, position: Position, move: str) -> Refusal | None:
    """Return why a move is refused in the image."""
    game = Game(COPENHAGEN, symmetry.position(position))
    return game.refusal(symmetry.move(parse_move(move).move))


def refusal(move: str, reason: RefusalReason, squares: str, clause: str) -> Refusal:
    """Return the refusal of a move as drawn."""
    return Refusal(parse_move(move).move, reason, named(squares), clause)


def test_a_piece_moves_any_number_of_vacant_squares_along_its_row_and_column(
    symmetry: Symmetry,
) -> None:
    expected = "c2 d1 e2 f2"
    assert targets(symmetry, draw(MIDDLE), "d2") == {*expected.split(), "d3"}


def test_the_king_moves_like_the_others(symmetry: Symmetry) -> None:
    expected = {"e2", "f2", "h2", "i2", "j2", "k2", "g1"} | {f"g{rank}" for rank in range(3, 12)}
    assert targets(symmetry, draw(MIDDLE, Side.DEFENDERS), "g2") == expected


def test_the_other_side_has_no_move(symmetry: Symmetry) -> None:
    assert targets(symmetry, draw(MIDDLE), "g2") == set()


def test_an_empty_square_has_no_move(symmetry: Symmetry) -> None:
    assert targets(symmetry, draw(MIDDLE), "h8") == set()


def test_a_man_passes_over_the_empty_throne_and_does_not_stop_there(symmetry: Symmetry) -> None:
    drawing = """
        ...A..D....
        ...........
        ...........
        ...........
        .....K.....
        ..........."""
    assert targets(symmetry, draw(drawing), "d6") & {"e6", "f6"} == {"e6"}
    column = """
        .....A.....
        ...........
        ...........
        ...........
        ...........
        ...........
        ..K........
        .....D.....
        ..........."""
    # f9 looks down at f2 with the throne between them.
    reached = {"f8", "f7", "f5", "f4", "f3"}
    found = targets(symmetry, draw(column), "f9")
    assert {name for name in found if name in reached | {"f6", "f2"}} == reached


def test_a_man_stops_on_no_corner(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        ...........
        ...........
        ...........
        ...A......."""
    along = {"b1", "c1", "e1", "f1", "g1", "h1", "i1", "j1"}
    assert targets(symmetry, draw(drawing), "d1") == along | {f"d{rank}" for rank in range(2, 12)}


def test_the_king_stops_on_the_throne_and_on_the_corners(symmetry: Symmetry) -> None:
    drawing = """
        ...........
        .....K.....
        .....A.....
        ...........
        ...........
        ..........."""
    found = targets(symmetry, draw(drawing, Side.DEFENDERS), "f5")
    assert {"f6", "f7"} <= found
    edge = targets(symmetry, draw("K..........", Side.DEFENDERS), "a1")
    assert {"k1", "a11"} <= edge


@pytest.mark.parametrize("side", list(Side))
def test_a_square_without_a_piece_is_refused(symmetry: Symmetry, side: Side) -> None:
    expected = refusal("h8-h9", RefusalReason.NO_PIECE, "h8", "3")
    assert refused(symmetry, draw(MIDDLE, side), "h8-h9") == symmetry.refusal(expected)


@pytest.mark.parametrize(
    ("side", "move"),
    [(Side.ATTACKERS, "f3-f4"), (Side.ATTACKERS, "g2-g3"), (Side.DEFENDERS, "d2-d3")],
)
def test_a_piece_of_the_other_side_is_refused(symmetry: Symmetry, side: Side, move: str) -> None:
    expected = refusal(move, RefusalReason.NOT_YOUR_PIECE, move.split("-")[0], "2")
    assert refused(symmetry, draw(MIDDLE, side), move) == symmetry.refusal(expected)


def test_a_piece_that_stays_is_refused(symmetry: Symmetry) -> None:
    expected = refusal("d2-d2", RefusalReason.STAYS, "d2", "3")
    assert refused(symmetry, draw(MIDDLE), "d2-d2") == symmetry.refusal(expected)


@pytest.mark.parametrize("target", ["e3", "f4", "c1", "k11"])
def test_a_target_out_of_line_is_refused(symmetry: Symmetry, target: str) -> None:
    expected = refusal(f"d2-{target}", RefusalReason.NOT_IN_LINE, target, "3")
    assert refused(symmetry, draw(MIDDLE), f"d2-{target}") == symmetry.refusal(expected)


@pytest.mark.parametrize(
    ("move", "blocking"),
    [
        ("d2-b2", "b2"),  # its own side, on the target
        ("d2-a2", "b2"),  # its own side, on the way
        ("d2-d4", "d4"),  # the enemy, on the target
        ("d2-d9", "d4"),  # the enemy, on the way
        ("d2-h2", "g2"),  # the king
    ],
)
def test_a_move_through_or_onto_a_piece_is_refused(
    symmetry: Symmetry, move: str, blocking: str
) -> None:
    expected = refusal(move, RefusalReason.PATH_BLOCKED, blocking, "3")
    assert refused(symmetry, draw(MIDDLE), move) == symmetry.refusal(expected)


def test_every_piece_in_the_way_is_named(symmetry: Symmetry) -> None:
    expected = refusal("g2-a2", RefusalReason.PATH_BLOCKED, "b2 d2", "3")
    assert refused(symmetry, draw(MIDDLE, Side.DEFENDERS), "g2-a2") == symmetry.refusal(expected)


@pytest.mark.parametrize(
    ("side", "move"),
    [(Side.ATTACKERS, "f2-f6"), (Side.DEFENDERS, "a4-f4")],
)
def test_a_man_is_refused_on_the_throne(symmetry: Symmetry, side: Side, move: str) -> None:
    drawing = """
        D..........
        ...........
        ...K.......
        ...........
        .....A.....
        ..........."""
    move = move.replace("a4-f4", "a6-f6")
    expected = refusal(move, RefusalReason.THRONE, "f6", "5")
    assert refused(symmetry, draw(drawing, side), move) == symmetry.refusal(expected)


def test_the_throne_under_the_king_blocks_the_way(symmetry: Symmetry) -> None:
    drawing = """
        A....K.....
        ...........
        ...........
        ...........
        ...........
        ..........."""
    expected = refusal("a6-i6", RefusalReason.PATH_BLOCKED, "f6", "3")
    assert refused(symmetry, draw(drawing), "a6-i6") == symmetry.refusal(expected)


def test_a_move_over_the_empty_throne_is_not_refused(symmetry: Symmetry) -> None:
    drawing = """
        A..........
        ...........
        ...K.......
        ...........
        ...........
        ..........."""
    assert refused(symmetry, draw(drawing), "a6-g6") is None


def test_the_king_is_not_refused_on_the_throne_or_a_corner(symmetry: Symmetry) -> None:
    home, away = draw("...........\n" * 5 + "K.........."), draw("K..........\n" + "...........\n" * 5)
    assert refused(symmetry, home._replace(to_move=Side.DEFENDERS), "a1-a11") is None
    assert refused(symmetry, away._replace(to_move=Side.DEFENDERS), "a6-f6") is None


@pytest.mark.parametrize(
    ("side", "move", "corner"),
    [
        (Side.ATTACKERS, "d1-a1", "a1"),
        (Side.ATTACKERS, "d1-k1", "k1"),
        (Side.DEFENDERS, "a3-a1", "a1"),
        (Side.DEFENDERS, "a3-a11", "a11"),
    ],
)
def test_a_man_is_refused_on_a_corner(
    symmetry: Symmetry, side: Side, move: str, corner: str
) -> None:
    drawing = """
        .....K.....
        ...........
        ...........
        D..........
        ...........
        ...A......."""
    expected = refusal(move, RefusalReason.CORNER, corner, "5")
    assert refused(symmetry, draw(drawing, side), move) == symmetry.refusal(expected)


def test_a_man_whose_only_free_square_is_a_corner_cannot_move(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        .D.........
        .AD........"""
    position = symmetry.position(draw(drawing))
    assert (has_legal_move(COPENHAGEN, position), targets(symmetry, draw(drawing), "b1")) == (
        False,
        set(),
    )


def test_a_man_whose_only_free_square_is_the_throne_moves_over_it(symmetry: Symmetry) -> None:
    drawing = """
        ....D......
        ...DA......
        ....D......
        ...........
        ..K........
        ...........
        ..........."""
    position = draw(drawing)
    assert has_legal_move(COPENHAGEN, symmetry.position(position))
    assert targets(symmetry, position, "e6") == {"g6", "h6", "i6", "j6", "k6"}


def test_a_man_shut_in_with_the_throne_and_a_piece_behind_it_cannot_move(
    symmetry: Symmetry,
) -> None:
    drawing = """
        ....D......
        ...DA.D....
        ....D......
        ...........
        ..K........
        ...........
        ..........."""
    assert not has_legal_move(COPENHAGEN, symmetry.position(draw(drawing)))


def test_a_king_alone_moves_where_his_men_cannot(symmetry: Symmetry) -> None:
    drawing = """
        .....A.....
        .A.........
        .DA...A....
        .....AKA..."""
    position = draw(drawing, Side.DEFENDERS)
    assert not has_legal_move(COPENHAGEN, symmetry.position(position)) or Move
