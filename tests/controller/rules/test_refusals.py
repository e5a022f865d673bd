"""Why a move is refused: Copenhagen 2, 3 and 5."""

import pytest

from controller.notation.moves import parse_move
from controller.rules.game import Game
from controller.rules.moves import Refusal, RefusalReason
from controller.rules.pieces import Side
from controller.rules.position import Position
from tests.symmetry import COPENHAGEN, Symmetry, draw, in_every_symmetry, named, played

pytestmark = in_every_symmetry

MIDDLE = """
    ..........A
    ...........
    ...........
    ...........
    ...D.......
    .....D.....
    .A.A..K....
    ..........."""

THRONE_AND_CORNERS = """
    D..........
    ...........
    ...K.......
    ...........
    .....A.....
    ..........."""


def refused(symmetry: Symmetry, position: Position, move: str) -> Refusal | None:
    """Return why a move is refused in the image."""
    game = Game(COPENHAGEN, symmetry.position(position))
    return game.refusal(symmetry.move(parse_move(move).move))


def refusal(move: str, reason: RefusalReason, squares: str, clause: str) -> Refusal:
    """Return the refusal of a move as drawn."""
    return Refusal(parse_move(move).move, reason, named(squares), clause)


@pytest.mark.parametrize("side", list(Side))
def test_a_square_without_a_piece_is_refused(symmetry: Symmetry, side: Side) -> None:
    expected = refusal("h8-h9", RefusalReason.NO_PIECE, "h8", "3")
    assert refused(symmetry, draw(MIDDLE, side), "h8-h9") == symmetry.refusal(expected)


@pytest.mark.parametrize(
    ("side", "move", "origin"),
    [
        (Side.ATTACKERS, "f3-f4", "f3"),
        (Side.ATTACKERS, "g2-g3", "g2"),
        (Side.DEFENDERS, "d2-d3", "d2"),
    ],
)
def test_a_piece_of_the_other_side_is_refused(
    symmetry: Symmetry, side: Side, move: str, origin: str
) -> None:
    expected = refusal(move, RefusalReason.NOT_YOUR_PIECE, origin, "2")
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
    [(Side.ATTACKERS, "f2-f6"), (Side.DEFENDERS, "a6-f6")],
)
def test_a_man_is_refused_on_the_throne(symmetry: Symmetry, side: Side, move: str) -> None:
    expected = refusal(move, RefusalReason.THRONE, "f6", "5")
    assert refused(symmetry, draw(THRONE_AND_CORNERS, side), move) == symmetry.refusal(expected)


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


@pytest.mark.parametrize(
    ("side", "move"),
    [(Side.ATTACKERS, "f2-f7"), (Side.DEFENDERS, "a6-g6"), (Side.DEFENDERS, "a6-k6")],
)
def test_a_move_over_the_empty_throne_is_not_refused(
    symmetry: Symmetry, side: Side, move: str
) -> None:
    assert refused(symmetry, draw(THRONE_AND_CORNERS, side), move) is None


@pytest.mark.parametrize(
    ("drawing", "move"),
    [
        ("K..........", "a1-a11"),
        ("K..........", "a1-k1"),
        ("...K.......\n" + "...........\n" * 5, "d6-f6"),
        ("...K.......\n" + "...........\n" * 5, "d6-g6"),
    ],
)
def test_the_king_is_not_refused_on_the_throne_or_a_corner(
    symmetry: Symmetry, drawing: str, move: str
) -> None:
    assert refused(symmetry, draw(drawing, Side.DEFENDERS), move) is None


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


def test_a_piece_of_the_other_side_is_refused_before_its_way_is_looked_at(
    symmetry: Symmetry,
) -> None:
    expected = refusal("g2-g2", RefusalReason.NOT_YOUR_PIECE, "g2", "2")
    assert refused(symmetry, draw(MIDDLE), "g2-g2") == symmetry.refusal(expected)


def test_a_blocked_way_to_a_corner_is_refused_as_blocked(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        .D.A......."""
    expected = refusal("d1-a1", RefusalReason.PATH_BLOCKED, "b1", "3")
    assert refused(symmetry, draw(drawing), "d1-a1") == symmetry.refusal(expected)


@pytest.mark.parametrize("move", ["a11-b11", "f5-f4", "h8-h9", "a1-a1"])
def test_every_move_is_refused_when_the_game_is_over(symmetry: Symmetry, move: str) -> None:
    over = played(symmetry, "K..........\n..........A", "a2-a1")
    expected = refusal(move, RefusalReason.GAME_OVER, "", "6a")
    assert over.refusal(symmetry.move(expected.move)) == symmetry.refusal(expected)
    assert over.legal_moves() == []
