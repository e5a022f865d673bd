"""How smoothly the page shows the end of a game on a slow machine: frames a second, in Chromium."""

import shutil

from playwright.sync_api import expect
from rich.console import Console

from tests.whole.board_page import BoardPage, browsing, running
from tests.whole.test_a_stranger_wins import LINE

_SLOWER = 4
_COUNTED_MS = 4000
_COUNT = """(ms) => new Promise((resolve) => {
    let frames = 0;
    const begun = performance.now();
    const count = (now) => {
        frames += 1;
        if (now - begun < ms) requestAnimationFrame(count);
        else resolve((1000 * frames) / (now - begun));
    };
    requestAnimationFrame(count);
})"""


def measure(chromium: str) -> float:
    """Return the frames a second while rings spread over the board, with a slow processor."""
    with running("--data", "none") as url, browsing(chromium) as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        board = BoardPage(page, url, by_hand=False)
        board.expect_sentence("Move one of the attackers' pieces.")
        for count, move in enumerate(LINE, 1):
            origin, target = move.split("-")
            board.pick(origin)
            board.click(target)
            expect(page.locator("#moves li")).to_have_count(count)
        board.expect_lit("f6", meaning="won_defenders")
        slow = page.context.new_cdp_session(page)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
        rate: float = page.evaluate(_COUNT, _COUNTED_MS)
        page.close()
        return rate


def print_rows(console: Console) -> None:
    """Print the row, or that there is no browser."""
    chromium = shutil.which("chromium")
    if chromium is None:
        console.print("page: not measured, since there is no chromium")
        return
    rate = measure(chromium)
    console.print(f"page, a win shown on a processor {_SLOWER} times slower: {rate:.0f} frames/s")


if __name__ == "__main__":
    print_rows(Console(highlight=False))
