"""The whole board of magnets and sensors: right where nothing is wrong, else as its faults say."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.geometry import SQUARE_COUNT, SQUARE_NAMES, bits_of, parse_square, squares_of
from controller.rules.pieces import Piece
from hal.board import CHANNELS, DARK, Board, Frame, Poles, Scan
from simulators.boards.physical import PhysicalBoard
from simulators.clock import VirtualClock
from simulators.headless import simulate_games
from simulators.table.faults import Faults, parse_faults
from simulators.table.sensors import SensorName
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop
from tests.board_driver import COPENHAGEN
from tests.effort import examples
from tests.simulators.some_games import some_games

START = start_pieces(COPENHAGEN)
PERIOD = 0.01
BOTH: tuple[SensorName, ...] = ("reed", "hall")
both_kinds = pytest.mark.parametrize("kind", BOTH)
arrangements = st.permutations(range(SQUARE_COUNT)).flatmap(
    lambda squares: st.integers(0, len(START)).map(
        lambda count: dict(zip(squares[:count], START.values(), strict=False))
    )
)


class Scanned:
    """A board under some pieces, scanned a hundred times a second."""

    def __init__(
        self,
        kind: SensorName = "reed",
        faults: str = "",
        seed: int = 0,
        pieces: dict[int, Piece] | None = None,
    ) -> None:
        """Put pieces on squares, those of the start position unless others are named."""
        self.table = Tabletop(START if pieces is None else pieces)
        self.clock = VirtualClock()
        self.board: Board = PhysicalBoard(self.table, self.clock, kind, parse_faults(faults), seed)

    def scans(self, count: int) -> list[Scan]:
        """Return the next scans."""
        scans = []
        for _ in range(count):
            self.clock.advance(PERIOD)
            scans.append(self.board.scan())
        return scans

    def read(self, count: int = 20) -> set[str]:
        """Return the occupied squares after some scans."""
        return named(self.scans(count)[-1].occupied)

    def stroll(self) -> list[Scan]:
        """Slide the piece of d1 to d4, lift that of g1 and put it down askew; return all scans."""
        scans = self.scans(5)
        self.table.grab("one", 0, slide=True)
        for hundredth in range(0, 300, 2):
            self.table.move("one", 3.0, hundredth / 100)
            scans += self.scans(1)
        self.table.set_down("one", 3.1, 2.9)
        self.table.grab("other", 3)
        scans += self.scans(20)
        self.table.set_down("other", 6.3, 2.7)
        return scans + self.scans(20)


def named(squares: int) -> set[str]:
    return {SQUARE_NAMES[square] for square in squares_of(squares)}


def a_piece_on(*names: str) -> dict[int, Piece]:
    return {parse_square(name): Piece.ATTACKER for name in names}


# Nothing wrong -------------------------------------------------------------------------------


@both_kinds
@examples(30)
@given(pieces=arrangements, before=arrangements, seed=st.integers(0, 10_000))
def test_centred_pieces_are_read_exactly_in_any_arrangement(
    kind: SensorName, pieces: dict[int, Piece], before: dict[int, Piece], seed: int
) -> None:
    board = Scanned(kind, seed=seed)
    for arrangement in (before, pieces):
        board.table.arrange(arrangement)
        board.scans(15)
        assert {scan.occupied for scan in board.scans(5)} == {bits_of(*arrangement)}


def test_only_hall_sensors_tell_poles() -> None:
    reed, hall = (Scanned(kind).scans(1)[0] for kind in BOTH)
    south, north = (
        bits_of(*(square for square, piece in START.items() if piece is kind))
        for kind in (Piece.ATTACKER, Piece.DEFENDER)
    )
    throne = bits_of(parse_square("f6"))
    assert reed == Scan(COPENHAGEN.start.occupied, PERIOD)
    assert hall == Scan(COPENHAGEN.start.occupied, PERIOD, Poles(south, north, throne))


@both_kinds
@pytest.mark.parametrize("faults", ["", "chatter=d2+f2,lost=0.1,late=0.2,no_diode=d1,weak=3"])
def test_the_same_seed_gives_the_same_scans_and_another_seed_others(
    kind: SensorName, faults: str
) -> None:
    runs = [Scanned(kind, faults, seed).stroll() for seed in (5, 5, 6)]
    assert runs[0] == runs[1] != runs[2]


def test_a_frame_is_shown() -> None:
    board = PhysicalBoard(Tabletop({}), VirtualClock())
    assert board.shown == DARK
    frame = Frame(bytes([7]) * SQUARE_COUNT * CHANNELS)
    board.show(frame)
    assert board.shown == frame


@both_kinds
def test_games_played_on_a_faultless_board_are_recognised(kind: SensorName) -> None:
    report = simulate_games(
        COPENHAGEN,
        some_games(1, seed=3),
        1,
        lambda table, clock: PhysicalBoard(table, clock, kind, seed=2),
    )
    assert report.plies > 0
    assert report.faultless


# Sensors and wires ---------------------------------------------------------------------------


@both_kinds
def test_a_dead_square_never_closes_and_a_stuck_one_always_does(kind: SensorName) -> None:
    board = Scanned(kind, "dead=e5,stuck=a1", pieces=a_piece_on("e5", "f7"))
    assert {frozenset(named(scan.occupied)) for scan in board.scans(50)} == {
        frozenset({"a1", "f7"})
    }


def test_a_stuck_hall_sensor_tells_no_pole() -> None:
    (scan,) = Scanned("hall", "stuck=a1,dead=e5", pieces=a_piece_on("a1", "e5", "f7")).scans(1)
    f7 = bits_of(parse_square("f7"))
    assert scan == Scan(f7 | 1, PERIOD, Poles(f7, 0, 0))


@both_kinds
def test_a_chattering_square_reads_at_random_with_a_magnet_and_seldom_without(
    kind: SensorName,
) -> None:
    board = Scanned(kind, "chatter=c3+h8", pieces=a_piece_on("c3", "f6"))
    closed = Counter[str]()
    for scan in board.scans(4000):
        closed.update(named(scan.occupied))
    assert closed.keys() == {"c3", "f6", "h8"}
    assert closed["f6"] == 4000
    assert 1800 < closed["c3"] < 2200
    assert 5 < closed["h8"] < 50


def test_a_missing_diode_makes_a_ghost_of_reeds_and_none_of_hall_sensors() -> None:
    corners = ("c3", "c7", "h3")
    ghosts = {
        (kind, faults): Scanned(kind, faults, pieces=a_piece_on(*corners)).read() - {*corners}
        for kind in BOTH
        for faults in ("", "no_diode=c3", "no_diode=h7")
    }
    assert {case for case, squares in ghosts.items() if squares} == {("reed", "no_diode=c3")}
    assert ghosts["reed", "no_diode=c3"] == {"h7"}


def test_a_stuck_square_makes_ghosts_too_and_a_dead_one_none() -> None:
    pieces = a_piece_on("c3", "c7", "h3")
    stuck = Scanned("reed", "no_diode=c3,stuck=c3", pieces=a_piece_on("c7", "h3"))
    dead = Scanned("reed", "no_diode=c3,dead=c3", pieces=pieces)
    assert (stuck.read(), dead.read()) == ({"c3", "c7", "h3", "h7"}, {"c7", "h3"})


@both_kinds
def test_a_weak_piece_must_stand_nearer_to_the_middle(kind: SensorName) -> None:
    read = []
    for off in (0.0, 0.2, 0.33):
        board = Scanned(kind, "weak=0", pieces=a_piece_on("b2", "h8"))
        for piece, place in enumerate((1, 7)):
            board.table.grab("hand", piece)
            board.read()
            board.table.set_down("hand", place + off, place)
        board.read()
        read.append(board.read())
    assert read == [{"b2", "h8"}, {"b2", "h8"}, {"h8"}]


# Scans -----------------------------------------------------------------------------------------


@both_kinds
@pytest.mark.parametrize("faults", ["", "lost=0.3", "late=0.3", "lost=0.3,late=0.3,chatter=d2"])
def test_the_time_of_scans_never_goes_back(kind: SensorName, faults: str) -> None:
    times = [scan.at for scan in Scanned(kind, faults).stroll()]
    assert times == sorted(times)


@both_kinds
def test_for_a_lost_scan_the_one_before_is_given_again(kind: SensorName) -> None:
    scans = Scanned(kind, "lost=0.25").scans(2000)
    again = [after for before, after in pairwise(scans) if after is before]
    assert 400 < len(again) < 600
    assert {scan.occupied for scan in scans} == {COPENHAGEN.start.occupied}


@both_kinds
def test_a_board_that_loses_all_scans_gives_the_first_for_ever(kind: SensorName) -> None:
    scans = Scanned(kind, "lost=1").stroll()
    assert set(scans) == {scans[0]}


@both_kinds
def test_a_late_scan_tells_what_was_20_to_80_ms_before(kind: SensorName) -> None:
    late = Scanned(kind, "late=1", pieces=a_piece_on("b2"))
    assert late.read(30) == {"b2"}
    late.table.grab("hand", 0)
    occupied = [scan.occupied != 0 for scan in late.scans(20)]
    # Lifted before the first of them, which is 20 ms old at the third.
    assert occupied[:2] == [True, True]
    assert occupied[9:] == [False] * 11


@both_kinds
def test_what_came_late_is_followed_by_what_is_now(kind: SensorName) -> None:
    board = Scanned(kind, "late=0.5", pieces=a_piece_on("b2"))
    board.scans(30)
    board.table.grab("hand", 0)
    occupied = [scan.occupied != 0 for scan in board.scans(8)]
    assert {True, False} == set(occupied)
    assert board.read() == set()


def test_sensors_without_ground_read_at_random_and_the_others_as_they_are() -> None:
    clock, table = VirtualClock(), Tabletop(START)
    floating = bits_of(*range(11))
    board = PhysicalBoard(table, clock, "reed", Faults(floating=floating))
    seen = []
    for _ in range(50):
        clock.advance(PERIOD)
        seen.append(board.scan().occupied)
    assert len({each & floating for each in seen}) > 10
    assert {each & ~floating for each in seen[10:]} == {table.occupied() & ~floating}
