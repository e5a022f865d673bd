"""The page can be installed: its manifest is served and allowed, its icons are what it says."""

import json
import struct
from pathlib import Path

import pytest
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from controller.web.app import HEADERS
from docs.draw_icons import ICONS, STATIC
from tests.controller.web.asking import Asking

MANIFEST = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))


def size_of(picture: Path) -> tuple[int, int]:
    """Return width and height of a PNG."""
    data = picture.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_the_manifest_is_served_as_one() -> None:
    answer = Asking([Mount("/static", StaticFiles(directory=STATIC))]).get(
        "/static/manifest.webmanifest"
    )
    assert answer.status_code == 200
    assert answer.headers["content-type"].partition(";")[0] == "application/manifest+json"
    assert "manifest-src 'self'" in HEADERS["Content-Security-Policy"]


def test_the_page_names_manifest_and_icons() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    # The manifest comes with the cookie of a device that has paired.
    assert 'href="/static/manifest.webmanifest" crossorigin="use-credentials"' in page
    assert '<link rel="apple-touch-icon" href="/static/icon-apple-180.png">' in page


@pytest.mark.parametrize("icon", MANIFEST["icons"], ids=lambda icon: icon["src"])
def test_an_icon_is_there_in_the_size_that_the_manifest_says(icon: dict[str, str]) -> None:
    picture = STATIC / icon["src"]
    if icon["sizes"] == "any":
        assert "<svg " in picture.read_text(encoding="utf-8")
    else:
        width, height = size_of(picture)
        assert icon["sizes"] == f"{width}x{height}"


def test_every_icon_is_drawn_by_the_command_and_small() -> None:
    drawn = {name: size_of(STATIC / name) for name in ICONS}
    assert drawn == {name: (size, size) for name, (size, _) in ICONS.items()}
    assert {each.name for each in STATIC.glob("*.png")} == set(ICONS)
    assert sum((STATIC / name).stat().st_size for name in ICONS) < 60_000


def test_an_app_that_is_installed_begins_at_the_page() -> None:
    assert (MANIFEST["start_url"], MANIFEST["scope"], MANIFEST["display"]) == (
        "/",
        "/",
        "standalone",
    )
