"""A board behind a serial port, in virtual time: found, lost, found again, and never guessed at."""

import errno
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from controller.words.catalogue import say
from controller.words.notices import notice_sentence
from hal.board import DARK, SQUARE_COUNT, Board, Frame
from hal.errors import BoardLostError
from hal.joined_board import JoinedBoard
from hal.serial.board import SerialBoard
from hal.serial.link.framing import frame
from hal.serial.link.messages import SENSORS, Hello, ResetCause
from hal.serial.link.state import NOT_CALIBRATED, restarted
from hal.serial.port import Port
from hal.serial.strip import SerialStrip
from hal.serial.words import NO_PORT
from hal.strips.layout import StripLayout
from hal.strips.painter import BOUNDLESS, Painter
from hal.wiring.pixels import PixelWiring
from hal.wiring.sensors import SensorWiring, wired
from simulators.boards.device_halls import DeviceHalls
from simulators.boards.device_sensors import DeviceReeds, DeviceSensors
from simulators.boards.serial_device import BOOT_S, SerialDevice
from simulators.boards.serial_line import NAME, SerialLine
from simulators.clock import VirtualClock

STEP_S = 0.01
CORNERS = 1 | 1 << 10 | 1 << 110 | 1 << 120
RED, BLUE = Frame(b"\xff\0\0" * SQUARE_COUNT), Frame(b"\0\0\xff" * SQUARE_COUNT)
LAYOUT = StripLayout(PixelWiring())

NO_PORT_FOUND = say(notice_sentence(NO_PORT))


class Bench:
    """Ports with devices behind them, and a board that looks for its own."""

    def __init__(
        self, port: str = "auto", baud: int | None = None, device_baud: int = 500_000
    ) -> None:
        self.clock = VirtualClock()
        self.closed = CORNERS
        self.line = self.new_line(DeviceReeds(lambda: self.closed), device_baud)
        self.lines: dict[str, Port | OSError] = {NAME: self.line}
        self.opened: list[tuple[str, float]] = []
        self.remembered: list[str] = []
        self.board = SerialBoard(
            port, baud, clock=self.clock, ports=self, painter=Painter(BOUNDLESS)
        )

    def new_line(self, sensors: DeviceSensors, baud: int = 500_000) -> SerialLine:
        return SerialLine(SerialDevice(sensors, self.clock, baud=baud))

    def found(self) -> list[str]:
        return [name for name, line in self.lines.items() if getattr(line, "plugged", True)]

    def remember(self, name: str) -> None:
        self.remembered.append(name)

    def open(self, name: str, baud: int) -> Port:
        self.opened.append((name, round(self.clock(), 2)))
        line = self.lines.get(name, FileNotFoundError(errno.ENOENT, "No such file or directory"))
        if isinstance(line, OSError):
            raise line
        return line.open(NAME, baud) if isinstance(line, SerialLine) else line

    def see(self) -> int | str:
        """Return the occupancy of the newest scan, or why there is none."""
        as_board: Board = self.board
        try:
            scan = as_board.scan()
        except BoardLostError as lost:
            if (str(lost), lost.at) != (str(lost.reason), self.clock()):
                pytest.fail(f"expected a loss of now, got {lost!r} of {lost.at}")
            return say(notice_sentence(lost.reason))
        assert self.clock() - 0.3 <= scan.at <= self.clock()
        return scan.occupied

    def go(self, seconds: float) -> int | str:
        """Scan a hundred times a second; return what the last scan gave."""
        seen: int | str = ""
        for _ in range(round(seconds / STEP_S)):
            self.clock.advance(STEP_S)
            seen = self.see()
        return seen

    def until(self, what: Callable[[int | str], bool], within: float = 20.0) -> float:
        """Scan until a scan gives what is waited for; return how long that took."""
        for steps in range(round(within / STEP_S)):
            if what(self.see()):
                return steps * STEP_S
            self.clock.advance(STEP_S)
        pytest.fail(f"waited {within} s, and still: {self.see()}")


