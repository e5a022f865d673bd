"""A hnefi that is stopped while its page is open, and started again."""

import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.conftest import free_port
from tests.effort import long_or_short
from tests.whole.board_page import PATIENCE_MS, BoardPage, running, started


@contextmanager
def begun(page: Page, *options: str) -> Iterator[BoardPage]:
    """Begin a game on a page, and stop hnefi at the end; the page stays open."""
    with running(*options) as url:
        board = BoardPage(page, url, by_hand=False)
        board.begin()
        yield board


def test_the_page_says_that_the_board_is_away_and_goes_on_by_itself(
    hand_page: Page, tmp_path: Path
) -> None:
    options = ("--port", str(free_port()), "--data", str(tmp_path))
    with running(*options) as url:
        board = BoardPage(hand_page, url, by_hand=None)
        board.expect_sentence("Move one of the attackers' pieces.")
        board.drag("d1", "d3")
        board.expect_moves("d1-d3")
        board.drag("e5", "f3")
        expect(board.text("refusal")).to_contain_text("straight line")
    expect(board.text("turn")).to_have_text("The board is away")
    expect(board.text("refusal")).to_be_empty()
    board.expect_sentence("this page reconnects by itself")
    expect(board.text("sentence")).to_be_visible()
    expect(board.page.locator("body.apart")).to_be_visible()
    assert board.moves == ["d1-d3"]
    expect(board.piece("d3")).to_be_visible()
    with running(*options):
        expect(board.text("turn")).to_have_text("Defenders to move")
        expect(board.page.locator("body.apart")).to_have_count(0)
        expect(board.text("refusal")).to_be_empty()
        board.drag("e5", "e2")
        board.expect_moves("d1-d3", "e5-e2")


def test_a_move_that_is_typed_while_the_board_is_away_waits_in_its_field(
    browser: Browser, tmp_path: Path
) -> None:
    options = ("--port", str(free_port()), "--data", str(tmp_path))
    page = browser.new_page()
    with begun(page, *options) as board:
        field = board.text("typed")
    expect(board.text("turn")).to_have_text("The board is away")
    field.fill("d1-d3")
    field.press("Enter")
    expect(board.text("notice")).not_to_be_empty()
    expect(field).to_have_value("d1-d3")
    with running(*options):
        expect(board.text("turn")).to_have_text("Attackers to move")
        field.press("Enter")
        board.expect_moves("d1-d3")
        expect(field).to_have_value("")


def test_where_saving_alone_fails_the_board_stays_as_it_is_and_in_sight(
    browser: Browser, tmp_path: Path
) -> None:
    page = browser.new_page()
    with begun(page, "--data", str(tmp_path)) as board:
        with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            board.drag("d1", "d3")
            expect(board.text("notice")).to_contain_text("Play on", timeout=PATIENCE_MS)
        expect(page.locator("body.troubled #connection")).to_have_text(
            "A part of the program has failed"
        )
        expect(page.locator("body.apart")).to_have_count(0)
        for screen in ((390, 844), (1366, 768), (1024, 768), (1920, 1080))[: long_or_short(4, 2)]:
            board.resize(screen)
            for place in ("stage", "typed"):
                assert not overlap(board.text("notice"), board.text(place)), screen
        # Nobody else holds the file now.
        expect(page.locator("body.troubled")).to_have_count(0, timeout=PATIENCE_MS)


def overlap(one: Locator, other: Locator) -> bool:
    """Say whether two parts of a page cover each other."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    across = a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
    return across and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]


def test_a_hnefi_that_hangs_is_away_too_until_it_goes_on(browser: Browser) -> None:
    page = browser.new_page()
    page.clock.install()
    with started("simulate", "--data", "none") as (process, url):
        board = BoardPage(page, url, by_hand=False)
        board.begin()
        process.send_signal(signal.SIGSTOP)
        try:
            page.clock.run_for(12_000)
            expect(board.text("turn")).to_have_text("The board is away")
        finally:
            process.send_signal(signal.SIGCONT)
        expect(board.text("turn")).to_have_text("Attackers to move")
        board.drag("d1", "d3")
        board.expect_moves("d1-d3")


@pytest.mark.nightly
def test_what_was_refused_and_asked_while_nobody_answered_is_said_and_forgotten(
    browser: Browser, tmp_path: Path
) -> None:
    options = ("--port", str(free_port()), "--data", str(tmp_path))
    page = browser.new_page()
    with begun(page, *options) as board:
        pass
    expect(board.text("turn")).to_have_text("The board is away")
    board.text("open-games").click()
    expect(board.text("games-found")).to_have_text("The games cannot be read just now.")
    page.keyboard.press("Escape")
    board.text("typed").fill("hello")
    board.text("typed").press("Enter")
    expect(board.text("refusal")).to_contain_text("is not a move")
    with running(*options):
        expect(board.text("turn")).to_have_text("Attackers to move")
        expect(board.text("refusal")).to_be_empty()


def test_every_button_says_that_nobody_answers_and_the_page_stays_whole(
    browser: Browser, tmp_path: Path
) -> None:
    options = ("--port", str(free_port()), "--data", str(tmp_path))
    page = browser.new_page()
    with begun(page, *options) as board:
        board.click("d1", "d3")
        board.expect_moves("d1-d3")
        # A page that has offered the rulesets before need not ask for them again.
        board.text("new-game").click()
        board.text("terms").get_by_role("button", name="Close").click()
    expect(board.text("turn")).to_have_text("The board is away")
    notice = board.text("notice")
    for button in ("undo", "new-game", "hint"):
        board.text(button).dispatch_event("click")
        expect(notice).to_have_text("There is no connection to the board just now.")
        expect(notice).to_be_visible()
        notice.evaluate("(area) => area.replaceChildren()")
    expect(page.locator("dialog[open]")).to_have_count(0)
    board.text("open-settings").click()
    board.text("language").select_option("da")
    expect(notice).to_have_text("There is no connection to the board just now.")
    expect(board.text("language")).to_have_value("en")
    board.text("set-warnings").click()
    page.keyboard.press("Escape")
    board.expect_sentence("this page reconnects by itself")
    board.text("open-rules").click()
    expect(board.text("rules-title")).to_be_visible()
    assert [each for each in board.complaints if "ERR_CONNECTION" not in each] == []


@pytest.mark.nightly  # by day where they were
def test_new_game_says_that_nobody_answers_where_the_rulesets_were_never_offered(
    browser: Browser,
) -> None:
    page = browser.new_page()
    with begun(page, "--data", "none") as board:
        pass
    expect(board.text("turn")).to_have_text("The board is away")
    board.text("new-game").click()
    expect(board.text("notice")).to_have_text("There is no connection to the board just now.")
    expect(page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.nightly
def test_what_is_looked_at_is_explained_again_when_the_board_is_back(
    browser: Browser, tmp_path: Path
) -> None:
    options = ("--port", str(free_port()), "--data", str(tmp_path))
    page = browser.new_page()
    with begun(page, *options) as board:
        board.click("d1", "d3")
        board.expect_moves("d1-d3")
        board.text("look-first").click()
        expect(board.text("refusal")).to_contain_text("You are looking at another position.")
    expect(board.text("turn")).to_have_text("The board is away")
    expect(board.text("refusal")).to_be_empty()
    with running(*options):
        expect(board.text("turn")).to_have_text("Attackers to move")
        expect(board.text("refusal")).to_contain_text("You are looking at another position.")
