"""A piece that somebody has taken up comes back to its square, however it was left."""

from playwright.sync_api import expect

from tests.whole.board_page import BoardPage


def test_a_piece_that_is_dropped_beside_the_board_goes_back_by_itself(game: BoardPage) -> None:
    game.drag_to_tray("d1", "tray-attackers")
    expect(game.piece("d1")).to_have_count(1)
    game.expect_sentence("Move one of the attackers' pieces.")
    game.drag("d1", "d3")
    game.expect_moves("d1-d3")


def test_escape_puts_a_piece_back_whatever_was_clicked_since(game: BoardPage) -> None:
    game.pick("d1")
    game.expect_sentence("From d1")
    game.text("typed").click()
    game.page.keyboard.press("Escape")
    game.expect_sentence("Move one of the attackers' pieces.")
    expect(game.piece("d1")).to_have_count(1)