class Nano(SerialLine):
    """The line of a Nano, which its port resets when it is opened after a while."""

    def __init__(self, device: SerialDevice, clock: VirtualClock) -> None:
        super().__init__(device)
        self._clock = clock
        self.hangs = False
        self.closed_at: float | None = None

    def read(self) -> bytes:
        return b"" if self.hangs else super().read()

    def close(self) -> None:
        super().close()
        self.closed_at = self._clock()

    def open(self, name: str, baud: int) -> SerialLine:
        if self.closed_at is not None and self._clock() - self.closed_at > 0.1:
            self.hangs = False
            self.device.restart(ResetCause.RESET_PIN, BOOT_S)
        return super().open(name, baud)


class Silence:
    """A port behind which nothing speaks, or always the same."""

    def __init__(self, babble: bytes = b"") -> None:
        self.babble = babble
        self.written = b""
        self.closed = 0
        self.takes = 1 << 20  # bytes, until the kernel's buffer is full

    def read(self) -> bytes:
        return self.babble

    def write(self, data: bytes) -> int:
        taken = data[: max(self.takes - len(self.written), 0)]
        self.written += taken
        return len(taken)

    def fileno(self) -> int | None:
        """Have none: what has come is looked at."""
        return None

    def set_baud(self, baud: int) -> None:
        pass

    def close(self) -> None:
        self.closed += 1


def is_seen(seen: int | str) -> bool:
    return isinstance(seen, int)


# Finding ------------------------------------------------------------------------------------


def test_a_board_is_looked_for_and_found() -> None:
    bench = Bench()
    assert bench.see() == f"Looking for the board on {NAME}."
    assert bench.go(0.1) == CORNERS
    bench.closed = 1
    assert bench.go(0.05) == 1


def test_an_arduino_that_boots_for_two_seconds_is_found_when_it_has() -> None:
    bench = Bench(NAME)
    bench.line.device.restart(ResetCause.RESET_PIN, BOOT_S)
    assert bench.go(1.99) == f"Looking for the board on {NAME}."
    assert bench.go(0.2) == CORNERS


def test_scans_are_as_old_as_their_report_and_time_never_goes_back() -> None:
    bench = Bench()
    bench.go(0.1)
    times = []
    for n in range(200):
        bench.clock.advance(0.003 if n % 3 else -0.001)
        times.append(bench.board.scan().at)
    assert times == sorted(times)


@pytest.mark.parametrize("baud", [500_000, 250_000, 115_200])
def test_a_firmware_of_another_rate_is_found(baud: int) -> None:
    bench = Bench(device_baud=baud)
    took = bench.until(is_seen)
    assert bench.board.baud == baud
    assert took < 5


def test_a_board_on_the_second_port_is_found_and_the_first_left_alone() -> None:
    bench = Bench()
    other = Silence()
    bench.lines = {"/dev/ttyUSB0": other, NAME: bench.line}
    bench.until(is_seen)
    bench.go(60)
    assert [name for name, _ in bench.opened] == ["/dev/ttyUSB0", NAME]
    assert other.closed == 1


def test_a_device_that_is_no_board_is_asked_again_only_after_a_while() -> None:
    bench = Bench()
    bench.lines = {"/dev/ttyUSB0": Silence()}
    seen = bench.go(60)
    assert seen == (
        "Looking for the board. /dev/ttyUSB0 is silent: check that the board has power and "
        "firmware (hnefi firmware flash), and that its cable carries data."
    )
    assert [at for _, at in bench.opened] == pytest.approx([0.01, 33.01], abs=0.6)


def test_a_device_that_is_plugged_in_anew_is_asked_at_once() -> None:
    bench = Bench()
    bench.lines = {"/dev/ttyUSB0": Silence()}
    bench.go(5)
    bench.lines = {}
    assert bench.go(1) == NO_PORT_FOUND
    bench.lines = {"/dev/ttyUSB0": bench.line}
    assert bench.until(is_seen) < 1


# What is wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOENT, "There is no port X: plug the board in, or name another port."),
        (
            errno.EACCES,
            "X may not be opened: run sudo usermod -aG dialout $USER, then log out and in again.",
        ),
        (errno.EBUSY, "X is in use by another program: close that first."),
        (errno.EAGAIN, "X is in use by another program: close that first."),
        (errno.ENOTTY, "X is not a serial port: name another one."),
        (
            errno.EIO,
            "X cannot be opened (Input/output error): unplug the board and plug it in again.",
        ),
    ],
)
def test_a_port_that_cannot_be_opened_says_why_and_is_tried_again(number: int, words: str) -> None:
    bench = Bench("X")
    bench.lines = {"X": OSError(number, "Input/output error")}
    assert bench.go(1) == words
    bench.lines = {"X": bench.line}
    assert bench.until(is_seen) < 1


