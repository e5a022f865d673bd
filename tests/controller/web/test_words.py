"""The page asks for its catalogue, and index.html has no words but those of the catalogue."""

import re
from html.parser import HTMLParser

import pytest

from controller.web.words import word_routes
from controller.words.catalogue import catalogue, languages
from tests.controller.web.asking import Asking
from tests.docs.markdown import ROOT

STATIC = ROOT / "controller" / "web" / "static"
# The game's name, a number that the page counts on from, and what is read where nothing runs.
# A position is written alike in every language.
_POSITION = "placeholder=/11/11/11/3t7/11/5K5/11/11/11/11/11/"
_NOT_WORDS = {"hnefi", "0", "This page needs JavaScript.", _POSITION}


def asking() -> Asking:
    return Asking(word_routes())


@pytest.mark.parametrize("language", languages())
def test_a_catalogue_comes_by_its_name(language: str) -> None:
    answer = asking().get(f"/words/{language}.json").json()
    assert answer.pop("language") == language
    assert [each["language"] for each in answer.pop("languages")] == list(languages())
    assert answer == catalogue(language).as_json()


def test_a_page_loads_no_text_that_only_a_terminal_or_a_sheet_of_paper_has() -> None:
    texts = set(catalogue("en").texts)
    sent = set(asking().get("/words/en.json").json()["texts"])
    rooms = {key.partition(".")[0] for key in texts - sent}
    assert rooms == {"card", "check", "cure"}
    assert {key for key in sent if key.partition(".")[0] in rooms} == set()


@pytest.mark.parametrize(("accepted", "language"), [("da;q=0.9, en;q=0.8", "da"), ("", "en")])
def test_without_a_name_comes_the_one_that_the_browser_asks_for(
    accepted: str, language: str
) -> None:
    answer = asking().get("/words.json", {"accept-language": accepted})
    assert answer.json()["language"] == language
    assert answer.headers["vary"] == "Accept-Language"


def test_a_language_calls_itself_by_its_own_name_and_says_whether_it_was_reviewed() -> None:
    named = {each["language"]: each for each in asking().get("/words.json").json()["languages"]}
    assert named["en"] == {"language": "en", "name": "English", "reviewed": True}
    assert named["de"] == {"language": "de", "name": "Deutsch", "reviewed": False}
    assert named["da"] == {"language": "da", "name": "Dansk", "reviewed": False}


@pytest.mark.parametrize("name", ["tlh", "..%2fen", "en.po", ""])
def test_a_language_that_is_not_there_is_not_found(name: str) -> None:
    assert asking().get(f"/words/{name}.json").status_code == 404


class _Words(HTMLParser):
    """Collects what a page says by itself: text, and attributes that are read aloud or shown."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style", "title")
        self.found += [
            f"{name}={text}"
            for name, text in attrs
            if name in ("aria-label", "title", "placeholder", "alt")
        ]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style", "title")

    def handle_data(self, data: str) -> None:
        if not self._silent and data.strip():
            self.found.append(data.strip())


def test_index_html_says_nothing_that_is_not_in_the_catalogue() -> None:
    words = _Words()
    words.feed((STATIC / "index.html").read_text(encoding="utf-8"))
    said = [text for text in words.found if text not in _NOT_WORDS]
    assert said == [], (
        'write data-say="page.KEY" (data-say-label, data-say-title) in place of words'
    )


def test_modules_put_no_words_of_their_own_on_the_page() -> None:
    """A sentence in a literal, beside what is for the console or for whoever programs."""
    sentence = re.compile(r"""["`]([A-Z][a-z]+ [^"`]*[.?!])["`]""")
    found = {
        path.name: sentence.findall(re.sub(r"/\*.*?\*/|//.*", "", path.read_text(), flags=re.S))
        for path in STATIC.glob("*.js")
    }
    assert {name: texts for name, texts in found.items() if texts} == {}
