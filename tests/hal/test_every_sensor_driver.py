"""What holds for all sensors, whatever reads them: pieces on a table are seen where they stand."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

import pytest

from controller.rules.geometry import parse_square
from controller.rules.pieces import Piece
from hal.board import SQUARE_COUNT, Board
from hal.config import MatrixSection
from hal.errors import BoardLostError
from simulators.avr import build
from simulators.avr.lockstep import LockstepBoard
from simulators.boards.over_serial import halls_over_serial, reeds_over_serial
from simulators.boards.physical import PhysicalBoard
from simulators.boards.pin_matrix import PinBoard
from simulators.boards.virtual import VirtualBoard
from simulators.clock import VirtualClock
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop
from tests.board_driver import COPENHAGEN
from tests.conftest import needs

SETTLED_S = 0.5
STEP_S = 0.01
MATRIX = MatrixSection(rows=tuple(range(5, 16)), columns=tuple(range(17, 28)), settle_us=0)

Make = Callable[[Tabletop, Callable[[], float]], Board]
MAKERS: dict[str, Make] = {
    "virtual": VirtualBoard,
    "reeds": lambda table, clock: PhysicalBoard(table, clock, "reed"),
    "halls": lambda table, clock: PhysicalBoard(table, clock, "hall"),
    "gpio-matrix": lambda table, clock: PinBoard(MATRIX, table, clock),
    "serial reeds": lambda table, clock: reeds_over_serial(VirtualBoard(table, clock), clock),
    "serial halls": lambda table, clock: halls_over_serial(table, clock, seed=1),
    "serial states": lambda table, clock: halls_over_serial(table, clock, seed=1, states=True),
    "avr-reed": lambda table, clock: LockstepBoard("reed", table, clock),
    "avr-hall": lambda table, clock: LockstepBoard("hall", table, clock),
}


class Bench:
    """A table with pieces, a board under it, and time that passes."""

    def __init__(self, make: Make) -> None:
        self.clock = VirtualClock()
        self.table = Tabletop(start_pieces(COPENHAGEN))
        self.table.arrange({})
        self.board = make(self.table, self.clock)

    def stand(self, *squares: int) -> None:
        """Let pieces stand on these squares and no other."""
        self.table.arrange(dict.fromkeys(squares, Piece.ATTACKER))

    def settled(self) -> tuple[int, list[float]]:
        """Let time pass; return what is seen then, and when scans were taken."""
        seen, times = -1, []
        for _ in range(round(SETTLED_S / STEP_S)):
            self.clock.advance(STEP_S)
            try:
                scan = self.board.scan()
            except BoardLostError as lost:
                times.append(lost.at)
                continue
            seen = scan.occupied
            times.append(scan.at)
        return seen, times


@contextmanager
def bench(kind: str) -> Iterator[Bench]:
    if kind.startswith("avr"):
        needs("avr-gcc", "gcc-avr")
        if build.missing_packages():
            pytest.skip(f"needs Debian's {' '.join(build.missing_packages())}")
    made = Bench(MAKERS[kind])
    try:
        yield made
    finally:
        if isinstance(made.board, LockstepBoard):
            made.board.close()
        elif isinstance(made.board, PinBoard):
            made.board.__exit__()


@pytest.mark.parametrize("kind", MAKERS)
def test_pieces_are_seen_where_they_stand(kind: str) -> None:
    random = Random(1)
    with bench(kind) as made:
        made.settled()
        for _ in range(3):
            squares = random.sample(range(SQUARE_COUNT), 24)
            made.stand(*squares)
            assert made.settled()[0] == sum(1 << square for square in squares)


@pytest.mark.parametrize("kind", MAKERS)
def test_an_empty_board_is_empty(kind: str) -> None:
    with bench(kind) as made:
        assert made.settled()[0] == 0


@pytest.mark.parametrize("kind", MAKERS)
def test_each_square_is_its_own_and_time_never_goes_back(kind: str) -> None:
    corners = [parse_square(name) for name in ("a1", "b1", "a2", "k1", "a11", "k11")]
    with bench(kind) as made:
        times = made.settled()[1]
        for square in corners:
            made.stand(square)
            seen, then = made.settled()
            times += then
            assert seen == 1 << square
    assert times == sorted(times)
