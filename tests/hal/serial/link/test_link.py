"""The controller's end of the line, in virtual time, with a simulated board at the other."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.board import Poles, Scan
from hal.notice import notice
from hal.serial.link.framing import Deframer, frame, frame_bytes
from hal.serial.link.link import Link
from hal.serial.link.messages import (
    SENSORS,
    Ask,
    Calibrate,
    Capability,
    ChainState,
    Configure,
    FromBoard,
    FullConfigure,
    Hello,
    Identity,
    Levels,
    LightFrame,
    LightLimits,
    Occupancy,
    ReportMode,
    ResetCause,
    SensorKind,
    SetName,
    Shown,
    States,
    Statistics,
    Subject,
    ThresholdsMv,
    ToBoard,
)
from hal.serial.link.reading import read_to_board
from hal.serial.link.settings import LinkSettings
from hal.serial.link.state import (
    NOT_CALIBRATED,
    Connected,
    Connecting,
    Counters,
    LinkState,
    Lost,
    Trouble,
)
from hal.serial.link.writing import write_message
from simulators.boards.device_halls import DeviceHalls, measured_baseline
from simulators.boards.device_sensors import DeviceReeds, DeviceSensors
from simulators.boards.serial_device import SerialDevice
from simulators.boards.serial_line import Damage, flipping, losing, undamaged
from simulators.clock import VirtualClock
from tests.effort import long_or_short
from tests.hal.serial.link.messages_made import from_board

STEP_S = 0.01
# Boards of the first version, which is still understood.
REEDS = replace(DeviceReeds.identity, protocol=1)
HALLS = replace(DeviceHalls.identity, protocol=1)
# And of the second.
NEW_REEDS, NEW_HALLS = DeviceReeds.identity, DeviceHalls.identity
RED, GREEN, BLUE = (bytes([n]) * 3 * SENSORS for n in (1, 2, 3))
CORNERS = 1 | 1 << 10 | 1 << 110 | 1 << 120


class Talk:
    """A link whose other end is written by the test, message by message."""

    def __init__(self, settings: LinkSettings | None = None) -> None:
        self.at = 0.0
        self.link = Link(self.at, settings)
        self._deframer = Deframer(read_to_board)

    def say(self, *messages: FromBoard | bytes, wait: float = 0.0) -> list[ToBoard]:
        """Let the board say something after a while; return what it hears then."""
        self.at = round(self.at + wait, 6)
        data = [each if isinstance(each, bytes) else frame(each) for each in messages]
        self.link.receive(b"".join(data), self.at)
        return self._deframer.feed(self.link.outgoing(self.at))

    def state(self) -> LinkState:
        return self.link.state

    def greeted(self, identity: Identity = REEDS) -> "Talk":
        """Greet the board."""
        self.say()
        self.say(identity)
        return self


class Run:
    """A link to a simulated device; time goes on in steps of 10 ms."""

    def __init__(self, sensors: DeviceSensors | None = None) -> None:
        self.clock = VirtualClock()
        self.closed = CORNERS
        self.device = SerialDevice(sensors or DeviceReeds(lambda: self.closed), self.clock)
        self.link = Link(0.0)
        self.damage: Damage = undamaged
        self.cut = False

    def go(self, seconds: float) -> "Run":
        for _ in range(round(seconds / STEP_S)):
            self.clock.advance(STEP_S)
            self.exchange()
        return self

    def exchange(self) -> None:
        at = self.clock()
        heard = self.damage(self.device.produce())
        self.link.receive(b"" if self.cut else heard, at)
        said = self.damage(self.link.outgoing(at))
        if not self.cut:
            self.device.receive(said)

    def state(self) -> LinkState:
        return self.link.state

    @property
    def occupied(self) -> int | None:
        return self.link.scan.occupied if self.link.scan else None


# Greeting -----------------------------------------------------------------------------------


def test_hello_is_said_at_once_and_again_every_300_ms_until_the_board_answers() -> None:
    talk = Talk()
    first = talk.link.outgoing(0.0)
    assert first == b"\0" + frame(Hello())
    said = [talk.say(wait=0.1) for _ in range(9)]
    assert said == [[], [], [Hello()]] * 3
    assert talk.say(REEDS) == [Configure(10)]
    assert [talk.say(Occupancy(n, 10 * n, 0), wait=0.1) for n in range(6)] == [[]] * 6


def test_reports_are_not_believed_before_the_board_said_who_it_is() -> None:
    talk = Talk()
    talk.say(Occupancy(0, 0, 1))
    assert (talk.link.scan, talk.state()) == (None, Connecting())
    talk.say(REEDS, Occupancy(1, 10, 3), wait=0.01)
    assert (talk.link.scan, talk.state()) == (Scan(3, 0.01), Connected(REEDS))


def test_hall_sensors_are_asked_for_levels_and_for_what_they_give_empty() -> None:
    talk = Talk()
    talk.say()
    assert talk.say(HALLS) == [Configure(20), Ask(Subject.BASELINE)]
    assert talk.say(wait=0.2) == []
    assert talk.say(wait=0.2) == [Configure(20), Ask(Subject.BASELINE)], "nothing came back"


def test_hall_sensors_are_asked_for_states_where_that_is_wanted() -> None:
    talk = Talk(LinkSettings(states=True))
    talk.say()
    assert talk.say(HALLS) == [Configure(10, ReportMode.STATES)]


def test_settings_that_were_lost_are_sent_again() -> None:
    run = Run(DeviceHalls(lambda: [2500.0] * SENSORS))
    run.link = Link(0.0, LinkSettings(states=True))
    run.damage = lambda data: b"" if b"\x43" in data else data  # no Configure arrives
    run.go(1.0)
    run.damage = undamaged
    run.go(1.0)
    assert run.occupied == 0
    assert run.link.scan is not None
    assert run.link.scan.poles == Poles(0, 0, 0)


def test_a_board_that_asks_for_this_version_is_played_on() -> None:
    talk = Talk().greeted(replace(NEW_REEDS, least_protocol=2))
    assert talk.state() == Connected(replace(NEW_REEDS, least_protocol=2))


@pytest.mark.parametrize(
    ("identity", "lost"),
    [
        (
            Identity(1, Capability.PIXELS, 121, 0, protocol=3, least_protocol=3),
            Lost(Trouble.WRONG_PROTOCOL, "3", "2"),
        ),
        (
            Identity(1, Capability.PIXELS, 49, 0, rows=7, columns=7),
            Lost(Trouble.WRONG_SIZE, "7 x 7", "11 x 11"),
        ),
        (
            Identity(3, Capability.PIXELS, 121, 0),
            Lost(Trouble.WRONG_SENSORS, "3"),
        ),
    ],
)
def test_another_firmware_is_reported_and_its_scans_are_ignored(
    identity: Identity, lost: Lost
) -> None:
    talk = Talk()
    talk.say()
    talk.say(identity, Occupancy(0, 0, 1))
    assert (talk.state(), talk.link.scan) == (lost, None)
    talk.say(REEDS, wait=0.5)
    assert talk.state() == Connected(REEDS)


# Up to the length of its name, which is said to have 30 bytes.
LONG_NAME = write_message(replace(NEW_REEDS, name=""))[:-1] + b"\x1e"


@pytest.mark.parametrize(
    ("identity", "why"),
    [
        (LONG_NAME + 30 * b"n", "name: expected up to 24 bytes, got 30"),
        (LONG_NAME[:14], "message 0x1: expected 15 bytes, got 14"),
    ],
)
def test_an_identity_without_a_meaning_is_another_firmware_and_what_is_wrong_is_quoted(
    identity: bytes, why: str
) -> None:
    talk = Talk()
    talk.say()
    talk.say(frame_bytes(identity), Occupancy(0, 0, 1))
    assert (talk.state(), talk.link.scan) == (Lost(Trouble.WRONG_IDENTITY, why), None)
    assert talk.say(Occupancy(1, 10, 1), wait=0.3) == [Hello()]
    talk.say(REEDS, wait=0.1)
    assert talk.state() == Connected(REEDS)


def test_a_board_that_is_known_and_says_without_a_meaning_who_it_is_is_asked_again() -> None:
    talk = Talk().greeted(NEW_REEDS)
    said = talk.say(frame_bytes(LONG_NAME + 30 * b"n"), wait=0.5)
    assert (said, talk.link.scan) == ([Hello()], None)
    talk.say(NEW_REEDS)
    assert talk.state() == Connected(NEW_REEDS)


# Losing and finding -------------------------------------------------------------------------


def test_a_line_without_a_byte_is_silent_after_3_s_and_after_1_s_once_it_was_heard() -> None:
    talk = Talk()
    talk.say(wait=2.9)
    assert talk.state() == Connecting()
    talk.say(wait=0.1)
    assert talk.state() == Lost(Trouble.SILENT)
    talk.say(REEDS, Occupancy(0, 0, 0))
    talk.say(wait=0.99)
    assert talk.state() == Lost(Trouble.STALE)
    talk.say(wait=0.01)
    assert talk.state() == Lost(Trouble.SILENT)
    assert talk.link.scan is None


def test_bytes_without_a_right_frame_are_babble_after_2_s() -> None:
    talk = Talk()
    for _ in range(20):
        talk.say(b"\xf8\x80\x01\0", wait=0.1)
        assert talk.state() == Connecting()
    talk.say(b"\xf8\x80\x01\0", wait=0.1)
    assert talk.state() == Lost(Trouble.BABBLING)
    talk.say(REEDS, wait=0.1)
    assert talk.state() == Connected(REEDS)


def test_a_device_that_never_says_who_it_is_is_no_board() -> None:
    talk = Talk()
    for n in range(21):
        talk.say(Occupancy(n, 100 * n, 0), wait=0.1)
    assert talk.state() == Lost(Trouble.ANONYMOUS)


def test_a_board_that_is_heard_but_sends_no_reports_is_stale_after_300_ms() -> None:
    talk = Talk().greeted()
    talk.say(Occupancy(0, 0, 5), wait=0.01)
    states = [talk.state() for _ in range(4) if talk.say(Shown(9), wait=0.1) is not None]
    assert states == [Connected(REEDS)] * 2 + [Lost(Trouble.STALE)] * 2
    talk.say(Occupancy(1, 500, 5), wait=0.1)
    assert talk.state() == Connected(REEDS)


def test_a_board_whose_reports_make_no_sense_is_lost_with_what_is_wrong_with_the_last() -> None:
    talk = Talk().greeted()
    talk.say(Occupancy(0, 0, 5), wait=0.01)
    report = frame_bytes(write_message(Occupancy(1, 10, 0))[:-1] + b"\x80")
    for _ in range(4):
        talk.say(report, wait=0.1)
    why = "bitboard: expected 121 sensors, got more"
    assert talk.state() == Lost(Trouble.SENSELESS, why)
    talk.say(Occupancy(2, 500, 5), wait=0.1)
    assert talk.state() == Connected(REEDS)
    for _ in range(4):
        talk.say(Shown(9), wait=0.1)
    assert talk.state() == Lost(Trouble.STALE)


@pytest.mark.parametrize(
    ("kind", "report", "sensors"),
    [
        (SensorKind.HALL, Occupancy(1, 10, 5), ("Hall sensors", "reeds")),
        (SensorKind.REED, Levels(1, 10, SENSORS * (512,)), ("reeds", "Hall sensors")),
        (SensorKind.REED, States(1, 10, 5, 5, 0, 0), ("reeds", "Hall sensors")),
    ],
)
def test_a_board_whose_reports_are_of_other_sensors_than_it_said_is_lost_and_says_so(
    kind: SensorKind, report: FromBoard, sensors: tuple[str, str]
) -> None:
    talk = Talk().greeted(replace(REEDS, sensors=kind))
    for _ in range(4):
        talk.say(report, wait=0.1)
    said, sent = sensors
    why = f"report: expected one of {said}, as Identity says, got one of {sent}"
    assert (talk.state(), talk.link.scan) == (Lost(Trouble.SENSELESS, why), None)


def test_a_board_is_greeted_again_after_a_silence() -> None:
    run = Run().go(1.0)
    run.cut = True
    run.go(1.5)
    assert run.state() == Lost(Trouble.SILENT)
    run.cut = False
    run.closed = 1
    run.go(0.5)
    assert (run.state(), run.occupied) == (Connected(NEW_REEDS), 1)
    assert run.link.take_notices() == []


# Starting again -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cause", "key"),
    [
        (ResetCause.POWER, "reset.power"),
        (ResetCause.RESET_PIN, "reset.reset_pin"),
        (ResetCause.WATCHDOG, "reset.watchdog"),
        (
            ResetCause.BROWN_OUT | ResetCause.RESET_PIN,
            "reset.brown_out",
        ),
    ],
)
def test_a_board_that_starts_anew_is_set_and_lit_again_and_the_cause_told(
    cause: ResetCause, key: str
) -> None:
    run = Run()
    run.link.show(RED)
    run.go(2.0)
    run.device.restart(cause)
    run.go(0.1)
    assert (run.state(), run.occupied) == (Connected(run.device.identity), CORNERS)
    assert (run.device.strip, run.device.lights) == (RED, 2)
    assert run.link.take_notices() == [notice("notice.restarted", cause=notice(key))]


def test_a_restart_is_noticed_though_its_identity_got_lost() -> None:
    run = Run()
    run.link.show(GREEN)
    run.go(2.0)
    run.device.restart(ResetCause.WATCHDOG)
    run.clock.advance(STEP_S)
    run.device.produce()  # with Identity in it
    run.go(0.2)
    assert (run.device.strip, run.device.lights) == (GREEN, 2)
    assert len(run.link.take_notices()) == 1


def test_the_second_answer_to_hello_is_no_restart() -> None:
    talk = Talk()
    talk.say()
    talk.say(wait=0.3)
    talk.say(REEDS, wait=0.1)
    assert talk.say(REEDS, wait=0.1) == []
    assert talk.link.take_notices() == []


def test_the_clock_of_a_board_may_begin_again_after_49_days() -> None:
    talk = Talk().greeted()
    talk.say(Occupancy(0, 2**32 - 5, 1))
    assert talk.say(Occupancy(1, 5, 1), wait=0.01) == []
    assert talk.state() == Connected(REEDS)


# LightFrame --------------------------------------------------------------------------------------


def test_nothing_at_all_is_sent_until_a_light_frame_is_shown_and_then_the_newest() -> None:
    talk = Talk().greeted()
    talk.link.show(RED)
    assert talk.say(wait=0.01) == [LightFrame(1, RED)]
    talk.link.show(GREEN)
    talk.link.show(BLUE)
    talk.link.send(Ask(Subject.STATISTICS))
    assert talk.say(wait=0.01) == []
    assert talk.say(Shown(9), wait=0.01) == [], "another frame's answer"
    assert talk.say(Shown(1), wait=0.01) == [Ask(Subject.STATISTICS), LightFrame(2, BLUE)]
    assert talk.say(Shown(2), wait=0.01) == []


def test_the_pixels_are_known_to_show_a_frame_once_the_board_says_so() -> None:
    talk = Talk().greeted()
    assert talk.link.has_shown is True, "nothing was to be shown"
    talk.link.show(RED)
    talk.say(wait=0.01)
    assert talk.link.has_shown is False
    talk.say(Shown(1), wait=0.01)
    assert talk.link.has_shown is True


def test_a_light_frame_that_is_not_answered_in_250_ms_is_sent_again_under_a_new_number() -> None:
    talk = Talk().greeted()
    talk.link.show(RED)
    assert talk.say(wait=0.01) == [LightFrame(1, RED)]
    assert talk.say(Occupancy(0, 0, 0), wait=0.24) == []
    assert talk.say(wait=0.01) == [LightFrame(2, RED)]
    assert talk.say(Shown(1), wait=0.01) == [], "too late"
    assert talk.say(Shown(2), wait=0.01) == []
    assert talk.link.counters.lights_lost == 1


def test_numbers_of_light_frames_go_round() -> None:
    talk = Talk().greeted()
    numbers = []
    for _ in range(300):
        talk.link.show(RED)
        light = talk.say(wait=0.01)[-1]
        assert isinstance(light, LightFrame)
        numbers.append(light.number)
        talk.say(Shown(light.number))
    assert numbers == [n % 256 for n in range(1, 301)]


@pytest.mark.parametrize(
    ("pixels", "sent"), [(1, RED[:3]), (120, RED[:360]), (123, RED + bytes(6))]
)
def test_a_strip_of_another_length_is_lit_as_far_as_it_goes(pixels: int, sent: bytes) -> None:
    talk = Talk().greeted(Identity(SensorKind.REED, Capability.PIXELS, pixels, 0))
    talk.link.show(RED)
    light = Deframer(lambda data: data).feed(talk.link.outgoing(talk.at))
    assert light == [b"\x42\x01" + sent]


@pytest.mark.parametrize(("pixels", "can"), [(0, Capability.PIXELS), (121, Capability(0))])
def test_a_board_without_pixels_is_never_sent_a_light_frame(pixels: int, can: Capability) -> None:
    talk = Talk().greeted(Identity(SensorKind.REED, can, pixels, 0))
    talk.link.show(RED)
    assert talk.say(wait=0.01) == []


# Hall sensors -------------------------------------------------------------------------------


def test_levels_are_read_against_those_of_the_empty_board() -> None:
    millivolts = [2500.0 + sensor for sensor in range(SENSORS)]
    halls = DeviceHalls(lambda: millivolts)
    run = Run(halls).go(0.5)
    assert run.link.take_notices() == [NOT_CALIBRATED]
    baseline = measured_baseline(millivolts)
    run.link.send(Calibrate())
    run.go(2.0)
    millivolts[3] += 800
    millivolts[4] -= 800
    millivolts[60] -= 1280
    run.go(0.1)
    assert run.link.scan is not None
    assert run.link.scan[0::2] == (1 << 3 | 1 << 4 | 1 << 60, Poles(1 << 3, 1 << 4, 1 << 60))
    assert run.link.baseline == halls.stored == baseline
    assert run.link.take_notices() == []


# A bad line ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(long_or_short(10, 3)))
@pytest.mark.parametrize("make_damage", [flipping, losing])
def test_a_line_that_spoils_one_byte_in_a_hundred_is_played_on(
    make_damage: Callable[[Random, float], Damage], seed: int
) -> None:
    run = Run()
    run.damage = make_damage(Random(seed), 0.01)
    for n in range(20):
        run.closed = 1 << n
        run.link.show(bytes([n]) * 3 * SENSORS)
        run.go(0.5)
        assert run.occupied in (1 << n, None)
    run.damage = undamaged
    run.go(1.0)
    assert (run.occupied, run.device.strip) == (1 << 19, bytes([19]) * 3 * SENSORS)
    assert run.link.counters.dropped > 0


def test_a_host_that_stalls_for_2_s_goes_on_with_the_newest() -> None:
    run = Run()
    run.link.show(RED)
    run.go(1.0)
    run.closed = 7
    run.clock.advance(2.0)
    run.exchange()
    assert (run.state(), run.occupied) == (Connected(NEW_REEDS), 7)
    assert run.link.take_notices() == []


def test_what_was_received_and_lost_is_counted() -> None:
    talk = Talk().greeted()
    for number in (254, 255, 0, 3):
        talk.say(Occupancy(number, 0, 0))
    talk.say(b"\x05\0", frame(Shown(1))[:-2] + b"\0")
    assert talk.link.counters == Counters(reports=4, missed=2, dropped=2)
    reported = Statistics(1, 2, 3, 4, 5, 6, 7, ResetCause.POWER, 1)
    talk.say(reported)
    assert talk.link.statistics == reported


@pytest.mark.parametrize(
    ("came", "missed"),
    [
        ([(7, 100), (7, 100), (7, 100), (8, 120)], 0),
        ([(7, 100), (7, 100), (9, 140)], 1),
        ([(7, 100), (7, 5220)], 255),
        ([(7, 100), (8, 120), (7, 100), (9, 140)], 0),
        ([(200, 9000), (0, 20), (1, 40)], 0),
    ],
    ids=["twice", "twice and one lost", "all but one lost", "an older one late", "begun again"],
)
def test_only_reports_that_never_came_are_missed(came: list[tuple[int, int]], missed: int) -> None:
    talk = Talk().greeted()
    for number, at_ms in came:
        talk.say(Occupancy(number, at_ms, 0))
    assert talk.link.counters == Counters(reports=len(came), missed=missed)


# Anything at all ----------------------------------------------------------------------------


@given(
    st.lists(
        st.tuples(
            st.one_of(
                st.binary(max_size=400),
                from_board.map(frame),
                st.just(frame(REEDS)),
                st.just(frame(HALLS)),
            ),
            st.floats(0, 3),
        ),
        max_size=30,
    )
)
def test_whatever_comes_whenever_the_link_stays_sound(line: list[tuple[bytes, float]]) -> None:
    talk = Talk()
    talk.link.show(RED)
    for data, wait in line:
        said = talk.say(data, wait=wait)
        assert len(said) <= 4
        assert sum(isinstance(message, LightFrame) for message in said) <= 1
        assert (talk.link.scan is None) or isinstance(talk.state(), Connected | Lost)
    assert len(talk.link.take_notices()) <= 20


def test_what_was_counted_since_is_the_difference_of_each_counter() -> None:
    now = Counters(reports=50, missed=41, dropped=32, skipped=23, lights_lost=14)
    before = Counters(reports=1, missed=2, dropped=3, skipped=4, lights_lost=5)
    assert now.since(before) == Counters(
        reports=49, missed=39, dropped=29, skipped=19, lights_lost=9
    )


# The second version -------------------------------------------------------------------------


def full(period_ms: int, mode: int = ReportMode.LEVELS) -> FullConfigure:
    """Return the Configure of a controller with nothing special."""
    return FullConfigure(period_ms, mode, 3000, LightLimits(), ThresholdsMv(144, 112, 1024, 928))


def test_a_board_of_the_second_version_hears_everything_and_then_a_sign_of_life_each_second() -> (
    None
):
    talk = Talk().greeted(NEW_REEDS)
    assert talk.say(Occupancy(0, 0, 0)) == []
    heard = [talk.say(Occupancy(n, 100 * n, 0), wait=0.1) for n in range(1, 15)]
    assert [messages for messages in heard if messages] == [[full(10)]] * 2
    talk = Talk()
    talk.say()
    assert talk.say(NEW_HALLS) == [full(20), Ask(Subject.BASELINE)]


@pytest.mark.parametrize("identity", [REEDS, NEW_REEDS])
def test_a_board_that_did_not_get_its_settings_gets_them_again_within_a_second(
    identity: Identity,
) -> None:
    talk = Talk().greeted(identity)
    talk.link.set_period(2000)
    (lost,) = talk.say(Occupancy(0, 0, 0))
    heard = [talk.say(Occupancy(n, 100 * n, 0), wait=0.1) for n in range(1, 10)]
    assert [messages for messages in heard if messages] == [[lost]]


def test_a_longer_period_is_asked_for_at_once_and_silence_of_that_length_is_no_trouble() -> None:
    talk = Talk().greeted(NEW_REEDS)
    talk.link.set_period(2000)
    assert talk.say(Occupancy(0, 0, 0)) == [full(2000)]
    talk.link.set_period(int("2000"))
    assert talk.say() == [], "the board has it already"
    talk.say(frame(Statistics(0, 0, 0, 0, 0, 0, 0, ResetCause.POWER, 1)), wait=0.9)
    talk.say(frame(Statistics(0, 0, 0, 0, 0, 0, 0, ResetCause.POWER, 1)), wait=0.9)
    assert talk.state() == Connected(NEW_REEDS)
    talk.link.set_period(10)
    assert talk.say() == [full(10)]


@pytest.mark.parametrize(
    ("identity", "states", "period_ms"),
    [
        (NEW_REEDS, False, 200),
        (NEW_HALLS, True, 200),
        (NEW_HALLS, False, 30),
        (replace(NEW_REEDS, capabilities=Capability.PIXELS), False, 30),
    ],
    ids=["reeds", "states", "levels", "reeds that send no changes"],
)
def test_a_board_that_sends_changes_at_once_is_asked_to_be_quiet(
    identity: Identity, *, states: bool, period_ms: int
) -> None:
    talk = Talk(LinkSettings(states=states)).greeted(identity)
    talk.link.set_period(30)
    (settings,) = [each for each in talk.say(wait=0.1) if isinstance(each, FullConfigure)]
    assert settings.period_ms == period_ms


def test_a_quiet_board_tells_a_change_at_once() -> None:
    run = Run().go(1.0)
    run.link.set_period(30)
    run.go(1.0)
    before = run.link.counters.reports
    run.go(1.0)
    assert run.link.counters.reports - before == 5
    run.closed = 0
    # Four scans of the firmware, and the line.
    run.go(0.02)
    assert run.occupied == 0


def test_an_older_board_reports_at_most_every_255_ms() -> None:
    talk = Talk().greeted(REEDS)
    talk.link.set_period(2000)
    assert talk.say(Occupancy(0, 0, 0)) == [Configure(255)]


def test_pixels_that_went_dark_in_silence_are_lit_again() -> None:
    run = Run()
    run.link.show(RED)
    run.go(1.0)
    assert run.device.strip == RED
    run.cut = True
    run.go(4.0)
    assert not any(run.device.strip)
    run.cut = False
    run.go(1.0)
    assert run.device.strip == RED


def test_pixels_stay_lit_while_nothing_happens() -> None:
    run = Run()
    run.link.show(RED)
    run.go(10.0)
    assert (run.device.strip, run.device.lights) == (RED, 1)


@pytest.mark.parametrize("state", [each for each in ChainState if each.is_faulty])
def test_a_faulty_chain_loses_the_board_until_it_is_mended(state: ChainState) -> None:
    run = Run().go(1.0)
    run.device.sensors.chain = state
    run.go(1.2)
    assert run.state() == Lost(Trouble.CHAIN, state.name.lower())
    run.device.sensors.chain = ChainState.SOUND
    run.go(1.2)
    assert (run.state(), run.occupied) == (Connected(NEW_REEDS), CORNERS)
    assert run.link.take_notices() == []


def test_a_faulty_chain_is_reported_with_its_first_wrong_row_counted_from_1() -> None:
    talk = Talk().greeted(NEW_REEDS)
    said = Statistics(0, 0, 0, 0, 0, 0, 0, ResetCause.POWER, 1, ChainState.SHIFTED, chain_at=3)
    talk.say(said)
    assert talk.state() == Lost(Trouble.CHAIN, "shifted", where="4")


def test_statistics_with_a_chain_that_has_no_meaning_are_skipped_and_counted() -> None:
    talk = Talk().greeted(NEW_REEDS)
    garbled = Statistics(0, 0, 0, 0, 0, 0, 0, ResetCause.POWER, 1, ChainState.GARBLED)
    data = bytearray(write_message(garbled))
    data[21] = 10
    talk.say(frame_bytes(bytes(data)))
    assert talk.state() == Connected(NEW_REEDS)
    assert talk.link.counters.skipped == 1


def test_a_chain_without_a_signature_is_believed() -> None:
    run = Run()
    run.device.sensors.chain = ChainState.UNSIGNED
    run.go(2.0)
    assert (run.state(), run.occupied) == (Connected(NEW_REEDS), CORNERS)


def test_a_name_that_is_given_comes_back_and_outlives_a_restart() -> None:
    run = Run().go(0.5)
    run.link.send(SetName("Hall 7"))
    run.link.send(Hello())
    run.go(1.0)
    run.device.restart(ResetCause.RESET_PIN)
    run.go(1.0)
    assert run.link.identity is not None
    assert run.link.identity.name == "Hall 7"
