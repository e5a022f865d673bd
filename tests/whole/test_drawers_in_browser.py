"""What is asked in a drawer is answered where people see it, on every screen."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.effort import NIGHTLY
from tests.whole.board_page import BoardPage, running

LAPTOP, LOW_LAPTOP, PHONE, LYING_PHONE = (1366, 768), (1280, 720), (390, 844), (844, 390)
UPRIGHT = (LAPTOP, LOW_LAPTOP, PHONE) if NIGHTLY else (LOW_LAPTOP, PHONE)
SCREENS = (*UPRIGHT, LYING_PHONE) if NIGHTLY else UPRIGHT
DRAWERS = ("Opponent and coach", "End the game")

_WHOLE = """(id) => {
    const { left, top, right, bottom } = document.getElementById(id).getBoundingClientRect();
    const outer = document.getElementById("panel"), box = outer.getBoundingClientRect();
    const scrolls = getComputedStyle(outer).overflowY === "auto";
    const [first, last] = scrolls ? [box.top, box.bottom] : [0, innerHeight];
    if (top < first || bottom > last) return false;
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return seen.closest(".state") !== null;
}"""
_COVERED = """() => {
    const { activeElement } = document, box = activeElement.getBoundingClientRect();
    if (activeElement === document.body) return "";
    const [x, middle] = [box.x + box.width / 2, box.y + box.height / 2];
    const seen = [box.y + 2, box.bottom - 2].map((y) => document.elementFromPoint(x, y));
    const isSeen = seen.every((top) => activeElement.contains(top) || top?.contains(activeElement));
    return isSeen ? "" : `${activeElement.id || activeElement.textContent} at ${middle}`;
}"""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with running("--data", "none") as address:
        yield address


def with_clock_and_opponent(browser: Browser, url: str, screen: tuple[int, int]) -> BoardPage:
    """Begin the game in which most stands above the drawers, and open two of them."""
    context = browser.new_context(viewport={"width": screen[0], "height": screen[1]})
    board = BoardPage(context.new_page(), url, by_hand=False)
    board.ready()
    begin(board)
    for name in DRAWERS:
        board.page.locator("summary", has_text=name).click()
    return board


def begin(board: BoardPage) -> None:
    board.text("new-game").click()
    board.text("terms-level").select_option("one-move")
    board.text("terms-side").select_option("defenders")
    board.text("terms-clock").select_option(index=2)
    board.text("confirm-new-game").click()
    expect(board.text("clock-attackers")).to_be_visible()


def expect_whole(board: BoardPage, *names: str) -> None:
    for name in names:
        board.page.wait_for_function(_WHOLE, arg=name, timeout=5000)


def test_the_answer_to_what_is_pressed_in_a_drawer_is_in_sight(browser: Browser, url: str) -> None:
    board = with_clock_and_opponent(browser, url, SCREENS[0])
    for screen in SCREENS:
        board.resize(screen)
        board.text("draw-attackers").click()
        board.expect_sentence("The defenders want to play on.")
        expect_whole(board, "sentence", "turn")
        board.text("resign-attackers").click()
        board.page.get_by_role("button", name="Yes, resign").click()
        expect(board.text("turn")).to_have_text("Defenders have won")
        expect_whole(board, "turn")
        begin(board)


def test_whose_turn_it_is_stays_in_sight_above_open_drawers(browser: Browser, url: str) -> None:
    board = with_clock_and_opponent(browser, url, SCREENS[0])
    for screen in UPRIGHT:
        board.resize(screen)
        expect_whole(board, "turn", "clock-attackers", "sentence")
        # Back up through what was opened: nothing that has the focus stands behind it. The page
        # has its new size two frames later; before that what is scrolled to may be pushed away.
        board.page.evaluate(
            "new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))"
        )
        board.text("decision-why").focus()
        for _ in range(20):
            assert (screen, board.page.evaluate(_COVERED)) == (screen, "")
            board.page.keyboard.press("Shift+Tab")


# Whether the list of moves is seen, and by how much all is too high.
_MOVES = """() => [
    document.getElementById("moves").checkVisibility(),
    document.getElementById("panel").scrollHeight - document.getElementById("panel").clientHeight,
]"""


@pytest.mark.nightly  # by day where there is none
def test_the_moves_stay_below_an_open_drawer_where_there_is_room_for_both(browser: Browser) -> None:
    with running("--data", "none") as url:
        board = BoardPage(browser.new_page(), url, by_hand=False)
        board.ready()
        for screen in ((1920, 1080), (3840, 2160)):
            board.resize(screen)
            for name in ("Opponent and coach", "Lessons", "End the game"):
                drawer = board.page.locator("summary", has_text=name)
                drawer.click()
                expect(board.page.locator("details[open]")).to_have_count(1)
                seen = board.page.evaluate(_MOVES)
                assert (screen, name, seen) == (screen, name, [True, 0])
                drawer.click()


def test_what_is_opened_takes_the_place_of_the_moves_where_there_is_none(
    browser: Browser, url: str
) -> None:
    board = with_clock_and_opponent(browser, url, LOW_LAPTOP)
    expect(board.text("moves")).to_be_hidden()
    expect(board.text("typed")).to_be_hidden()