def test_no_port_at_all_is_told() -> None:
    bench = Bench()
    bench.lines = {}
    assert bench.go(1) == NO_PORT_FOUND


def test_a_named_port_that_is_silent_is_told_and_listened_to() -> None:
    bench = Bench(NAME)
    bench.line.device.restart(ResetCause.POWER, boot_s=5.5)
    seen = bench.go(5)
    assert isinstance(seen, str)
    assert seen.startswith(f"{NAME} is silent: check that the board has power")
    assert bench.go(0.6) == CORNERS
    assert len(bench.opened) == 1


@pytest.mark.parametrize("port", [NAME, "auto"])
def test_a_board_that_hangs_is_reset_by_opening_its_port_again(port: str) -> None:
    bench = Bench(port)
    bench.go(3)
    line = bench.line = Nano(bench.line.device, bench.clock)
    bench.lines[NAME] = line
    bench.board.close()
    assert bench.go(3) == CORNERS
    bench.board.show(RED)
    bench.board.take_notices()
    bench.opened.clear()
    line.hangs = True
    began = bench.clock()
    took = bench.until(lambda seen: isinstance(seen, str))
    took += bench.until(lambda seen: seen == CORNERS)
    ((_, opened_at),) = bench.opened
    # A second until it counts as silent, three more, and the time that DTR stays low.
    assert opened_at - began == pytest.approx(1 + 3 + 0.25, abs=0.1)
    assert took < 1 + 3 + 0.25 + BOOT_S + 0.5
    bench.go(0.2)
    assert LAYOUT.from_wire(line.device.strip) == RED
    (said, *_) = (say(notice_sentence(each)) for each in bench.board.take_notices())
    assert said.startswith(f"{NAME} has been silent for some seconds, so it is opened again")


def test_a_board_that_stays_silent_is_reset_ever_more_seldom_and_said_so_once() -> None:
    bench = Bench("X")
    bench.lines = {"X": Silence()}
    bench.go(300)
    pauses = [round(b - a) for (_, a), (_, b) in pairwise(bench.opened)]
    assert pauses == [6, 6, 12, 24, 48, 60, 60, 60]
    assert len(bench.board.take_notices()) == 1


def test_a_silent_port_that_goes_while_it_is_closed_is_looked_for() -> None:
    bench = Bench(NAME)
    assert bench.go(3) == CORNERS
    bench.line.device.restart(ResetCause.POWER, boot_s=100)
    bench.until(lambda _: not bench.board.is_open)
    bench.line.plugged = False
    assert bench.go(1) == f"There is no port {NAME}: plug the board in, or name another port."
    bench.line.plugged = True
    bench.line.device.restart(ResetCause.POWER)
    assert bench.go(3) == CORNERS


@pytest.mark.parametrize(("baud", "tried"), [(None, "500000, 250000 and 115200"), (9600, "9600")])
def test_a_device_that_babbles_is_told_with_the_rates_that_were_tried(
    baud: int | None, tried: str
) -> None:
    bench = Bench("X", baud)
    bench.lines = {"X": Silence(b"ok\n")}
    assert bench.go(10) == (
        f"X sends nothing that can be read at {tried} baud: it is another device, or its firmware "
        "was built for another rate (--baud N, or hnefi firmware flash)."
    )


def test_another_firmware_is_told_with_the_cure() -> None:
    bench = Bench(NAME)
    sensors = DeviceReeds(lambda: CORNERS)
    sensors.identity = replace(sensors.identity, protocol=9, least_protocol=9)
    bench.lines = {NAME: bench.new_line(sensors)}
    assert bench.go(5) == (
        f"The board on {NAME} speaks version 9 of the protocol, not 2: put the right firmware on "
        "it with hnefi firmware flash."
    )


def test_a_board_that_hears_nothing_is_told() -> None:
    bench = Bench(NAME)
    bench.go(0.0)
    deaf = bench.line
    deaf.write = len  # type: ignore[assignment, method-assign] # the wire to the board is broken
    bench.clock.advance(0.1)
    deaf.device.produce()
    assert bench.go(5) == (
        f"{NAME} sends messages but does not answer: check the wire to the board's RX."
    )


