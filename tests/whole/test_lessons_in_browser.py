"""Lessons on the page: how one is chosen, and what it says of the pieces that they leave over."""

import pytest
from playwright.sync_api import Browser, expect

from tests.whole.board_page import BoardPage, running


def in_lesson(browser: Browser, url: str, name: str) -> BoardPage:
    """Open the page, and begin a lesson."""
    board = BoardPage(browser.new_page(), url, by_hand=False)
    board.ready()
    board.page.locator("summary", has_text="Lessons").click()
    board.text("lesson").select_option(name)
    board.text("lesson-begin").click()
    return board


def test_a_lesson_ends_a_game_that_is_played_only_when_somebody_says_so(browser: Browser) -> None:
    with running("--data", "none") as url:
        board = BoardPage(browser.new_page(), url, by_hand=False)
        board.begin()
        board.drag("d1", "d3")
        board.expect_moves("d1-d3")
        board.page.locator("summary", has_text="Lessons").click()
        board.text("lesson").select_option("take_one")
        board.text("lesson-begin").click()
        question = board.text("lesson-sure")
        expect(question).to_contain_text("The game on the board ends without a winner.")
        board.page.get_by_role("button", name="No, play on").click()
        expect(question).to_be_hidden()
        expect(board.text("lesson-begin")).to_be_focused()
        board.text("lesson-begin").click()
        board.page.get_by_role("button", name="Yes, begin").click()
        expect(board.text("lesson-now")).to_have_text("Lesson 5 of 28")
        # A lesson makes way for the next one at once.
        board.text("lesson").select_option("blocked_way")
        board.text("lesson-begin").click()
        expect(board.text("lesson-now")).to_have_text("Lesson 3 of 28")


def test_who_plays_and_by_which_clock_is_not_shown_in_a_lesson_and_comes_back_with_the_next_game(
    browser: Browser,
) -> None:
    with running("--data", "none") as url:
        board = BoardPage(browser.new_page(), url, by_hand=False)
        board.ready()
        board.text("new-game").click()
        board.text("terms-level").select_option("one-move")
        board.text("terms-attackers").fill("Anna")
        board.text("terms-clock").select_option("fixed:20m")
        board.text("confirm-new-game").click()
        of_a_game = ("players", "clocks")
        for name in of_a_game:
            expect(board.text(name)).to_be_visible()
        board.page.locator("summary", has_text="Lessons").click()
        board.text("lesson-begin").click()
        for name in of_a_game:
            expect(board.text(name)).to_be_hidden()
        board.page.get_by_role("button", name="End the lesson").click()
        for name in of_a_game:
            expect(board.text(name)).to_be_visible()


@pytest.mark.nightly  # by day trays.test.mjs
def test_pieces_that_a_lesson_leaves_over_are_not_called_captured(browser: Browser) -> None:
    with running("--data", "none") as url:
        board = in_lesson(browser, url, "first_move")
        for tray, count in (("tray-attackers", "23"), ("tray-defenders", "12")):
            expect(board.text(tray).locator(".count")).to_have_text(count)
            expect(board.text(tray).locator("h3")).to_have_text("Beside the board")


@pytest.mark.nightly
def test_whoever_goes_by_keys_passes_all_pieces_beside_the_board_in_two_steps(
    browser: Browser,
) -> None:
    with running("--data", "none") as url:
        board = in_lesson(browser, url, "first_move")
        expect(board.text("tray-defenders").locator(".count")).to_have_text("12")
        expect(board.page.locator(".tray [tabindex='0']")).to_have_count(2)
        attackers = board.text("tray-attackers").locator("[data-piece]")
        attackers.first.focus()
        for key, at in (("ArrowRight", 1), ("ArrowDown", 2), ("End", 22), ("ArrowUp", 21)):
            board.page.keyboard.press(key)
            expect(attackers.nth(at)).to_be_focused()
        board.page.keyboard.press("Tab")
        expect(board.text("tray-defenders").locator("[data-piece]").first).to_be_focused()
        board.page.keyboard.press("Tab")
        expect(board.page.locator(".tray :focus")).to_have_count(0)
        board.page.keyboard.press("Shift+Tab")
        board.page.keyboard.press("Shift+Tab")
        expect(attackers.nth(21)).to_be_focused()


