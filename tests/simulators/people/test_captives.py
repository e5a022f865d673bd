"""Captured pieces are taken off the board, whoever else has a hand on them."""

from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from controller.rules.game import new_game
from controller.rules.geometry import SQUARE_NAMES, parse_square, squares_of
from controller.session.session import Session
from simulators.clock import VirtualClock
from simulators.people.captives import Captives
from simulators.people.profiles import STEADY
from simulators.people.score import Score
from simulators.people.scorer import Scorer
from simulators.people.seat import Seat
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop
from tests.board_driver import COPENHAGEN

START = start_pieces(COPENHAGEN)
ALL = COPENHAGEN.start.occupied

seeds = st.integers(0, 10_000)


class AtTheTable:
    """Captives at a table, in virtual time."""

    def __init__(self, seed: int) -> None:
        self.clock = VirtualClock()
        self.table = Tabletop(START)
        self.seat = Seat(
            new_game(COPENHAGEN),
            self.table,
            self.clock,
            Random(seed),
            STEADY,
            lambda: Session(COPENHAGEN).view,
            Scorer(Score()),
            lambda _: None,
        )
        self.captives = Captives(self.seat)
        self.felt: list[int] = []

    def does(self, pauses: Iterator[float]) -> None:
        for pause in self.seat.background.alongside(pauses):
            self.felt.append(self.table.occupied())
            self.clock.advance(pause)


@given(seeds, st.sets(st.sampled_from(sorted(START)), max_size=4))
def test_clearing_puts_those_pieces_in_the_tray_and_no_other(seed: int, away: set[int]) -> None:
    at = AtTheTable(seed)
    at.does(at.captives.clear(tuple(away)))
    assert {square for square in START if at.table.at(square) is None} == away
    assert sum(piece.in_tray for piece in at.table.pieces) == len(away)


def test_captives_are_cleared_in_any_order() -> None:
    orders = set()
    for seed in range(50):
        at = AtTheTable(seed)
        at.does(at.captives.clear(tuple(map(parse_square, ("d1", "e1", "f1")))))
        at.felt.append(at.table.occupied())
        gone = dict.fromkeys(square for felt in at.felt for square in squares_of(ALL & ~felt))
        orders.add(tuple(SQUARE_NAMES[square] for square in gone))
    assert len(orders) == 6


@given(seeds, st.floats(0, 0.8))
def test_a_captive_that_another_hand_puts_right_is_taken_after_that(
    seed: int, after_s: float
) -> None:
    at = AtTheTable(seed)
    captive = at.table.at(parse_square("d1"))
    assert captive
    at.table.nudge(captive.id, 0.2, 0.2)
    at.seat.background.add(after_s, at.seat.hand().put_right(captive.id))
    at.does(at.captives.clear((parse_square("d1"),)))
    assert at.table.pieces[captive.id].in_tray
