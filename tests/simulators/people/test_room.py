"""A piece has room where no other stands within the distance that hands keep, on the board."""

import pytest

from controller.rules.pieces import Piece
from simulators.people.room import crowds, is_crowded, square_aside, stands_askew
from simulators.table.tabletop import PhysicalPiece


def piece(x: float, y: float, *, raised: bool = False, in_tray: bool = False) -> PhysicalPiece:
    return PhysicalPiece(7, Piece.ATTACKER, x, y, in_tray=in_tray, raised=raised)


def test_a_piece_stands_askew_off_the_middle_of_its_square_on_the_board_alone() -> None:
    assert stands_askew(piece(4.2, 5.0))
    assert stands_askew(piece(4.0, 4.9))
    assert not stands_askew(piece(4.0, 5.0))
    assert not stands_askew(piece(4.2, 5.0, raised=True))
    assert not stands_askew(piece(4.2, 5.0, in_tray=True))


@pytest.mark.parametrize(("away", "is_near"), [(0.0, True), (0.8, True), (0.85, False)])
def test_a_piece_crowds_those_that_are_put_down_near_it(away: float, *, is_near: bool) -> None:
    assert crowds(piece(4.0, 5.0), 1, 4.0 + away, 5.0) is is_near
    assert crowds(piece(4.0, 5.0), 1, 4.0, 5.0 - away) is is_near


def test_a_piece_crowds_neither_itself_nor_from_the_tray() -> None:
    assert not crowds(piece(4.0, 5.0), 7, 4.0, 5.0)
    assert not crowds(piece(4.0, 5.0, in_tray=True), 1, 4.0, 5.0)


@pytest.mark.parametrize("place", [(-0.1, 5.0), (10.1, 5.0), (5.0, -0.1), (5.0, 10.1)])
def test_beyond_the_outer_squares_there_is_no_room(place: tuple[float, float]) -> None:
    assert is_crowded([], 1, *place)


def test_on_the_board_there_is_room_as_far_as_no_piece_crowds() -> None:
    assert not is_crowded([piece(4.0, 5.0)], 1, 0.0, 10.0)
    assert is_crowded([piece(0.0, 0.0), piece(4.0, 5.0)], 1, 4.5, 5.0)


def test_a_piece_is_pushed_to_the_nearest_square_that_is_not_the_taken_one() -> None:
    assert square_aside(4.4, 5.0, (4, 5)) == (5, 5)
    assert square_aside(4.4, 5.0, (5, 5)) == (4, 5)
    assert square_aside(0.1, 0.2, (0, 0)) == (0, 1)
