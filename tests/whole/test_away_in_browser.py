"""A hnefi that is stopped while its page is open, and started again."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.conftest import free_port
from tests.whole.board_page import BoardPage, running


def test_the_page_says_that_the_board_is_away_and_goes_on_by_itself(
    hand_page: Page, tmp_path: Path
) -> None:
    options = ("--port", str(free_port()), "--data", str(tmp_path))
    with running(*options) as url:
        board = BoardPage(hand_page, url, by_hand=None)
        board.expect_sentence("Move one of the attackers' pieces.")
        board.drag("d1", "d3")
        board.expect_moves("d1-d3")
    expect(board.text("turn")).to_have_text("The board is away")
    board.expect_sentence("this page looks for it")
    expect(board.page.locator("body.apart")).to_be_visible()
    assert board.moves == ["d1-d3"]
    expect(board.piece("d3")).to_be_visible()
    with running(*options):
        expect(board.text("turn")).to_have_text("Defenders to move")
        expect(board.page.locator("body.apart")).to_have_count(0)
        board.drag("e5", "e2")
        board.expect_moves("d1-d3", "e5-e2")
