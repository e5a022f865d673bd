"""A whole game is won by touch, by keys, by typed moves and by mouse, while a hall looks on.

Each way in the layout for players and in the one that stands beside a board. By day a stranger wins
one by clicks, moves are made each way, and an audience follows a move.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.whole.board_page import BoardPage
from tests.whole.test_a_stranger_wins import LINE, SIDES

FILES = "abcdefghijk"
Way = Callable[[BoardPage, str, str], None]


def by_mouse(board: BoardPage, origin: str, target: str) -> None:
    """Drag a piece."""
    board.drag(origin, target)


def by_touch(board: BoardPage, origin: str, target: str) -> None:
    """Touch the piece, then the square."""
    expect(board.piece(origin)).to_have_count(1)
    for square in (origin, target):
        board.page.touchscreen.tap(*board.centre(square))


def by_keys(board: BoardPage, origin: str, target: str) -> None:
    """Go to the piece by arrows, take it, go on to the square and let it go."""
    stage = board.text("stage")
    expect(board.piece(origin)).to_have_count(1)
    stage.focus()
    at = square_spoken(board)
    for square in (origin, target):
        for key in arrows(at, square):
            stage.press(key)
        stage.press("Enter")
        at = square


def by_typing(board: BoardPage, origin: str, target: str) -> None:
    """Type the move as people write it."""
    expect(board.piece(origin)).to_have_count(1)
    board.text("typed").fill(f"{origin} {target}")
    board.text("typed").press("Enter")


def square_spoken(board: BoardPage) -> str:
    """Return the square of the cursor, as it is said to those who listen."""
    found = re.search(r"\b[a-k]1?\d\b", board.text("spoken").inner_text())
    assert found is not None
    return found[0]


def arrows(origin: str, target: str) -> Iterator[str]:
    """Return the keys that lead from square to square."""
    files = FILES.index(target[0]) - FILES.index(origin[0])
    ranks = int(target[1:]) - int(origin[1:])
    yield from ["ArrowRight" if files > 0 else "ArrowLeft"] * abs(files)
    yield from ["ArrowUp" if ranks > 0 else "ArrowDown"] * abs(ranks)


LAYOUTS, WAYS = ("player", "table"), (by_mouse, by_touch, by_keys, by_typing)


@pytest.mark.nightly
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("way", WAYS)
def test_a_whole_game_is_won_while_an_audience_follows(
    browser: Browser, simulated: str, layout: str, way: Way
) -> None:
    seats = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    board = BoardPage(seats.new_page(), simulated, by_hand=False, layout=layout)
    board.begin()
    hall = BoardPage(seats.new_page(), f"{simulated}?layout=audience", by_hand=False)
    moves = hall.page.locator("#moves li")
    for ply, move in enumerate(LINE):
        expect(board.text("turn")).to_have_text(f"{SIDES[ply % 2]} to move")
        way(board, *move.split("-"))
        expect(moves).to_have_count(ply + 1)
        expect(moves.last).to_have_text(re.compile(f"^{move}(x|$)"))
    for page in (board, hall):
        expect(page.text("turn")).to_have_text("Defenders have won")
        page.expect_sentence("The defenders win: the king has escaped to a11.")
        assert page.complaints == []
    seats.close()