# Losing and finding again -------------------------------------------------------------------


@pytest.mark.parametrize("port", ["auto", NAME])
def test_an_unplugged_board_is_found_again_when_it_is_plugged_in(port: str) -> None:
    bench = Bench(port)
    bench.go(1)
    bench.board.show(BLUE)
    bench.line.plugged = False
    assert bench.go(0.01) == f"The board on {NAME} was unplugged: plug it in again."
    assert isinstance(bench.go(5), str)
    bench.closed = 1
    bench.line.device.restart(ResetCause.POWER, BOOT_S)
    bench.line.plugged = True
    lights = bench.line.device.lights
    assert bench.until(is_seen) == pytest.approx(BOOT_S, abs=0.6)
    assert bench.go(0.05) == 1
    assert LAYOUT.from_wire(bench.line.device.strip) == BLUE
    assert bench.line.device.lights == lights + 1


def test_a_board_that_sends_no_scans_is_lost_after_300_ms_with_the_port_alive() -> None:
    bench = Bench()
    bench.go(1)
    report, bench.line.damage = bench.line.damage, lambda _: b"\x03\x05\x01\0"
    assert is_seen(bench.go(0.29))
    assert bench.go(0.02) == f"The board on {NAME} sends no scans: press its reset button."
    bench.line.damage = report
    assert bench.go(0.05) == CORNERS


def test_a_restart_is_a_notice_and_no_loss() -> None:
    bench = Bench()
    bench.board.show(RED)
    bench.go(2)
    lights = bench.line.device.lights
    bench.line.device.restart(ResetCause.BROWN_OUT)
    lost = [seen for seen in (bench.go(0.01) for _ in range(30)) if not is_seen(seen)]
    assert lost == []
    assert LAYOUT.from_wire(bench.line.device.strip) == RED
    assert bench.line.device.lights == lights + 1
    [notice] = bench.board.take_notices()
    assert notice == restarted(ResetCause.BROWN_OUT)
    assert bench.board.take_notices() == []


def test_a_closed_board_gives_its_port_back_and_looks_for_it_at_the_next_scan() -> None:
    bench = Bench()
    bench.go(1)
    bench.board.close()
    assert bench.until(is_seen) < 1


# Light, and a stalled line ------------------------------------------------------------------


def test_the_newest_frame_is_what_the_strip_shows() -> None:
    bench = Bench()
    bench.board.show(RED)
    assert LAYOUT.from_wire(bench.line.device.strip) == DARK
    bench.go(0.1)
    assert LAYOUT.from_wire(bench.line.device.strip) == RED
    # The first goes out at once. While it is on the line, only the newest waits.
    bench.board.show(DARK)
    bench.board.show(RED)
    bench.board.show(BLUE)
    bench.go(0.1)
    assert LAYOUT.from_wire(bench.line.device.strip) == BLUE
    assert bench.line.device.lights == 3


def test_what_a_full_line_does_not_take_waits_and_nothing_is_piled_upon_it() -> None:
    bench = Bench("X")
    full = Silence()
    full.takes = 3
    bench.lines = {"X": full}
    bench.go(2)
    assert full.written == b"\0\x05\x41"
    full.takes = 1000
    bench.go(0.02)
    assert full.written.startswith(b"\0" + frame(Hello()))
    assert len(full.written) <= 13


def test_hall_sensors_are_read_and_their_calibration_asked_for() -> None:
    bench = Bench()
    millivolts = [2500.0] * SENSORS
    bench.lines = {NAME: bench.new_line(DeviceHalls(lambda: millivolts))}
    millivolts[60] = 1200.0
    assert bench.go(0.2) == 1 << 60
    [notice] = bench.board.take_notices()
    assert notice == NOT_CALIBRATED


# Darkness -----------------------------------------------------------------------------------


def go_dark(bench: Bench) -> float:
    """Let a board go dark; return how long that took."""
    began = bench.clock()
    bench.board.go_dark(bench.clock.advance)
    return bench.clock() - began


