"""Two pages show one board, and one of them is late."""

import json

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.effort import NIGHTLY
from tests.waiting import wait_until
from tests.whole.board_page import BoardPage, remember


class LateSetUps:
    """A page whose orders to set pieces up are on their way until they are released."""

    def __init__(self, page: Page) -> None:
        """Route the page's socket, before the page is opened."""
        self._page = page
        self._kept: list[str] = []
        self._server: WebSocketRoute | None = None
        self._keeps = True
        page.route_web_socket("**/socket", self._relay)

    def wait(self) -> None:
        """Wait until one is on its way."""
        wait_until(lambda: bool(self._page.title() and self._kept), "the page to set pieces up")

    def release(self) -> None:
        """Let them arrive, before all that the page says from now on."""
        assert self._server is not None
        self._keeps = False
        for text in self._kept:
            self._server.send(text)

    def _relay(self, page: WebSocketRoute) -> None:
        self._server = page.connect_to_server()
        page.on_message(lambda text: self._hear(str(text)))

    def _hear(self, text: str) -> None:
        assert self._server is not None
        if self._keeps and json.loads(text).get("action") == "arrange":
            self._kept.append(text)
        else:
            self._server.send(text)


@pytest.mark.nightly
def test_a_page_that_puts_a_refused_piece_back_too_late_takes_no_move_back(
    board: BoardPage, browser: Browser
) -> None:
    with browser.new_context() as context, context.new_page() as page:
        late = LateSetUps(page)
        remember(page, by_hand=False)
        other = BoardPage(page, board.page.url, by_hand=None)
        other.ready()
        board.drag("d1", "e2")
        late.wait()
        board.drag("e2", "d1")
        expect(board.page.locator("#repair li")).to_have_count(0)
        board.drag("d1", "d3")
        board.expect_moves("d1-d3")
        late.release()
        # By the same socket, so it arrives after that.
        other.drag("e5", "e2")
        board.expect_moves("d1-d3", "e5-e2")
        other.expect_moves("d1-d3", "e5-e2")


def test_a_piece_that_somebody_has_left_in_the_air_keeps_nobody_from_playing(
    game: BoardPage, browser: Browser
) -> None:
    page = browser.new_page()
    page.clock.install()
    absent = BoardPage(page, game.page.url, by_hand=False)
    absent.ready()
    absent.pick("d1")
    game.expect_lit("d2", meaning="target")
    game.text("new-game").click()
    game.text("confirm-new-game").click()
    expect(game.piece("d1")).to_have_count(1)
    game.expect_sentence("Move one of the attackers' pieces.")

    absent.pick("d1")
    game.expect_lit("d2", meaning="target")
    absent.page.clock.fast_forward(61_000)
    game.expect_sentence("Move one of the attackers' pieces.")
    expect(game.piece("d1")).to_have_count(1)
    assert absent.complaints == []
    absent.page.close()


@pytest.mark.parametrize("apart_ms", [300, 0] if NIGHTLY else [300])
def test_of_two_people_who_undo_the_same_move_one_undoes_it(
    game: BoardPage, browser: Browser, apart_ms: int
) -> None:
    game.drag("d1", "d3")
    game.drag("e5", "e2")
    game.expect_moves("d1-d3", "e5-e2")
    with browser.new_context() as context, context.new_page() as page:
        other = BoardPage(page, game.page.url, by_hand=None)
        other.ready()
        other.expect_moves("d1-d3", "e5-e2")
        page.wait_for_timeout(600)  # nobody undoes what he has not looked at
        game.page.locator("#undo").click()
        page.wait_for_timeout(apart_ms)
        page.locator("#undo").click()
        # By the same sockets, so they arrive after that.
        other.drag("e5", "e3")
        game.expect_moves("d1-d3", "e5-e3")
        game.page.locator("#undo").click()
        game.expect_moves("d1-d3")
