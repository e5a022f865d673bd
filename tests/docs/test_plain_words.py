"""Turns of phrase that make pages and sentences hard to read become fewer, never more.

Held to it is what users read: pages, sentences of the catalogue, the web page, help of commands.
Each folder has a limit; a folder without a limit must have none of them. When the test fails, say
it plainly. When a folder has become better than its limit, lower the limit.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path, PurePath

import pytest

from tests.docs.markdown import ROOT, tracked_files

# The turn of phrase, and a plain one. A name in code is as hard to read as a comment.
PLAIN = {
    r"\btold\b": "say who says it: 'the board says', 'gets', 'reports'",
    r"\btells\b": "'says', 'shows', 'reports'",
    r"\banew\b": "'again', 'starts over'",
    r"\bshall\b": "'should', 'must', 'will'",
    r"\b(?:so (?:many|much)\b(?! that)|as many\b(?! people))": "give the number a name",
    r"\bof (?:one's|its|their|his) own\b": "'its', 'a separate'",
    r"\bfor ever\b": "'until cancelled', 'from then on'",
    r"(?m)(?:^\W*|[.:;] |\"\"\")What (?:is|was|are|were|comes|came|stands|stood)\b(?![^.\n]*\?)": (
        "begin with the thing itself"
    ),
    r"(?m)(?:^\W*|[.:;|] )Who (?![^.\n]*\?)": "'if you', 'somebody who', 'visitors who'",
    r"\b[Ff](?:or|rom) who (?!\w+ing\b)": "'for people who'",
    r"\b(?:the|The|From the) own\b": "say whose: 'the board's own', or leave it out",
    r"\bmend(?:s|ed|ing)?\b": "'fix', 'correct', 'repair'",
    r"\bheeds?\b": "'obeys', 'accepts'",
    r"\bhangs? on (?:it|the same)\b": "'it feeds', 'connected to'",
    r"\bno sense in it\b|\bgives no sense\b": "'nonsense'",
    r"\busually (?:it is|they are)\b|\((?:the )?usual\)": "'default'",
}
# In comments, docstrings and names of code these are held, too.
HARDEST = re.compile(r"\b(?:told|anew|shall|so (?:many|much)\b(?! that)|as many\b(?! people))\b")
_CODE = (".py", ".js", ".c", ".h")
_KINDS = (".md", ".html", ".po")
_COMMANDS = PurePath("controller/cli")

# How many there still are. These numbers only ever go down.
LIMITS = {"docs": 6}
LIMITS_OF_CODE = {
    "controller/lessons": 3,
    "controller/recognition": 12,
    "controller/session": 5,
    "tests/controller": 3,
}


def found_in(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield (line, words, plain words) for every turn of phrase in a text."""
    for pattern, plain in PLAIN.items():
        for match in re.finditer(pattern, text):
            yield text.count("\n", 0, match.end()) + 1, match[0].strip(), plain


def folder_of(path: PurePath) -> str:
    """Return the folder that a file counts for: two levels of the tree, or the file itself."""
    return str(PurePath(*path.parts[:2])) if len(path.parts) > 2 else str(path.parent)


@cache
def found() -> dict[str, list[str]]:
    """Return the turns of phrase of every folder, a line each."""
    lines: dict[str, list[str]] = {}
    for path in tracked_files():
        name = path.relative_to(ROOT)
        if path.suffix not in _KINDS and _COMMANDS not in name.parents:
            continue
        for line, words, plain in sorted(found_in(path.read_text(encoding="utf-8"))):
            text = f"{name}:{line}: {words!r}; plain: {plain}"
            lines.setdefault(folder_of(name), []).append(text)
    return lines


@cache
def found_in_code() -> dict[str, list[str]]:
    """Return the hardest turns of phrase in the code of every folder, a line each."""
    lines: dict[str, list[str]] = {}
    for path in tracked_files():
        name = path.relative_to(ROOT)
        if path.suffix in _CODE and path != Path(__file__):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if HARDEST.search(line):
                    lines.setdefault(folder_of(name), []).append(f"{name}:{number}: {line}")
    return lines


def test_no_folder_has_more_than_its_limit() -> None:
    _assert_within(found(), LIMITS)


def test_no_code_has_more_of_the_hardest_than_its_limit() -> None:
    _assert_within(found_in_code(), LIMITS_OF_CODE)


def _assert_within(found: Mapping[str, list[str]], limits: Mapping[str, int]) -> None:
    counts = Counter({folder: len(lines) for folder, lines in found.items()})
    over = [folder for folder, count in counts.items() if count > limits.get(folder, 0)]
    assert not over, "\n".join(line for folder in over for line in found[folder])


def test_a_limit_is_for_a_folder_that_there_is() -> None:
    folders = {folder_of(path.relative_to(ROOT)) for path in tracked_files()}
    assert set(LIMITS) | set(LIMITS_OF_CODE) <= folders


@pytest.mark.parametrize(
    "text",
    [
        "the board is told of it",
        "the sensor tells nothing",
        "written anew",
        "what shall be lit",
        "after so many seconds",
        "as many hands as it takes",
        "in items of their own",
        "it runs for ever",
        "Who does nothing for 20 s gets a hint.",
        "- Who listens in a network reads it.",
        "a hint for who waits",
        "as the own machine sees it",
        "how to mend it",
        "it neither sends nor heeds anything",
        "what else hangs on it",
        "Open it in a browser; usually it is.",
        '"""What comes in over the bus."""',
        "It ends.\n# What is not said is not done.",
    ],
)
def test_a_hard_turn_of_phrase_is_found(text: str) -> None:
    assert len(list(found_in(text))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "as many people do",
        "a file of your own",
        "What is a ply?",
        "Who plays next? Somebody who waits.",
        "the board's own machine",
        "a recommendation",
        "it says what is captured",
        "the shallow end",
    ],
)
def test_a_plain_one_is_not(text: str) -> None:
    assert list(found_in(text)) == []
