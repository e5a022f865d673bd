"""What the sensors give goes through the chips and the firmware and comes out the same."""

from random import Random

import pytest

from hal.board import SQUARE_COUNT
from hal.serial.link.messages import Configure, Levels, Occupancy, ReportMode, States
from simulators.avr.harness import Harness
from simulators.table.faults import ghosted
from tests.simulators.avr.bench import Bench

FULL_SCALE_MV = 5000
# Two steps of a converter of ten bits.
TWO_STEPS_MV = 2 * FULL_SCALE_MV / 1024


def closed(bench: Bench) -> int:
    report = bench.report()
    assert isinstance(report, Occupancy)
    return report.closed


def millivolts(bench: Bench) -> list[float]:
    report = bench.report()
    assert isinstance(report, Levels)
    return [level * FULL_SCALE_MV / 4096 for level in report.levels]


def test_every_square_alone_is_told_as_that_square(reeds: Bench) -> None:
    said = []
    for square in range(SQUARE_COUNT):
        reeds.harness.occupancy(1 << square)
        said.append(closed(reeds))
    assert said == [1 << square for square in range(SQUARE_COUNT)]


def test_any_occupancy_is_told_as_it_is(reeds: Bench) -> None:
    random = Random(1)
    occupancies = [0, (1 << SQUARE_COUNT) - 1, *(random.getrandbits(121) for _ in range(30))]
    said = []
    for occupancy in occupancies:
        reeds.harness.occupancy(occupancy)
        said.append(closed(reeds))
    assert said == occupancies


def test_without_diodes_a_matrix_sees_ghosts(reeds: Bench) -> None:
    a1, b1, a2, b2 = 1, 1 << 1, 1 << 11, 1 << 12
    reeds.harness.occupancy(a1 | b1 | a2)
    assert closed(reeds) == a1 | b1 | a2
    reeds.harness.lack_diodes(a1)
    assert closed(reeds) == a1 | b1 | a2 | b2


def test_ghosts_are_those_that_the_simulated_sensors_see(reeds: Bench) -> None:
    random = Random(2)
    for _ in range(20):
        few = random.getrandbits(121) & random.getrandbits(121) & random.getrandbits(121)
        missing = random.getrandbits(121) & random.getrandbits(121)
        reeds.harness.occupancy(few)
        reeds.harness.lack_diodes(missing)
        assert closed(reeds) == ghosted(few, missing)


def test_no_clock_edge_is_hastier_than_the_chips_can_follow(reeds: Bench) -> None:
    reeds.wait(0.1)
    sensors = reeds.harness.stats()["sensors"]
    assert sensors["scans"] > 40
    assert (sensors["hasty_reads"], sensors["hasty_clocks"]) == (0, 0)
    assert sensors["settle_cycles"] >= 5 * 16


def test_millivolts_come_back_within_two_steps_of_the_converter(halls: Bench) -> None:
    random = Random(3)
    for _ in range(5):
        given = [random.uniform(0, FULL_SCALE_MV) for _ in range(SQUARE_COUNT)]
        halls.harness.levels(given)
        said = millivolts(halls)
        assert max(abs(a - b) for a, b in zip(given, said, strict=True)) <= TWO_STEPS_MV


def test_noise_is_of_the_strength_that_was_asked_for_and_the_same_for_a_seed(halls: Bench) -> None:
    halls.harness.levels([2500] * SQUARE_COUNT)
    halls.harness.noise(100, seed=5)
    apart = [said - 2500 for said in millivolts(halls)]
    assert 50 < max(map(abs, apart)) <= 100 + TWO_STEPS_MV
    assert len(set(apart)) > 30


def test_a_sensor_is_felt_at_the_pole_that_is_near_it(halls: Bench) -> None:
    halls.send(Configure(10, ReportMode.STATES))
    south, north, strong = 17, 60, 120
    given = [2500.0] * SQUARE_COUNT
    given[south], given[north], given[strong] = 3300.0, 1700.0, 1220.0
    halls.harness.levels(given)
    report = halls.report()
    assert isinstance(report, States)
    boards = (report.felt, report.south, report.north, report.strong)
    expected = (1 << south, 1 << north, 1 << strong)
    assert boards == (sum(expected), *expected)


@pytest.mark.parametrize("square", [0, 60, 120])
def test_a_press_is_told_when_it_has_been_seen_four_times(reeds: Bench, square: int) -> None:
    pressed_at = reeds.harness.seconds
    reeds.harness.occupancy(1 << square)
    while not any(isinstance(m, Occupancy) and m.closed for m in reeds.wait(0.0005)):
        assert reeds.harness.seconds < pressed_at + 1
    # Four scans of 2 ms, up to 10 ms until the next report, half a millisecond on the line.
    assert 0.006 <= reeds.harness.seconds - pressed_at <= 0.025


def test_a_board_that_was_told_nothing_is_the_same_every_time(reeds: Bench) -> None:
    def hear() -> bytes:
        with Harness("reed", reeds.harness.firmware, seed=1) as harness:
            harness.occupancy(12345)
            return b"".join(harness.run(0.01) for _ in range(20))

    assert hear() == hear()
