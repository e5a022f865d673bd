"""Draw the icons of the installed page from its own SVG: `make icons`."""

import shutil
import sys

from playwright.sync_api import Page

from tests.docs.markdown import ROOT
from tests.whole.board_page import browsing

STATIC = ROOT / "controller" / "web" / "static"
# By name: how many pixels wide, and which part of it the drawing takes. Systems cut a maskable icon
# to the shape that they like, and round the corners of the others themselves.
ICONS = {
    "icon-192.png": (192, 1.0),
    "icon-512.png": (512, 1.0),
    "icon-maskable-512.png": (512, 0.74),
    "icon-apple-180.png": (180, 0.86),
}
_GROUND = "#3b281b"


def main() -> None:
    """Draw every icon into the folder that the page is served from."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("make icons: needs chromium; install Debian's package chromium")
    drawing = (STATIC / "favicon.svg").read_text(encoding="utf-8")
    with browsing(chromium) as browser:
        for name, (size, part) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            _draw(page, drawing, name, part)
            page.close()


def _draw(page: Page, drawing: str, name: str, part: float) -> None:
    is_whole = part == 1.0
    ground = "transparent" if is_whole else _GROUND
    style = f"margin:0;height:100vh;display:grid;place-items:center;background:{ground}"
    page.set_content(f'<body style="{style}"><div style="width:{part:.0%}">{drawing}</div></body>')
    page.screenshot(path=STATIC / name, omit_background=is_whole)


if __name__ == "__main__":
    main()
