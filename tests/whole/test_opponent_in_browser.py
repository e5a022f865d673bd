"""Playing against the computer and asking the coach, on the page, in a real Chromium."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.controller.assembly.test_coach import LOST
from tests.controller.engine.kernels import needs_kernel
from tests.whole.board_page import BoardPage, running
from tests.whole.test_play_in_browser import play

pytestmark = needs_kernel


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


@pytest.mark.nightly  # by day against a level that thinks
def test_a_first_game_can_be_played_against_chance(browser: Browser) -> None:
    with running("--opponent", "chance", "--as", "attackers", "--data", "none") as url:
        board = BoardPage(browser.new_page(), url, by_hand=False)
        board.expect_sentence("Move one of the attackers' pieces.")
        board.page.locator("#company summary").click()
        # It stands first, before the easiest level, and is shown as chosen.
        expect(board.page.locator("#opponent option").nth(1)).to_have_text("plays any move")
        expect(board.page.locator("#opponent")).to_have_value("chance")
        board.drag("d1", "d3")
        expect(board.page.locator("#moves li")).to_have_count(2)
        assert board.complaints == []


_KEEP_SENTENCES = """() => {
    const sentence = document.querySelector("#sentence");
    window.kept = [];
    const keep = () => window.kept.push(sentence.textContent);
    new MutationObserver(keep).observe(sentence, { childList: true });
}"""


@pytest.mark.nightly
def test_a_virtual_board_asks_nobody_to_make_the_move_of_the_opponent(browser: Browser) -> None:
    with running("--opponent", "two-moves", "--as", "attackers", "--data", "none") as url:
        board = BoardPage(browser.new_page(), url, by_hand=False)
        board.expect_sentence("attackers")
        board.page.evaluate(_KEEP_SENTENCES)
        board.drag("d1", "d3")
        expect(board.page.locator("#moves li")).to_have_count(2)
        board.expect_sentence("Move one of the attackers' pieces.")
        said = " ".join(board.page.evaluate("window.kept"))
        assert "The defenders play" in said
        assert "for them" not in said


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
    expect(page.locator("#sure")).to_contain_text("Do the attackers resign?")
    page.get_by_role("button", name="Yes, resign").click()
    board.expect_sentence("The defenders win: the other side resigned.")


@pytest.mark.nightly  # by day at the turning point of a lost game
def test_a_hint_is_given_in_three_steps(board: BoardPage) -> None:
    board.page.locator("#company summary").click()
    for said in ("Look at the lit part of the board.", "Move the piece on", "Move "):
        board.page.locator("#hint").click()
        board.expect_sentence(said)


def test_the_coach_shows_threats_and_grades_the_squares_of_the_piece_in_hand(
    board: BoardPage,
) -> None:
    play(board, "d1-d3", "e5-e2", "g1-g3")
    board.page.locator("#company summary").click()
    board.page.locator("#coach-defenders").click()
    board.expect_lit("e2", meaning="threatened")
    board.page.locator("#coach-defenders").click()
    play(board, "f4-c4")
    board.page.locator("#coach-attackers").click()
    board.lift("g3")
    # It takes a moment to look at all nine squares.
    graded = re.compile("target_(good|fair|bad)|capturing")
    for square in ("e3", "f3", "g2", "k3"):
        expect(board.light(square)).to_have_attribute("data-meaning", graded)
    board.carry("g3")
    board.let_go()
    board.page.locator("#coach-attackers").click()
    assert board.complaints == []


def test_a_lost_game_is_explained_and_its_turning_point_tried_again(board: BoardPage) -> None:
    page = board.page
    play(board, *LOST[:7])
    page.locator("#company summary").click()
    page.locator("#why").click()
    board.expect_sentence("chances to win are gone")
    board.expect_lit("f3", "a3", meaning="shown")
    board.drag("f3", "a3")
    board.expect_moves(*LOST[:8])
    board.drag_to_tray("a2", "tray-attackers")
    play(board, *LOST[8:])
    board.expect_sentence("The defenders win")
    page.locator("#review").click()
    board.expect_sentence("Turning point")
    expect(board.text("sentence")).not_to_contain_text("After h3-h1")
    page.locator("#set-up").click()
    expect(page.locator("body")).to_have_attribute("data-phase", "play")
    for said in ("Look at the lit part of the board.", "Move the piece on"):
        page.locator("#hint").click()
        board.expect_sentence(said)
    page.locator("#hint").click()
    better = re.compile(r"Move ([a-k]\d+) to ([a-k]\d+)\.")
    expect(board.text("sentence")).to_contain_text(better)
    found = better.search(board.text("sentence").inner_text())
    assert found is not None
    board.drag(*found.groups())
    board.expect_sentence("is good!")
    assert board.complaints == []
