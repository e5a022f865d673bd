"""Playing against the computer and asking the coach, on the page, in a real Chromium."""

import pytest
from playwright.sync_api import Page, expect

from controller.engine.binding import kernel_complaint
from tests.whole.board_page import BoardPage, running

pytestmark = pytest.mark.skipif(kernel_complaint() is not None, reason="no kernel: install gcc")


def test_the_opponent_answers_by_itself_and_can_be_sent_away(hand_page: Page) -> None:
    with running("--opponent", "two-moves", "--as", "attackers") as url:
        board = BoardPage(hand_page, url, by_hand=None)
        board.expect_sentence("attackers")
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


def test_two_people_agree_to_a_draw_and_take_it_back_and_one_of_them_resigns(
    board: BoardPage,
) -> None:
    page = board.page
    page.get_by_text("End the game").click()
    page.locator("#draw-attackers").click()
    board.expect_sentence("The attackers offer a draw")
    expect(page.locator("#draw-attackers")).to_be_disabled()
    expect(page.locator("#draw-defenders")).to_have_text("Accept the draw")
    page.locator("#no-draw-defenders").click()
    expect(page.locator("#draw-defenders")).to_have_text("Offer a draw")
    page.locator("#draw-defenders").click()
    page.locator("#draw-attackers").click()
    board.expect_sentence("The game is a draw")
    page.locator("#undo").click()
    board.expect_sentence("Move one of the attackers' pieces.")
    page.locator("#resign-attackers").click()
    expect(page.locator("#sure-words")).to_have_text("Do the attackers resign?")
    page.locator("#sure-yes").click()
    board.expect_sentence("The defenders win: the other side resigned.")


def test_a_hint_is_given_in_three_steps(board: BoardPage) -> None:
    board.page.locator("#company summary").click()
    for said in ("Look at the lit part of the board.", "Move the piece on", "Move "):
        board.page.locator("#hint").click()
        board.expect_sentence(said)
