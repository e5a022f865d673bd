"""Where what the board sees differs from a position."""

import pytest

from controller.recognition.sight import Sight
from hal.board import Poles
from tests.board_driver import COPENHAGEN
from tests.squares import squares

START = COPENHAGEN.start


def poles_of_start(*, turned: int = 0) -> Poles:
    """Return the poles of the start position, those of some squares turned round."""
    south, north = START.attackers, START.defenders
    swapped = (south & turned, north & turned)
    return Poles(south ^ swapped[0] | swapped[1], north ^ swapped[1] | swapped[0], START.king)


def test_a_board_that_stands_so_differs_nowhere() -> None:
    assert Sight(START.occupied).differences(START) == (0, 0)
    assert Sight(START.occupied).fits(START)


def test_what_lacks_and_what_is_too_many_are_told_apart() -> None:
    sight = Sight(START.occupied ^ squares("d1", "b2"))
    assert sight.differences(START) == (squares("d1"), squares("b2"))


def test_owed_squares_may_hold_a_piece_or_not() -> None:
    owed = squares("b2")
    for occupied in (START.occupied, START.occupied | owed):
        assert Sight(occupied).differences(START, owed) == (0, 0)


def test_unsure_squares_differ_from_nothing() -> None:
    sight = Sight(START.occupied ^ squares("d1", "b2"), unsure=squares("d1", "b2"))
    assert sight.fits(START)


def test_poles_that_are_right_differ_nowhere() -> None:
    assert Sight(START.occupied, poles=poles_of_start()).fits(START)


def test_a_piece_of_the_wrong_kind_is_lacking_and_too_many() -> None:
    sight = Sight(START.occupied, poles=poles_of_start(turned=squares("d1", "e5")))
    assert sight.differences(START) == (squares("d1", "e5"), squares("d1", "e5"))


def test_a_swapped_king_is_noticed() -> None:
    king, defender = START.king, squares("f7")
    poles = Poles(START.attackers, START.defenders ^ defender | king, defender)
    wrong = king | defender
    assert Sight(START.occupied, poles=poles).differences(START) == (wrong, wrong)


def test_a_king_off_the_centre_of_his_square_may_feel_like_a_defender() -> None:
    poles = Poles(START.attackers, START.defenders | START.king, 0)
    assert Sight(START.occupied, poles=poles).fits(START)


@pytest.mark.parametrize("name", ["d1", "e5", "f6"])
def test_a_square_whose_pole_is_not_sure_may_hold_any_piece(name: str) -> None:
    known = ~squares(name)
    poles = Poles(*(pole & known for pole in poles_of_start()))
    assert Sight(START.occupied, poles=poles).fits(START)
