"""Whoever comes by a wall or a stand reads what each side wants, and what the lights mean."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.effort import long_or_short
from tests.whole.board_page import BoardPage, running
from tests.whole.test_exhibition_in_browser import PATIENT
from tests.whole.test_laptop_in_browser import begin

SCREENS = ((1280, 720), (1920, 1080))[: long_or_short(2, 1)]
MOVES = ("d1-d3", "e5-e2", "g1-g3", "f4-c4")
AIMS = {
    "en": ["Surround the king on all four sides.", "Bring the king to a corner."],
    "de": ["Umstelle den König auf allen vier Seiten.", "Bring den König in eine Ecke."],
}
LIFTED = {
    "en": ["captures", "open", "last move came from here", "last move", "lifted from here"],
    "de": ["schlägt", "frei", "der letzte Zug kam von hier", "letzter Zug", "von hier aufgenommen"],
}
REFUSED = {
    "en": ["last move came from here", "last move", "defenders to move"],
    "de": ["der letzte Zug kam von hier", "letzter Zug", "Verteidiger am Zug"],
}

# What stands whole inside its list, aims in one line each; and by how much all is too high.
_READ = """() => {
    const [panel, list, aims] = ["panel", "lit", "aims"].map((id) => document.getElementById(id));
    const box = list.getBoundingClientRect();
    const isWhole = (each) => {
        const { right, bottom } = each.getBoundingClientRect();
        return right <= box.right && bottom <= box.bottom;
    };
    const isLine = (each) => each.checkVisibility()
        && each.offsetHeight < 2 * parseFloat(getComputedStyle(each).fontSize)
        && each.getBoundingClientRect().right <= innerWidth;
    return {
        lights: [...list.children].filter(isWhole).map((each) => each.textContent),
        aims: [...aims.querySelectorAll("p")].filter(isLine).map((each) => each.textContent),
        tooHigh: panel.scrollHeight - panel.clientHeight,
    };
}"""


# How much of the last move is cut at the top, or at the bottom.
LAST_CUT = """() => {
    const list = document.getElementById("moves").getBoundingClientRect();
    const last = document.querySelector("#moves li:last-child").getBoundingClientRect();
    return [Math.max(0, list.top - last.top), Math.max(0, last.bottom - list.bottom)];
}"""


# How high letters are, and how wide the board; and by how much the page is too wide.
_SIZES = """() => {
    const [turn, sentence, aim, light] = ["#turn", "#sentence", "#aims p", "#lit li"].map(
        (each) => parseFloat(getComputedStyle(document.querySelector(each)).fontSize));
    const board = document.getElementById("wood").getBoundingClientRect().width;
    const { scrollWidth, clientWidth } = document.documentElement;
    return [{ turn, sentence, aim, light, board }, scrollWidth - clientWidth];
}"""


@pytest.fixture
def url() -> Iterator[str]:
    """Yield a server for each test: it keeps no game that was played before."""
    with running("--data", "none") as address:
        yield address


def audience(browser: Browser, url: str, screen: tuple[int, int], language: str) -> BoardPage:
    """Return what an audience sees."""
    viewport: Any = {"width": screen[0], "height": screen[1]}
    context = browser.new_context(viewport=viewport, locale=language)
    return BoardPage(context.new_page(), f"{url}/?layout=audience", by_hand=False)


def test_an_audience_reads_aims_and_lights_beside_names_clocks_and_a_long_reason(
    browser: Browser, url: str
) -> None:
    board = begin(browser, url, (1280, 800), defenders="Birger")
    walls = {language: audience(browser, url, SCREENS[0], language) for language in AIMS}
    play(board, *MOVES)
    board.pick("g3")
    for wall in walls.values():
        wall.expect_lit("e3", meaning="capturing")
        expect(wall.page.locator("#aims p")).to_have_count(4)
    expect_read(walls, LIFTED)
    board.click("e3")
    board.expect_moves(*MOVES, "g3-e3xe2")
    expect(board.text("tray-defenders").locator("[data-piece]")).to_be_visible()
    board.drag("d11", "d8")
    for wall in walls.values():
        expect(wall.text("refusal")).to_contain_text("d11")
        expect(wall.page.locator("#lit li")).to_have_count(3)
    expect_read(walls, REFUSED)
    for wall in walls.values():
        expect_last_whole(wall)


def play(board: BoardPage, *moves: str) -> None:
    """Make the first moves of a game by two clicks each."""
    for count, move in enumerate(moves, 1):
        origin, target = move.split("-")
        board.pick(origin)
        board.click(target)
        board.expect_moves(*moves[:count])


def expect_read(walls: dict[str, BoardPage], lights: dict[str, list[str]]) -> None:
    """Expect that aims and lights are read whole on each wall, on screens of each size."""
    for language, wall in walls.items():
        for screen in SCREENS:
            wall.resize(screen)
            read = wall.page.evaluate(_READ)
            wanted = {"lights": lights[language], "aims": AIMS[language], "tooHigh": 0}
            assert (screen, read) == (screen, wanted)


def expect_last_whole(wall: BoardPage) -> None:
    wall.page.wait_for_function(f"() => ({LAST_CUT})().every((cut) => cut === 0)", timeout=5000)


def test_who_enlarges_the_page_of_an_audience_has_larger_letters_and_a_larger_board(
    browser: Browser, url: str
) -> None:
    wall = audience(browser, url, (1280, 800), "en")
    expect(wall.page.locator("#aims p")).to_have_count(4)
    seen: list[dict[str, float]] = []
    for zoom in (1, 2, 4):
        wall.resize((1280 // zoom, 800 // zoom))
        sizes, too_wide = wall.page.evaluate(_SIZES)
        assert (zoom, too_wide) == (zoom, 0)
        seen.append({name: zoom * size for name, size in sizes.items()})
    # The board fills the screen as it is; it grows where it stands above all else.
    boards = [sizes.pop("board") for sizes in seen]
    assert boards[-1] > boards[0]
    for small, large in pairwise(seen):
        assert [name for name, size in small.items() if large[name] <= 1.05 * size] == []


@pytest.mark.nightly  # by day with names of 64 letters
def test_an_audience_that_comes_later_sees_the_last_move_whole(browser: Browser, url: str) -> None:
    board = begin(browser, url, (1280, 800), defenders="Birger")
    play(board, *MOVES, "d11-d8")
    for screen in (*SCREENS, (1366, 768), (1024, 768)):
        wall = audience(browser, url, screen, "de")
        expect(wall.page.locator("#aims p")).to_have_count(4)
        wall.expect_moves(*MOVES, "d11-d8")
        expect_last_whole(wall)
        wall.page.context.close()


@pytest.mark.nightly
def test_aims_and_lights_are_said_in_the_language_that_a_visitor_chooses(
    browser: Browser, tmp_path: Path
) -> None:
    programme = tmp_path / "patient.toml"
    programme.write_text(PATIENT, encoding="utf-8")
    with running("--exhibition", "--programme", str(programme), "--data", "none") as url:
        stand = audience(browser, url, SCREENS[0], "de")
        visitor = BoardPage(browser.new_page(), url, by_hand=False)
        expect(stand.page.locator("#aims p").first).to_have_text(AIMS["de"][0])
        visitor.pick("d1")
        expect(visitor.page.locator("#exhibition-options li")).to_have_count(5)
        visitor.pick("f1")
        visitor.expect_sentence("Lift a piece: in the middle if this is your first time")
        visitor.pick("f6")
        stand.expect_sentence("Take a defender")
        assert stand.page.evaluate(_READ) == {
            "lights": ["a good move", "attackers to move"],
            "aims": AIMS["en"],
            "tooHigh": 0,
        }
