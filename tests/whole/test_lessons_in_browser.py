"""Lessons and puzzles on the page: what it says of the pieces that they leave over."""

from playwright.sync_api import Browser, expect

from tests.whole.board_page import BoardPage, running


def test_pieces_that_a_lesson_leaves_over_are_not_called_captured(browser: Browser) -> None:
    with running("--data", "none") as url:
        board = BoardPage(browser.new_page(), url, by_hand=False)
        board.ready()
        board.page.locator("summary", has_text="Lessons").click()
        board.text("lesson").select_option("first_move")
        board.text("lesson-begin").click()
        for tray, count in (("tray-attackers", "23"), ("tray-defenders", "12")):
            expect(board.text(tray).locator(".count")).to_have_text(count)
            expect(board.text(tray).locator("h3")).to_have_text("Beside the board")
