"""A teacher sets a position up from the page: one that is looked at, or one that is written."""

from playwright.sync_api import expect

from tests.whole.board_page import BoardPage

RECORD = "/11/11/11/3t7/11/5K5/11/11/11/11/11/"


def test_a_position_that_is_looked_at_is_set_up_on_the_board(game: BoardPage) -> None:
    game.drag("d1", "d3")
    game.expect_moves("d1-d3")
    game.page.locator("#look-back").click()
    expect(game.page.locator("#looked-at .piece")).to_have_count(37)
    game.page.locator("#open-games").click()
    expect(game.page.locator("#position")).not_to_have_value("")
    set_up = game.page.locator("#position-set-up")
    set_up.click()
    expect(game.text("position-sure")).to_contain_text(
        "ends without a winner. Set the position up?"
    )
    game.page.get_by_role("button", name="No, play on").click()
    expect(set_up).to_be_focused()
    expect(game.text("games")).to_be_visible()
    set_up.click()
    game.page.get_by_role("button", name="Yes, set it up").click()
    expect(game.text("games")).to_be_hidden()
    expect(game.page.locator("body.looking")).to_have_count(0)
    expect(game.piece("d1")).to_have_count(1)
    game.expect_moves()
    game.expect_sentence("Move one of the attackers' pieces.")


def test_a_written_position_is_set_up_and_what_is_none_is_named(game: BoardPage) -> None:
    dialog, field = game.page.locator("#games"), game.page.locator("#position")
    game.page.locator("#open-games").click()
    field.fill("hello")
    field.press("Enter")
    expect(game.text("position-refused")).to_contain_text(
        "This is not a position record. A record has 11 rows"
    )
    expect(dialog).to_be_visible()
    field.fill(RECORD)
    expect(game.text("position-refused")).to_be_empty()
    game.page.locator("#position-side").select_option("defenders")
    field.press("Enter")
    expect(game.piece("f6")).to_have_count(1)
    game.expect_sentence("Move one of the defenders' pieces.")
    expect(dialog).not_to_be_visible()
