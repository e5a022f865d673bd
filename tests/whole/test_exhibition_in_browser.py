"""An unattended board and its lessons in a real browser: touched, in two languages, with axe."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.effort import long_or_short
from tests.whole.board_page import BoardPage, running
from tests.whole.test_accessible_in_browser import AXE, complaints

LARGE: ViewportSize = {"width": 1280, "height": 800}


LESSONS = long_or_short(2, 1)
# However slow the machine is, the questions wait for their answers.
PATIENT = "[patience]\nlanguage = 3600\nfirst_time = 3600\n"


@pytest.fixture
def unattended(tmp_path: Path) -> Iterator[str]:
    """Run an unattended board and return the address of its page."""
    programme = tmp_path / "patient.toml"
    programme.write_text(PATIENT, encoding="utf-8")
    with running("--exhibition", "--programme", str(programme), "--data", "none") as url:
        yield url


def pages(browser: Browser, url: str, language: str) -> tuple[BoardPage, BoardPage]:
    """Return a page whose pieces a visitor touches, and the one on the stand."""
    context = browser.new_context(viewport=LARGE, locale=language)
    touched = BoardPage(context.new_page(), url)
    stand = BoardPage(context.new_page(), f"{url}/?layout=audience")
    return touched, stand


def check(board: BoardPage) -> None:
    """Expect that axe-core finds nothing on a page."""
    if AXE.is_file():
        board.page.evaluate(AXE.read_text(encoding="utf-8"))
        assert complaints(board.page) == []


def test_a_visitor_is_attracted_asked_and_taught(browser: Browser, unattended: str) -> None:
    touched, stand = pages(browser, unattended, "en")
    expect(stand.text("sentence")).to_contain_text("Touch any piece to begin.")
    expect(stand.light("f6")).to_have_attribute("data-meaning", "show_king")
    check(stand)
    touched.drag("d1", "d2")
    expect(stand.text("sentence")).to_have_text("Choose your language: lift a piece on its light.")
    options = stand.page.locator("#exhibition-options li")
    expect(options).to_have_count(5)
    expect(options.nth(1)).to_contain_text("Dansk")
    expect(options.nth(1)).to_have_attribute("lang", "da")
    check(stand)
    expect(touched.light("k6")).to_have_attribute("data-meaning", "option_second")
    # The host is deaf for a moment after a question; a piece that is held until then answers it.
    touched.click("k6")
    expect(options).to_have_count(2)
    touched.click("k6")
    expect(stand.page.locator("html")).to_have_attribute("lang", "da-DK")
    expect(stand.text("sentence")).to_contain_text("Løft en brik")
    expect(options).to_have_count(2)
    check(stand)
    assert [*touched.complaints, *stand.complaints] == []


@pytest.mark.nightly
def test_the_task_is_shown_again_once_a_piece_of_the_other_side_is_home(
    browser: Browser, unattended: str
) -> None:
    visitor = BoardPage(browser.new_page(viewport=LARGE), unattended, by_hand=False)
    stand = BoardPage(browser.new_page(viewport=LARGE), f"{unattended}/?layout=audience")
    options = stand.page.locator("#exhibition-options li")
    visitor.pick("f6")
    expect(options).to_have_count(5)
    visitor.pick("d1")
    visitor.expect_sentence("Lift a piece: in the middle if this is your first time")
    visitor.pick("f6")
    visitor.expect_sentence("Take a defender")
    visitor.drag("d6", "d4")
    expect(stand.text("refusal")).to_contain_text("the piece from d6 is not theirs")
    expect(stand.text("refusal")).to_be_empty()
    expect(stand.text("sentence")).to_contain_text("Take a defender")


def test_whoever_clicks_the_pieces_answers_by_every_click(
    browser: Browser, unattended: str
) -> None:
    visitor = BoardPage(browser.new_page(viewport=LARGE), unattended, by_hand=False)
    options = visitor.page.locator("#exhibition-options li")
    visitor.pick("f6")
    expect(options).to_have_count(5)
    # The king is still in the hand: a click on a piece of either side answers by that piece.
    visitor.pick("d1")
    visitor.expect_sentence("Lift a piece: in the middle if this is your first time")
    expect(visitor.text("refusal")).to_be_empty()
    visitor.pick("f6")
    visitor.expect_sentence("Take a defender")
    expect(visitor.piece("f6")).to_have_count(1)
    assert visitor.complaints == []


@pytest.mark.nightly
def test_a_phone_shows_the_whole_question_and_nothing_of_a_game_that_nobody_plays(
    browser: Browser, unattended: str
) -> None:
    touched, _ = pages(browser, unattended, "da")
    phone = BoardPage(
        browser.new_context(viewport={"width": 360, "height": 740}, locale="da").new_page(),
        unattended,
        by_hand=False,
    )
    game = phone.page.locator(":is(#turn, #title, .trays, .record)")
    expect(phone.text("sentence")).to_contain_text("Rør ved en brik")
    expect(game.locator("visible=true")).to_have_count(0)
    touched.drag("d1", "d2")
    options = phone.page.locator("#exhibition-options li")
    expect(options).to_have_count(5)
    expect(game.locator("visible=true")).to_have_count(0)
    bottom, bar = phone.page.evaluate(
        "['#exhibition-options', '.actions']"
        ".map((each) => document.querySelector(each).getBoundingClientRect())"
        ".map((box, n) => n === 0 ? box.bottom : box.top)"
    )
    assert bottom <= bar


@pytest.mark.parametrize(
    ("language", "panel"), [("de", "Lektion 1 von 28"), ("en", "Lesson 1 of 28")][:LESSONS]
)
def test_a_lesson_runs_in_the_panel_in_the_language_of_the_page(
    browser: Browser, language: str, panel: str
) -> None:
    with running("--data", "none") as url:
        context = browser.new_context(viewport=LARGE, locale=language)
        board = BoardPage(context.new_page(), url, by_hand=False)
        board.page.locator("details:has(#lesson) > summary").click()
        board.page.locator("#lesson").select_option("first_move")
        board.text("lesson-begin").click()
        expect(board.text("lesson-now")).to_contain_text(panel)
        board.expect_lit("d8", meaning="visit")
        check(board)
        board.drag("d4", "d8")
        expect(board.text("lesson-now")).to_contain_text("★★★★")
        board.text("lesson-end").click()
        assert board.complaints == []
        context.close()
