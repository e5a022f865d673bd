"""Take the README's picture of the page from the real thing: `make screenshot`."""

import shutil
import sys
from pathlib import Path

from tests.whole.board_page import BoardPage, browsing, running

PICTURE = Path(__file__).with_name("board.jpg")
# A few moves into a game, with an attacker in the hand that can capture on e3.
MOVES = ("d1-d3", "e5-e2", "g1-g3", "f4-c4")


def main() -> None:
    """Play a few moves, lift a piece, and take the picture."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("make screenshot: needs chromium; install Debian's package chromium")
    with running("--data", "none") as url, browsing(chromium) as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="light")
        board = BoardPage(page, url, by_hand=False)
        board.expect_sentence("Move one of the attackers' pieces.")
        for count, move in enumerate(MOVES, 1):
            board.drag(*move.split("-"))
            board.expect_moves(*MOVES[:count])
        board.lift("g3")
        board.carry("f3")
        board.expect_lit("e3", "g2")
        board.page.screenshot(path=PICTURE, type="jpeg", quality=88)


if __name__ == "__main__":
    main()
