"""Every square has one sensor, wherever the builder's wires go."""

from itertools import product
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from controller.rules.geometry import SQUARE_NAMES
from hal.board import SQUARE_COUNT, Poles, Scan
from hal.wiring.path import Along, Corner
from hal.wiring.sensors import BitOrder, SensorWiring, wired
from tests.squares import squares

CORNERS: tuple[Corner, ...] = ("a1", "k1", "a11", "k11")
ALONG: tuple[Along, ...] = ("ranks", "files")
REVERSED = tuple(range(11, 0, -1))


def names(wiring: SensorWiring, *sensors: int) -> str:
    return " ".join(SQUARE_NAMES[wiring.order()[sensor]] for sensor in sensors)


class Sensors:
    """Sensors that always say the same."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan

    def scan(self) -> Scan:
        return self._scan


def complaint(**settings: Any) -> str:
    with pytest.raises(ValidationError) as refused:
        SensorWiring(**settings)
    return refused.value.errors()[0]["msg"]


@pytest.mark.parametrize(
    ("wiring", "where"),
    [
        (SensorWiring(), "a1 b1 k1 a2 k11"),
        (SensorWiring(first="k11"), "k11 j11 a11 k10 a1"),
        (SensorWiring(along="files"), "a1 a2 a11 b1 k11"),
        (SensorWiring(first="a11", along="files"), "a11 a10 a1 b11 k1"),
        (SensorWiring(rows=REVERSED), "a11 b11 k11 a10 k1"),
        (SensorWiring(columns=(2, 1, *range(3, 12))), "b1 a1 k1 b2 k11"),
    ],
)
def test_sensors_lie_as_they_are_wired(wiring: SensorWiring, where: str) -> None:
    assert names(wiring, 0, 1, 10, 11, 120) == where


@pytest.mark.parametrize(("first", "along"), list(product(CORNERS, ALONG)))
def test_a_corner_and_a_direction_are_all_turns_and_mirrors(first: Corner, along: Along) -> None:
    order = SensorWiring(first=first, along=along).order()
    assert sorted(order) == list(range(SQUARE_COUNT))
    assert SQUARE_NAMES[order[0]] == first


def test_the_eight_ways_differ() -> None:
    ways = {SensorWiring(first=f, along=a).order() for f, a in product(CORNERS, ALONG)}
    assert len(ways) == 8


def test_a_scan_is_put_in_the_order_of_the_squares() -> None:
    mirrored = SensorWiring(first="k1")
    scan = Scan(squares("a1 c2 k11"), 2.5, Poles(squares("a1"), squares("c2"), squares("k11")))
    expected = Poles(squares("k1"), squares("i2"), squares("a11"))
    seen = wired(Sensors(scan), mirrored).scan()
    assert seen == Scan(squares("k1 i2 a11"), 2.5, expected)


def test_sensors_in_order_are_left_alone() -> None:
    sensors = Sensors(Scan(1, 0.0))
    assert wired(sensors, SensorWiring()) is sensors


@pytest.mark.parametrize("seed", range(5))
def test_every_bit_goes_to_its_place(seed: int) -> None:
    random = Random(seed)
    places = random.sample(range(SQUARE_COUNT), SQUARE_COUNT)
    order = BitOrder(places)
    assert [order(1 << bit) for bit in range(SQUARE_COUNT)] == [1 << place for place in places]
    bits = random.getrandbits(SQUARE_COUNT)
    assert order(bits) == sum(1 << places[bit] for bit in range(SQUARE_COUNT) if bits >> bit & 1)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (
            {"rows": (1, 1, *range(3, 12))},
            (
                "expected 1 sensor on each square, got none on a2, b2, c2, d2, e2 and 6 more; "
                "2 on a1, b1, c1, d1, e1 and 6 more"
            ),
        ),
        (
            {"squares": ("b1", *SQUARE_NAMES[1:])},
            "expected 1 sensor on each square, got none on a1; 2 on b1",
        ),
        (
            {"squares": SQUARE_NAMES[:119]},
            "expected 1 sensor on each square, got none on j11 and k11",
        ),
        ({"squares": ("z9", *SQUARE_NAMES[1:])}, "expected squares a1 to k11, got 'z9'"),
    ],
)
def test_two_sensors_for_a_square_or_none_are_named(settings: Any, expected: str) -> None:
    assert complaint(**settings) == f"Value error, {expected}"
