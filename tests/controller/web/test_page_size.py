"""The page stays small and waits for nothing: it is loaded over a network at a club, by phones."""

import re
from importlib.resources import files

from controller.web.rules import rule_routes
from controller.web.words import word_routes
from controller.words.catalogue import languages
from tests.controller.web.asking import Asking

_MOST = 320_000
_STATIC = files("controller.web").joinpath("static")


def test_all_that_a_page_loads_is_less_than_320_kilobytes() -> None:
    # Icons are loaded by whoever installs the page.
    static = [path.read_bytes() for path in _STATIC.iterdir() if not path.name.endswith(".png")]
    rules = Asking(rule_routes(tuple)).get("/rules/copenhagen.json").text
    asking = Asking(word_routes())
    # As they are sent: a letter that English lacks is two bytes, and not six.
    words = max(len(asking.get(f"/words/{name}.json").text) for name in languages())
    assert sum(map(len, static)) + len(rules) + words < _MOST


def texts(*endings: str) -> dict[str, str]:
    found = [path for path in _STATIC.iterdir() if path.name.endswith(endings)]
    return {path.name: path.read_text(encoding="utf-8") for path in found}


def test_no_script_holds_up_the_page() -> None:
    for name, text in texts(".html").items():
        for script in re.findall(r"<script [^>]*src=[^>]*>", text):
            assert re.search(r'type="module"|\b(async|defer)\b', script), (name, script)


def test_no_style_sheet_makes_the_page_wait_for_another() -> None:
    assert [name for name, text in texts(".css").items() if "@import" in text] == []


def test_no_module_stands_still_until_an_answer_comes() -> None:
    assert [name for name, text in texts(".js").items() if "XMLHttpRequest" in text] == []


def test_nothing_is_loaded_from_another_host() -> None:
    loads = re.compile(r"""(?:src|href)="(?:https?:)?//|url\(["']?(?:https?:)?//|from "https?:""")
    assert [
        name for name, text in texts(".html", ".css", ".js").items() if loads.search(text)
    ] == []
