"""On a virtual board an opponent that moves by itself has a hand, which does what the game says."""

import pytest

from controller.rules.geometry import SIZE, parse_square
from simulators.people.machine_hand import make_for_it
from simulators.table.tabletop import TRAY
from tests.simulators.people.at_the_table import AtTheTable, before_a_capture


@pytest.mark.parametrize("seed", range(3))
def test_after_a_move_the_table_is_as_the_game_says_and_what_it_captured_is_in_the_tray(
    seed: int,
) -> None:
    game, move, square = before_a_capture(seed)
    at = AtTheTable(seed, game)
    captive = at.table.at(square)
    assert captive is not None
    shown: list[int] = []
    at.does(make_for_it(at.table, game, move, lambda: shown.append(at.table.occupied())))
    after = game.play(move).position
    assert at.table.occupied() == after.occupied
    assert at.table.pieces[captive.id].in_tray
    # It is shown while the piece is in the air, where it stands, and without each captive.
    assert shown[0] == game.position.occupied & ~(1 << move.origin)
    assert shown[-1] == after.occupied


def test_a_captive_that_somebody_holds_is_left_to_them() -> None:
    game, move, square = before_a_capture(1)
    at = AtTheTable(1, game)
    captive = at.table.at(square)
    assert captive is not None
    at.table.grab("somebody", captive.id)
    at.does(make_for_it(at.table, game, move, lambda: None))
    assert at.table.pieces[captive.id].held_by == "somebody"


@pytest.mark.parametrize("what", ["held", "gone", "blocked"])
def test_where_the_pieces_do_not_stand_as_in_the_game_nothing_is_done(what: str) -> None:
    game, move, _ = before_a_capture(1)
    at = AtTheTable(1, game)
    piece = at.table.at(move.origin)
    other = at.table.at(parse_square("f6"))
    assert piece is not None
    assert other is not None
    if what == "blocked":
        at.table.grab("somebody", other.id)
        at.table.drop("somebody", move.target % SIZE, move.target // SIZE)
    else:
        at.table.grab("somebody", piece.id)
        if what == "gone":
            at.table.drop("somebody", *TRAY)
    before = at.table.pieces
    at.does(make_for_it(at.table, game, move, lambda: None))
    assert at.table.pieces == before
