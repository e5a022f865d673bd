"""The page as people find it: they click, drag or type, and the board does all else."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.effort import NIGHTLY
from tests.waiting import wait_until
from tests.whole.board_page import BoardPage, remember, running

TAKEN = "A piece of the same side stands on f2."
ENEMY = "To capture it, stand on both sides of it."


def play(game: BoardPage, *moves: str) -> None:
    """Make moves by two clicks each."""
    played = [re.sub("x.*", "", move) for move in game.moves]
    for move in moves:
        origin, target = move.split("-")
        game.pick(origin)
        game.click(target)
        played.append(move)
        expect(game.page.locator("#moves li")).to_have_count(len(played))


def test_first_look_says_what_both_sides_want_and_whose_turn_it_is(game: BoardPage) -> None:
    expect(game.text("turn")).to_have_text("Attackers to move")
    expect(game.text("sentence")).to_have_text("Move one of the attackers' pieces.")
    expect(game.text("aims")).to_contain_text("Surround the king on all four sides.")
    expect(game.text("aims")).to_contain_text("Bring the king to a corner.")
    expect(game.text("lit")).to_contain_text("attackers to move")
    for quiet in ("to-do", "refusal", "clock", "set-up", "notice"):
        expect(game.text(quiet)).to_be_hidden()


def test_two_clicks_move_a_piece_and_a_captured_piece_leaves_by_itself(game: BoardPage) -> None:
    play(game, "d1-d3", "e5-e2", "g1-g3", "f4-c4")
    game.pick("g3")
    game.expect_lit("e3", meaning="capturing")
    expect(game.light("e3")).to_contain_text("e2")
    expect(game.text("lit")).to_contain_text("captures")
    game.expect_sentence("On e3 it captures e2.")
    game.click("e3")
    game.expect_moves("d1-d3", "e5-e2", "g1-g3", "f4-c4", "g3-e3xe2")
    expect(game.text("tray-defenders").locator("[data-piece]")).to_have_count(1)
    expect(game.text("tray-defenders").locator("h3")).to_have_text("Captured defenders")
    expect(game.text("announced")).to_have_text("Attackers: g3 to e3, captures e2")

    game.text("undo").click()
    game.expect_moves("d1-d3", "e5-e2", "g1-g3", "f4-c4")
    expect(game.piece("g3")).to_have_count(1)
    expect(game.piece("e2")).to_have_count(1)
    expect(game.text("sentence")).to_have_text("Move one of the attackers' pieces.")
    expect(game.text("announced")).to_be_empty()
    play(game, "g3-e3")
    # It is said again, though it is the same move.
    expect(game.text("announced")).to_have_text("Attackers: g3 to e3, captures e2")
    game.text("undo").click()
    game.expect_moves("d1-d3", "e5-e2", "g1-g3", "f4-c4")
    expect(game.piece("g3")).to_have_count(1)
    play(game, "g3-g4")

    game.text("new-game").click()
    game.text("confirm-new-game").click()
    game.expect_moves()
    expect(game.piece("d1")).to_have_count(1)
    game.expect_sentence("Move one of the attackers' pieces.")


def test_a_new_game_begins_at_once_though_a_piece_stands_where_another_kind_begins(
    game: BoardPage,
) -> None:
    play(game, "d1-d2", "e5-e3", "a5-e5", "f8-f9")
    game.text("new-game").click()
    game.text("confirm-new-game").click()
    game.expect_moves()
    game.expect_sentence("Move one of the attackers' pieces.")
    play(game, "a5-b5", "e5-e4")


def test_a_new_game_is_played_by_the_rules_the_opponent_and_the_clocks_that_were_chosen(
    game: BoardPage,
) -> None:
    play(game, "d1-d3")
    game.text("new-game").click()
    expect(game.text("terms-ends")).to_be_visible()
    rulesets = game.page.locator("#terms-ruleset option")
    expect(rulesets).to_have_count(8)
    game.text("terms-ruleset").select_option("hnefatafl-v2")
    expect(game.text("terms-aims")).to_contain_text("Catch the king between two of yours.")
    game.text("terms-read").click()
    expect(game.text("rules-title")).to_have_text("Hnefatafl, version 2")
    game.page.keyboard.press("Escape")
    game.text("terms-attackers").fill("Anna")
    game.text("terms-clock").select_option("fischer:5+5")
    game.text("confirm-new-game").click()
    game.expect_moves()
    expect(game.text("title")).to_have_text("Hnefatafl, version 2")
    expect(game.text("aims")).to_contain_text("Catch the king between two of yours.")
    expect(game.text("players")).to_contain_text("Anna")
    expect(game.text("clock-attackers")).to_contain_text("5:00")
    game.expect_sentence("Move one of the attackers' pieces.")
    play(game, "d1-d3")

    game.text("new-game").click()
    for choice, value in (("ruleset", "copenhagen"), ("clock", "none"), ("level", "one-move")):
        game.text(f"terms-{choice}").select_option(value)
    game.text("terms-side").select_option("attackers")
    expect(game.text("terms-attackers")).to_be_disabled()
    game.text("confirm-new-game").click()
    expect(game.text("title")).to_have_text("Copenhagen Hnefatafl 11x11")
    expect(game.page.locator("#moves li")).to_have_count(1)
    expect(game.text("turn")).to_have_text("Defenders to move")
    seated = "The computer plays the attackers (sees one move)."
    expect(game.text("players")).to_have_text(seated)
    expect(game.text("opponent-now")).to_have_text(seated)
    expect(game.text("clocks")).to_be_hidden()
    game.text("new-game").click()
    game.text("terms-level").select_option("nobody")
    game.text("confirm-new-game").click()
    game.expect_moves()
    game.expect_sentence("Move one of the attackers' pieces.")
    play(game, "d1-d3")


def test_a_piece_cannot_stand_where_another_does_and_the_page_says_why(game: BoardPage) -> None:
    # Readers say what changes in an area that was there before.
    assert game.text("refusal").evaluate(
        "each => each.textContent === '' && each.checkVisibility({visibilityProperty: true})"
    )
    game.drag("f1", "f2")
    expect(game.text("refusal")).to_have_text(TAKEN)
    expect(game.text("sentence")).to_be_hidden()
    game.pick("f2")
    game.click("f4")
    expect(game.text("refusal")).to_contain_text(f"A piece stands on f4. {ENEMY}")
    expect(game.text("refusal").locator("button")).to_have_text("rule 4a")
    game.expect_moves()


def test_a_refused_move_goes_back_and_its_reason_stays_until_the_next(game: BoardPage) -> None:
    game.drag("d1", "e2")
    expect(game.text("refusal")).to_contain_text("A piece moves in a straight line")
    expect(game.piece("d1")).to_have_count(1)
    expect(game.text("refusal")).to_contain_text("A piece moves in a straight line")
    game.text("refusal").locator("button").click()
    clause = game.page.locator("#rules-clauses li[data-meant]")
    expect(clause).to_contain_text("All pieces move any number of empty squares")
    expect(clause.locator(".diagram")).to_have_count(1)
    game.page.keyboard.press("Escape")
    play(game, "d1-d3")
    expect(game.text("refusal")).to_be_hidden()


class LateViews:
    """Between a page and its board: it can keep the views in which a move was made."""

    def __init__(self, page: Page) -> None:
        """Stand between them from the page's next visit on."""
        self.kept: list[str] = []
        self._pass: Callable[[str], None] | None = None
        self._keeps = False
        page.route_web_socket("**/socket", self._relay)

    def keep(self) -> None:
        """Keep them from now on."""
        self._keeps = True

    def release(self) -> None:
        """Let through what was kept and all that comes."""
        assert self.kept
        assert self._pass is not None
        self._keeps = False
        for text in self.kept:
            self._pass(text)

    def _relay(self, socket: WebSocketRoute) -> None:
        self._pass = socket.send
        socket.connect_to_server().on_message(lambda text: self._hear(str(text)))

    def _hear(self, text: str) -> None:
        content = json.loads(text)
        if content["type"] == "view" and content["view"]["plies"] and self._keeps:
            self.kept.append(text)
        elif self._pass is not None:
            self._pass(text)


