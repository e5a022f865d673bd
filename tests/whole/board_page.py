"""The page in a real browser, played as a person plays it: by dragging pieces."""

import json
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.effort import NIGHTLY
from tests.lives import Life, born
from tests.waiting import PATIENCE_S
from tests.whole.slow_pages import slow_down

PATIENCE_MS = 1000 * PATIENCE_S
# By day a page stays in the process in which it was opened; to change it costs a tenth of a load.
_CHEAPER = [] if NIGHTLY else ["--disable-site-isolation-trials"]
# What a page does for a new size, it does before it paints; this waits for two paintings.
_PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# Of the mouse on its way between two places; each is painted.
_STEPS = 4


@contextmanager
def running(*options: str, command: str = "simulate") -> Iterator[str]:
    """Run `hnefi simulate`, or another command, and yield the page's address."""
    with started(command, *options) as (_, url):
        yield url


@contextmanager
def started(command: str, *options: str) -> Iterator[tuple[Life, str]]:
    """Run a command, and yield its process and the page's address."""
    with born(command, "--no-browser", "--port", "0", *options) as life:
        try:
            yield life, life.said.readline().split()[-1]
        finally:
            life.send_signal(signal.SIGTERM)
            life.wait(PATIENCE_S)


@contextmanager
def browsing(chromium: str) -> Iterator[Browser]:
    """Run the browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=_CHEAPER)
        yield browser
        browser.close()


def remember(page: Page, **settings: bool | str) -> None:
    """Let a page find settings that somebody made before."""
    chosen = json.dumps(json.dumps(settings))
    # An empty page has no storage.
    page.add_init_script(f"if (location.host) localStorage['hnefi.settings'] ??= {chosen}")


class BoardPage:
    """A page that shows the board; complaints of the browser's console are kept."""

    def __init__(
        self, page: Page, url: str, *, by_hand: bool | None = True, **settings: str
    ) -> None:
        """Open the page; people do everything by hand, as on a real board, unless they do not.

        None if the page knows it from before.
        """
        self.page = page
        # Without a graphics card every pixel that moves costs the processor.
        page.emulate_media(reduced_motion="reduce")
        if by_hand is not None:
            remember(page, by_hand=by_hand, **settings)
        self.complaints: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        slow_down(page)
        page.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)
        page.goto(url)

    def resize(self, screen: tuple[int, int]) -> None:
        """Look at the page on another screen, once it is laid out and painted there."""
        width, height = screen
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(_PAINTED)

    def reload(self) -> None:
        """Load the page again, and wait until it listens to clicks and keys."""
        self.page.reload()
        self.ready()

    def speak(self, language: str) -> None:
        """Load the page again in a language that somebody chose."""
        self.page.evaluate("each => { localStorage['hnefi.language'] = each }", language)
        self.reload()
        expect(self.page.locator("html")).to_have_attribute("lang", re.compile(f"^{language}"))

    def ready(self) -> None:
        """Wait until the page knows the game, shows the pieces, and listens to clicks and keys."""
        expect(self.text("sentence")).not_to_be_empty()
        expect(self.page.locator("[data-piece]").first).to_be_attached()

    def begin(self) -> None:
        """Begin a new game on a virtual board, whatever was played before, and wait for it."""
        self.ready()
        expect(self.page.locator("body")).to_have_attribute("data-board", "virtual")
        # The list of moves may be still to come; whether there are any is known with the sentence.
        fresh = "[data-phase='play']:has(#undo:disabled):not(:has(#repair li))"
        begins = self.text("sentence").inner_text() == "Move one of the attackers' pieces."
        if begins and self.page.locator(fresh).count():
            return
        self.text("new-game").click()
        # An opponent whom another test chose would play on.
        self.text("terms-level").select_option("nobody")
        self.text("confirm-new-game").click()
        # From then on the page means the new game.
        expect(self.text("undo")).to_be_disabled()
        # Where nothing could be undone before, it says that before the new game has come.
        begun = self.page.locator("#sentence", has_text="Move one of the attackers' pieces.")
        expect(begun.or_(self.page.locator("#set-up:visible")).first).to_be_visible()
        if self.text("set-up").is_visible():
            self.text("set-up").click()
        self.expect_moves()
        self.expect_sentence("Move one of the attackers' pieces.")

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

    def light(self, square: str) -> Locator:
        """Return the light of a square; its data-meaning says why it is lit."""
        return self.page.locator(f'[data-square="{square}"]')

    def expect_lit(self, *squares: str, meaning: str | None = None) -> None:
        """Wait until some squares are lit, with a meaning if it matters."""
        for square in squares:
            wanted = re.compile(".+") if meaning is None else meaning
            expect(self.light(square)).to_have_attribute("data-meaning", wanted)

    def expect_dark(self, *squares: str) -> None:
        """Wait until some squares are dark."""
        for square in squares:
            expect(self.light(square)).not_to_have_attribute("data-meaning", re.compile(".*"))

    def ask_where_it_stands(self, *lit: str) -> None:
        """Say that the sensor missed a piece, once it may have been for long."""
        self.expect_lit(*lit)
        self.page.clock.fast_forward(3500)
        self.text("stands").click()

    def choose(self, switch: str) -> None:
        """Switch something on or off in the settings."""
        self.text("open-settings").click()
        self.text(switch).click()
        self.page.keyboard.press("Escape")

    def lift(self, square: str) -> None:
        """Take hold of the piece on a square, as soon as one stands there."""
        expect(self.piece(square)).to_have_count(1)
        self.page.mouse.move(*self.centre(square))
        self.page.mouse.down()

    def carry(self, square: str) -> None:
        """Move the held piece over a square."""
        self.page.mouse.move(*self.centre(square), steps=_STEPS)

    def let_go(self) -> None:
        """Put down what is held."""
        self.page.mouse.up()

    def drag(self, origin: str, target: str) -> None:
        """Drag a piece from square to square."""
        self.lift(origin)
        self.carry(target)
        self.let_go()

    def pick(self, square: str) -> None:
        """Click the piece on a square, as soon as one stands there."""
        expect(self.piece(square)).to_have_count(1)
        self.click(square)

    def click(self, *squares: str) -> None:
        """Click squares, one after the other, whatever stands there."""
        for square in squares:
            self.page.mouse.click(*self.centre(square))

    def drag_to_tray(self, square: str, tray: str) -> None:
        """Drag a piece off the board."""
        self.lift(square)
        box = self.text(tray).bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y, steps=_STEPS)
        self.let_go()

    def centre(self, square: str) -> tuple[float, float]:
        """Return the place of a square on the screen."""
        box = self.page.locator(f'[data-square="{square}"]').bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
