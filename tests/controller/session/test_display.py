"""What people are shown: a touch on the way is no move yet, and an end leaves only captives."""

import pytest

from controller.recognition.answer import IDLE, Lifted, Mover, Placed, way_to
from controller.recognition.board import RIGHT, Cause, Disturbed
from controller.rules.geometry import parse_square
from controller.rules.lines import Move
from controller.session.display import Display
from tests.controller.recognition.stories import Looker

D1, D3, E2, E6 = map(parse_square, ("d1", "d3", "e2", "e6"))


class LookedAt:
    """A board, and what is shown of it while the plies that it began with count."""

    def __init__(self, moves: str = "", shown: Display | None = None) -> None:
        """Begin with a board that stands as after some moves."""
        self.board = Looker(moves)
        self.line = self.board.best.line
        self.shown = shown or Display()

    def look(self, *changes: str, later: float = 0.0, over: bool = False) -> Display:
        """Change some squares, and return what is shown a while later, in seconds."""
        if changes:
            self.board.look(*changes)
        beam, at = self.board.beam, self.board.at + later
        way = way_to(self.line, beam.best.top)
        shown = self.shown.with_mover(beam, way, at, over=over)
        shown = shown.with_captives(beam, way, over=over)
        self.shown = shown.with_board(beam, way, at, 0.3, over=over)
        return self.shown


@pytest.mark.parametrize(("later", "moves"), [(0.19, False), (0.2, True)])
def test_a_lifted_piece_that_comes_down_is_shown_as_moved_once_it_has_stood(
    later: float, *, moves: bool
) -> None:
    showing = LookedAt()
    held: Mover = Lifted(D1, showing.line, showing.board.at + 0.5)
    placed = Placed(Move(D1, D3), showing.line)
    assert showing.look("-d1").mover == held
    shown = showing.look("+d3", later=later)
    assert (shown.believed, shown.mover) == (placed, placed if moves else held)


@pytest.mark.parametrize(("later", "waits"), [(1.49, False), (1.5, True)])
def test_a_move_that_stands_and_does_not_count_waits_after_a_while(
    later: float, *, waits: bool
) -> None:
    showing = LookedAt()
    showing.board.look("-d1").look("+d3")
    assert showing.look(later=later).waits is waits
    assert not showing.look("-d3").waits


def test_a_piece_that_nobody_was_shown_to_lift_is_shown_where_it_has_come_to() -> None:
    showing = LookedAt()
    showing.board.look("-d1")
    assert showing.look("+d3").mover == Placed(Move(D1, D3), showing.line)


def test_a_piece_is_shown_where_it_has_come_to_if_another_one_was_shown_as_lifted() -> None:
    showing = LookedAt()
    showing.look("-d1")
    showing.board.look("+d1").look("-g1")
    moved = Placed(Move(*map(parse_square, ("g1", "g3"))), showing.line)
    assert showing.look("+g3").mover == moved


def test_crossed_hands_are_what_is_wrong_until_every_piece_is_home() -> None:
    showing = LookedAt(shown=Display(crossed=True))
    showing.board.look("-d1").look("-e5").look("-k4")
    shown = showing.look("-a4", later=0.4)
    assert isinstance(shown.board, Disturbed)
    assert (shown.board.cause, shown.crossed) == (Cause.AT_ONCE, True)
    showing.board.look("+d1").look("+e5").look("+k4")
    shown = showing.look("+a4")
    assert (shown.board, shown.crossed) == (RIGHT, False)


def test_after_the_end_only_a_captive_that_nobody_has_taken_is_shown() -> None:
    showing = LookedAt("d1-d3 e5-e2 g1-g3 f4-c4")
    showing.board.look("-g3").look("+e3")
    showing.line = showing.board.best.line
    assert showing.look(over=True) == Display(IDLE, IDLE, board=RIGHT, owed=1 << E2)
    assert showing.look("-e2", over=True) == Display()
    assert showing.look("-e6", over=True) == Display()
    held: Mover = Lifted(E6, showing.line, showing.board.at)
    assert showing.look("+e2", over=True) == Display()
    assert (showing.look().mover, showing.shown.strays) == (held, 1 << E2)