def test_the_late_view_of_a_move_does_not_wipe_what_the_page_said_since(
    browser: Browser, simulated: str
) -> None:
    with browser.new_context() as context, context.new_page() as page:
        views = LateViews(page)
        remember(page, by_hand=False)
        game = BoardPage(page, simulated, by_hand=None)
        game.begin()
        views.keep()
        game.text("typed").fill("d1d3")
        game.page.keyboard.press("Enter")
        game.expect_moves("d1-d3")
        game.text("typed").fill("hello")
        game.page.keyboard.press("Enter")
        expect(game.text("refusal")).to_contain_text('"hello" is not a move')
        views.release()
        expect(game.text("turn")).to_have_text("Defenders to move")
        expect(game.text("refusal")).to_contain_text('"hello" is not a move')


@pytest.mark.nightly  # by day a view in time
def test_whoever_holds_a_piece_by_keys_hears_that_a_square_is_open_however_late_the_view_is(
    browser: Browser, simulated: str
) -> None:
    with browser.new_context() as context, context.new_page() as page:
        views = LateViews(page)
        remember(page, by_hand=False)
        game = BoardPage(page, simulated, by_hand=None)
        game.begin()
        play(game, "d1-d3")
        expect(game.text("turn")).to_have_text("Defenders to move")
        views.keep()
        game.text("stage").focus()
        for key in ("ArrowDown", "ArrowLeft", "Enter", "ArrowDown"):
            page.keyboard.press(key)
        expect(game.text("spoken")).to_have_text("e4, holding defender")
        wait_until(lambda: bool(page.title() and views.kept), "the view of the lifted piece")
        views.release()
        expect(game.text("spoken")).to_have_text("e4, holding defender, open")
        page.keyboard.press("Escape")
        game.expect_sentence("Move one of the defenders' pieces.")


