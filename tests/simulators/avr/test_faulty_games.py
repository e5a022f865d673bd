"""Whatever happens to line, cable and microcontroller: no wrong move, no lost one, play goes on."""

from collections.abc import Callable

import pytest

from controller.events.event import BoardFound, BoardLost
from controller.words.catalogue import say
from controller.words.notices import notice_sentence
from simulators.avr.harness import Harness
from simulators.people.score import Score
from simulators.table.sensors import SensorName
from tests.simulators.avr.playing import PLIES, EventfulBoard, Mishap, play

# When a mishap happens: a few plies are made before, and some after it.
MIDGAME_S = 2.5
# The line is the same for both, and Hall sensors take three times as long to simulate.
MOSTLY_REEDS = ("reed", pytest.param("hall", marks=pytest.mark.nightly))


def verdict(report: Score) -> tuple[int, ...]:
    return report.recognised, report.wrong, report.missed, report.phantom


FAULTLESS = (PLIES, 0, 0, 0)


def to_the_harness(do: Callable[[Harness], None]) -> Mishap:
    return lambda board: do(board.harness)


def flip(harness: Harness) -> None:
    harness.flip("in", 100)
    harness.flip("out", 100)


def drop(harness: Harness) -> None:
    harness.drop("in", 100)
    harness.drop("out", 100)


def cut(harness: Harness) -> None:
    harness.cut("out", 10, 0.1)
    harness.cut("in", 100, 0.1)


@pytest.mark.parametrize("sensors", MOSTLY_REEDS)
@pytest.mark.parametrize(("damage", "counted"), [(flip, "flipped"), (drop, "dropped")])
def test_a_line_that_damages_one_byte_in_a_hundred(
    sensors: SensorName, damage: Callable[[Harness], None], counted: str
) -> None:
    played = play(sensors, [(0.0, to_the_harness(damage))])
    assert verdict(played.report) == FAULTLESS
    assert played.stats["from_board"][counted] > 50
    assert played.stats["to_board"][counted] > 5


@pytest.mark.parametrize("sensors", MOSTLY_REEDS)
def test_a_line_that_is_cut_in_the_middle_of_frames(sensors: SensorName) -> None:
    times = [1.0 + 0.37 * n for n in range(10)]
    played = play(sensors, [(at, to_the_harness(cut)) for at in times])
    assert verdict(played.report) == FAULTLESS
    assert played.stats["from_board"]["cut"] > 100


@pytest.mark.parametrize("sensors", MOSTLY_REEDS)
@pytest.mark.parametrize("cause", ["external", "brownout"])
def test_a_microcontroller_that_starts_anew(sensors: SensorName, cause: str) -> None:
    notices: list[str] = []

    def reset(board: EventfulBoard) -> None:
        board.harness.reset("external" if cause == "external" else "brownout")

    def read_notices(board: EventfulBoard) -> None:
        notices.extend(say(notice_sentence(each)) for each in board.serial.take_notices())

    played = play(sensors, [(MIDGAME_S, reset), (MIDGAME_S + 1, read_notices)])
    assert verdict(played.report) == FAULTLESS
    words = {"external": "its reset pin", "brownout": "a brown-out"}
    (notice,) = notices
    assert notice.startswith(f"The board restarted; cause: {words[cause]}")
    assert any(played.shown.pixels)


def test_a_microcontroller_that_hangs_until_its_watchdog_bites() -> None:
    played = play("reed", [(MIDGAME_S, to_the_harness(Harness.hang))])
    assert verdict(played.report) == FAULTLESS


@pytest.mark.parametrize("sensors", MOSTLY_REEDS)
@pytest.mark.parametrize("power", [False, True])
def test_a_cable_that_is_unplugged_and_plugged_in_again(
    sensors: SensorName, *, power: bool
) -> None:
    def unplug(board: EventfulBoard) -> None:
        board.port.unplug(power=power)

    def replug(board: EventfulBoard) -> None:
        board.port.replug()

    played = play(sensors, [(MIDGAME_S, unplug), (MIDGAME_S + 0.4, replug)])
    assert verdict(played.report) == FAULTLESS
    kinds = [type(event) for event in played.events]
    assert BoardLost in kinds[: kinds.index(BoardFound)]
    assert kinds.count(BoardFound) == 1
    assert any(played.shown.pixels)


@pytest.mark.parametrize("sensors", MOSTLY_REEDS)
def test_a_host_that_does_not_read_for_two_seconds(sensors: SensorName) -> None:
    played = play(sensors, [(MIDGAME_S, lambda board: board.be_busy(2.0))])
    assert verdict(played.report) == FAULTLESS


def test_a_line_that_holds_everything_up_for_half_a_second() -> None:
    played = play("reed", [(MIDGAME_S, lambda board: board.harness.stall(0.5))])
    assert verdict(played.report) == FAULTLESS


def test_one_thing_after_another() -> None:
    plies = 18
    plan: list[tuple[float, Mishap]] = [
        (1.0, to_the_harness(flip)),
        (3.0, lambda board: board.harness.reset("external")),
        (5.0, lambda board: board.port.unplug(power=True)),
        (6.2, lambda board: board.port.replug()),
        (8.0, lambda board: board.be_busy(1.0)),
        (10.0, to_the_harness(Harness.hang)),
        (12.0, to_the_harness(drop)),
        (13.0, lambda board: board.harness.stall(0.8)),
        (15.0, to_the_harness(cut)),
    ]
    played = play("reed", plan, plies=plies)
    assert verdict(played.report) == (plies, 0, 0, 0)
    assert min(event.at for event in played.events if isinstance(event, BoardFound)) > 6.2
