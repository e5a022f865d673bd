"""What the dialogs of the page show first, and that they say each thing once."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from controller.store.records import Entry, Kind
from controller.store.store import Change, store_for_writing
from tests.controller.store.kept import header, plies
from tests.whole.board_page import BoardPage, running


@contextmanager
def on_paper(page: Page) -> Iterator[None]:
    """Lay the page out as it is printed."""
    page.emulate_media(media="print")
    try:
        yield
    finally:
        page.emulate_media(media="null")


def test_the_games_stand_before_what_a_class_needs(game: BoardPage) -> None:
    game.text("open-games").click()
    expect(game.text("games-found")).not_to_be_empty()
    tops = [game.text(name).bounding_box() for name in ("games-search", "games-list", "position")]
    heights = [top["y"] for top in tops if top is not None]
    assert heights == sorted(heights)
    assert len(heights) == 3
    expect(game.text("position")).to_be_in_viewport()
    game.page.keyboard.press("Escape")


def test_the_games_that_a_search_finds_are_counted_and_the_older_ones_come_when_asked(
    browser: Browser, tmp_path: Path
) -> None:
    ids = [f"game{number:03}" for number in range(130)]
    store = store_for_writing(str(tmp_path / "games.db"))
    anna = Entry(0, Kind.NAMES, "attackers Anna")
    named = {each: (anna,) if each < "game110" else () for each in ids}
    store.save([Change(header(each), 0, (*named[each], *plies("d1-d3"))) for each in ids])
    store.close()
    with running("--data", str(tmp_path)) as url:
        page = BoardPage(browser.new_page(), url)
        page.ready()
        page.text("open-games").click()
        listed, older = page.page.locator("#games-list li"), page.text("games-older")
        expect(page.text("games-found")).to_have_text("100 of 130 games")
        page.text("games-search").fill("anna")
        expect(page.text("games-found")).to_have_text("100 of 110 games")
        older.click()
        expect(page.text("games-found")).to_have_text("110 of 110 games")
        expect(older).to_be_hidden()
        expect(listed).to_have_count(110)
        expect(listed.nth(100).get_by_role("button")).to_be_focused()
        links = [each.get_attribute("href") for each in listed.get_by_role("link").all()]
        assert links == [f"/api/games/{each}" for each in reversed(ids[:110])]
        page.text("games-search").fill("nobody")
        expect(page.text("games-found")).to_have_text("0 of 0 games")
        expect(older).to_be_hidden()
        assert page.complaints == []


def test_the_lights_that_read_alike_stand_in_the_rules_once(game: BoardPage) -> None:
    game.text("open-rules").click()
    words = game.page.locator("#rules-lights li")
    expect(words.filter(has_text="choose this")).to_have_count(1)
    texts = words.all_inner_texts()
    assert len(texts) == len(set(texts))
    game.page.keyboard.press("Escape")


# How a page looks on the screen, and whether its rules are open there, before it is printed.
PRINTED_FROM: tuple[tuple[tuple[int, int], str, bool], ...] = (
    ((1366, 768), "auto", False),
    ((1366, 768), "auto", True),
    ((390, 844), "dark", True),
    ((1920, 1080), "contrast", True),
)
_ON_THE_SHEET = """() => {
    const sheet = document.getElementById("rules");
    const parts = ["rules-title", "rules-aims", "rules-clauses > li:first-child", "rules-source"];
    const tops = parts.map((part) => sheet.querySelector(`#${part}`).getBoundingClientRect().top);
    return {
        isAlone: !document.querySelector("main").checkVisibility({ visibilityProperty: true }),
        isInOrder: tops.every((top, n) => top >= (n ? tops[n - 1] : 0)),
        isWhole: sheet.clientHeight > 0 && sheet.clientHeight === sheet.scrollHeight,
        colour: getComputedStyle(sheet).color,
    };
}"""
_AS_IT_SHOULD_BE = {"isAlone": True, "isInOrder": True, "isWhole": True, "colour": "rgb(0, 0, 0)"}


def test_the_rules_are_printed_whole_alone_and_dark_on_white(game: BoardPage) -> None:
    game.page.locator("#rules-clauses > li").first.wait_for(state="attached")
    sheets = {}
    for screen, theme, opened in PRINTED_FROM:
        game.resize(screen)
        if opened:
            game.text("open-rules").click()
        game.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        with on_paper(game.page):
            sheets[screen, theme, opened] = game.page.evaluate(_ON_THE_SHEET)
        game.page.keyboard.press("Escape")
    assert sheets == dict.fromkeys(PRINTED_FROM, _AS_IT_SHOULD_BE)


def test_a_set_up_counts_the_squares_that_are_wrong_in_one_way(board: BoardPage) -> None:
    board.drag("d1", "d3")
    board.expect_moves("d1-d3")
    board.drag("e5", "e2")
    board.expect_moves("d1-d3", "e5-e2")
    board.text("new-game").click()
    board.text("confirm-new-game").click()
    board.expect_sentence("Set the pieces up: 4 squares are still wrong.")
    expect(board.text("turn-detail")).to_have_text("4 squares still wrong")
