"""The page in a real browser, played as a person plays it: by dragging pieces."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.hnefi import HNEFI
from tests.waiting import PATIENCE_S

PATIENCE_MS = 1000 * PATIENCE_S


@contextmanager
def running(*options: str, command: str = "simulate") -> Iterator[str]:
    """Run `hnefi simulate`, or another command, and yield the page's address."""
    words = [HNEFI, command, "--no-browser", "--port", "0", *options]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()


@contextmanager
def browsing(chromium: str) -> Iterator[Browser]:
    """Run the browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium)
        yield browser
        browser.close()


class BoardPage:
    """A page that shows the board; complaints of the browser's console are kept."""

    def __init__(self, page: Page, url: str) -> None:
        """Open the page and wait until the game can be played."""
        self.page = page
        self.complaints: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)
        page.goto(url)

    def text(self, name: str) -> Locator:
        """Return the part of the panel of that id."""
        return self.page.locator(f"#{name}")

    def piece(self, square: str) -> Locator:
        """Return the piece on a square."""
        return self.page.locator(f'[data-piece][data-at="{square}"]')

    @property
    def moves(self) -> list[str]:
        """The committed moves, as the page lists them."""
        return self.page.locator("#moves li").all_inner_texts()

    def expect_moves(self, *moves: str) -> None:
        """Wait until the page lists exactly these moves."""
        expect(self.page.locator("#moves li")).to_have_text(list(moves))

    def expect_sentence(self, text: str) -> None:
        """Wait until the board says something, whatever it says besides."""
        expect(self.text("sentence")).to_contain_text(text)

    def pixel(self, square: str) -> Locator:
        """Return the light of a square; its data-pixel is the colour in the frame."""
        return self.page.locator(f'[data-square="{square}"] [data-pixel]')

    def expect_lit(self, *squares: str) -> None:
        """Wait until the pixels of some squares shine."""
        for square in squares:
            expect(self.pixel(square)).not_to_have_attribute("data-pixel", "000000")

    def expect_dark(self, *squares: str) -> None:
        """Wait until the pixels of some squares are dark."""
        for square in squares:
            expect(self.pixel(square)).to_have_attribute("data-pixel", "000000")

    def lift(self, square: str) -> None:
        """Take hold of the piece on a square."""
        self.page.mouse.move(*self.centre(square))
        self.page.mouse.down()

    def carry(self, square: str) -> None:
        """Move the held piece over a square."""
        self.page.mouse.move(*self.centre(square), steps=12)

    def let_go(self) -> None:
        """Put down what is held."""
        self.page.mouse.up()

    def drag(self, origin: str, target: str) -> None:
        """Drag a piece from square to square."""
        self.lift(origin)
        self.carry(target)
        self.let_go()

    def drag_to_tray(self, square: str, tray: str) -> None:
        """Drag a piece off the board."""
        self.lift(square)
        box = self.text(tray).bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y, steps=12)
        self.let_go()

    def centre(self, square: str) -> tuple[float, float]:
        """Return the place of a square on the screen."""
        box = self.page.locator(f'[data-square="{square}"]').bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