@pytest.mark.nightly
def test_a_hint_is_asked_for_beside_the_lessons_while_one_runs(browser: Browser) -> None:
    with running("--data", "none") as url:
        board = BoardPage(browser.new_page(), url, by_hand=False)
        board.ready()
        board.page.locator("summary", has_text="Lessons").click()
        hint = board.page.get_by_role("button", name="Hint", exact=True)
        expect(hint).to_have_count(0)
        board.text("lesson").select_option("take_one")
        board.text("lesson-begin").click()
        expect(hint).to_have_count(1)
        expect(board.page.locator("body[data-phase='play']")).to_be_attached()
        hint.click()
        expect(board.page.locator(".state")).to_contain_text("put another on the other side")
        board.text("lesson-end").click()
        expect(hint).to_have_count(0)


@pytest.mark.nightly
def test_a_lesson_that_is_chosen_stays_chosen_while_another_goes_on(browser: Browser) -> None:
    with running("--data", "none") as url:
        board = in_lesson(browser, url, "blocked_way")
        expect(board.text("lesson-now")).to_have_text("Lesson 3 of 28")
        expect(board.page.locator("body[data-phase='play']")).to_be_attached()
        board.text("lesson").select_option("take_one")
        board.text("lesson-begin").focus()
        # Something changes before the button is pressed.
        board.text("hint").dispatch_event("click")
        board.expect_lit("a1", meaning="turn_attackers")
        board.text("coach-attackers").dispatch_event("click")
        expect(board.text("coach-attackers")).to_be_checked()
        board.page.keyboard.press("Enter")
        expect(board.text("lesson-now")).to_have_text("Lesson 5 of 28")
        expect(board.text("lesson")).to_have_value("take_one")


def test_a_move_of_the_defenders_is_theirs_also_where_they_begin(browser: Browser) -> None:
    with running("--data", "none") as url:
        board = in_lesson(browser, url, "take_back")
        board.expect_lit("a1", meaning="turn_defenders")
        board.page.locator("summary", has_text="Lessons").click()
        board.pick("i9")
        board.click("i5")
        board.expect_moves("i9-i5xh5")
        expect(board.text("announced")).to_have_text("Defenders: i9 to i5, captures h5")
        heading = board.page.locator(".sides span", has_text="Defenders").bounding_box()
        move = board.page.locator("#moves li").bounding_box()
        assert heading is not None
        assert move is not None
        assert move["x"] >= heading["x"] - 10
        # Its earlier position is not the start of a game, and is not shown as one.
        board.text("look-back").click()
        expect(board.text("notice")).to_contain_text("did not begin from the usual start")
        expect(board.page.locator("body.looking")).to_have_count(0)


def test_undo_takes_back_a_move_after_which_the_learner_moves_again(browser: Browser) -> None:
    with running("--data", "none") as url:
        board = in_lesson(browser, url, "turn_off")
        undo, playing = board.text("undo"), board.page.locator("body[data-phase='play']")
        board.expect_lit("h4", meaning="visit")
        expect(undo).to_be_disabled()
        board.pick("d8")
        board.click("d4")
        expect(undo).to_be_enabled()
        undo.click()
        expect(board.piece("d8")).to_be_attached()
        expect(playing).to_be_attached()
        expect(undo).to_be_disabled()
        board.expect_sentence("Bring the attacker to the flashing square.")


def test_where_a_lesson_runs_there_is_no_game_to_end(browser: Browser) -> None:
    with running("--data", "none") as url:
        board = in_lesson(browser, url, "first_move")
        expect(board.text("lesson-now")).to_have_text("Lesson 1 of 28")
        expect(board.text("endings")).to_be_hidden()
        board.text("lesson-end").click()
        expect(board.text("endings")).to_be_visible()
