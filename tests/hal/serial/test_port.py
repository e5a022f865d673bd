"""A board behind a real pseudo terminal, in real time: nothing ever waits for the other side."""

import errno
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.words.catalogue import say
from controller.words.notices import notice_sentence
from hal.board import SQUARE_COUNT, Frame, Scan
from hal.errors import BoardLostError
from hal.joined_board import JoinedBoard
from hal.notice import notice
from hal.serial.board import SerialBoard
from hal.serial.port import PortError, SystemPorts, user_of
from hal.strips.painter import BOUNDLESS, Painter
from hal.wiring.sensors import SensorWiring, wired
from simulators.boards.device_sensors import DeviceReeds
from simulators.boards.pty_line import PtyLine
from simulators.boards.serial_device import SerialDevice
from tests.waiting import PATIENCE_S

CORNERS = 1 | 1 << 10 | 1 << 110 | 1 << 120
BLUE = Frame(b"\0\0\xff" * SQUARE_COUNT)


class Bench:
    """A device behind a pty, and a board that plays on it, both turned by the test."""

    def __init__(self, folder: Path) -> None:
        self.closed = CORNERS
        self.device = SerialDevice(DeviceReeds(lambda: self.closed), time.monotonic)
        self.line = PtyLine(self.device, folder / "board")
        self.board = SerialBoard(str(self.line.name), painter=Painter(BOUNDLESS))

    def see(self) -> Scan | str:
        self.line.pump()
        try:
            return self.board.scan()
        except BoardLostError as lost:
            return say(notice_sentence(lost.reason))

    def until(self, what: Callable[[Scan | str], bool]) -> Scan | str:
        deadline = time.monotonic() + PATIENCE_S
        while not what(seen := self.see()):
            assert time.monotonic() < deadline, f"waited {PATIENCE_S:.0f} s, and still: {seen}"
            time.sleep(0.001)  # the other process of this machine may want to run
        return seen

    def until_occupied(self, occupied: int) -> None:
        self.until(lambda seen: isinstance(seen, Scan) and seen.occupied == occupied)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.board.close()
    bench.line.unplug()


def test_scans_come_over_a_pty_and_light_goes(bench: Bench) -> None:
    bench.until_occupied(CORNERS)
    turned = JoinedBoard(wired(bench.board, SensorWiring(first="k1")), bench.board)
    assert turned.wakes_on == bench.board.wakes_on is not None
    bench.closed = 5
    bench.board.show(BLUE)
    bench.until_occupied(5)
    laid = Painter(BOUNDLESS).paint(BLUE)
    bench.until(lambda _: bench.device.strip == laid)


def test_a_board_that_is_unplugged_is_found_again_behind_another_pty(bench: Bench) -> None:
    bench.until_occupied(CORNERS)
    bench.line.unplug()
    gone = bench.until(lambda seen: isinstance(seen, str))
    assert gone == f"The board on {bench.line.name} was unplugged: plug it in again."
    missing = bench.until(lambda seen: isinstance(seen, str) and seen != gone)
    assert (
        missing == f"There is no port {bench.line.name}: plug the board in, or name another port."
    )
    bench.closed = 9
    bench.line.plug_in()
    bench.until_occupied(9)


def test_a_line_whose_other_side_stalls_is_never_waited_for() -> None:
    device_end, port_end = os.openpty()
    port = SystemPorts().open(os.ttyname(port_end), 500_000)
    written = [port.write(bytes(1000)) for _ in range(1000)]
    assert (written[0], written[-1]) == (1000, 0)
    assert port.read() == b""
    os.write(device_end, b"still")
    deadline, read = time.monotonic() + PATIENCE_S, b""
    while read != b"still" and time.monotonic() < deadline:
        read += port.read()
    assert read == b"still"
    os.close(device_end)
    with pytest.raises(PortError):
        port.read()
    with pytest.raises(PortError):
        port.write(b"gone")
    with pytest.raises(PortError):
        port.set_baud(57_600)
    port.close()
    os.close(port_end)


def test_a_port_that_is_open_is_not_opened_by_another(bench: Bench) -> None:
    bench.until_occupied(CORNERS)
    program = (
        "import sys\n"
        "from hal.serial.board import SerialBoard\n"
        "from hal.errors import BoardLostError\n"
        "try:\n    SerialBoard(sys.argv[1]).scan()\n"
        "except BoardLostError as lost:\n    print(lost)\n"
    )
    command = [sys.executable, "-c", program, str(bench.line.name)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    me = (Path("/proc/self/comm")).read_text().strip()
    user = f"{me} (process {os.getpid()})"
    assert said == f"{notice('serial.busy_by', port=str(bench.line.name), program=user)}\n"


@pytest.mark.parametrize(
    ("name", "number"),
    [("/dev/null", errno.ENOTTY), ("/dev/no-such-port", errno.ENOENT), ("/dev", errno.EISDIR)],
)
def test_what_is_no_port_says_so(name: str, number: int) -> None:
    with pytest.raises(PortError) as refused:
        SystemPorts().open(name, 500_000)
    assert refused.value.errno == number


def test_nobody_uses_a_port_that_is_not_there() -> None:
    assert user_of("/dev/no-such-port") == ""


def test_the_ports_of_this_machine_are_listed() -> None:
    assert all(Path(name).exists() for name in SystemPorts().found())
