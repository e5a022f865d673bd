"""The page stays small and waits for nothing: it is loaded over a network at a club, by phones."""

import gzip
import re
from importlib.resources import files

import pytest

from controller.bus.memory_bus import MemoryBus
from controller.supervision.tally import Tally
from controller.web.app import HealthAnswer, create_app
from controller.web.hub import Hub
from controller.words.catalogue import languages
from tests.controller.web.asking import Answer, Asking

# What a line of one megabit a second brings in a second.
_MOST = 125_000
_STATIC = files("controller.web").joinpath("static")
_GZIP = {"accept-encoding": "gzip, deflate, br"}


@pytest.fixture(scope="module")
def asking() -> Asking:
    tally = Tally(lambda: 0.0, lambda _: None)
    well = HealthAnswer(is_well=True, particulars={})
    return Asking(create_app(MemoryBus("hall"), Hub(tally), tally, lambda: well))


def sizes(asking: Asking, *urls: str) -> list[int]:
    """Return how many bytes are sent to a browser that asks for these."""
    answers = [asking.get(url, _GZIP) for url in urls]
    assert {answer.status_code for answer in answers} == {200}
    return [len(answer.text) for answer in answers]


def test_all_that_a_page_loads_comes_within_a_second_over_a_slow_line(asking: Asking) -> None:
    # Icons are loaded by whoever installs the page, and index.html is what `/` answers.
    names = sorted(path.name for path in _STATIC.iterdir() if not path.name.endswith(".png"))
    static = (f"/static/{name}" for name in names)
    data = ("/levels.json", "/lessons.json", "/rulesets.json", "/rules/copenhagen.json")
    words = max(sizes(asking, *(f"/words/{name}.json" for name in languages())))
    assert sum(sizes(asking, *static, *data)) + words < _MOST


def sent(answer: Answer) -> tuple[str | None, bytes]:
    """Return how an answer is packed, and what is in it."""
    packing = answer.headers.get("content-encoding")
    return packing, gzip.decompress(answer.text) if packing == "gzip" else answer.text


def test_what_is_sent_is_compressed_for_whoever_reads_that(asking: Asking) -> None:
    for url in ("/", "/static/main.js", "/static/style.css", "/static/art.svg", "/words/en.json"):
        plain = asking.get(url, {})
        assert sent(plain) == (None, plain.text)
        assert sent(asking.get(url, _GZIP)) == ("gzip", plain.text)


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
