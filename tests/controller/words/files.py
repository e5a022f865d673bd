"""The catalogues as files: what is missing in them, and how they come into step with English.

`make words` runs this. A text that English has and another language lacks is added in English and
marked `fuzzy`, the mark of gettext for what somebody has to look at; the page says it in English
until somebody translates it and takes the mark away.

`english.txt` beside the tool has the mark of each English text as it was when the others were last
brought into step. Whose mark is another by now has changed: its translations are marked `fuzzy`
too, and keep their words until somebody has looked at them again.
"""

import hashlib
import re
import sys
from collections.abc import Collection, Mapping
from pathlib import Path

from tests.controller.words.sources import ROOT, asked

DATA = ROOT / "controller" / "words" / "data"
MARKS = Path(__file__).with_name("english.txt")
_KEY = re.compile(r'^msgid "([^"]*)"$', re.MULTILINE)
_FUZZY = "#, fuzzy"


def entries(text: str) -> dict[str, str]:
    """Return the entries of a `.po` file by key, as they stand there; the header's key is empty."""
    blocks = [block.strip("\n") for block in text.split("\n\n") if block.strip()]
    return {key[1]: block for block in blocks if (key := _KEY.search(block))}


def is_fuzzy(entry: str) -> bool:
    """Say whether an entry waits for its translation."""
    return _FUZZY in entry.splitlines()


def marks(english: str) -> dict[str, str]:
    """Return a short mark of each English text by key; another text has another mark."""
    return {key: _mark(entry) for key, entry in entries(english).items() if key}


def _mark(entry: str) -> str:
    texts = [line for line in entry.splitlines() if line.startswith("msgstr")]
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:8]


def known_marks() -> dict[str, str]:
    """Return the marks of the English texts as the translations have seen them."""
    lines = MARKS.read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines)


def changed(english: str, known: Mapping[str, str]) -> set[str]:
    """Return the keys of the English texts that are others than they were."""
    return {key for key, mark in marks(english).items() if known.get(key, mark) != mark}


def doubted(other: str, keys: Collection[str]) -> str:
    """Return a catalogue in which the texts of some keys wait for somebody to look at them."""
    return (
        "\n\n".join(
            f"{_FUZZY}\n{entry}" if key in keys and not is_fuzzy(entry) else entry
            for key, entry in entries(other).items()
        )
        + "\n"
    )


def in_step(english: str, other: str) -> str:
    """Return a catalogue with the keys, the order and the comments of English."""
    known = entries(other)
    header = known.pop("")
    wanted = {key: entry for key, entry in entries(english).items() if key}
    return "\n\n".join([header, *(_entry(key, wanted, known) for key in wanted)]) + "\n"


def _entry(key: str, english: Mapping[str, str], other: Mapping[str, str]) -> str:
    comments = [line for line in english[key].splitlines() if line.startswith("#. ")]
    old = other.get(key, f"{_FUZZY}\n{english[key]}")
    return "\n".join([*comments, *(line for line in old.splitlines() if line[:3] != "#. ")])


def unheard_of() -> list[str]:
    """Return the keys that the code asks for and English lacks, with their places."""
    keys = entries((DATA / "en.po").read_text(encoding="utf-8"))
    lacking = (each for each in asked() if not any(map(each.pattern.fullmatch, keys)))
    return sorted(
        {f"{each.pattern.pattern.replace(chr(92), '')} ({each.place})" for each in lacking}
    )


def main() -> int:
    """Bring the files into step; return 1 where somebody has to write something."""
    english = (DATA / "en.po").read_text(encoding="utf-8")
    lines = [f"en.po lacks {key}" for key in unheard_of()]
    others = changed(english, known_marks())
    for path in sorted(DATA.glob("*.po")):
        if path.stem != "en":
            text = doubted(path.read_text(encoding="utf-8"), others)
            path.write_text(in_step(english, text), encoding="utf-8")
        lines += _waiting(path)
    now = marks(english).items()
    MARKS.write_text("".join(f"{key} {mark}\n" for key, mark in sorted(now)), encoding="utf-8")
    sys.stdout.write("\n".join([*lines, "" if lines else "Every text is there.\n"]))
    return 1 if lines else 0


def _waiting(path: Path) -> list[str]:
    found = entries(path.read_text(encoding="utf-8"))
    return [
        f"{path.name}: translate or check {key}"
        for key, entry in found.items()
        if key and is_fuzzy(entry)
    ]


if __name__ == "__main__":
    sys.exit(main())
