"""Games played by dragging pieces on the page of `hnefi simulate`, in a real Chromium."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.board_driver import OPENING
from tests.conftest import RedisServer
from tests.waiting import wait_until
from tests.whole.board_page import BoardPage, running

WON = (
    *("d1-d2", "f8-i8", "d2-d1", "f7-f9", "d1-d2", "f6-f8"),
    *("d2-d1", "f8-b8", "d1-d2", "b8-b11", "d2-d1", "b11-a11"),
)
SENSOR_FAILS = "The sensor on d3 does not work; play goes on without it."


def play(board: BoardPage, *moves: str) -> None:
    """Make moves, each when the one before is committed."""
    played = board.moves
    for move in moves:
        board.drag(*move.split("-"))
        played.append(move)
        board.expect_moves(*played)


def watching(browser: Browser, url: str) -> BoardPage:
    """Open a page of its own, whose clock the test can put forward."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.clock.install()
    return BoardPage(page, url)


def test_a_short_game_with_a_capture_an_illegal_move_an_undo_and_a_reload(
    board: BoardPage,
) -> None:
    play(board, *OPENING)

    board.lift("g3")
    board.expect_lit("e3", "f3", "g2", "k3")
    board.expect_dark("e4", "g5")
    board.expect_sentence("From g3 it can go to 9 squares. On e3 it captures e2.")
    board.carry("e3")
    board.let_go()
    board.expect_moves(*OPENING, "g3-e3xe2")
    board.expect_sentence("Take the captured piece on e2 off the board.")
    board.expect_lit("e2")
    board.drag_to_tray("e2", "tray-defenders")
    expect(board.text("sentence")).to_have_text("Move one of the defenders' pieces.")
    expect(board.text("tray-defenders").locator("[data-piece]")).to_have_count(1)

    board.drag("f8", "h9")
    expect(board.text("refusal")).to_contain_text(
        "A piece moves in a straight line, and h9 is neither in the row nor in the column of f8."
    )
    expect(board.text("refusal")).to_contain_text("rule 3")
    expect(board.text("sentence")).to_be_hidden()
    expect(board.text("repair")).to_contain_text("Move the piece from h9 to f8")
    board.expect_moves(*OPENING, "g3-e3xe2")
    board.drag("h9", "f8")
    expect(board.text("refusal")).to_be_hidden()

    board.text("undo").click()
    board.expect_moves(*OPENING)
    board.expect_sentence("Move the piece on e3 to g3. Put a defender on e2.")
    board.reload()
    board.expect_moves(*OPENING)
    board.expect_sentence("Move the piece on e3 to g3. Put a defender on e2.")
    board.text("set-up").click()
    expect(board.text("sentence")).to_have_text("Move one of the attackers' pieces.")
    play(board, "g3-g4")


def test_a_whole_game_is_won_and_a_new_one_is_set_up(board: BoardPage) -> None:
    play(board, *WON)
    board.expect_sentence("The defenders win: the king has escaped to a11.")
    expect(board.text("turn")).to_have_text("Defenders have won")
    board.expect_lit("a11", "f6", "k1")

    board.text("new-game").click()
    board.text("confirm-new-game").click()
    expect(board.text("turn")).to_have_text("Setting up the pieces")
    board.expect_sentence("Set the pieces up: 6 squares are still wrong.")
    board.expect_lit("f6", "f7", "f8", "f9", "i8", "a11")
    board.text("set-up").click()
    expect(board.text("sentence")).to_have_text("Move one of the attackers' pieces.")
    board.expect_moves()


def test_sliding_a_piece_moves_it_only_to_where_it_comes_to_rest(board: BoardPage) -> None:
    board.choose("set-slide")
    board.lift("d1")
    board.carry("d4")
    expect(board.piece("d4")).to_have_count(1)
    board.let_go()
    board.expect_moves("d1-d4")
    board.drag("f4", "f2")  # f2 holds an attacker, which a slid piece cannot pass
    board.expect_moves("d1-d4", "f4-f3")


def test_pages_stay_in_step(board: BoardPage, second_page: Page) -> None:
    other = BoardPage(second_page, board.page.url, by_hand=None)
    other.expect_sentence("Move one of the attackers' pieces.")
    board.lift("d1")
    other.expect_sentence("From d1 it can go to 6 squares.")
    other.expect_lit("d2", "d3", "c1")
    board.carry("d3")
    board.let_go()
    other.expect_moves("d1-d3")
    expect(other.piece("d3")).to_have_count(1)
    other.drag("e5", "e2")
    board.expect_moves("d1-d3", "e5-e2")
    other.text("undo").click()
    board.expect_moves("d1-d3")
    assert other.complaints == []


