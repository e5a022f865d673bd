"""Pieces that stand between squares: set down askew by a hand, or nudged by a sleeve."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from controller.rules.geometry import SQUARE_NAMES, parse_square, squares_of
from controller.rules.pieces import Piece
from simulators.table.start import start_pieces
from simulators.table.tabletop import PhysicalPiece, Tabletop
from tests.board_driver import COPENHAGEN

START = start_pieces(COPENHAGEN)
ids = st.one_of(st.integers(0, 5), st.integers(0, 40))
places = st.one_of(st.integers(3, 7), st.integers(-2, 12), st.floats(-3, 13))


def a_table(**pieces: Piece) -> Tabletop:
    return Tabletop({parse_square(name): kind for name, kind in pieces.items()})


def felt(table: Tabletop) -> set[str]:
    return {SQUARE_NAMES[square] for square in squares_of(table.occupied())}


def test_a_piece_can_be_set_down_off_the_middle_of_a_square() -> None:
    table = a_table(d1=Piece.ATTACKER)
    table.grab("hand", 0)
    table.set_down("hand", 3.25, 1.5)
    assert table.pieces == (PhysicalPiece(0, Piece.ATTACKER, 3.25, 1.5, in_tray=False),)
    assert felt(table) == set()


def test_a_slid_piece_is_set_down_where_it_was_stopped() -> None:
    table = a_table(d1=Piece.ATTACKER, d4=Piece.DEFENDER)
    table.grab("hand", 0, slide=True)
    table.set_down("hand", 3.0, 3.0)
    slid = table.pieces[0]
    assert (slid.held_by, slid.x, 2.0 <= slid.y <= 2.2) == (None, 3.0, True)


def test_a_piece_set_down_on_another_goes_back_and_one_set_down_off_the_board_to_the_tray() -> None:
    table = a_table(d1=Piece.ATTACKER, d4=Piece.DEFENDER)
    before = table.pieces
    table.grab("hand", 0)
    table.set_down("hand", 3.0, 2.5)
    assert table.pieces == before
    table.grab("hand", 0)
    table.set_down("hand", 3.0, -0.6)
    assert table.pieces == (PhysicalPiece(0, Piece.ATTACKER), before[1])


def test_an_empty_hand_sets_nothing_down() -> None:
    table = a_table(d1=Piece.ATTACKER)
    before = table.pieces
    table.set_down("hand", 5.0, 5.0)
    assert table.pieces == before


def test_a_nudged_piece_moves_a_little_and_is_felt_where_it_is_then() -> None:
    table = a_table(d1=Piece.ATTACKER)
    assert felt(table) == {"d1"}
    table.nudge(0, 0.5, 0.25)
    assert table.pieces == (PhysicalPiece(0, Piece.ATTACKER, 3.5, 0.25, in_tray=False),)
    assert felt(table) == set()
    table.nudge(0, 0.5, -0.25)
    assert felt(table) == {"e1"}


def test_a_nudged_piece_stops_at_another_and_at_the_edge_of_the_board() -> None:
    table = a_table(d1=Piece.ATTACKER, e1=Piece.DEFENDER)
    table.nudge(0, 0.9, 0.0)
    assert 3.0 <= table.pieces[0].x <= 3.2
    table.nudge(1, 0.0, -2.0)
    assert table.pieces[1] == PhysicalPiece(1, Piece.DEFENDER, 4, -0.5, in_tray=False)


def test_a_piece_that_does_not_stand_free_cannot_be_nudged() -> None:
    table = a_table(a1=Piece.ATTACKER, d1=Piece.ATTACKER, g1=Piece.ATTACKER)
    table.arrange({parse_square("d1"): Piece.ATTACKER, parse_square("g1"): Piece.ATTACKER})
    table.grab("left", 1)
    table.grab("right", 2, slide=True)
    before = table.pieces
    for piece in (-1, 0, 1, 2, 3):
        table.nudge(piece, 0.1, 0.1)
    assert table.pieces == before


askew = st.lists(
    st.one_of(
        st.tuples(st.just("nudge"), ids, st.floats(-1, 1), st.floats(-1, 1)),
        st.tuples(st.just("set_down"), ids, places, places),
    ),
    max_size=20,
)


@given(askew)
def test_pieces_between_squares_keep_their_distance_and_stay_on_the_board(
    done: list[tuple[str, int, float, float]],
) -> None:
    table = Tabletop(START)
    for action, piece, x, y in done:
        if action == "nudge":
            table.nudge(piece, x, y)
        else:
            table.grab("hand", piece)
            table.set_down("hand", x, y)
    on_board = [piece for piece in table.pieces if piece.stands]
    for one, other in combinations(on_board, 2):
        assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= 0.75**2, (one, other)
    assert all(-0.5 <= place <= 10.5 for piece in on_board for place in (piece.x, piece.y))
    assert all(piece.held_by is None for piece in table.pieces)
