"""A page of which one part does not come, as on a phone that changes networks while it loads."""

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.effort import long_or_short
from tests.whole.board_page import BoardPage


@pytest.mark.parametrize(
    "part",
    # That a module does not come, the other test shows by day, too.
    ["/board.css", "/levels.json", "/geometry.js"][: long_or_short(3, 2)],
)
def test_a_page_that_misses_a_part_loads_again_by_itself(
    part: str, browser: Browser, simulated: str
) -> None:
    page = browser.new_context().new_page()
    asked = 0

    def drop_the_first(route: Route) -> None:
        nonlocal asked
        asked += 1
        if asked == 1:
            route.abort("failed")
        else:
            route.continue_()

    page.route(f"**{part}", drop_the_first)
    with page.expect_event("requestfinished", lambda request: request.url.endswith(part)):
        board = BoardPage(page, simulated)
    expect(board.page.locator("body[data-phase]")).to_be_visible()
    assert asked == 2


def test_a_page_waits_for_a_server_that_went_away_before_it_loads_again(
    browser: Browser, simulated: str
) -> None:
    page = browser.new_context().new_page()
    page.route("**/geometry.js", lambda route: route.abort("failed"), times=1)
    asked = []

    def be_away_twice(route: Route) -> None:
        asked.append(route.request.is_navigation_request())
        if asked in ([True, False], [True, False, False]):
            route.abort("failed")
        else:
            route.continue_()

    page.route(simulated, be_away_twice)
    board = BoardPage(page, simulated)
    expect(board.page.locator("body[data-phase]")).to_be_visible()
    assert asked == [True, False, False, False, True]
