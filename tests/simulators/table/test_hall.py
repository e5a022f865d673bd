"""Hall sensors: off, drifting and noisy, and yet they tell what stands where."""

from random import Random
from statistics import fmean, pstdev

from hypothesis import given
from hypothesis import strategies as st

from controller.rules.geometry import SQUARE_COUNT, bits_of, parse_square
from controller.rules.pieces import Piece
from hal.board import Poles, Scan
from simulators.clock import VirtualClock
from simulators.table.hall import HallSensors
from simulators.table.magnets import WEAK, Magnets
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop
from tests.board_driver import COPENHAGEN
from tests.effort import examples

START = start_pieces(COPENHAGEN)
A1, C3, F6 = (parse_square(name) for name in ("a1", "c3", "f6"))
HOUR = 3600.0
SEEDS = st.integers(0, 10_000)
arrangements = st.permutations(range(SQUARE_COUNT)).map(
    lambda squares: dict(zip(squares, START.values(), strict=False))
)


class Halls:
    """Hall sensors under some pieces, and the time."""

    def __init__(
        self, seed: int, pieces: dict[int, Piece], factors: dict[int, float] | None = None
    ) -> None:
        """Put pieces on squares."""
        self.table = Tabletop(pieces)
        self.clock = VirtualClock()
        self.sensors = HallSensors(Magnets(self.table, factors), self.clock, Random(seed))

    def scan(self, wait: float = 0.0) -> Scan:
        """Return what is read after a while."""
        self.clock.advance(wait)
        return self.sensors.scan()

    def pass_time(self, hours: float, step: float = 30.0) -> None:
        """Scan now and then for hours."""
        for _ in range(round(hours * HOUR / step)):
            self.scan(step)


def poles(pieces: dict[int, Piece]) -> Poles:
    """Return the poles of pieces by square."""
    bits = {kind: bits_of(*(n for n, piece in pieces.items() if piece is kind)) for kind in Piece}
    return Poles(bits[Piece.ATTACKER], bits[Piece.DEFENDER], bits[Piece.KING])


def scan_of(pieces: dict[int, Piece], at: float) -> Scan:
    return Scan(bits_of(*pieces), at, poles(pieces))


# Millivolts --------------------------------------------------------------------------------


def test_a_sensor_gives_the_middle_more_for_a_south_pole_less_for_a_north_pole() -> None:
    pieces = {A1: Piece.ATTACKER, C3: Piece.DEFENDER, F6: Piece.KING}
    with_pieces = Halls(7, pieces).sensors.millivolts()
    without = Halls(7, {}).sensors.millivolts()
    differences = [here - there for here, there in zip(with_pieces, without, strict=True)]
    assert len(with_pieces) == SQUARE_COUNT
    assert [round(differences[square]) for square in (A1, C3, F6)] == [800, -800, -1280]
    assert all(2400 < level < 2600 for level in without)


def test_sensors_are_off_noisy_and_drift() -> None:
    halls = Halls(7, {})
    now = [halls.sensors.millivolts()]
    for _ in range(199):
        halls.clock.advance(0.001)
        now.append(halls.sensors.millivolts())
    offsets = [fmean(levels) for levels in zip(*now, strict=True)]
    noise = [pstdev(levels) for levels in zip(*now, strict=True)]
    halls.clock.advance(HOUR)
    drifts = [
        abs(later - before)
        for later, before in zip(halls.sensors.millivolts(), offsets, strict=True)
    ]
    assert 30 < pstdev(offsets) < 60
    assert all(2 < each < 7 for each in noise)
    assert 5 < fmean(drifts) < 40


def test_the_same_time_gives_the_same_millivolts_and_the_next_others() -> None:
    halls = Halls(7, START)
    first = halls.sensors.millivolts()
    assert halls.sensors.millivolts() == first
    halls.clock.advance(0.01)
    assert halls.sensors.millivolts() != first


# Reading -----------------------------------------------------------------------------------


@examples(25)
@given(SEEDS, arrangements)
def test_kinds_are_told_right_in_any_arrangement(seed: int, pieces: dict[int, Piece]) -> None:
    halls = Halls(seed, pieces)
    scans = [halls.scan(0.01) for _ in range(20)]
    assert scans == [scan_of(pieces, scan.at) for scan in scans]


@examples(5)
@given(SEEDS, arrangements, arrangements)
def test_kinds_are_told_right_after_hours_of_drift_and_after_the_next_game_is_set_up(
    seed: int, pieces: dict[int, Piece], next_pieces: dict[int, Piece]
) -> None:
    halls = Halls(seed, pieces)
    halls.pass_time(hours=5)
    assert halls.scan() == scan_of(pieces, halls.clock())
    halls.table.arrange(next_pieces)
    assert halls.scan(0.01) == scan_of(next_pieces, halls.clock())
    halls.pass_time(hours=2)
    assert halls.scan() == scan_of(next_pieces, halls.clock())


@examples(10)
@given(SEEDS)
def test_a_piece_that_stood_for_hours_is_known_to_be_gone_at_once(seed: int) -> None:
    halls = Halls(seed, START)
    halls.pass_time(hours=3)
    for piece in halls.table.pieces:
        halls.table.grab(f"hand {piece.id}", piece.id)
    assert halls.scan(0.01) == scan_of({}, halls.clock())


@examples(25)
@given(SEEDS, st.floats(0, 0.3))
def test_a_piece_off_the_middle_is_felt_by_its_own_square_alone(seed: int, off: float) -> None:
    halls = Halls(seed, {F6: Piece.ATTACKER})
    halls.table.nudge(0, off, 0.0)
    assert halls.scan(0.01) == scan_of({F6: Piece.ATTACKER}, halls.clock())


def test_a_weak_king_passes_for_a_defender_and_a_weak_attacker_for_an_attacker() -> None:
    halls = Halls(7, {A1: Piece.ATTACKER, F6: Piece.KING}, {0: WEAK, 1: WEAK})
    assert halls.scan() == scan_of({A1: Piece.ATTACKER, F6: Piece.DEFENDER}, 0.0)
