"""The page, and the files that it is made of: browsers keep these until one of them changes."""

import re
from pathlib import Path
from shutil import copytree

import pytest

from controller.web import parts
from controller.web.parts import STATIC, digest, page_routes, version
from tests.controller.web.asking import Asking

KEPT = "private, max-age=31536000, immutable"


@pytest.fixture
def static(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the page's files, to be changed."""
    copy = copytree(STATIC, tmp_path / "static")
    monkeypatch.setattr(parts, "STATIC", copy)
    return copy


def loaded_by(page: str) -> list[str]:
    """Return the style sheets and scripts that a page names."""
    found = re.findall(
        r'<link rel="stylesheet" href="([^"]+)|<script type="module" src="([^"]+)', page
    )
    return [style or script for style, script in found]


@pytest.mark.parametrize("path", ["/", "/watch/a-token"])
def test_the_page_is_at_the_root_and_at_the_link_of_whoever_came_to_watch(path: str) -> None:
    """It is the file, but for where its parts are asked for."""
    answer = Asking(page_routes()).get(path)
    page = answer.text.decode()
    assert page.replace(f"/as-of-{version()}", "") == (STATIC / "index.html").read_text("utf-8")
    assert (answer.status_code, "cache-control" in answer.headers) == (200, False)


def test_browsers_keep_every_part_that_a_page_loads() -> None:
    asking = Asking(page_routes())
    found = {url: asking.get(url) for url in loaded_by(asking.get("/").text.decode())}
    assert {url.rpartition("/")[2] for url in found} > {"style.css", "main.js"}
    assert {each.headers["cache-control"] for each in found.values()} == {KEPT}
    for url, each in found.items():
        assert each.text == (STATIC / url.rpartition("/")[2]).read_bytes()


def test_a_module_loads_others_beside_it_so_that_they_are_kept_too() -> None:
    code = "\n".join(path.read_text("utf-8") for path in STATIC.glob("*.js"))
    assert "/static/" not in code
    assert set(re.findall(r'from "([^"]*/)', code)) == {"./"}


def test_a_file_that_changes_is_asked_for_under_another_path(static: Path) -> None:
    asking = Asking(page_routes())
    before = loaded_by(asking.get("/").text.decode())
    (static / "geometry.js").write_text("export const changed = true;\n")
    after = loaded_by(asking.get("/").text.decode())
    assert [url.rpartition("/")[2] for url in after] == [url.rpartition("/")[2] for url in before]
    assert not set(after) & set(before)


def test_an_update_of_the_same_times_and_sizes_has_another_path(static: Path) -> None:
    """Packages that can be built again bit by bit give all files one time."""
    seen = (("geometry.js", 1, (static / "geometry.js").stat().st_size),)
    text = (static / "geometry.js").read_text("utf-8")
    digest.cache_clear()
    before = digest(static, seen)
    (static / "geometry.js").write_text(text.swapcase(), "utf-8")
    digest.cache_clear()  # the update is served by a new process
    assert digest(static, seen) != before


def test_what_is_asked_for_as_of_yesterday_is_answered_and_not_kept(static: Path) -> None:
    """A page that was loaded before an update asks for the rest; the next page has another path."""
    asking = Asking(page_routes())
    old = loaded_by(asking.get("/").text.decode())[0]
    (static / "geometry.js").write_text("export const changed = true;\n")
    answer = asking.get(old)
    assert (answer.status_code, "cache-control" in answer.headers) == (200, False)


def test_what_is_not_there_is_not_kept() -> None:
    answer = Asking(page_routes()).get(f"/static/as-of-{version()}/nothing.js")
    assert (answer.status_code, "cache-control" in answer.headers) == (404, False)
