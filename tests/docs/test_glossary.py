"""The glossary: a line for each word, sorted, each with a file where the word is used."""

import re

import pytest

from tests.docs.markdown import ROOT, links_of

_PAGE = ROOT / "docs/glossary.md"
_LINE = re.compile(r"- \*\*(?P<word>[^*]+)\*\*: (?P<meaning>.+[.]) (?P<link>\[\S+\]\(\S+\))")
# A section without a line is the introduction.
_SECTIONS = [part.splitlines() for part in _PAGE.read_text(encoding="utf-8").split("\n## ")[1:]]
_LINES = [line for section in _SECTIONS for line in section[1:] if line]


def plain(text: str) -> str:
    """Return a text as words: `exit_fort`, `ExitFort` and `exit fort` are the same."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    return re.sub(r"[\W_]+", " ", apart).lower()


def word_of(line: str) -> str:
    match = _LINE.fullmatch(line)
    assert match, f"expected '- **word**: meaning. [file](path)', got {line!r}"
    return match["word"]


@pytest.mark.parametrize("line", _LINES, ids=[line[:24] for line in _LINES])
def test_a_word_is_used_in_the_file_of_its_line(line: str) -> None:
    word = word_of(line)
    (link,) = links_of(_PAGE, line)
    assert link.path.name == link.text
    assert plain(word) in plain(link.path.read_text(encoding="utf-8"))


def test_the_words_of_a_section_are_sorted() -> None:
    for title, *lines in _SECTIONS:
        words = [word_of(line).lower() for line in lines if line]
        assert words == sorted(words), title


def test_no_word_is_explained_twice() -> None:
    words = [word_of(line) for line in _LINES]
    assert len(words) == len(set(words))
