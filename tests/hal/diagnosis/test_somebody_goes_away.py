"""Somebody who leaves in the middle is no broken board: no sensor is blamed for it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from random import Random

import pytest

from hal.config import BoardConfig, WiringSection
from hal.diagnosis.check import Check, Verdict
from hal.diagnosis.conversation import Conversation, Result
from hal.diagnosis.diodes import find_missing_diodes
from hal.diagnosis.mapping import (
    Mapped,
    MappedEach,
    learn_each,
    learn_wiring,
    raw_pixels,
)
from hal.diagnosis.selftest import Examined, examine
from hal.diagnosis.wiring_search import Answer, Question, WiringSearch
from hal.notice import Notice, notice
from hal.squares import SQUARE_NAMES, SQUARES_BY_NAME
from hal.wiring.pixels import PixelWiring
from hal.wiring.sensors import SensorWiring
from simulators.boards.soldered import Soldering
from simulators.table.faults import Faults
from simulators.workbench import Workbench
from tests.effort import NIGHTLY

ALL = (1 << 121) - 1
RANK_5 = tuple(SQUARES_BY_NAME[f"{file}5"] for file in "abcdefghijk")
RAW = BoardConfig(wiring=WiringSection(pixels=raw_pixels(PixelWiring())))
NOBODY = Check("board", Verdict.FAIL, notice("check.nobody"), notice("cure.nobody"))
NOTHING = Check("board", Verdict.FAIL, notice("check.nothing"), notice("cure.nothing"))


@dataclass
class Leaving:
    """A bench whose pieces somebody carries away once a sentence was heard so often."""

    key: str
    times: int
    bench: Workbench = field(default_factory=lambda: Workbench("virtual"))
    heard: list[str] = field(default_factory=list)  # the squares that were asked for

    def hear(self, words: Notice) -> None:
        if words.key in (self.key, "ask.light"):
            self.heard.append(str(dict(words.particulars).get("square", "")))
        if words.key == self.key and len(self.heard) > self.times:
            for piece in self.bench.table.pieces:
                self.bench.table.grab(f"who takes {piece.id} away", piece.id)


def square(check: Check) -> str:
    return "" if check.square is None else SQUARE_NAMES[check.square]


def named(checks: list[Check], verdict: Verdict) -> list[str]:
    return [square(check) for check in checks if check.verdict is verdict]


# The self-test ------------------------------------------------------------------------------


def test_who_goes_away_in_the_middle_of_a_selftest_leaves_no_sensor_to_blame() -> None:
    leaving = Leaving("ask.light", 4)
    subject = Examined(colours="", squares=RANK_5)
    checks = leaving.bench.converse(BoardConfig(), examine(subject), heard=leaving.hear)
    assert checks[0] == NOBODY
    assert named(checks, Verdict.FAIL) == [""]
    assert named(checks, Verdict.OK) == ["a5", "b5", "c5", "d5"]
    # Before it is believed, the last good square is asked for once more.
    assert leaving.heard == ["a5", "b5", "c5", "d5", "e5", "f5", "d5"]


def test_dead_sensors_in_a_row_are_each_named_because_somebody_answers_beside_them() -> None:
    dead = [SQUARES_BY_NAME[name] for name in ("c5", "d5", "e5")]
    bench = Workbench("virtual", Soldering(faults=Faults(dead=sum(1 << each for each in dead))))
    checks = bench.converse(BoardConfig(), examine(Examined(colours="", squares=RANK_5)))
    assert named(checks, Verdict.FAIL) == ["c5", "d5", "e5"]
    assert len(named(checks, Verdict.OK)) == 8


def test_a_wire_all_of_whose_sensors_are_dead_is_named_itself() -> None:
    dead = sum(1 << each for each in RANK_5)
    bench = Workbench("virtual", Soldering(faults=Faults(dead=dead)))
    squares = (*RANK_5, SQUARES_BY_NAME["a4"])
    checks = bench.converse(BoardConfig(), examine(Examined(colours="", squares=squares)))
    finding, cure = notice("check.line.dead"), notice("cure.line.dead")
    assert checks[0] == Check("row 5", Verdict.FAIL, finding, cure)
    assert named(checks[1:], Verdict.FAIL) == [SQUARE_NAMES[each] for each in RANK_5]


def test_a_board_that_feels_nothing_is_given_up_after_six_squares() -> None:
    asked: list[str] = []

    def hear(words: Notice) -> None:
        if words.key == "ask.light":
            asked.append(str(dict(words.particulars)["square"]))

    bench = Workbench("virtual", Soldering(faults=Faults(dead=ALL)))
    checks = bench.converse(BoardConfig(), examine(Examined(colours="")), heard=hear)
    assert checks == [NOTHING]
    assert asked == ["a1", "b1", "c1", "d1", "e1", "f1"]


def test_who_does_not_set_up_the_pieces_hears_that_nobody_is_there() -> None:
    leaving = Leaving("ask.pieces", 0)
    found = find_missing_diodes(range(121))
    assert leaving.bench.converse(BoardConfig(), found, heard=leaving.hear) == [NOBODY]


# Learning a wiring --------------------------------------------------------------------------


def until(
    bench: Workbench, at_s: float, conversation: Conversation[Result]
) -> Conversation[Result]:
    """Go on with a conversation; at that time somebody carries all pieces away."""
    ask = next(conversation)
    while True:
        if bench.clock() >= at_s:
            for piece in bench.table.pieces:
                bench.table.grab(f"who takes {piece.id} away", piece.id)
        reading = yield ask
        try:
            ask = conversation.send(reading)
        except StopIteration as end:
            result: Result = end.value
            return result


def dead(*squares: int) -> Workbench:
    faults = Faults(dead=sum(1 << each for each in set(squares)))
    return Workbench("virtual", Soldering(faults=faults))


def by_light(bench: Workbench, at_s: float = inf) -> Mapped:
    conversation = learn_wiring(WiringSearch(PixelWiring()), PixelWiring())
    return bench.converse(RAW, until(bench, at_s, conversation))


def by_name(bench: Workbench, at_s: float = inf) -> Mapped:
    conversation = learn_wiring(WiringSearch(None), None)
    return bench.converse(BoardConfig(), until(bench, at_s, conversation))


# By day one way must do.
WAYS = [by_name, by_light] if NIGHTLY else [by_name]


def one_by_one(bench: Workbench, at_s: float = inf, given: Sequence[Answer] = ()) -> MappedEach:
    conversation = learn_each(list(given), SensorWiring())
    return bench.converse(BoardConfig(), until(bench, at_s, conversation))


@pytest.mark.parametrize("learn", [*WAYS, one_by_one])
def test_who_goes_away_while_a_wiring_is_learnt_hears_that_nobody_is_there(
    learn: Callable[[Workbench, float], Mapped | MappedEach],
) -> None:
    learnt = learn(Workbench("virtual"), 6.0)
    assert (learnt.found, learnt.checks) == (None, [NOBODY])


@pytest.mark.parametrize("learn", WAYS)
def test_a_board_that_feels_nothing_says_so(learn: Callable[[Workbench], Mapped]) -> None:
    assert learn(dead(*range(121))) == Mapped(None, [NOTHING])


def test_two_wires_that_feel_nothing_are_not_taken_for_somebody_who_has_gone() -> None:
    silent = Check("wiring", Verdict.FAIL, notice("check.wiring.silent"), notice("cure.line.dead"))
    assert by_light(dead(*RANK_5, *(each + 33 for each in RANK_5))) == Mapped(None, [silent])


@pytest.mark.parametrize("learn", WAYS)
def test_a_row_and_a_column_that_feel_nothing_are_learnt_all_the_same(
    learn: Callable[[Workbench], Mapped],
) -> None:
    mapped = learn(dead(*RANK_5, *range(4, 121, 11)))
    assert mapped.found is not None
    assert mapped.found.sensors.order() == SensorWiring().order()
    assert {str(check.finding) for check in mapped.checks} == {"check.sensor.unanswered"}


def test_of_a_dead_row_each_square_is_named_and_the_others_are_learnt_one_by_one() -> None:
    # The ranks around it have answered before.
    others = [each for each in range(22, 121) if each not in RANK_5]
    given = [Answer(Question(square=each), each) for each in others]
    mapped = one_by_one(dead(*RANK_5), given=given)
    assert mapped.found is not None
    assert mapped.found.order() == SensorWiring().order()
    assert named(mapped.checks, Verdict.WARN) == [SQUARE_NAMES[each] for each in RANK_5]


def test_squares_that_have_answered_before_are_not_asked_for_again() -> None:
    given = [Answer(Question(square=each), each) for each in range(1, 121)]
    bench = Workbench("virtual")
    mapped = one_by_one(bench, given=given)
    assert mapped.found is not None
    assert mapped.found.order() == SensorWiring().order()
    assert bench.clock() < 6.0


def test_where_no_sensor_that_answered_is_sound_nobody_can_answer_again() -> None:
    # Of all that has ever answered only a1, which sticks now.
    stuck = Workbench("virtual", Soldering(faults=Faults(stuck=1, dead=ALL & ~1)))
    assert one_by_one(stuck, given=[Answer(Question(square=0), 0)]).checks == [NOBODY]


def test_wires_that_keep_to_no_row_and_column_are_irregular() -> None:
    names = list(SQUARE_NAMES)
    Random(1).shuffle(names)
    mapped = by_light(Workbench("virtual", Soldering(SensorWiring(squares=tuple(names)))))
    finding, cure = notice("check.wiring.irregular"), notice("cure.irregular")
    assert mapped == Mapped(None, [Check("wiring", Verdict.FAIL, finding, cure)])


def test_a_strip_whose_colours_nobody_can_tell_is_learnt_without_their_order() -> None:
    pairs = [SQUARES_BY_NAME[name] for name in ("b2", "e2", "h2", "b6", "e6", "h6")]
    dark = sum(1 << each | 2 << each for each in pairs)
    mapped = by_light(Workbench("virtual", Soldering(dark=dark)))
    assert mapped.found is not None
    assert mapped.found.pixels is not None
    assert mapped.found.pixels.pixels() == PixelWiring().pixels()
    finding, cure = notice("check.order.unknown"), notice("cure.order.dark")
    assert mapped.checks[-1] == Check("strip", Verdict.WARN, finding, cure)
