"""The catalogues as files: what is missing in them, and how they come into step with English.

`make words` runs this. A text that English has and another language lacks is added in English and
marked `fuzzy`, the mark of gettext for what somebody has to look at; the page says it in English
until somebody translates it and takes the mark away.
"""

import re
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.controller.words.sources import ROOT, asked

DATA = ROOT / "controller" / "words" / "data"
_KEY = re.compile(r'^msgid "([^"]*)"$', re.MULTILINE)
_FUZZY = "#, fuzzy"


def entries(text: str) -> dict[str, str]:
    """Return the entries of a `.po` file by key, as they stand there; the header's key is empty."""
    blocks = [block.strip("\n") for block in text.split("\n\n") if block.strip()]
    return {key[1]: block for block in blocks if (key := _KEY.search(block))}


def is_fuzzy(entry: str) -> bool:
    """Say whether an entry waits for its translation."""
    return _FUZZY in entry.splitlines()


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
    for path in sorted(DATA.glob("*.po")):
        if path.stem != "en":
            path.write_text(in_step(english, path.read_text(encoding="utf-8")), encoding="utf-8")
        lines += _waiting(path)
    sys.stdout.write("\n".join([*lines, "" if lines else "Every text is there.\n"]))
    return 1 if lines else 0


def _waiting(path: Path) -> list[str]:
    found = entries(path.read_text(encoding="utf-8"))
    return [
        f"{path.name}: translate {key}" for key, entry in found.items() if key and is_fuzzy(entry)
    ]


if __name__ == "__main__":
    sys.exit(main())
