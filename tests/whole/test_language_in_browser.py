"""The page in the language of whoever looks at it: by the browser's wish, by choice, remembered."""

from playwright.sync_api import Browser, expect

from tests.whole.board_page import BoardPage, running


def test_the_page_speaks_as_the_browser_asks_until_another_language_is_chosen(
    browser: Browser,
) -> None:
    with running() as url, browser.new_context(locale="da-DK") as danish:
        board = BoardPage(danish.new_page(), url)
        expect(board.page.locator("html")).to_have_attribute("lang", "da-DK")
        board.expect_sentence("Flyt en af angribernes brikker.")
        expect(board.text("undo")).to_have_text("Fortryd")
        board.text("open-settings").click()
        board.text("language").select_option("de")
        expect(board.page.locator("html")).to_have_attribute("lang", "de-DE")
        board.expect_sentence("Zieh eine Figur der Angreifer.")
        expect(board.text("undo")).to_have_text("Zug zurück")
        board.reload()
        expect(board.text("turn")).to_have_text("Angreifer am Zug")
        other = BoardPage(danish.new_page(), url)
        expect(other.text("turn")).to_have_text("Angreifer am Zug")
        assert board.complaints + other.complaints == []
