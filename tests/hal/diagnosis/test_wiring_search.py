"""A few answers settle any regular wiring, whatever its wires, corners and turns."""

from math import ceil, factorial, log2
from random import Random

import pytest

from hal.board import SQUARE_COUNT
from hal.diagnosis.wiring_search import Answer, Question, WiringSearch, each_sensor
from hal.squares import SIDE, SQUARE_NAMES, SQUARES_BY_NAME
from hal.wiring.path import Along, Corner
from hal.wiring.pixels import PixelWiring
from hal.wiring.sensors import SensorWiring
from tests.effort import long_or_short

CORNERS: tuple[Corner, ...] = ("a1", "k1", "a11", "k11")
WAYS: tuple[Along, ...] = ("ranks", "files")
# Ten answers name all wires, one tells rows from columns; the strip takes one or two more.
MOST = 14


def shuffled(random: Random) -> tuple[int, ...]:
    return tuple(random.sample(range(1, SIDE + 1), SIDE))


def any_sensors(random: Random) -> SensorWiring:
    return SensorWiring(
        first=random.choice(CORNERS),
        along=random.choice(WAYS),
        rows=shuffled(random),
        columns=shuffled(random),
    )


def any_pixels(random: Random) -> PixelWiring:
    return PixelWiring(
        first=random.choice(CORNERS),
        along=random.choice(WAYS),
        serpentine=random.random() < 0.5,
        before=random.choice((0, 0, 1)),
        turning=random.choice((0, 0, 2)),
        per_square=random.choice((1, 1, 2)),
    )


def settle(search: WiringSearch, sensors: SensorWiring, pixels: PixelWiring) -> None:
    """Answer as the board would until nothing more is asked."""
    sensor_of = {square: sensor for sensor, square in enumerate(sensors.order())}
    squares = pixels.pixels()
    while search.found is None and (question := search.next_question()) is not None:
        square = question.square if question.pixel is None else squares[question.pixel]
        if square is None:  # nobody sees a pixel that lies between two squares
            search.forget(question)
        else:
            search.take(Answer(question, sensor_of[square]))


@pytest.mark.parametrize("seed", range(long_or_short(300, 5)))
def test_any_wires_and_any_regular_strip_are_learnt_by_light(seed: int) -> None:
    random = Random(seed)
    sensors, pixels = any_sensors(random), any_pixels(random)
    search = WiringSearch(PixelWiring(per_square=pixels.per_square))
    settle(search, sensors, pixels)
    assert search.found is not None
    assert search.found.sensors.order() == sensors.order()
    assert search.found.pixels is not None
    learnt, real = search.found.pixels.pixels(), pixels.pixels()
    shared = min(len(learnt), len(real))
    assert learnt[:shared] == real[:shared]
    assert len(search.answers) <= MOST


def test_two_pixels_a_square_after_one_spare_pixel_are_not_taken_for_two_spare_ones() -> None:
    pixels = PixelWiring(per_square=2, before=1)
    search = WiringSearch(PixelWiring(per_square=2))
    settle(search, SensorWiring(), pixels)
    assert search.found is not None
    assert search.found.pixels is not None
    assert search.found.pixels.pixels() == pixels.pixels()


@pytest.mark.parametrize("seed", range(long_or_short(100, 3)))
def test_a_board_without_light_takes_eleven_answers(seed: int) -> None:
    sensors = any_sensors(Random(seed))
    search = WiringSearch(None)
    settle(search, sensors, PixelWiring())
    assert search.found is not None
    assert search.found.sensors.order() == sensors.order()
    assert search.found.pixels is None
    assert len(search.answers) == 11


def test_fewer_than_ten_answers_cannot_settle_the_wires() -> None:
    # Rows and columns in any order, exchanged or not; an answer names one sensor of 121.
    wirings = 2 * factorial(SIDE) ** 2
    assert ceil(log2(wirings) / log2(SQUARE_COUNT)) == 8
    # And an answer names at most one row and one column that were not known, of ten each.
    assert SIDE - 1 == 10


def test_a_board_as_configured_comes_out_without_any_setting() -> None:
    search = WiringSearch(PixelWiring())
    settle(search, SensorWiring(), PixelWiring())
    assert search.found is not None
    assert search.found.sensors == SensorWiring()
    assert search.found.pixels is not None
    assert search.found.pixels.pixels() == PixelWiring().pixels()


def test_wires_that_keep_to_no_row_are_said_to_be_irregular() -> None:
    search = WiringSearch(None)
    search.take(Answer(Question(square=0), 0))
    search.take(Answer(Question(square=12), 12))
    search.take(Answer(Question(square=1), 50))
    assert search.is_hopeless
    assert search.found is None
    assert search.next_question() is None


def test_sensors_one_by_one_are_known_though_one_is_silent() -> None:
    order = tuple(Random(7).sample(range(SQUARE_COUNT), SQUARE_COUNT))
    answers = [Answer(Question(square=square), sensor) for sensor, square in enumerate(order)]
    assert each_sensor(answers[1:], SensorWiring()).order() == order


def test_silent_sensors_keep_the_squares_that_they_are_believed_to_have() -> None:
    answers = [Answer(Question(square=n), n) for n in range(SQUARE_COUNT) if n not in (3, 40, 60)]
    assert each_sensor(answers, SensorWiring()) == SensorWiring(squares=SQUARE_NAMES)


def test_silent_sensors_whose_squares_are_taken_get_those_that_are_left() -> None:
    # 3 and 4 are silent, and the square of 4 has been felt by 5.
    answers = [Answer(Question(square=n), n) for n in range(SQUARE_COUNT) if n not in (3, 4, 5)]
    wiring = each_sensor([*answers, Answer(Question(square=4), 5)], SensorWiring())
    assert wiring.order()[3:6] == (3, 5, 4)


def test_a_strip_is_settled_though_nothing_is_felt_on_the_first_square_that_is_named() -> None:
    search = WiringSearch(PixelWiring())
    first = search.next_question()
    assert first == Question(square=SQUARES_BY_NAME["b1"])
    search.forget(first)
    assert search.next_question() == Question(square=SQUARES_BY_NAME["j1"])
