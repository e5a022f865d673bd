"""Playing against the computer and asking the coach, on the page, in a real Chromium."""

import pytest
from playwright.sync_api import Browser, expect

from controller.engine.binding import kernel_complaint
from tests.whole.board_page import BoardPage, running

pytestmark = pytest.mark.skipif(kernel_complaint() is not None, reason="no kernel: install gcc")


def opened(browser: Browser, url: str) -> BoardPage:
    page = BoardPage(browser.new_page(viewport={"width": 1280, "height": 900}), url)
    page.expect_sentence("attackers")
    return page


def test_the_opponent_answers_by_itself_and_can_be_sent_away(browser: Browser) -> None:
    with running("--opponent", "two-moves", "--as", "attackers") as url:
        board = opened(browser, url)
        board.drag("d1", "d3")
        expect(board.page.locator("#moves li")).to_have_count(2)
        assert board.moves[0] == "d1-d3"
        board.expect_sentence("Move one of the attackers' pieces.")
        board.page.locator("#company summary").click()
        board.page.locator("#opponent").select_option("nobody")
        expect(board.text("opponent-now")).to_contain_text("People play both sides")
        board.drag("d3", "d4")
        expect(board.page.locator("#moves li")).to_have_count(3)
        board.expect_sentence("Move one of the defenders' pieces.")
        assert board.complaints == []
        board.page.close()


def test_a_hint_is_given_in_three_steps(browser: Browser) -> None:
    with running() as url:
        board = opened(browser, url)
        board.page.locator("#company summary").click()
        for said in ("Look at the lit part of the board.", "Move the piece on", "Move "):
            board.page.locator("#hint").click()
            board.expect_sentence(said)
        assert board.complaints == []
        board.page.close()
