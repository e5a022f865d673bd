"""A wiring is learnt on every depth of imitation, and goes on from where somebody stopped."""

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.assembly.answers import read_answers, write_answers
from hal.config import BoardConfig, WiringSection
from hal.diagnosis.check import Check, Verdict
from hal.diagnosis.conversation import Reading
from hal.diagnosis.findings import failing
from hal.diagnosis.mapping import Mapped, MappedEach, learn_each, learn_wiring, raw_pixels
from hal.diagnosis.wiring_search import Answer, Question, WiringSearch
from hal.notice import notice
from hal.squares import SQUARE_NAMES, SQUARES_BY_NAME
from hal.wiring.pixels import PixelWiring
from hal.wiring.sensors import SensorWiring
from simulators.boards.soldered import Soldering
from simulators.table.faults import Faults
from simulators.workbench import KINDS, Kind, Workbench
from tests.effort import NIGHTLY

SENSORS = SensorWiring(first="k11", along="files", rows=(2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11))
PIXELS = PixelWiring(first="a11", serpentine=True, order="RBG")
RAW = BoardConfig(wiring=WiringSection(pixels=raw_pixels(PixelWiring())))


def learnt(bench: Workbench, search: WiringSearch) -> tuple[tuple[int, ...], PixelWiring | None]:
    found = bench.converse(RAW, learn_wiring(search, PixelWiring())).found
    assert found is not None
    return found.sensors.order(), found.pixels


@pytest.mark.parametrize("kind", [kind for kind in KINDS if NIGHTLY or kind == "gpio-matrix"])
def test_sensors_strip_and_colours_are_learnt(kind: Kind) -> None:
    order, pixels = learnt(Workbench(kind, Soldering(SENSORS, PIXELS)), WiringSearch(PixelWiring()))
    assert order == SENSORS.order()
    assert pixels is not None
    assert (pixels.pixels(), pixels.order) == (PIXELS.pixels(), "RBG")


def test_a_stuck_and_a_dead_sensor_and_a_dark_pixel_stop_nobody() -> None:
    faults = Faults(stuck=1 << 3, dead=1 << 60)
    bench = Workbench("virtual", Soldering(SENSORS, PIXELS, faults, dark=1 << 14))
    order, _ = learnt(bench, WiringSearch(PixelWiring()))
    assert order == SENSORS.order()


def test_sensors_that_are_unsound_are_named_by_the_squares_that_were_learnt() -> None:
    # k1 is seen from afar, a11 is one of those that are visited.
    faults = Faults(stuck=1 << 10, dead=1 << 110)
    bench = Workbench("gpio-matrix", Soldering(SENSORS, PIXELS, faults))
    mapped = bench.converse(RAW, learn_wiring(WiringSearch(PixelWiring()), PixelWiring()))
    assert [(each.square, str(each.finding)) for each in mapped.checks] == [
        (10, "check.sensor.stuck"),
        (110, "check.sensor.unanswered"),
    ]


@pytest.mark.parametrize("name", ["b1", "j1"])
def test_a_dead_square_that_is_asked_for_by_name_stops_nobody(name: str) -> None:
    faults = Faults(dead=1 << SQUARES_BY_NAME[name])
    order, _ = learnt(
        Workbench("virtual", Soldering(SENSORS, PIXELS, faults)), WiringSearch(PixelWiring())
    )
    assert order == SENSORS.order()


def test_two_silent_squares_are_named_and_the_others_are_learnt_one_by_one() -> None:
    names = list(SQUARE_NAMES)
    names[48], names[70] = names[70], names[48]
    crossed = SensorWiring(squares=tuple(names))
    bench = Workbench("virtual", Soldering(crossed, faults=Faults(dead=1 << 3 | 1 << 60)))
    answers: list[Answer] = []
    mapped = bench.converse(BoardConfig(), learn_each(answers, SensorWiring()))
    assert mapped.found is not None
    assert mapped.found.order() == crossed.order()
    assert [(each.square, str(each.finding)) for each in mapped.checks] == [
        (3, "check.sensor.unanswered"),
        (60, "check.sensor.unanswered"),
    ]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if NIGHTLY or kind == "virtual"])
def test_a_sensor_that_chatters_under_the_piece_is_an_answer_and_is_named(kind: Kind) -> None:
    bench = Workbench(kind, Soldering(SENSORS, PIXELS, Faults(chatter=1 << 110)))
    mapped = bench.converse(RAW, learn_wiring(WiringSearch(PixelWiring()), PixelWiring()))
    assert mapped.found is not None
    assert mapped.found.sensors.order() == SENSORS.order()
    assert [(each.square, str(each.finding)) for each in mapped.checks] == [
        (110, "check.sensor.chatters")
    ]


