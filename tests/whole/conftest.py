"""One browser and one simulated board for all tests of this folder that can share them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.whole.board_page import BoardPage, browsing, running


@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    """Run the browser."""
    with browsing(chromium) as running_browser:
        yield running_browser


@pytest.fixture(scope="package")
def simulated() -> Iterator[str]:
    """Run `hnefi simulate` and return the address of its page."""
    with running() as url:
        yield url


@pytest.fixture
def board(browser: Browser, simulated: str) -> Iterator[BoardPage]:
    """Open a page on a new game, in which people do everything by hand."""
    yield from _new_game(browser, simulated, by_hand=True)


@pytest.fixture
def own_board(browser: Browser) -> Iterator[BoardPage]:
    """Open a page on a board of its own, for tests that leave faulty sensors behind."""
    with running() as url:
        yield from _new_game(browser, url, by_hand=True)


@pytest.fixture
def game(browser: Browser, simulated: str) -> Iterator[BoardPage]:
    """Open a page on a new game, as people find it: the board does all but the moves."""
    yield from _new_game(browser, simulated, by_hand=False)


def _new_game(browser: Browser, url: str, *, by_hand: bool) -> Iterator[BoardPage]:
    # Without a graphics card every pixel that moves costs the processor.
    context = browser.new_context(viewport={"width": 1000, "height": 640}, reduced_motion="reduce")
    page = BoardPage(context.new_page(), url, by_hand=by_hand)
    page.begin()
    yield page
    assert page.complaints == []
    context.close()