def test_moves_are_typed_and_made_by_keys(game: BoardPage) -> None:
    game.page.keyboard.press("m")
    game.page.keyboard.type("d1d3")
    game.page.keyboard.press("Enter")
    game.expect_moves("d1-d3")
    game.page.keyboard.type("hello")
    game.page.keyboard.press("Enter")
    expect(game.text("refusal")).to_contain_text('"hello" is not a move')

    # Nobody has come to the board yet, so nothing there interrupts whoever listens.
    expect(game.text("spoken")).to_be_empty()
    game.text("stage").focus()
    expect(game.text("spoken")).to_have_text("king on f6")
    game.page.keyboard.press("l")
    expect(game.text("spoken")).to_contain_text("last move: d3")
    for key in ("ArrowDown", "ArrowLeft", "Enter", "ArrowDown"):
        game.page.keyboard.press(key)
    expect(game.text("spoken")).to_have_text("e4, holding defender, open")
    game.page.keyboard.press("l")
    expect(game.text("spoken")).to_contain_text("open: e2, e3, e4, b5, c5 and d5;")
    game.page.keyboard.press("Enter")
    game.expect_moves("d1-d3", "e5-e4")
    expect(game.text("announced")).to_have_text("Defenders: e5 to e4")
    game.page.keyboard.press("?")
    expect(game.text("keys")).to_contain_text("take back the last move")


def test_earlier_positions_are_looked_at_and_other_moves_tried(game: BoardPage) -> None:
    play(game, "d1-d3", "e5-e2")
    looked = game.page.locator("[data-looked-at]")
    game.page.locator("#moves li").first.locator("button").click()
    expect(game.page.locator('[data-looked-at="e5"]')).to_have_count(1)
    expect(looked).to_have_count(37)
    game.click("f4", "c4")
    expect(game.page.locator('[data-looked-at="c4"]')).to_have_count(1)
    expect(game.page.locator("#moves li")).to_have_text(["d1-d3", "f4-c4"])
    expect(game.text("refusal")).to_contain_text("You are looking at another position.")
    game.text("look-live").click()
    game.expect_moves("d1-d3", "e5-e2")
    expect(game.text("refusal")).to_be_hidden()
    expect(game.piece("e2")).to_have_count(1)
    play(game, "g1-g3")

    other = BoardPage(game.page.context.new_page(), f"{game.page.url}#line=copenhagen:d1-d3,f4-c4")
    expect(other.page.locator('[data-looked-at="c4"]')).to_have_count(1)
    other.page.close()


