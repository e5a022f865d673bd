"""What the dialogs of the page show first, and that they say each thing once."""

from playwright.sync_api import expect

from tests.whole.board_page import BoardPage


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


def test_a_set_up_counts_the_squares_that_are_wrong_in_one_way(board: BoardPage) -> None:
    board.drag("d1", "d3")
    board.expect_moves("d1-d3")
    board.drag("e5", "e2")
    board.expect_moves("d1-d3", "e5-e2")
    board.text("new-game").click()
    board.text("confirm-new-game").click()
    board.expect_sentence("Set the pieces up: 4 squares are still wrong.")
    expect(board.text("turn-detail")).to_have_text("4 squares still wrong")
