"""Take the pictures of docs/gallery.md from the real page, on screens of all sizes: `make gallery`.

Each picture is a moment of one game that is played by clicks, as people play it.
"""

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.whole.board_page import BoardPage, browsing, running

FOLDER = Path(__file__).with_name("gallery")
# A few moves into a game; then an attacker is clicked that can capture on e3.
MOVES = ("d1-d3", "e5-e2", "g1-g3", "f4-c4")
LIFTED = "g3"


@dataclass(frozen=True, slots=True)
class Shot:
    """A screen of some size, and how the page is set there; a large one is kept at half size."""

    name: str
    width: int
    height: int
    layout: str = "player"
    theme: str = "light"
    pieces: str = "wood"
    opened: str = ""  # a button that is pressed

    @property
    def scale(self) -> float:
        """How many pixels of the picture a pixel of the screen takes."""
        return 0.5 if self.width > 2000 else 1.0


SHOTS = (
    Shot("watch", 320, 256),
    Shot("phone", 360, 640),
    Shot("phone-dark", 390, 844, theme="dark"),
    Shot("phone-on-its-side", 667, 375),
    Shot("laptop-at-200-percent", 683, 384, theme="contrast"),
    Shot("tablet", 768, 1024),
    Shot("tablet-beside-a-board", 1024, 600, layout="table"),
    Shot("small-laptop-rules", 1024, 768, opened="open-rules"),
    Shot("laptop", 1366, 768, theme="dark"),
    Shot("laptop-flat-pieces", 1280, 800, pieces="plain"),
    Shot("projector-audience", 1920, 1080, layout="audience", theme="dark"),
    Shot("projector-4k-audience", 3840, 2160, layout="audience"),
)


def main() -> None:
    """Take the pictures; the game goes on from one to the next."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("make gallery: needs chromium; install Debian's package chromium")
    FOLDER.mkdir(exist_ok=True)
    wanted = sys.argv[1:]
    with browsing(chromium) as browser:
        for name, take in (("exhibition", _take_unattended), ("lesson", _take_lessons)):
            if not wanted or name in wanted:
                take(browser)
    with running("--data", "none") as url, browsing(chromium) as browser:
        board = BoardPage(browser.new_page(viewport={"width": 1280, "height": 800}), url)
        board.expect_sentence("Move one of the attackers' pieces.")
        for count, move in enumerate(MOVES, 1):
            origin, target = move.split("-")
            board.pick(origin)
            board.click(target)
            board.expect_moves(*MOVES[:count])
        board.pick(LIFTED)
        board.expect_lit("e3", meaning="capturing")
        for shot in SHOTS:
            if not wanted or shot.name in wanted:
                page = _opened(browser, url, shot)
                page.screenshot(path=FOLDER / f"{shot.name}.jpg", type="jpeg", quality=72)
                page.context.close()


def _take_unattended(browser: Browser) -> None:
    """Take pictures of an unattended board: nobody there, then a visitor who chooses."""
    with running("--exhibition", "--data", "none") as url:
        stands = {
            language: _stand(browser, f"{url}/?layout=audience", language)
            for language in ("en", "de")
        }
        for language, stand in stands.items():
            stand.expect_lit("f6", meaning="show_king")
            stand.page.screenshot(
                path=FOLDER / f"exhibition-{language}.jpg", type="jpeg", quality=72
            )
        _stand(browser, url, "en").drag("d1", "d2")
        for language, stand in stands.items():
            stand.page.locator("#exhibition-options li").first.wait_for()
            _keep(stand.page, f"exhibition-language-{language}")


def _take_lessons(browser: Browser) -> None:
    """Take pictures of the panel of lessons while one runs."""
    with running("--data", "none") as url:
        for language in ("en", "de"):
            board = _stand(browser, url, language)
            board.page.locator("details:has(#lesson) > summary").click()
            board.page.locator("#lesson").select_option("take_one")
            board.text("lesson-begin").click()
            # Its few pieces are set up, and it waits for the first move.
            board.page.locator("[data-phase='play'] #tray-attackers [data-piece]").first.wait_for()
            board.expect_lit("a1", meaning="turn_attackers")
            _keep(board.page, f"lesson-{language}")


def _stand(browser: Browser, url: str, language: str) -> BoardPage:
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, locale=language, reduced_motion="reduce"
    )
    return BoardPage(context.new_page(), url, by_hand=False)


def _keep(page: Page, name: str) -> None:
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=72)
    page.context.close()


def _opened(browser: Browser, url: str, shot: Shot) -> Page:
    context = browser.new_context(
        viewport={"width": shot.width, "height": shot.height},
        device_scale_factor=shot.scale,
        reduced_motion="reduce",
    )
    settings = {"layout": shot.layout, "theme": shot.theme, "pieces": shot.pieces}
    board = BoardPage(context.new_page(), url, by_hand=False, **settings)
    board.expect_lit("e3", meaning="capturing")
    board.page.locator("#aims .aim").first.wait_for(state="attached")
    if shot.opened:
        board.text(shot.opened).click()
    return board.page


if __name__ == "__main__":
    main()
