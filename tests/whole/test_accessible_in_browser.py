"""axe-core finds nothing to complain of, in any layout and theme; at night in every language too.

What it cannot see, the tests of keys and of spoken words check.
"""

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.effort import NIGHTLY
from tests.whole.board_page import BoardPage

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
LAYOUTS = ("player", "audience", "table")
THEMES = ("light", "dark", "contrast")
LANGUAGES = ("en", "de", "da")
SCREENS = ((1280, 800), (390, 844))
# By day each layout, theme, language and screen once; all their combinations at night.
FEW = (
    ("player", "light", "en", SCREENS[0]),
    ("audience", "dark", "de", SCREENS[0]),
    ("table", "contrast", "da", SCREENS[1]),
)
ALL = tuple(product(LAYOUTS, THEMES, LANGUAGES, SCREENS))
DIALOGS = ("open-rules", "open-games", "open-settings")


def complaints(board: BoardPage) -> list[str]:
    """Return what axe-core finds: the rule, and the first element that breaks it."""
    found: dict[str, Any] = board.page.evaluate("() => axe.run(document, {resultTypes: []})")
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:120]} {each['nodes'][0]['failureSummary']}"
        for each in found["violations"]
    ]


@pytest.mark.parametrize(("layout", "theme", "language", "screen"), ALL if NIGHTLY else FEW)
def test_nothing_stands_in_anybodys_way(
    browser: Browser,
    simulated: str,
    layout: str,
    theme: str,
    language: str,
    screen: tuple[int, int],
) -> None:
    if not AXE.is_file():
        pytest.skip("needs axe-core: make lint installs it from npm")
    width, height = screen
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale=language, reduced_motion="reduce"
    )
    settings = {"layout": layout, "theme": theme}
    board = BoardPage(context.new_page(), simulated, by_hand=False, **settings)
    board.page.locator("#aims .aim").first.wait_for(state="attached")
    board.page.evaluate(AXE.read_text(encoding="utf-8"))
    assert complaints(board) == []
    if layout == "player":
        for button in DIALOGS:
            board.text(button).click()
            assert complaints(board) == [], button
            board.page.keyboard.press("Escape")
    context.close()
