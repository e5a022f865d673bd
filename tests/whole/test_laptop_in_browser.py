"""On a laptop all that players need stands beside the board, and nothing jumps."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.effort import long_or_short
from tests.whole.board_page import BoardPage, running

SCREENS = ((1366, 768), (1280, 720))
# What is read here with short names; all are with long ones.
LONG = ("en", "de")
MOVES = ("d1-d3", "e5-e2", "g1-g3", "f4-c4", "g3-e3")

HIDDEN = """() => {
    const panel = document.getElementById("panel"), box = panel.getBoundingClientRect();
    const isOut = (id) => document.getElementById(id).getBoundingClientRect().bottom > box.bottom;
    const out = ["clocks", "aims", "undo", "copy-link", "typed"].filter(isOut);
    return [...out, panel.scrollHeight - panel.clientHeight];
}"""
_PLACES = """() => ["stage", "sentence", "aims", "undo", "company", "moves", "typed"].map((id) => {
    const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
    return [id, x, y, width, height];
})"""


@pytest.fixture
def url() -> Iterator[str]:
    """Yield a server for each test: what a new game shows must not stand there before."""
    with running("--data", "none") as address:
        yield address


def begin(
    browser: Browser, url: str, screen: tuple[int, int], language: str = "en", **terms: str
) -> BoardPage:
    """Begin a game with a clock, and with what else players may choose."""
    viewport: Any = {"width": screen[0], "height": screen[1]}
    context = browser.new_context(viewport=viewport, locale=language)
    board = BoardPage(context.new_page(), url, by_hand=False)
    board.ready()
    board.text("new-game").click()
    board.text("terms-level").select_option(terms.get("level", "nobody"))
    attackers = terms.get("attackers", "Astrid")
    board.text("terms-attackers").fill(attackers)
    if "defenders" in terms:
        board.text("terms-defenders").fill(terms["defenders"])
    board.text("terms-clock").select_option(terms.get("clock", "fixed:20m"))
    board.text("confirm-new-game").click()
    expect(board.text("clock-attackers")).to_be_visible()
    expect(board.text("players")).to_contain_text(attackers)
    return board


@pytest.mark.nightly  # by day it is tried with names of 64 letters, which leave less room
def test_names_a_clock_and_a_level_leave_room_for_the_move_that_is_typed(
    browser: Browser, url: str
) -> None:
    board = begin(browser, url, SCREENS[0], level="chance")
    too_high = {}
    for language in LONG:
        if language != LONG[0]:
            board.speak(language)
        expect(board.page.locator("#aims .aim")).to_have_count(2)
        for screen in SCREENS:
            board.resize(screen)
            too_high[language, screen] = board.page.evaluate(HIDDEN)
    assert too_high == {each: [0] for each in product(LONG, SCREENS)}


def test_the_first_captive_moves_nothing_beside_players_and_clocks(
    browser: Browser, url: str
) -> None:
    board = begin(browser, url, SCREENS[0], defenders="Birger")
    for count, move in enumerate(MOVES[:-1], 1):
        board.text("typed").fill(move)
        board.text("typed").press("Enter")
        board.expect_moves(*MOVES[:count])
    for screen in SCREENS[-long_or_short(2, 1) :]:
        board.resize(screen)
        before = board.page.evaluate(_PLACES)
        board.text("typed").fill(MOVES[-1])
        board.text("typed").press("Enter")
        board.expect_moves(*MOVES[:-1], "g3-e3xe2")
        expect(board.text("tray-defenders").locator("[data-piece]")).to_be_visible()
        assert (screen, board.page.evaluate(_PLACES)) == (screen, before)
        board.text("undo").click()
        board.expect_moves(*MOVES[:-1])
        expect(board.text("tray-defenders").locator("[data-piece]")).to_have_count(0)
        board.expect_sentence("Move one of the attackers' pieces.")


# Which lights are explained in sight, where the buttons stand, and by how much all is too high.
_LIT = """() => {
    const [panel, list, undo] = ["panel", "lit", "undo"].map((id) => document.getElementById(id));
    const { bottom } = list.getBoundingClientRect();
    const isSeen = (each) => getComputedStyle(each).visibility === "visible"
        && each.getBoundingClientRect().bottom <= bottom;
    return {
        lights: [...list.children].filter(isSeen).map((each) => each.textContent),
        undo: undo.getBoundingClientRect().top,
        tooHigh: panel.scrollHeight - panel.clientHeight,
    };
}"""


@pytest.mark.nightly
def test_the_lights_are_explained_below_a_long_sentence_and_nothing_moves(
    browser: Browser, url: str
) -> None:
    context = browser.new_context(locale="de")
    board = BoardPage(context.new_page(), url, by_hand=False)
    board.ready()
    lessons = board.page.locator("details:has(#lesson) > summary")
    lessons.click()
    board.text("lesson").select_option("exit_fort")
    board.text("lesson-begin").click()
    board.expect_lit("a1", meaning="turn_defenders")
    lessons.click()
    screens = ((1280, 800), (1280, 720), (1366, 768), (1024, 768))
    before = {screen: lit(board, screen) for screen in screens}
    lessons.click()
    board.text("lesson-hint").click()
    board.expect_lit("f8", meaning="hint_area")
    board.expect_sentence("Bau am Rand eine Burg um den König")
    lessons.click()
    for screen in reversed(screens):
        was = before[screen]
        assert (was["lights"], was["tooHigh"]) == (["Verteidiger am Zug"], 0)
        assert lit(board, screen) == was | {"lights": ["hier hinsehen", "Verteidiger am Zug"]}


def lit(board: BoardPage, screen: tuple[int, int]) -> dict[str, Any]:
    """Return what of the lights is seen on a screen."""
    board.resize(screen)
    found: dict[str, Any] = board.page.evaluate(_LIT)
    return found
