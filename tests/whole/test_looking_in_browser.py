"""Looking at another position leaves the game alone, shows the way back, and can be heard."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.whole.board_page import BoardPage


def play(game: BoardPage, *moves: str) -> None:
    """Make moves by two clicks each."""
    for n, move in enumerate(moves):
        origin, target = move.split("-")
        game.pick(origin)
        game.click(target)
        game.expect_moves(*moves[: n + 1])


def look_back(game: BoardPage, looked: str) -> None:
    """Look at the position before the last move; a piece stands there then."""
    game.page.keyboard.press("[")
    expect(game.page.locator(f'[data-looked-at="{looked}"]')).to_have_count(1)


def test_a_move_that_is_typed_is_tried_in_the_position_that_is_looked_at(game: BoardPage) -> None:
    play(game, "d1-d3", "f4-c4")
    look_back(game, "f4")
    game.text("typed").fill("1... e5-e2 2. g1-g3")
    game.text("typed").press("Enter")
    expect(game.text("refusal")).to_contain_text("Type one move at a time")
    game.text("typed").fill("1... e5-e2")
    game.text("typed").press("Enter")
    expect(game.page.locator("#moves li")).to_have_text(["d1-d3", "e5-e2"])
    expect(game.page.locator('[data-looked-at="e2"]')).to_have_count(1)
    game.text("typed").fill("a4-b5")
    game.text("typed").press("Enter")
    expect(game.text("refusal")).to_contain_text("A piece moves in a straight line")
    expect(game.page.locator("#moves li")).to_have_text(["d1-d3", "e5-e2"])
    game.text("look-live").click()
    game.expect_moves("d1-d3", "f4-c4")
    expect(game.piece("e5")).to_have_count(1)


@pytest.mark.nightly  # by day words.test.mjs and seen.test.mjs
def test_the_heading_says_whose_turn_it_is_in_the_position_that_is_seen(game: BoardPage) -> None:
    play(game, "d1-d3")
    expect(game.text("turn")).to_have_text("Defenders to move")
    look_back(game, "d1")
    expect(game.text("turn")).to_have_text("Attackers to move")
    expect(game.text("turn-detail")).to_have_text("Move 1")
    game.page.keyboard.press("Escape")
    expect(game.text("turn")).to_have_text("Defenders to move")
    expect(game.text("turn-detail")).to_have_text("Move 2")


def test_the_legend_explains_what_is_drawn_in_the_position_that_is_seen(game: BoardPage) -> None:
    legend, trays = game.page.locator("#lit li"), game.page.locator(".trays")
    play(game, "d1-d3", "e5-e2")
    live = ["last move came from here", "last move", "attackers to move"]
    expect(legend).to_have_text(live)
    look_back(game, "e5")
    expect(legend).to_have_text(["last move"])
    # Captives are those of the game on the board.
    expect(trays).to_be_hidden()
    game.click("e5")
    expect(legend).to_have_text(["open", "last move"])
    game.page.keyboard.press("[")
    expect(legend).to_have_count(0)
    game.page.keyboard.press("Escape")
    expect(legend).to_have_text(live)


@pytest.mark.nightly
def test_the_list_numbers_moves_as_the_heading_does(game: BoardPage) -> None:
    play(game, "d1-d3", "e5-e2", "g1-g3")
    expect(game.text("turn-detail")).to_have_text("Move 4")
    # What styles count has no text: each move goes one on, and shows where that is.
    counted = game.page.locator("#moves li").evaluate_all(
        "(items) => items.map((item) => [getComputedStyle(item).counterIncrement,"
        " getComputedStyle(item, '::before').content])"
    )
    assert counted == [["ply 1", 'counter(ply) "."']] * 3


def test_the_way_back_is_there_also_where_a_drawer_was_or_is_opened(game: BoardPage) -> None:
    play(game, "d1-d3")
    game.page.set_viewport_size({"width": 1366, "height": 768})
    drawer = game.page.locator("summary", has_text="Opponent and coach")
    drawer.click()
    expect(game.text("look-live")).to_be_hidden()
    look_back(game, "d1")
    expect(game.text("look-live")).to_be_in_viewport()
    drawer.click()
    expect(game.text("hint")).to_be_visible()
    expect(game.text("look-live")).to_be_visible()
    game.text("look-live").click()
    expect(game.page.locator("body.looking")).to_have_count(0)
    game.page.keyboard.press("m")
    expect(game.text("typed")).to_be_focused()
    expect(game.text("hint")).to_be_hidden()


@pytest.mark.nightly
def test_the_buttons_lead_back_from_no_first_position_and_on_from_no_last(game: BoardPage) -> None:
    def expect_ways(*, back: bool, on: bool) -> None:
        for name, leads in (("look-first", back), ("look-back", back), ("look-on", on)):
            expect(game.text(name)).to_be_enabled(enabled=leads)

    expect_ways(back=False, on=False)
    play(game, "d1-d3", "e5-e2")
    expect_ways(back=True, on=False)
    game.text("look-back").click()
    expect_ways(back=True, on=True)
    game.text("look-back").click()
    expect_ways(back=False, on=True)
    # Who pressed what leads no further goes on by keys from the board.
    expect(game.text("stage")).to_be_focused()
    game.text("look-live").click()
    expect_ways(back=True, on=False)


@pytest.mark.nightly
def test_an_address_forgets_a_position_that_is_no_longer_looked_at(game: BoardPage) -> None:
    other = BoardPage(game.page.context.new_page(), f"{game.page.url}#line=copenhagen:d1-d3")
    expect(other.page.locator('[data-looked-at="d3"]')).to_have_count(1)
    other.page.keyboard.press("Escape")
    expect(other.page.locator("body.looking")).to_have_count(0)
    expect(other.page).to_have_url(re.compile("^[^#]*$"))
    other.page.close()


@pytest.mark.nightly
def test_a_link_says_whose_turn_it_is_there_whatever_happens_on_the_board(game: BoardPage) -> None:
    play(game, "d1-d3", "e5-e2", "g1-g3")
    others = {}
    for moves, mover in (("", "attackers"), ("d1-d3", "defenders")):
        page = game.page.context.new_page()
        other = others[mover] = BoardPage(page, f"{game.page.url}#line=copenhagen:{moves}")
        expect_looked_at(other, mover)
        other.expect_moves(*moves.split())
    game.page.locator("summary", has_text="End the game").click()
    game.text("resign-attackers").click()
    game.page.get_by_role("button", name="Yes, resign").click()
    for mover, other in others.items():
        expect(other.text("sentence")).to_have_text("The defenders win: the other side resigned.")
        expect_looked_at(other, mover)
        other.page.keyboard.press("Escape")
        expect(other.text("turn")).to_have_text("Defenders have won")
        expect(other.text("refusal")).to_be_empty()
        other.page.close()


def expect_looked_at(other: BoardPage, mover: str) -> None:
    expect(other.text("turn")).to_have_text(f"{mover.capitalize()} to move")
    expect(other.text("refusal")).to_have_text(
        f"You are looking at another position. The {mover} are to move: "
        "try a move; it does not change the game."
    )


@pytest.mark.nightly  # by day look.test.mjs
def test_a_link_that_names_no_position_says_so(game: BoardPage) -> None:
    for line in ("copenhagen:zz", "nope:d1-d3", ""):
        page = game.page.context.new_page()
        other = BoardPage(page, f"{game.page.url}#line={line}")
        expect(other.text("notice")).to_have_text(
            "This position cannot be shown: hnefi does not know its rules or its moves."
        )
        other.expect_sentence("Move one of the attackers' pieces.")
        page.close()


def test_the_cursor_speaks_the_position_that_is_looked_at_and_tries_moves_in_it(
    game: BoardPage,
) -> None:
    play(game, "d1-d3")
    look_back(game, "d1")
    game.text("stage").focus()
    spoken = game.text("spoken")
    expect(spoken).to_have_text("king on f6")
    keys = game.page.keyboard
    for key in ("ArrowDown",) * 5 + ("ArrowLeft",) * 2:
        keys.press(key)
    expect(spoken).to_have_text("attacker on d1")
    cursor: Any = game.page.locator(".cursor").evaluate("each => getComputedStyle(each).visibility")
    assert cursor == "visible"
    keys.press("Enter")
    expect(spoken).to_have_text("d1, holding attacker")
    keys.press("ArrowUp")
    expect(spoken).to_have_text("d2, holding attacker, open")
    keys.press("Enter")
    expect(game.page.locator("#moves li")).to_have_text(["d1-d2"])
    expect(spoken).to_have_text("attacker on d2")
    keys.press("Escape")
    game.expect_moves("d1-d3")
    expect(spoken).to_have_text("d2, empty")
