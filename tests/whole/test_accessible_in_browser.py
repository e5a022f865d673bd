"""axe-core finds nothing to complain of, in any layout and theme; at night in every language too.

What it cannot see, the tests of keys and of spoken words check.
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.words.catalogue import languages
from tests.controller.web.lan.test_gate import ORIGIN, PHONE, Room
from tests.effort import NIGHTLY
from tests.whole.board_page import BoardPage, running

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
LAYOUTS = ("player", "audience", "table")
THEMES = ("light", "dark", "contrast")
COLOURS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LANGUAGES = ("en", "de", "da")
SCREENS = ((1280, 800), (390, 844))
# By day each layout, theme, language and screen once; all their combinations at night.
FEW = (
    ("player", "light", "en", SCREENS[0]),
    ("audience", "dark", "de", SCREENS[0]),
    ("table", "contrast", "da", SCREENS[1]),
)
ALL = tuple(product(LAYOUTS, THEMES, LANGUAGES, SCREENS))
# Each opened by its buttons, one after the other.
DIALOGS = (
    ("new-game",),
    ("open-rules",),
    ("open-games",),
    ("open-settings",),
    ("open-settings", "open-keys"),
)


@pytest.fixture(scope="module")
def axe() -> str:
    """Return the script that finds what stands in somebody's way."""
    if not AXE.is_file():
        pytest.skip("needs axe-core: make lint installs it from npm")
    return AXE.read_text(encoding="utf-8")


def complaints(page: Page) -> list[str]:
    """Return what axe-core finds: the rule, and the first element that breaks it."""
    found: dict[str, Any] = page.evaluate("() => axe.run(document, {resultTypes: []})")
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:120]} {each['nodes'][0]['failureSummary']}"
        for each in found["violations"]
    ]


@pytest.mark.parametrize(("layout", "theme", "language", "screen"), ALL if NIGHTLY else FEW)
def test_nothing_stands_in_anybodys_way(
    *,
    browser: Browser,
    simulated: str,
    axe: str,
    layout: str,
    theme: str,
    language: str,
    screen: tuple[int, int],
) -> None:
    width, height = screen
    context = browser.new_context(viewport={"width": width, "height": height}, locale=language)
    settings = {"layout": layout, "theme": theme}
    board = BoardPage(context.new_page(), simulated, by_hand=False, **settings)
    board.page.locator("#aims .aim").first.wait_for(state="attached")
    board.page.evaluate(axe)
    assert complaints(board.page) == []
    if layout == "player":
        for buttons in DIALOGS:
            for button in buttons:
                board.text(button).click()
            expect(board.page.locator("dialog[open]")).to_have_count(len(buttons))
            assert complaints(board.page) == [], buttons
            for _ in buttons:
                board.page.keyboard.press("Escape")
    context.close()


@pytest.mark.parametrize("theme", THEMES if NIGHTLY else THEMES[1:2])
def test_nothing_stands_in_the_way_of_whoever_lets_devices_in(
    browser: Browser, axe: str, theme: str
) -> None:
    with running("--lan", "--data", "none") as url:
        context = browser.new_context()
        board = BoardPage(context.new_page(), url, by_hand=False, theme=theme)
        board.text("invite").click()
        board.page.locator("#devices-shown .code, #devices-shown p").first.wait_for()
        board.page.evaluate(axe)
        assert complaints(board.page) == []
        board.text("devices-shown").get_by_role("button", name="Link to watch").click()
        board.text("devices-shown").get_by_role("link").wait_for()
        assert complaints(board.page) == []
        context.close()


@pytest.mark.parametrize("language", languages() if NIGHTLY else LANGUAGES[1:2])
def test_nothing_stands_in_the_way_of_a_device_that_pairs(
    browser: Browser, axe: str, language: str
) -> None:
    with ThreadPoolExecutor(1) as thread:  # the browser's driver has this one's event loop
        forms = thread.submit(pairing_forms, language).result()
    for form in forms:
        page = browser.new_page()
        page.set_content(form)
        page.evaluate(axe)
        for colours in COLOURS:
            page.emulate_media(color_scheme=colours)
            assert complaints(page) == [], colours
        page.close()


def pairing_forms(language: str) -> list[str]:
    """Return the form as a device finds it, and after a wrong code."""
    phone, asked = Room().at(PHONE), {"accept-language": language}
    wrong = phone.post("/pair", ORIGIN | asked, b"code=0")
    return [answer.text.decode() for answer in (phone.get("/", asked), wrong)]
