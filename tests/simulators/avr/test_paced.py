"""In real time: a board behind a terminal is found, lost and found again, as behind a port."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.rules.geometry import parse_square
from controller.words.catalogue import say
from controller.words.notices import notice_sentence
from hal.board import SQUARE_COUNT, Frame, Scan
from hal.errors import BoardLostError
from hal.serial.board import SerialBoard
from hal.serial.link.messages import ResetCause
from simulators.avr import build
from simulators.avr.harness import Harness
from simulators.avr.paced import PacedBoard
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop
from tests.board_driver import COPENHAGEN
from tests.simulators.avr.test_bootloaders import ATMEGABOOT
from tests.waiting import wait_until

START = COPENHAGEN.start.occupied
D1, D3 = parse_square("d1"), parse_square("d3")
ORANGE = Frame(bytes((255, 128, 0)) * SQUARE_COUNT)


class Table:
    """A paced board, and the pieces on it."""

    def __init__(self, board: PacedBoard, pieces: Tabletop) -> None:
        self.board = board
        self.pieces = pieces

    def move(self, origin: int, target: int) -> None:
        piece = self.pieces.at(origin)
        assert piece is not None
        self.pieces.grab("hand", piece.id)
        self.pieces.drop("hand", target % 11, target // 11)


@pytest.fixture(params=["reed", "hall"])
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    pieces = Tabletop(start_pieces(COPENHAGEN))
    with PacedBoard(request.param, pieces) as board:
        yield Table(board, pieces)


def look(board: PacedBoard | SerialBoard) -> Scan | str:
    """Return a scan, or why there is none."""
    try:
        return board.scan()
    except BoardLostError as lost:
        return say(notice_sentence(lost.reason))


def until_seen(board: PacedBoard | SerialBoard, occupied: int) -> None:
    def is_seen() -> bool:
        seen = look(board)
        return isinstance(seen, Scan) and seen.occupied == occupied

    wait_until(is_seen, f"the occupancy {occupied:x}")


def until_shown(board: PacedBoard, frame: Frame) -> None:
    def is_shown() -> bool:
        look(board)  # a frame goes out when scans are asked for
        return board.shown == frame

    wait_until(is_shown, "the frame")


def until_lost(board: PacedBoard | SerialBoard, reason: str) -> None:
    wait_until(lambda: reason in str(look(board)), f"hearing {reason!r}")


def test_a_board_is_found_read_and_lit(table: Table) -> None:
    until_seen(table.board, START)
    table.move(D1, D3)
    until_seen(table.board, START ^ 1 << D1 ^ 1 << D3)
    table.board.show(ORANGE)
    until_shown(table.board, ORANGE)


def test_a_board_that_was_unplugged_is_found_again_as_it_stands_then(table: Table) -> None:
    until_seen(table.board, START)
    table.board.show(ORANGE)
    until_shown(table.board, ORANGE)
    table.board.harness.unplug(power=True)
    until_lost(table.board, "was unplugged")
    table.move(D1, D3)
    table.board.harness.replug()
    until_seen(table.board, START ^ 1 << D1 ^ 1 << D3)
    # The strip went out with the power, and shines again by itself.
    until_shown(table.board, ORANGE)
    identity = table.board.serial.link.identity
    assert identity is not None
    assert identity.cause is ResetCause.POWER


def test_a_host_that_did_not_read_for_a_while_reads_what_is_now(table: Table) -> None:
    until_seen(table.board, START)
    begun = table.board.harness.seconds
    table.move(D1, D3)
    wait_until(
        lambda: table.board.harness.stats()["cycle"] > 16_000_000 * (begun + 2), "two seconds"
    )
    until_seen(table.board, START ^ 1 << D1 ^ 1 << D3)


def test_a_wrong_baud_rate_is_reported_as_such() -> None:
    with PacedBoard("reed", Tabletop(start_pieces(COPENHAGEN))) as board:
        at_another = SerialBoard(str(board.tty), 115_200)
        until_lost(at_another, "baud")
        at_another.close()


def test_another_baud_rate_is_found() -> None:
    with PacedBoard("reed", Tabletop(start_pieces(COPENHAGEN)), baud=250_000) as board:
        until_seen(board, START)
        assert board.serial.baud == 250_000


def test_a_board_that_resets_when_its_port_is_opened_is_found(tmp_path: Path) -> None:
    link = tmp_path / "tty"
    firmware = build.firmware("reed")
    with Harness("reed", firmware, paced=True, link=link, resets_on_open=True) as harness:
        harness.occupancy(START)
        wait_until(lambda: harness.stats()["sensors"]["scans"] > 0, "the first start")
        board = SerialBoard(str(link))
        until_seen(board, START)
        assert harness.stats()["resets"] == 1
        identity = board.link.identity
        assert identity is not None
        assert (identity.cause, identity.starts) == (ResetCause.RESET_PIN, 2)
        board.close()


def test_an_old_bootloaders_board_that_hangs_with_interrupts_off_is_reset_by_its_port(
    tmp_path: Path,
) -> None:
    if not ATMEGABOOT.exists():
        pytest.skip("needs the Debian package arduino-core-avr")
    link = tmp_path / "tty"
    firmware = build.firmware("reed", watchdog=2)
    with Harness(
        "reed", firmware, paced=True, link=link, resets_on_open=True, bootloader=ATMEGABOOT
    ) as harness:
        harness.occupancy(START)
        board = SerialBoard(str(link))
        until_seen(board, START)
        harness.hang(interrupts=False)
        until_lost(board, "is silent")
        until_seen(board, START)
        assert board.link.identity is not None
        assert board.link.identity.cause is ResetCause.RESET_PIN
        said = [say(notice_sentence(notice)) for notice in board.take_notices()]
        assert sum("is opened again" in each for each in said) == 1
        board.close()
