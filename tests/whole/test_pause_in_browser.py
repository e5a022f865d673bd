"""A board that is unplugged in the middle of a game, as the page shows it."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect

from controller.assembly.outside import Outside, OutsideOptions
from controller.assembly.recording import Recording
from controller.assembly.serving import Serving
from controller.session.session import Session
from hal.board import Board, Frame, Scan
from hal.errors import BoardLostError
from simulators.drivers import VIRTUAL, simulated_config
from simulators.play import play
from tests.board_driver import COPENHAGEN
from tests.whole.board_page import PATIENCE_MS, BoardPage

UNPLUGGED = "The board at /dev/ttyUSB0 was unplugged; plug it in again."


class Plug(Recording):
    """In the place of a recording: a plug between the controller and its board."""

    def __init__(self) -> None:
        super().__init__(None)
        self.is_out = threading.Event()

    def of(self, board: Board) -> Board:
        self._of = board
        return self

    def scan(self) -> Scan:
        scan = self._of.scan()
        if self.is_out.is_set():
            raise BoardLostError(UNPLUGGED, scan.at)
        return scan

    def show(self, frame: Frame) -> None:
        self._of.show(frame)


@contextmanager
def playing(plug: Plug) -> Iterator[str]:
    """Play in a thread and yield the page's address."""
    listening = socket.create_server(("127.0.0.1", 0))
    loop = asyncio.new_event_loop()
    ready = threading.Event()
    options = OutsideOptions("hall", None, [listening], hands=True)
    with Outside(options, lambda _: None) as outside, listening:
        serving = Serving(Session(COPENHAGEN), outside, ready.set, plug)
        work = loop.create_task(play(serving, simulated_config(VIRTUAL)))

        def run() -> None:
            loop.run_until_complete(asyncio.wait([work]))
            loop.close()

        thread = threading.Thread(target=run)
        thread.start()
        try:
            assert ready.wait(PATIENCE_MS / 1000)
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            loop.call_soon_threadsafe(work.cancel)
            thread.join()


def test_a_board_that_is_unplugged_pauses_the_game_until_it_is_plugged_in(hand_page: Page) -> None:
    plug = Plug()
    with playing(plug) as url:
        hand_page.set_viewport_size({"width": 1280, "height": 800})
        board = BoardPage(hand_page, url, by_hand=None)
        board.expect_sentence("Move one of the attackers' pieces.")
        board.drag("d1", "d3")
        board.expect_moves("d1-d3")
        places = [board.text(name).bounding_box() for name in ("stage", "undo", "moves")]

        plug.is_out.set()
        expect(board.text("turn")).to_have_text("Paused")
        expect(board.text("sentence")).to_have_text(f"The game is paused. {UNPLUGGED}")
        expect(board.text("connection")).to_be_visible()
        expect(board.text("undo")).to_be_disabled()
        board.expect_lit("a1", "f1", "k6", "a11")
        board.expect_dark("d3", "f6")
        assert [board.text(name).bounding_box() for name in ("stage", "undo", "moves")] == places
        board.drag("e5", "e2")

        plug.is_out.clear()
        board.expect_moves("d1-d3", "e5-e2")
        expect(board.text("sentence")).to_have_text("Move one of the attackers' pieces.")
        expect(board.text("connection")).to_be_hidden()
        assert board.complaints == []