def test_a_piece_that_is_not_seen_counts_where_somebody_says_that_it_stands(
    own_board: BoardPage, browser: Browser
) -> None:
    board = own_board
    other = watching(browser, board.page.url)
    board.lift("d1")
    other.ask_where_it_stands("d3")
    expect(other.text("stands")).to_have_text("Now choose its square on the board")
    other.page.mouse.click(*other.centre("e1"))
    expect(other.text("notice")).to_have_text("Choose an empty square.")
    other.page.mouse.click(*other.centre("d3"))
    other.expect_moves("d1-d3")
    board.expect_moves("d1-d3")
    other.expect_sentence(SENSOR_FAILS)
    expect(other.text("stands")).to_be_hidden()

    board.carry("d3")
    board.let_go()
    expect(board.text("sentence")).to_have_text("Move one of the defenders' pieces.")
    board.lift("e5")
    other.ask_where_it_stands("e3")
    for key in ("ArrowDown", "ArrowDown", "ArrowLeft", "ArrowDown", "Enter"):
        other.page.keyboard.press(key)
    other.expect_moves("d1-d3", "e5-e3")
    other.page.close()


@pytest.mark.nightly  # by day stands.test.mjs
def test_a_slip_in_where_it_stands_is_put_right_though_nothing_is_lifted(
    own_board: BoardPage, browser: Browser
) -> None:
    board = own_board
    other = watching(browser, board.page.url)
    board.lift("d1")
    other.ask_where_it_stands("d3")
    other.page.mouse.click(*other.centre("d3"))
    board.carry("d2")
    other.expect_moves("d1-d3")
    other.expect_sentence(SENSOR_FAILS)

    other.ask_where_it_stands()
    other.page.mouse.click(*other.centre("f6"))
    expect(other.text("notice")).to_have_text("Choose an empty square.")
    other.page.mouse.click(*other.centre("d4"))
    other.expect_moves("d1-d4")
    other.page.close()


@pytest.mark.nightly  # by day it is ended by the square
def test_asking_for_a_square_is_ended_by_escape_and_by_the_piece(
    board: BoardPage, browser: Browser
) -> None:
    other = watching(browser, board.page.url)
    for end in ("key", "piece"):
        board.lift("d1")
        other.ask_where_it_stands("d3")
        if end == "key":
            other.page.keyboard.press("Escape")
        else:
            board.carry("d2")
            board.carry("d1")
            board.let_go()
        expect(other.text("stands")).to_have_text("The sensor missed my piece")
        board.carry("d2")
        board.carry("d1")
        board.let_go()
        expect(other.text("stands")).to_be_hidden()
    board.expect_moves()
    other.page.close()


def test_the_clock_is_pressed_by_button_and_by_key(browser: Browser, simulated: str) -> None:
    board = watching(browser, simulated)
    board.begin()
    complaint = "No move is waiting to count."
    board.text("clock").click()
    expect(board.text("notice")).to_have_text(complaint)
    board.page.clock.fast_forward(6000)
    expect(board.text("notice")).to_be_hidden()
    board.page.keyboard.press("c")
    expect(board.text("notice")).to_have_text(complaint)
    board.page.close()


def test_a_page_that_is_closed_puts_down_what_it_held(board: BoardPage, browser: Browser) -> None:
    other = BoardPage(browser.new_page(), board.page.url)
    other.expect_sentence("Move one of the attackers' pieces.")
    other.lift("d1")
    board.expect_sentence("From d1")
    other.page.close()
    board.expect_sentence("Move one of the attackers' pieces.")
    expect(board.piece("d1")).to_have_count(1)


def test_the_board_is_played_by_touch_on_a_phone(browser: Browser, simulated: str) -> None:
    phone = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    board = BoardPage(phone.new_page(), simulated)
    board.page.emulate_media(reduced_motion="no-preference")
    board.begin()
    session = phone.new_cdp_session(board.page)
    x, y = board.centre("d1")
    _, end = board.centre("d3")
    session.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    for step in range(1, 11):
        point = {"x": x, "y": y + (end - y) * step / 10}
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    board.expect_moves("d1-d3")
    assert board.page.evaluate("scrollX + scrollY") == 0
    width = board.page.evaluate("document.documentElement.scrollWidth")
    assert width == 390
    assert board.complaints == []
    phone.close()


@pytest.mark.nightly  # by day campaign/test_redis_outages.py and connection.test.mjs
def test_a_game_survives_the_death_of_redis(hand_page: Page, redis_server: RedisServer) -> None:
    with running("--redis", redis_server.url) as url:
        board = BoardPage(hand_page, url, by_hand=None)
        board.expect_sentence("Move one of the attackers' pieces.")
        play(board, "d1-d3")
        redis_server.stop()
        expect(board.text("connection")).to_have_text("No answer from the bus")
        redis_server.start()
        expect(board.text("connection")).to_be_hidden()
        # The page may be back before the board: what hands did until then is lost, and done again.
        wait_until(lambda: moved(board, "e5", "e2"), "the board to feel hands again")
        board.expect_moves("d1-d3", "e5-e2")


def moved(board: BoardPage, origin: str, target: str) -> bool:
    """Make a move unless the piece has gone; return whether it is the second that counts."""
    if board.piece(origin).count():
        board.drag(origin, target)
    return len(board.moves) == 2