@pytest.mark.nightly  # by day seen.test.mjs
def test_a_rule_of_another_game_that_is_looked_at_opens_the_rules_of_that_game(
    game: BoardPage,
) -> None:
    other = BoardPage(game.page.context.new_page(), f"{game.page.url}#line=fetlar:d1-d3,e5-d4")
    link = other.text("refusal").locator("button")
    expect(link).to_have_text("rule 3")
    title = other.text("rules-title")
    for opener in (link, other.text("open-rules")):
        opener.click()
        expect(title).to_have_text("Fetlar Hnefatafl 11x11")
        expect(title).to_be_visible()
        other.page.keyboard.press("Escape")
    other.text("look-live").click()
    other.text("open-rules").click()
    expect(title).to_have_text("Copenhagen Hnefatafl 11x11")
    other.page.close()


def test_an_audience_follows_and_cannot_do_anything(game: BoardPage, second_page: Page) -> None:
    hall = BoardPage(second_page, f"{game.page.url}?layout=audience", by_hand=None)
    play(game, "d1-d3")
    hall.expect_moves("d1-d3")
    expect(hall.text("turn")).to_have_text("Defenders to move")
    for button in ("undo", "new-game", "typed"):
        expect(hall.text(button)).to_be_hidden()


def test_kept_games_are_searched_and_looked_at(game: BoardPage) -> None:
    play(game, "d1-d3")
    game.text("open-games").click()
    rows = game.page.locator("#games-list li")
    expect(rows.first).to_contain_text(" · Copenhagen Hnefatafl 11x11 · ")
    with game.page.expect_download() as download:
        rows.first.locator("a").click()
    assert re.fullmatch(r"hnefi-\w+\.json", download.value.suggested_filename)
    game.text("games-search").fill("nobody-has-this-name")
    expect(rows).to_have_count(0)
    game.text("games-search").fill("")
    rows.first.locator("button").click()
    expect(game.page.locator("body")).to_have_class(re.compile("looking"))
    expect(game.page.locator('[data-looked-at="d1"]')).to_have_count(1)


SCREENS = [(320, 256), (360, 640), (667, 375), (1366, 768)]
if NIGHTLY:
    SCREENS += [(683, 384), (768, 1024), (3840, 2160)]


def test_on_every_screen_the_board_is_whole_and_a_long_sentence_moves_nothing(
    game: BoardPage,
) -> None:
    for width, height in SCREENS:
        game.page.set_viewport_size({"width": width, "height": height})
        found: dict[str, Any] = game.page.evaluate(
            """() => {
                const box = (id) => document.getElementById(id).getBoundingClientRect();
                return {wide: document.documentElement.scrollWidth, board: box("stage").width};
            }"""
        )
        assert found["wide"] <= width, (width, height)
        # Never smaller than 18 rem, but for screens that are; and most of what there is.
        assert found["board"] >= min(288, width), (width, height)
        assert found["board"] >= 0.55 * min(width, height), (width, height)
        before = game.page.locator("#undo").bounding_box()
        if height > 300:
            game.pick("f2")
            game.expect_sentence("From f2")
        else:
            game.page.evaluate("scrollTo(0, 0)")
        assert game.page.locator("#undo").bounding_box() == before
        game.page.keyboard.press("Escape")
        game.expect_sentence("Move one of the attackers' pieces.")


# German takes the most room.
@pytest.mark.parametrize("language", ["en", "de"] if NIGHTLY else ["de"])
def test_the_longest_reason_moves_nothing_beside_a_small_board(
    game: BoardPage, browser: Browser, language: str
) -> None:
    context = browser.new_context(locale=language)
    there = BoardPage(context.new_page(), game.page.url, by_hand=False)
    there.page.set_viewport_size({"width": 1000, "height": 640})
    expect(there.page.locator("#aims .aim")).to_have_count(2)
    there.ready()
    before = there.page.locator("#undo").bounding_box()
    there.drag("g1", "a1")
    expect(there.text("refusal")).to_contain_text("f1")
    assert there.page.locator("#undo").bounding_box() == before
    reason, state = (there.page.locator(each).bounding_box() for each in ("#refusal", ".state"))
    assert reason is not None
    assert state is not None
    assert reason["y"] + reason["height"] <= state["y"] + state["height"]
    move_on_from_the_reason(game)
    context.close()


