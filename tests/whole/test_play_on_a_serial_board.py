"""`hnefi play --serial`: pieces are moved on a board behind a serial port, and the page follows."""

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from controller.rules.geometry import SIZE, parse_square
from simulators.boards.device_sensors import DeviceReeds
from simulators.boards.pty_line import PtyLine
from simulators.boards.serial_device import SerialDevice
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop
from tests.board_driver import COPENHAGEN
from tests.controller.engine.kernels import needs_kernel
from tests.whole.board_page import BoardPage, running


class Bench:
    """A table with a board under its pieces, whose microcontroller sits behind a pty."""

    def __init__(self, folder: Path) -> None:
        self.table = Tabletop(start_pieces(COPENHAGEN))
        device = SerialDevice(DeviceReeds(self.table.occupied), time.monotonic)
        self.line = PtyLine(device, folder / "board")

    def lift(self, square: str) -> None:
        piece = self.table.at(parse_square(square))
        assert piece is not None
        self.table.grab("hand", piece.id)

    def put(self, square: str) -> None:
        number = parse_square(square)
        self.table.drop("hand", number % SIZE, number // SIZE)


def test_pieces_that_are_moved_on_the_board_move_on_the_page_and_cannot_be_dragged_there(
    hand_page: Page, tmp_path: Path
) -> None:
    bench = Bench(tmp_path)
    options = "--serial", str(bench.line.name)
    with bench.line.running(), running(*options, command="play") as url:
        board = BoardPage(hand_page, url, by_hand=None)
        board.expect_sentence("Move one of the attackers' pieces.")
        bench.lift("d1")
        board.expect_sentence("From d1 it can go to 6 squares.")
        board.expect_lit("d2", "d3", "c1")
        bench.put("d3")
        board.expect_moves("d1-d3")
        expect(board.piece("d3")).to_have_count(1)
        board.drag("e5", "e2")
        board.expect_sentence("Move one of the defenders' pieces.")
        board.expect_moves("d1-d3")

        bench.line.unplug()
        # That it was unplugged, or a moment later that there is no such port.
        board.expect_sentence("The game is paused.")
        expect(board.text("refusal")).to_be_hidden()
        bench.line.plug_in()
        board.expect_sentence("Move one of the defenders' pieces.")
        bench.lift("e5")
        bench.put("e2")
        board.expect_moves("d1-d3", "e5-e2")
        assert board.complaints == []


@pytest.mark.nightly
@needs_kernel
def test_somebody_makes_the_computers_move_on_the_board_and_puts_it_right(
    hand_page: Page, tmp_path: Path
) -> None:
    bench = Bench(tmp_path)
    options = "--serial", str(bench.line.name), "--opponent", "one-move", "--as", "attackers"
    with bench.line.running(), running(*options, command="play") as url:
        board = BoardPage(hand_page, url, by_hand=None)
        board.expect_sentence("Move one of the attackers' pieces.")
        bench.lift("d1")
        bench.put("d3")
        board.expect_sentence("make this move for them")
        said = board.text("sentence").inner_text()
        origin, target = re.findall(r"[a-k]\d+", said)[:2]
        board.expect_lit(origin, target)

        bench.lift(origin)
        bench.put("b2")
        expect(board.text("refusal")).to_contain_text("A piece moves in a straight line")
        board.expect_moves("d1-d3")
        bench.lift("b2")
        bench.put(target)
        board.expect_moves("d1-d3", f"{origin}-{target}")
        board.expect_sentence("Move one of the attackers' pieces.")
        assert board.complaints == []


def test_without_a_board_the_page_says_what_is_missing(hand_page: Page, tmp_path: Path) -> None:
    missing = tmp_path / "no-such-port"
    with running("--serial", str(missing), command="play") as url:
        board = BoardPage(hand_page, url, by_hand=None)
        board.expect_sentence(f"There is no port {missing}: plug the board in")
