"""Whoever goes by keys stays on the page: what takes away a button gives the board the focus."""

import pytest
from playwright.sync_api import Browser, expect

from tests.whole.board_page import BoardPage, running


def test_the_board_gets_the_focus_of_a_button_that_can_no_longer_be_pressed(
    game: BoardPage,
) -> None:
    game.drag("d1", "d3")
    game.expect_moves("d1-d3")
    game.text("look-back").click()
    expect(game.text("look-live")).to_be_enabled()
    game.text("look-live").focus()
    game.page.keyboard.press("Enter")
    expect(game.text("stage")).to_be_focused()
    game.text("undo").focus()
    game.page.keyboard.press("Enter")
    expect(game.text("undo")).to_be_disabled()
    expect(game.text("stage")).to_be_focused()


def test_escape_leads_from_the_field_of_moves_back_to_the_board(game: BoardPage) -> None:
    keys = game.page.keyboard
    game.text("stage").focus()
    keys.press("m")
    expect(game.text("typed")).to_be_focused()
    keys.type("d1-d3")
    keys.press("Enter")
    game.expect_moves("d1-d3")
    keys.press("Escape")
    expect(game.text("stage")).to_be_focused()
    keys.press("u")
    game.expect_moves()


def test_the_board_gets_it_also_where_a_game_or_a_lesson_ends(browser: Browser) -> None:
    with running("--data", "none") as url:
        game = BoardPage(browser.new_page(), url, by_hand=False)
        game.begin()
        game.page.locator("summary", has_text="End the game").click()
        game.text("draw-attackers").click()
        game.text("draw-defenders").click()
        game.expect_sentence("The game is a draw")
        expect(game.text("stage")).to_be_focused()
        game.text("undo").click()
        game.text("resign-attackers").click()
        # Whoever listens hears the question with the answer that has the focus.
        refuse = game.page.get_by_role("button", name="No, play on")
        expect(refuse).to_be_focused()
        expect(refuse).to_have_accessible_description("Do the attackers resign?")
        game.page.get_by_role("button", name="Yes, resign").click()
        game.expect_sentence("the other side resigned")
        expect(game.text("stage")).to_be_focused()
        game.text("undo").click()
        game.text("decide").click()
        expect(game.text("sure")).to_contain_text("The game is a draw. Is that what the arbiter")
        game.page.get_by_role("button", name="No, play on").click()
        expect(game.text("decide")).to_be_focused()
        game.text("decide").click()
        game.page.get_by_role("button", name="Yes, end the game").click()
        game.expect_sentence("the arbiter decided so")
        expect(game.text("stage")).to_be_focused()
        game.page.locator("summary", has_text="Lessons").click()
        game.text("lesson-begin").click()
        game.text("lesson-end").click()
        expect(game.text("lesson-end")).to_be_disabled()
        expect(game.text("stage")).to_be_focused()


@pytest.mark.nightly
def test_the_board_gets_it_where_somebody_else_ends_the_lesson_of_the_hint(
    browser: Browser,
) -> None:
    with running("--data", "none") as url:
        game = BoardPage(browser.new_page(), url, by_hand=False)
        other = BoardPage(browser.new_page(), url, by_hand=False)
        for page in (game, other):
            page.page.locator("summary", has_text="Lessons").click()
        game.text("lesson-begin").click()
        game.text("lesson-hint").click()
        other.text("lesson-end").click()
        expect(game.text("lesson-hint")).to_be_hidden()
        # The page of the other is in front: this one has no focus that a browser would report.
        assert game.page.evaluate("document.activeElement.id") == "stage"