@pytest.mark.parametrize("half_s", [0.02, 0.1, 0.3, 0.46])
def test_however_slowly_a_sensor_chatters_it_is_no_silent_one(half_s: float) -> None:
    def closed(square: int, waited_s: float) -> bool:
        return square != 60 or int(waited_s / half_s) % 2 == 0

    mapped = each_answered(lambda square, waited_s: closed(square, waited_s) << square)
    assert mapped.found is not None
    assert mapped.found.order() == SensorWiring().order()
    assert mapped.checks == [failing("chatters", 60)]


def test_sensors_that_close_while_the_piece_comes_do_not_chatter() -> None:
    # On its way to f6, which is dead, it passes e6 for a second.
    def felt(square: int, waited_s: float) -> int:
        if square != 60:
            return 1 << square
        return (waited_s < 1 and int(waited_s / 0.04) % 2 == 0) << 59

    assert [(each.square, str(each.finding)) for each in each_answered(felt).checks] == [
        (60, "check.sensor.unanswered")
    ]


def each_answered(felt: Callable[[int, float], int]) -> MappedEach:
    """Learn the sensor of each square, with these closed so long after a piece was put there."""
    conversation, at, since, words = learn_each([], SensorWiring()), 0.0, 0.0, None
    ask = next(conversation)
    while True:
        if ask.words != words:
            words, since = ask.words, at + 1.0
        is_standing = ask.words.key == "ask.light" and at >= since
        square = SQUARES_BY_NAME[str(dict(ask.words.particulars)["square"])] if is_standing else 0
        try:
            reading = Reading(felt(square, at - since) if is_standing else 0, at)
            ask = conversation.send(reading)
        except StopIteration as end:
            mapped: MappedEach = end.value
            return mapped
        at += 0.02


@pytest.mark.parametrize("kind", [kind for kind in KINDS if NIGHTLY or kind == "virtual"])
def test_a_wire_without_ground_is_named_before_anybody_places_a_piece(kind: Kind) -> None:
    # Under the squares of rank 5 lies row 5, as soldered; what is on it nobody knows yet.
    fifth_rank = sum(1 << 44 + file for file in range(11))
    bench = Workbench(kind, Soldering(faults=Faults(floating=fifth_rank)))
    asked: list[str] = []
    conversation = learn_wiring(WiringSearch(PixelWiring()), PixelWiring())
    mapped = bench.converse(RAW, conversation, heard=lambda words: asked.append(words.key))
    assert mapped == Mapped(
        None,
        [Check("row 5", Verdict.FAIL, notice("check.line.floating"), notice("cure.line.floating"))],
    )
    assert {key for key in asked if key.startswith("ask.")} == {"ask.clear", "ask.rest"}


def test_what_was_answered_before_is_not_asked_again(tmp_path: Path) -> None:
    first = WiringSearch(PixelWiring())
    learnt(Workbench("virtual", Soldering(SENSORS, PIXELS)), first)
    file = tmp_path / "answers.json"
    write_answers(file, first.answers[:8])

    again = WiringSearch(PixelWiring())
    for answer in read_answers(file):
        again.take(answer)
    bench = Workbench("virtual", Soldering(SENSORS, PIXELS))
    asked: list[str] = []
    conversation = learn_wiring(again, PixelWiring())
    bench.converse(RAW, conversation, heard=lambda words: asked.append(words.key))
    assert again.found is not None
    assert again.found.sensors.order() == SENSORS.order()
    assert again.answers == first.answers
    assert "ask.square" not in asked, "b1 was answered the first time"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[{}]",
        '[{"square": 1, "pixel": 2, "sensor": 3}]',
        '[{"square": null, "pixel": 2, "sensor": 121}]',
        '[{"square": "a1", "pixel": null, "sensor": 1}]',
        "{",
    ],
)
def test_notes_without_sense_count_for_nothing(text: str, tmp_path: Path) -> None:
    file = tmp_path / "answers.json"
    file.write_text(text)
    assert read_answers(file) == []
    assert read_answers(tmp_path / "none.json") == []


def test_notes_come_back_as_they_were(tmp_path: Path) -> None:
    answers = [Answer(Question(square=1), 7), Answer(Question(pixel=30), 120)]
    write_answers(tmp_path / "new" / "answers.json", answers)
    assert read_answers(tmp_path / "new" / "answers.json") == answers
