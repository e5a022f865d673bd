"""One browser and one simulated board for all tests of this folder that can share them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.whole.board_page import BoardPage, browsing, remember, running


@pytest.fixture(scope="package")
def _browser(chromium: str) -> Iterator[Browser]:
    with browsing(chromium) as running_browser:
        yield running_browser


@pytest.fixture
def browser(_browser: Browser) -> Iterator[Browser]:
    """Run the browser; close what a test opened, so that it looks for no board that is gone."""
    before = list(_browser.contexts)
    yield _browser
    for context in _browser.contexts:
        if context not in before:
            context.close()


@pytest.fixture(scope="package")
def simulated() -> Iterator[str]:
    """Run `hnefi simulate` and return the address of its page."""
    with running() as url:
        yield url


@pytest.fixture(scope="package")
def _hand_page(_browser: Browser) -> Page:
    return _new_page(_browser, by_hand=True)


@pytest.fixture(scope="package")
def _click_page(_browser: Browser) -> Page:
    return _new_page(_browser, by_hand=False)


@pytest.fixture(scope="package")
def _second_page(_browser: Browser) -> Page:
    return _new_page(_browser, by_hand=True)


@pytest.fixture
def hand_page(_hand_page: Page) -> Iterator[Page]:
    """Return a page in which people do everything by hand, as on a real board."""
    yield from _used(_hand_page)


@pytest.fixture
def second_page(_second_page: Page) -> Iterator[Page]:
    """Return such a page of somebody else."""
    yield from _used(_second_page)


@pytest.fixture
def board(hand_page: Page, simulated: str) -> Iterator[BoardPage]:
    """Open a page on a new game, in which people do everything by hand."""
    yield from _new_game(hand_page, simulated)


@pytest.fixture
def own_board(hand_page: Page) -> Iterator[BoardPage]:
    """Open a page on a board of its own, for tests that leave faulty sensors behind."""
    with running() as url:
        yield from _new_game(hand_page, url)


@pytest.fixture
def game(_click_page: Page, simulated: str) -> Iterator[BoardPage]:
    """Open a page on a new game, as people find it: the board does all but the moves."""
    for page in _used(_click_page):
        yield from _new_game(page, simulated)


def _new_page(browser: Browser, *, by_hand: bool) -> Page:
    page = browser.new_context().new_page()
    remember(page, by_hand=by_hand)
    return page


def _used(page: Page) -> Iterator[Page]:
    """Let a test use a page that others used before: a new one takes three times as long."""
    page.set_viewport_size({"width": 1000, "height": 640})
    page.mouse.move(0, 0)
    yield page
    for other in page.context.pages:
        if other is not page:
            other.close()
    page.evaluate("if (location.host) localStorage.clear()")
    page.goto("about:blank")


def _new_game(page: Page, url: str) -> Iterator[BoardPage]:
    board = BoardPage(page, url, by_hand=None)
    board.begin()
    yield board
    assert board.complaints == []
