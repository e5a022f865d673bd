"""A piece that somebody has taken up comes back to its square, however it was left."""

from playwright.sync_api import Browser, expect

from tests.whole.board_page import BoardPage


def test_a_piece_that_is_dropped_beside_the_board_goes_back_by_itself(game: BoardPage) -> None:
    game.drag_to_tray("d1", "tray-attackers")
    expect(game.piece("d1")).to_have_count(1)
    game.expect_sentence("Move one of the attackers' pieces.")
    game.drag("d1", "d3")
    game.expect_moves("d1-d3")


# What the pointer looks like over an empty square and over a piece that stands.
_CURSORS = """(squares) => squares.map((name) => {
    const box = document.querySelector(`[data-square="${name}"]`).getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const over = document.elementFromPoint(x, y);
    return getComputedStyle(over, over.id === "stage" ? "::after" : null).cursor;
})"""


def test_escape_puts_a_piece_back_whatever_was_clicked_since(game: BoardPage) -> None:
    game.pick("d1")
    game.expect_sentence("From d1")
    assert game.page.evaluate(_CURSORS, ["d3", "f4"]) == ["grabbing", "grabbing"]
    game.text("typed").click()
    game.page.keyboard.press("Escape")
    game.expect_sentence("Move one of the attackers' pieces.")
    expect(game.piece("d1")).to_have_count(1)
    assert game.page.evaluate(_CURSORS, ["d3", "f4"]) == ["auto", "pointer"]


def test_two_fingers_enlarge_the_page_and_move_no_piece(browser: Browser, simulated: str) -> None:
    phone = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    board = BoardPage(phone.new_page(), simulated, by_hand=False)
    board.begin()
    session = phone.new_cdp_session(board.page)
    (left, y), (right, _) = board.centre("d1"), board.centre("h1")

    def touch(kind: str, *places: float) -> None:
        points = [{"x": x, "y": y, "id": n} for n, x in enumerate(places)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", left)
    touch("touchStart", left, right)
    for apart in range(1, 11):
        touch("touchMove", left - 6 * apart, right + 6 * apart)
    touch("touchEnd")
    board.page.wait_for_function("() => visualViewport.scale > 1.1")
    expect(board.page.locator(".piece.held")).to_have_count(0)
    for square in ("d1", "h1"):
        expect(board.piece(square)).to_have_count(1)
    board.expect_moves()
    phone.close()
