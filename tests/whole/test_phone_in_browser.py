"""A phone held upright: nothing is cut, and nothing covers what is read."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from controller.words.catalogue import languages
from tests.effort import NIGHTLY
from tests.whole.board_page import BoardPage, running

# German aims are the longest, Icelandic has the longest word.
LANGUAGES = languages() if NIGHTLY else ("de", "is")
PHONE: ViewportSize = {"width": 390, "height": 844}
in_long_languages = pytest.mark.parametrize("language", LANGUAGES)

_DRAWERS_ARE_WHOLE = """() => {
    const bottoms = [...document.querySelectorAll(".drawers > *")]
        .map((drawer) => drawer.getBoundingClientRect().bottom);
    return Math.max(...bottoms) <= document.querySelector(".actions").getBoundingClientRect().top;
}"""
_LINES = """(element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
}"""
_OVERFLOWING = """() => [...document.querySelectorAll(".drawers summary, .drawers button")]
    .filter((each) => each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.textContent)"""
# How wide the words of a choice are, and how much room the browser's arrow leaves them.
_CUT_CHOICES = """(id) => [...document.querySelectorAll(`#${id} select`)].flatMap((select) => {
    if (!select.checkVisibility()) return [];
    const pen = document.createElement("canvas").getContext("2d");
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 16;
    pen.font = font;
    return [...select.options].map((option) => option.text)
        .filter((words) => pen.measureText(words).width > room);
})"""


_AS_AT_FIRST = """() => {
    document.documentElement.style.fontSize = "";
    for (const opened of document.querySelectorAll("dialog[open]")) opened.close();
    for (const opened of document.querySelectorAll("details[open]")) opened.open = false;
    document.activeElement?.blur();
    scrollTo(0, 0);
}"""


@pytest.fixture
def at_the_start() -> Iterator[str]:
    """Return a page at which nobody has played: there is a game to end, and one to begin.

    Each test loads it with an empty cache. A board that the tests of this folder share would
    refuse them, and others after them, because one address would ask for too much at once.
    """
    with running("--data", "none") as url:
        yield url


class Phones:
    """Pages at the start of a game, one in each language, for tests that only look at them."""

    def __init__(self, browser: Browser, url: str) -> None:
        """Open none yet; whoever asks for a language opens the page that others use again."""
        self._browser, self._url = browser, url
        self._pages: dict[str, BoardPage] = {}

    def __call__(self, language: str = "en") -> BoardPage:
        """Return the page in a language: upright, with text of the usual size, at its top."""
        if language not in self._pages:
            self._pages[language] = phone(self._browser, self._url, language)
        board = self._pages[language]
        board.resize((PHONE["width"], PHONE["height"]))
        board.page.evaluate(_AS_AT_FIRST)
        return board

    def close(self) -> None:
        """Close all pages, so that none looks for a board that is gone."""
        for board in self._pages.values():
            board.page.context.close()


@pytest.fixture(scope="module")
def phones(_browser: Browser) -> Iterator[Phones]:
    """Open pages that change no game: to load one costs more than most of what is looked at."""
    with running("--data", "none") as url:
        opened = Phones(_browser, url)
        yield opened
        opened.close()


def phone(browser: Browser, url: str, language: str = "en") -> BoardPage:
    """Open the page on a phone, and wait until it says what both sides want."""
    context = browser.new_context(viewport=PHONE, locale=language)
    board = BoardPage(context.new_page(), url, by_hand=False)
    board.ready()
    board.page.locator("#aims .aim").first.wait_for(state="attached")
    return board


@in_long_languages
def test_what_can_be_opened_stands_whole_above_the_buttons(phones: Phones, language: str) -> None:
    board = phones(language)
    board.page.wait_for_function(_DRAWERS_ARE_WHOLE, timeout=5000)
    assert board.page.evaluate(_OVERFLOWING) == []
    for summary in board.page.locator(".drawers summary").all():
        summary.click()
        assert board.page.evaluate(_OVERFLOWING) == []
        summary.click()


@in_long_languages
def test_a_small_phone_shows_the_whole_name_of_the_rules(phones: Phones, language: str) -> None:
    board = phones(language)
    board.page.set_viewport_size({"width": 360, "height": 740})
    # As wide as in the middle of a game.
    detail = board.text("turn-detail")
    before = detail.evaluate("(detail) => detail.textContent")
    detail.evaluate("(detail) => { detail.textContent += '8' }")
    lines = board.text("title").evaluate(_LINES)
    detail.evaluate("(detail, before) => { detail.textContent = before }", before)
    assert lines == 1


@in_long_languages
def test_where_there_is_no_room_for_the_name_of_the_rules_it_takes_more_lines(
    phones: Phones, language: str
) -> None:
    board = phones(language)
    # A laptop of 1366 x 768 at 200 %.
    board.page.set_viewport_size({"width": 683, "height": 384})
    for size in (16, 32):
        board.page.evaluate(f"document.documentElement.style.fontSize = '{size}px'")
        for element in (board.text("title"), board.page.locator(".detail")):
            name, room = element.evaluate("(each) => [each.scrollWidth, each.offsetWidth]")
            assert name <= room, size


@in_long_languages
def test_clocks_in_large_text_and_what_is_asked_before_a_game_ends_stay_on_the_screen(
    browser: Browser, at_the_start: str, language: str
) -> None:
    board = phone(browser, at_the_start, language)
    board.text("new-game").click()
    board.text("terms-clock").select_option(index=2)
    board.text("confirm-new-game").click()
    expect(board.text("clock-defenders")).not_to_be_empty()
    board.page.evaluate("document.documentElement.style.fontSize = '32px'")
    for side in ("attackers", "defenders"):
        assert right_edge(board.text(f"clock-{side}")) <= PHONE["width"]
    board.page.evaluate(_AS_AT_FIRST)

    board.drag("d1", "d3")
    board.expect_moves("d1-d3")
    board.page.locator(".drawers summary").nth(1).click()
    board.text("lesson-begin").click()
    question = board.text("lesson-sure").locator("p")
    expect(question).to_be_visible()
    assert right_edge(question) <= PHONE["width"]
    assert question.evaluate("each => each.scrollWidth <= each.clientWidth")


def right_edge(part: Locator) -> float:
    """Return where a part of the page ends on the screen."""
    box: Any = part.bounding_box()
    return float(box["x"] + box["width"])


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1366, 768)])
def test_a_drawer_that_is_opened_is_seen_whole(phones: Phones, width: int, height: int) -> None:
    board = phones("de")
    board.page.set_viewport_size({"width": width, "height": height})
    for drawer in board.page.locator(".drawers details").all():
        board.page.evaluate("scrollTo(0, 0)")
        drawer.locator("summary").focus()
        board.page.keyboard.press("Enter")
        board.page.wait_for_function(
            """(drawer) => {
                const { top, bottom } = drawer.getBoundingClientRect();
                const bar = document.querySelector(".actions");
                const isFixed = getComputedStyle(bar).position === "sticky";
                const end = isFixed ? bar.getBoundingClientRect().top : innerHeight;
                return top >= 0 && bottom <= end;
            }""",
            arg=drawer.element_handle(),
        )
        board.page.keyboard.press("Enter")


@in_long_languages
def test_what_is_chosen_is_read_whole(phones: Phones, language: str) -> None:
    board = phones(language)
    for button, dialog in (("open-settings", "settings"), ("new-game", "terms")):
        board.text(button).click()
        expect(board.text(dialog)).to_be_visible()
        if dialog == "terms":
            board.text("terms-level").select_option("one-move")
        assert board.page.evaluate(_CUT_CHOICES, dialog) == []
        board.page.keyboard.press("Escape")


def test_a_board_that_is_gone_is_named_in_place_of_the_title(browser: Browser) -> None:
    with running("--data", "none") as url:
        board = phone(browser, url)
        before: Any = board.text("turn").bounding_box()
    expect(board.text("connection")).to_have_text("Looking for the board")
    expect(board.text("connection")).to_be_visible()
    expect(board.page.locator("h1")).to_be_hidden()
    turn: Any = board.text("turn").bounding_box()
    banner: Any = board.text("connection").bounding_box()
    assert (turn["x"], turn["y"]) == (before["x"], before["y"])
    for other in (".state", ".tools"):
        box: Any = board.page.locator(other).bounding_box()
        below = banner["y"] + banner["height"] <= box["y"]
        beside = banner["x"] + banner["width"] <= box["x"]
        assert below or beside, (banner, box)


def test_the_reason_of_an_arbiter_has_a_visible_label(phones: Phones) -> None:
    board = phones()
    board.page.locator("summary", has_text="End the game").click()
    label = board.page.get_by_text("Reason for the decision")
    expect(label).to_be_visible()
    label.click()
    expect(board.text("decision-why")).to_be_focused()


def test_no_dialog_is_wider_than_a_small_phone(phones: Phones) -> None:
    board = phones()
    board.page.set_viewport_size({"width": 320, "height": 568})
    for button in ("new-game", "open-rules", "open-games", "open-settings"):
        board.text(button).click()
        opened = board.page.locator("dialog[open]")
        if button == "open-rules":
            opened.locator("#rules-clauses li").first.wait_for()
        wide, room = opened.evaluate("(dialog) => [dialog.scrollWidth, dialog.clientWidth]")
        assert wide <= room, button
        board.page.keyboard.press("Escape")


def test_where_the_window_is_narrow_the_board_that_is_gone_covers_no_button(
    browser: Browser,
) -> None:
    with running("--data", "none") as url:
        board = phone(browser, url, "is")
        # A laptop of 1366 x 768 at 200 %.
        board.page.set_viewport_size({"width": 683, "height": 384})
    expect(board.text("connection")).to_be_visible()
    banner: Any = board.text("connection").bounding_box()
    tools: Any = board.page.locator(".tools").bounding_box()
    above = banner["y"] + banner["height"] <= tools["y"]
    assert above or banner["x"] + banner["width"] <= tools["x"], (banner, tools)


def test_at_200_percent_the_buttons_below_the_moves_are_whole(phones: Phones) -> None:
    board = phones("is")
    board.page.set_viewport_size({"width": 683, "height": 384})
    for button in board.page.locator(".looking-bar button").all():
        box: Any = button.bounding_box()
        assert box["x"] + box["width"] <= 683


_SMALL = """([least, selector]) => [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility())
    .map((each) => [each.id || each.textContent, each.getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < least)
    .map(([name, { width, height }]) => [name, width, height])"""
_FOR_FINGERS = ".looking-bar button, .record input, .drawers summary, .actions button"


@pytest.mark.parametrize("pointer", ["mouse", "finger"])
def test_no_button_is_too_small_to_be_pressed(
    browser: Browser, at_the_start: str, pointer: str
) -> None:
    touches = pointer == "finger"
    context = browser.new_context(viewport=PHONE, has_touch=touches, is_mobile=touches)
    board = BoardPage(context.new_page(), at_the_start)
    board.ready()
    for screen in ((320, 568), (390, 844), (844, 390), (1024, 600), (1366, 768)):
        board.resize(screen)
        small = board.page.evaluate(_SMALL, [24, "button:not(.ply), summary, input, a"])
        assert (screen, small) == (screen, [])


def test_for_fingers_small_buttons_are_as_large_as_others(
    browser: Browser, at_the_start: str
) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    board = BoardPage(context.new_page(), at_the_start)
    board.ready()
    for screen in ((390, 844), (844, 390), (768, 1024)):
        board.resize(screen)
        small = board.page.evaluate(_SMALL, [40, _FOR_FINGERS])
        assert (screen, small) == (screen, [])


_BEYOND = """() => {
    const outer = document.querySelector("dialog[open]") ?? document.body;
    const right = (each) => each.getBoundingClientRect().right;
    return [...outer.querySelectorAll("button, summary, select, input, h2, p")]
        .filter((each) => each.checkVisibility() && right(each) > right(outer) + 0.5)
        .map((each) => each.id || each.textContent);
}"""


# By day the usual size and the largest; each is a browser of its own.
@pytest.mark.parametrize("size", [16, 24, 32] if NIGHTLY else [16, 32])
def test_whatever_the_size_of_the_text_nothing_leaves_a_small_screen(
    browser: Browser, chromium: str, at_the_start: str, size: int
) -> None:
    large = [f"--blink-settings=defaultFontSize={size}"]
    with browser.browser_type.launch(executable_path=chromium, args=large) as reading:
        board = phone(reading, at_the_start, "de")
        board.page.set_viewport_size({"width": 360, "height": 740})
        for summary in board.page.locator(".drawers summary").all():
            summary.click()
            assert board.page.evaluate(_BEYOND) == []
            summary.click()
        for button in ("open-rules", "open-games", "open-settings", "new-game"):
            board.text(button).click()
            expect(board.page.locator("dialog[open] h2")).not_to_be_empty()
            assert board.page.evaluate(_BEYOND) == [], button
            board.page.keyboard.press("Escape")
        sticks = "getComputedStyle(document.querySelector('.actions')).position === 'sticky'"
        assert board.page.evaluate(sticks) == (size == 16)


_COVERED = """() => {
    const { activeElement } = document, box = activeElement.getBoundingClientRect();
    if (activeElement === document.body) return ""; // between the last element and the first
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height - 2);
    return activeElement.contains(top) ? "" : `${activeElement.id} under ${top?.id}`;
}"""


@pytest.mark.parametrize("screen", [(390, 844), (683, 384)])
def test_what_has_the_focus_never_hides_behind_the_buttons(
    phones: Phones, screen: tuple[int, int]
) -> None:
    board = phones()
    page = board.page
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    page.locator("summary", has_text="End the game").click()
    board.text("resign-attackers").click()
    expect(page.get_by_role("button", name="No, play on")).to_be_focused()
    assert page.evaluate(_COVERED) == ""
    page.keyboard.press("Enter")
    page.locator("summary", has_text="End the game").focus()
    for _ in range(30):
        assert page.evaluate(_COVERED) == ""
        page.keyboard.press("Tab")


def test_the_buttons_themselves_get_the_focus_without_scrolling_the_page(phones: Phones) -> None:
    board = phones()
    board.text("new-game").click()
    expect(board.text("terms")).to_be_visible()
    board.page.keyboard.press("Escape")
    expect(board.text("new-game")).to_be_focused()
    assert board.page.evaluate("scrollY") == 0


def test_whoever_begins_a_lesson_on_a_phone_sees_the_board(
    browser: Browser, at_the_start: str
) -> None:
    board = phone(browser, at_the_start)
    board.page.set_viewport_size({"width": 360, "height": 640})
    board.page.locator("summary", has_text="Lessons").click()
    # Anybody who opens this may never have played: a puzzle would be the wrong beginning.
    expect(board.text("lesson")).to_have_value("first_move")
    board.text("lesson-begin").click()
    board.expect_lit("d8", meaning="visit")
    expect(board.light("d8")).to_be_in_viewport()
