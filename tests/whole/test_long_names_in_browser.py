"""Names of 64 letters, beside clocks and an opponent, take nothing that people need from sight."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.effort import NIGHTLY
from tests.whole.board_page import BoardPage, running
from tests.whole.test_audience_in_browser import LAST_CUT
from tests.whole.test_laptop_in_browser import HIDDEN, MOVES, begin

# By day the language with the longest sentences and the one with the longest word, on the
# narrowest and on the lowest screen; at night all.
LANGUAGES = ("de", "is", "en", "fr", "da", "nb", "nl", "sv")[: 8 if NIGHTLY else 2]
SCREENS = ((1024, 768), (1280, 720), (1366, 768), (1440, 900), (1280, 1024))[: 5 if NIGHTLY else 2]
WALLS = ((1024, 768), (1280, 720), (1366, 768), (1920, 1080))[: 4 if NIGHTLY else 2]
PHONES = ((320, 568), (320, 256), (390, 844), (844, 390), (480, 320), (800, 1000))[
    : 6 if NIGHTLY else 3
]
# The right edges of the names and of what is around them.
EDGES = """() => {
    const right = (element) => Math.ceil(element.getBoundingClientRect().right);
    const around = document.getElementById("players").parentElement;
    return [right(around), ...[...document.querySelectorAll(".player")].map(right)];
}"""
NAMES = {
    "attackers": "Friedrich-Wilhelm Wolfeschlegelsteinhausen von und zu Oberammerg",
    "defenders": "Sigurbjörg Ásgerður Þorgeirsdóttir MWMWMWMWMWMWMWMWMWMWMWMWMWMWM",
}


@pytest.fixture
def url() -> Iterator[str]:
    """Yield a server for each test: it keeps no game that was played before."""
    with running("--data", "none") as address:
        yield address


def shown_in(browser: Browser, url: str, language: str) -> Page:
    """Open the page in a language, and wait until all is there."""
    context = browser.new_context(locale=language)
    board = BoardPage(context.new_page(), url, by_hand=False)
    expect(board.page.locator("#aims .aim")).to_have_count(2)
    expect(board.text("clock-attackers")).to_be_visible()
    return board.page


def hidden_on(page: Page, screen: tuple[int, int]) -> Any:
    """Return what players do not see on a screen, and by how much all is too high."""
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    return page.evaluate(HIDDEN)


def test_the_move_to_type_and_the_last_one_stand_there_whole_in_every_language(
    browser: Browser, url: str
) -> None:
    board = begin(browser, url, (1280, 800), **NAMES, clock="byoyomi:30m+5x60")
    said = f"{NAMES['attackers']} attacks, {NAMES['defenders']} defends."
    expect(board.text("players")).to_have_text(said)
    expect(board.text("players")).to_have_attribute("title", said)
    played: list[str] = []
    for move in MOVES:
        board.text("typed").fill(move)
        board.text("typed").press("Enter")
        played.append(move.replace("g3-e3", "g3-e3xe2"))
        board.expect_moves(*played)
    hidden: dict[tuple[str, tuple[int, int]], Any] = {}
    for language in LANGUAGES:
        page = shown_in(browser, url, language)
        expect(page.locator("#moves li")).to_have_count(len(played))
        hidden |= {(language, screen): hidden_on(page, screen) for screen in SCREENS}
        page.locator("#open-settings").click()
        page.locator("#set-layout").select_option("audience")
        page.keyboard.press("Escape")
        for width, height in WALLS:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(f"() => ({LAST_CUT})().every((cut) => cut === 0)", timeout=5000)
        page.context.close()
    assert hidden == {(language, screen): [0] for language in LANGUAGES for screen in SCREENS}


def test_the_move_to_type_stands_there_whole_beside_an_opponent_in_every_language(
    browser: Browser, url: str
) -> None:
    attackers, level = NAMES["attackers"], "three-moves-careful"
    begin(browser, url, (1280, 800), attackers=attackers, level=level, clock="byoyomi:30m+5x60")
    hidden: dict[tuple[str, tuple[int, int]], Any] = {}
    for language in LANGUAGES:
        page = shown_in(browser, url, language)
        hidden |= {(language, screen): hidden_on(page, screen) for screen in SCREENS}
        page.context.close()
    assert hidden == {(language, screen): [0] for language in LANGUAGES for screen in SCREENS}


@pytest.mark.parametrize("layout", ["player", "audience"])
def test_a_name_without_a_space_stays_in_its_card_on_a_phone(
    browser: Browser, url: str, layout: str
) -> None:
    names = {"attackers": "W" * 64, "defenders": "m" * 64}
    page = begin(browser, url, PHONES[0], **names).page
    page.goto(f"{url}?layout={layout}")
    expect(page.locator(".player")).to_have_count(2)
    outside = {}
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        card, *of_names = page.evaluate(EDGES)
        outside[width, height] = [edge for edge in of_names if edge > card]
    assert outside == {screen: [] for screen in PHONES}
