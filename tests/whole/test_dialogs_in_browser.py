"""What the dialogs of the page show first, and that they say each thing once."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect

from tests.whole.board_page import BoardPage


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