def test_a_lit_board_is_dark_within_a_fifth_of_a_second() -> None:
    bench = Bench()
    bench.board.show(RED)
    bench.go(1)
    bench.board.show(BLUE)
    bench.go(STEP_S)  # the frame is on its way
    assert go_dark(bench) < 0.2
    assert not any(bench.line.device.strip)


def test_a_board_whose_answers_are_lost_goes_dark_all_the_same() -> None:
    bench = Bench()
    bench.board.show(RED)
    bench.go(1)
    bench.line.read = bytes  # type: ignore[method-assign] # the wire from the board is broken
    assert go_dark(bench) < 0.2
    bench.clock.advance(0.1)
    bench.line.device.produce()
    assert not any(bench.line.device.strip)


def test_a_board_that_was_never_lit_or_is_not_there_is_not_waited_for() -> None:
    bench = Bench()
    bench.go(1)
    assert go_dark(bench) == 0
    bench.board.show(RED)
    bench.line.plugged = False
    bench.go(1)
    assert go_dark(bench) == 0


def test_a_firmware_that_drives_fewer_pixels_than_are_shown_on_says_so_once() -> None:
    bench = Bench()
    painter = Painter(BOUNDLESS, PixelWiring(before=1))
    bench.board = SerialBoard("auto", clock=bench.clock, ports=bench, painter=painter)
    bench.go(3)
    assert (bench.board.driven_pixels, bench.board.take_notices()) == (121, [])
    bench.board.show(RED)
    bench.go(3)
    assert [say(notice_sentence(notice)) for notice in bench.board.take_notices()] == [
        "The firmware drives 121 pixels, and the wiring needs 122: the last squares stay dark.",
        (
            "Run hnefi firmware flash reed, or hnefi firmware flash hall for Hall sensors: it "
            "takes the number from the configuration."
        ),
    ]
    bench.line.device.restart(ResetCause.WATCHDOG, BOOT_S)
    bench.go(3)
    assert bench.board.take_notices() == [restarted(ResetCause.WATCHDOG)]


def test_a_strip_behind_a_port_says_once_that_it_is_lost() -> None:
    bench = Bench(NAME)
    strip = SerialStrip(bench.board)
    for _ in range(100):
        bench.clock.advance(STEP_S)
        strip.tend()
    strip.take_notices()
    bench.line.plugged = False
    for _ in range(100):
        bench.clock.advance(STEP_S)
        strip.tend()
    said = [say(notice_sentence(notice)) for notice in strip.take_notices()]
    assert said[0] == f"The board on {NAME} was unplugged: plug it in again."
    assert len(said) == len(set(said))


def test_the_port_of_a_board_is_remembered_once_it_has_answered() -> None:
    bench = Bench()
    bench.lines = {"/dev/other": Silence(), NAME: bench.line}
    bench.go(10)
    assert bench.remembered == [NAME]


def test_a_board_that_is_gone_when_light_is_sent_was_unplugged() -> None:
    bench = Bench()
    bench.until(lambda seen: seen == CORNERS)
    bench.line.plugged = False
    bench.board.show(RED)
    assert not bench.board.is_open
    assert str(bench.see()).startswith("The board on")


def test_light_follows_the_brightness_that_is_wanted_without_a_new_frame() -> None:
    bench, share = Bench(), [1.0]
    painter = Painter(BOUNDLESS, brightness=lambda: share[0])
    bench.board = SerialBoard("auto", clock=bench.clock, ports=bench, painter=painter)
    bench.until(lambda seen: seen == CORNERS)
    bench.board.show(RED)
    bench.go(0.2)
    bright = bench.line.device.strip
    share[0] = 0.5
    bench.go(0.2)
    assert max(bright) > max(bench.line.device.strip) > 0


def test_sensors_in_another_order_are_paced_and_counted_as_in_the_usual_one() -> None:
    bench = Bench()
    bench.until(lambda seen: seen == CORNERS)
    board = JoinedBoard(wired(bench.board, SensorWiring(first="k1")), bench.board)

    def reports_a_second() -> int:
        before = board.counts()["reports"]
        bench.go(1.0)
        return board.counts()["reports"] - before

    assert reports_a_second() >= 50
    board.set_period(0.05)
    bench.go(1.0)
    # What moves is reported at once; these show that the board is there.
    assert 0 < reports_a_second() <= 20
    assert board.wakes_on is bench.board.wakes_on is None  # a simulated line has nothing to wait on
