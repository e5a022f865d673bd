"""Reeds: each closes in a stronger field than it opens in, bounces, and chatters near it."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.geometry import SQUARE_NAMES, parse_square, squares_of
from controller.rules.pieces import Piece
from simulators.clock import VirtualClock
from simulators.table.magnets import Magnets
from simulators.table.reed import ReedSensors
from simulators.table.tabletop import Tabletop
from tests.effort import examples

MS = 0.001
SEEDS = st.integers(0, 10_000)


class Reeds:
    """Reeds under some pieces, and the time."""

    def __init__(self, seed: int = 0, **pieces: Piece) -> None:
        """Put pieces on squares; those named are the table's pieces by id, in square order."""
        self.table = Tabletop({parse_square(name): kind for name, kind in pieces.items()})
        self.clock = VirtualClock()
        self.sensors = ReedSensors(Magnets(self.table), self.clock, Random(seed))

    def read(self, wait: float = 0.0) -> set[str]:
        """Return the closed squares after a while."""
        self.clock.advance(wait)
        return {SQUARE_NAMES[square] for square in squares_of(self.sensors.scan().occupied)}

    def settled(self) -> set[str]:
        """Return the closed squares when everything has been at rest for long."""
        self.read(10 * MS)
        return self.read(0.2)

    def put(self, x: float, y: float = 0.0) -> set[str]:
        """Lift the first piece and put it down; return the squares closed after that."""
        self.table.grab("hand", 0)
        self.read(10 * MS)
        self.table.set_down("hand", x, y)
        return self.settled()

    def slide(self, speed: float, squares: float = 1.0) -> list[set[str]]:
        """Slide the first piece from a1 along the rank; return what was read each millisecond."""
        self.table.grab("hand", 0, slide=True)
        read = []
        for step in range(1, round(squares / speed / MS) + 1):
            self.table.move("hand", step * MS * speed, 0.0)
            read.append(self.read(MS))
        return read


def changes(read: list[set[str]], square: str) -> list[int]:
    """Return the milliseconds at which a square read another way than just before."""
    closed = [square in squares for squares in read]
    return [at for at in range(1, len(closed)) if closed[at] != closed[at - 1]]


# Where a piece closes a reed ---------------------------------------------------------------


def test_what_stands_on_the_board_when_it_is_switched_on_is_felt_at_rest() -> None:
    assert Reeds(a1=Piece.ATTACKER, f6=Piece.KING).read() == {"a1", "f6"}


@given(SEEDS, st.floats(0.0, 0.41))
def test_a_piece_put_down_near_the_middle_closes_its_own_reed(seed: int, off: float) -> None:
    assert Reeds(seed, a1=Piece.ATTACKER).put(off) == {"a1"}


@given(SEEDS, st.floats(0.45, 0.55))
def test_a_plain_piece_put_down_between_two_squares_closes_neither(seed: int, x: float) -> None:
    assert Reeds(seed, a1=Piece.ATTACKER).put(x) == set()


@given(SEEDS, st.floats(0.495, 0.505))
def test_a_king_put_down_between_two_squares_closes_both(seed: int, x: float) -> None:
    assert Reeds(seed, a1=Piece.KING).put(x) == {"a1", "b1"}


def test_two_pieces_of_one_pole_pushed_towards_a_square_close_it_together() -> None:
    board = Reeds(a1=Piece.ATTACKER, c1=Piece.ATTACKER)
    assert board.put(0.48) == {"c1"}
    board.table.nudge(1, -0.45, 0.0)
    assert "b1" in board.settled()


def test_two_pieces_of_opposite_poles_do_not() -> None:
    board = Reeds(a1=Piece.ATTACKER, c1=Piece.DEFENDER)
    assert board.put(0.48) == {"c1"}
    board.table.nudge(1, -0.45, 0.0)
    assert "b1" not in board.settled()


# Hysteresis ----------------------------------------------------------------------------------


@given(SEEDS)
def test_a_reed_stays_closed_where_it_would_not_have_closed(seed: int) -> None:
    board = Reeds(seed, a1=Piece.ATTACKER)
    board.table.nudge(0, 0.442, 0.0)
    assert board.settled() == {"a1"}
    board.table.nudge(0, 0.06, 0.0)
    assert board.settled() == set()
    board.table.nudge(0, -0.06, 0.0)
    assert board.settled() == set()


@examples(30)
@given(SEEDS, st.floats(0.5, 20.0))
def test_a_piece_that_slides_over_a_border_is_felt_nowhere_for_a_sixth_of_a_square_at_most(
    seed: int, speed: float
) -> None:
    read = Reeds(seed, a1=Piece.ATTACKER).slide(speed)
    nowhere = [at for at, squares in enumerate(read) if not squares]
    bounces_ms = 2
    assert len(nowhere) <= 0.17 / speed / MS + bounces_ms
    assert read[-1] <= {"b1"}
    assert set().union(*read) == {"a1", "b1"}


@examples(30)
@given(SEEDS, st.floats(0.5, 20.0))
def test_a_king_that_slides_over_a_border_is_always_felt_somewhere(seed: int, speed: float) -> None:
    read = Reeds(seed, a1=Piece.KING).slide(speed)
    assert [squares for squares in read if not squares] == []


# Bounce and chatter --------------------------------------------------------------------------


@given(SEEDS)
def test_a_contact_bounces_for_a_millisecond_at_most(seed: int) -> None:
    board = Reeds(seed, a1=Piece.ATTACKER)
    board.table.grab("hand", 0)
    during = [board.read(0.1 * MS) for _ in range(12)]
    assert set().union(*during) <= {"a1"}
    assert [board.read(0.1 * MS) for _ in range(100)] == [set()] * 100


def test_some_contacts_do_bounce() -> None:
    bounced = 0
    for seed in range(100):
        board = Reeds(seed, a1=Piece.ATTACKER)
        board.table.grab("hand", 0)
        read = [board.read(0.05 * MS) for _ in range(25)]
        bounced += len(changes(read, "a1")) > 1
    assert bounced > 80


def test_the_slower_a_magnet_passes_the_longer_a_contact_chatters() -> None:
    lasted = []
    for speed in (10.0, 1.0, 0.4):
        read = Reeds(4, a1=Piece.ATTACKER).slide(speed, squares=0.55)
        flickers = changes(read, "a1")
        lasted.append(flickers[-1] - flickers[0])
    brisk, slow, creeping = lasted
    assert brisk < 10 < slow < creeping <= 150


def test_a_piece_left_near_the_threshold_stops_chattering_within_100_ms() -> None:
    for seed in range(100):
        board = Reeds(seed, a1=Piece.ATTACKER)
        board.table.nudge(0, 0.46, 0.0)
        board.read(1 * MS)
        for _ in range(100):
            board.read(1 * MS)
        assert len({frozenset(board.read(1 * MS)) for _ in range(100)}) == 1


@pytest.mark.parametrize("speed", [0.3, 3.0])
def test_the_same_seed_gives_the_same_readings_and_another_seed_others(speed: float) -> None:
    runs = [Reeds(seed, a1=Piece.ATTACKER).slide(speed, 2.0) for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]