def move_on_from_the_reason(game: BoardPage) -> None:
    """Make a move: until somebody does, the reason would stay for the tests that follow."""
    expect(game.text("refusal")).to_contain_text("f1")
    expect(game.page.locator("#repair li")).to_have_count(0)
    game.drag("d1", "d3")
    game.expect_moves("d1-d3")


@pytest.mark.nightly  # by day beside a small board
def test_a_long_reason_covers_nothing_that_an_audience_reads(
    game: BoardPage, browser: Browser
) -> None:
    context = browser.new_context(locale="de")
    wall = BoardPage(context.new_page(), game.page.url, by_hand=False, layout="audience")
    wall.page.set_viewport_size({"width": 1000, "height": 640})
    game.drag("g1", "a1")
    expect(wall.text("refusal")).to_contain_text("f1")
    reason, state = (wall.page.locator(each).bounding_box() for each in ("#refusal", ".state"))
    assert reason is not None
    assert state is not None
    # The list of moves gives way to it.
    assert wall.page.evaluate("panel.scrollHeight - panel.clientHeight") == 0
    assert reason["y"] + reason["height"] <= state["y"] + state["height"]
    move_on_from_the_reason(game)
    context.close()


_AIMS_ARE_WHOLE = """height => {
    const aims = document.querySelector("#aims").getBoundingClientRect();
    const buttons = document.querySelector(".actions").getBoundingClientRect();
    return aims.height > 0 && aims.bottom <= buttons.top && buttons.bottom <= height;
}"""


def test_upright_the_aims_stand_whole_above_the_buttons(browser: Browser) -> None:
    # German sentences are longer than English ones; what another test left may be longer still.
    context = browser.new_context(locale="de")
    with running() as url:
        game = BoardPage(context.new_page(), url, by_hand=False)
        game.page.locator("#aims .aim").first.wait_for(state="attached")
        for width, height in ((360, 640), (412, 732), (768, 1024), (820, 1180)):
            game.page.set_viewport_size({"width": width, "height": height})
            # A browser that gets no processor lays out late, at first and in a new size alike.
            game.page.wait_for_function(_AIMS_ARE_WHOLE, arg=height, timeout=5000)
        context.close()


@pytest.mark.nightly  # by day on a phone
def test_an_audience_reads_the_whole_name_of_the_rules(game: BoardPage, second_page: Page) -> None:
    wall = BoardPage(second_page, f"{game.page.url}?layout=audience", by_hand=None)
    expect(wall.text("title")).to_have_text("Copenhagen Hnefatafl 11x11")
    for width, height in ((1366, 768), (1920, 1080)):
        wall.page.set_viewport_size({"width": width, "height": height})
        # Nothing is cut off it, and it stands inside the panel.
        cut, inside = wall.page.evaluate(
            """() => {
                const [name, all] = ["title", "panel"].map((id) => document.getElementById(id));
                const [one, other] = [name, all].map((part) => part.getBoundingClientRect());
                const isInside = one.left >= other.left && one.right <= other.right;
                return [name.scrollWidth > name.offsetWidth, isInside];
            }"""
        )
        assert (cut, inside) == (False, True)


# The layout for players is what all other tests see.
@pytest.mark.parametrize("layout", ["player", "audience", "table"] if NIGHTLY else ["table"])
def test_the_page_says_the_same_in_every_layout(
    game: BoardPage, second_page: Page, layout: str
) -> None:
    other = BoardPage(second_page, f"{game.page.url}?layout={layout}", by_hand=None)
    other.expect_sentence("Move one of the attackers' pieces.")
    expect(other.text("turn")).to_be_visible()
    assert other.complaints == []
