"""People watch the board after a move, and help it where it does not follow."""

from dataclasses import replace

import pytest

from controller.events.view import BoardView
from controller.rules.game import new_game
from controller.rules.geometry import parse_square
from controller.session.session import Session
from tests.board_driver import COPENHAGEN
from tests.simulators.people.at_the_table import AtTheTable

# The board feels a piece this long after it was put down, in seconds.
_LATENCY_S = 0.02


@pytest.mark.parametrize(("felt", "waits_s"), [(True, 5.0), (False, 2.0)])
def test_people_put_a_piece_down_again_sooner_where_the_board_does_not_feel_it(
    *, felt: bool, waits_s: float
) -> None:
    target = 1 << parse_square("d3")
    shown = Session(COPENHAGEN).view

    def view() -> BoardView:
        late = 0 if felt and table.clock() > _LATENCY_S else target
        return replace(shown, occupied=table.table.occupied() & ~late)

    game = new_game(COPENHAGEN)
    move = next(m for m in game.legal_moves() if str(m) == "d1-d3")
    table = AtTheTable(1, game.play(move), view)
    piece = table.table.at(move.target)
    assert piece is not None
    for pause in table.seat.check():
        if table.table.pieces[piece.id].held_by:
            break
        table.clock.advance(pause)
    assert table.clock() == pytest.approx(waits_s, abs=0.2)
