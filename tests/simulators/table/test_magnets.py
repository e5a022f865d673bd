"""What sensors feel of magnets: strong in the middle, weak at the border, gone when lifted."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.geometry import SIZE, SQUARE_NAMES, parse_square
from controller.rules.pieces import Piece
from simulators.table.magnets import WEAK, Magnets, reach
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop
from tests.board_driver import COPENHAGEN

F6 = parse_square("f6")


def a_table(**pieces: Piece) -> Tabletop:
    return Tabletop({parse_square(name): kind for name, kind in pieces.items()})


def felt(magnets: Magnets) -> dict[str, float]:
    """Return the field of the squares that feel any, in hundredths."""
    named = zip(SQUARE_NAMES, magnets.field, strict=True)
    return {name: round(field, 2) for name, field in named if field}


def test_the_field_of_a_dipole_falls_ever_faster_with_the_distance() -> None:
    tenths = [round(reach(tenth / 10, 0.0), 3) for tenth in range(11)]
    assert tenths == [1.0, 0.8, 0.476, 0.262, 0.149, 0.089, 0.057, 0.038, 0.027, 0.019, 0.014]
    assert reach(0.3, 0.4) == pytest.approx(reach(0.5, 0.0))


def test_a_piece_is_felt_by_the_nine_squares_around_it() -> None:
    magnets = Magnets(a_table(f6=Piece.ATTACKER))
    cross, diagonal = dict.fromkeys(("e6", "g6", "f5", "f7"), 0.01), ("e5", "g5", "e7", "g7")
    assert felt(magnets) == {"f6": 1.0} | cross | dict.fromkeys(diagonal, 0.01)


def test_attackers_show_one_pole_and_defenders_and_a_stronger_king_the_other() -> None:
    magnets = Magnets(a_table(a1=Piece.ATTACKER, f6=Piece.DEFENDER, k11=Piece.KING))
    middles = {name: felt(magnets)[name] for name in ("a1", "f6", "k11")}
    assert middles == {"a1": 1.0, "f6": -1.0, "k11": -1.6}


def test_a_weak_magnet_is_half_as_strong() -> None:
    magnets = Magnets(a_table(a1=Piece.ATTACKER, k11=Piece.KING), {1: WEAK})
    assert (felt(magnets)["a1"], felt(magnets)["k11"]) == (1.0, -0.8)


def test_opposite_poles_on_both_sides_cancel_out() -> None:
    magnets = Magnets(a_table(e6=Piece.ATTACKER, g6=Piece.DEFENDER))
    assert magnets.field[F6] == 0.0


def test_a_lifted_piece_is_not_felt_and_a_sliding_one_is() -> None:
    table = a_table(f6=Piece.ATTACKER)
    magnets = Magnets(table)
    table.grab("hand", 0)
    magnets.feel()
    assert felt(magnets) == {}
    table.set_down("hand", 5.5, 5.0)
    table.grab("hand", 0, slide=True)
    magnets.feel()
    assert (felt(magnets)["f6"], felt(magnets)["g6"]) == (0.09, 0.09)


def test_only_squares_around_what_moved_have_changed_and_only_once() -> None:
    table = a_table(a1=Piece.ATTACKER, k11=Piece.KING)
    magnets = Magnets(table)
    assert magnets.feel() == ()
    table.nudge(0, 0.1, 0.0)
    changed = {SQUARE_NAMES[square] for square in magnets.feel()}
    assert changed == {"a1", "b1", "a2", "b2"}
    assert magnets.feel() == ()


def test_a_piece_that_is_put_where_it_stands_changes_nothing() -> None:
    table = Tabletop(start_pieces(COPENHAGEN))
    magnets = Magnets(table)
    table.arrange(start_pieces(COPENHAGEN))
    assert not magnets.feel()


@given(st.lists(st.tuples(st.integers(0, 36), st.floats(-2, 12), st.floats(-2, 12)), max_size=20))
def test_the_way_that_pieces_came_leaves_no_trace(
    moves: list[tuple[int, float, float]],
) -> None:
    table = Tabletop(start_pieces(COPENHAGEN))
    magnets = Magnets(table)
    for piece, x, y in moves:
        table.grab("hand", piece)
        table.set_down("hand", x, y)
        magnets.feel()
    assert magnets.field == Magnets(table).field


def test_eight_neighbours_of_one_pole_are_weaker_than_a_piece_at_the_border() -> None:
    around = [F6 + SIZE * up + across for up in (-1, 0, 1) for across in (-1, 0, 1)]
    table = Tabletop(dict.fromkeys(around, Piece.DEFENDER) | {F6 + 1: Piece.KING})
    table.grab("hand", around.index(F6))
    magnets = Magnets(table)
    assert round(-magnets.field[F6], 3) == 0.087
    assert -magnets.field[F6] < reach(0.5, 0.0)


def test_between_two_squares_a_piece_is_felt_alike_by_both() -> None:
    table = a_table(f6=Piece.ATTACKER)
    magnets = Magnets(table)
    here, there = [], []
    for _ in range(11):
        here.append(magnets.field[F6])
        there.append(magnets.field[F6 + 1])
        table.nudge(0, 0.1, 0.0)
        magnets.feel()
    assert here == pytest.approx(there[::-1])
    assert all(before > after for before, after in pairwise(here))
