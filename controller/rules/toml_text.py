"""TOML that strangers write, as plain tables: what is none, or beyond all sense, is refused.

Everybody who reads such a file then checks its tables against a model, and models and error texts
follow tables into their depth, and write numbers out.
"""

import re
import tomllib
from typing import Any

# Bytes of a file of settings, rules, lessons or weights. The longest that ship have 3 KB; a device
# or a film has no end, or none soon.
LARGEST_FILE = 64 * 1024
# No file of ours has tables in tables in tables; Python itself gives up at about a thousand.
_DEEPEST = 20
_BITS = 63  # of a whole number beside its sign, as TOML has it
# What word processors make of a quote.
_CURLY = "“”„«»‘’‚"  # noqa: RUF001 - these are meant
# A part of a key (a text is one, too, also without its end), space, a comment, any other character.
_TOKEN = re.compile(
    r'''(?P<part>"""(?:\\.|[^\\])*?(?:"""|\Z)'''
    r"|'''.*?(?:'''|\Z)"
    r"""|"(?:\\.|[^"\\\n])*"?"""
    r"|'[^'\n]*'?"
    r"|[A-Za-z0-9_-]+)|(?P<space>[ \t]+)|(?P<comment>#[^\n]*)|(?P<dot>\.)|(?P<other>.)",
    re.DOTALL,
)
_LINE = re.compile(r"at line (\d+)")


def parse_tables(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text.

    Raises:
        ValueError: it is not TOML, or its tables are too deep, or its numbers too long.
    """
    if _dots_in_a_row(text) >= _DEEPEST:
        # Else tomllib takes minutes for a hundred kilobytes of it.
        raise ValueError(_too_deep())
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise ValueError(_too_deep()) from None
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{error}{_cure(text, str(error))}") from error
    except ValueError:  # Python reads no number of thousands of digits
        raise ValueError(_too_long()) from None
    waiting: list[tuple[int, Any]] = [(1, data)]
    while waiting:
        depth, found = waiting.pop()
        if isinstance(found, dict | list):
            if depth > _DEEPEST:
                raise ValueError(_too_deep())
            inner = found.values() if isinstance(found, dict) else found
            waiting.extend((depth + 1, each) for each in inner)
        elif isinstance(found, int) and found.bit_length() > _BITS:
            raise ValueError(_too_long())
    return data


def _dots_in_a_row(text: str) -> int:
    """Return how many dots the key with the most parts has."""
    most = dots = 0
    before: str | None = None
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "space":
            continue
        if kind == "dot" and before == "part":
            dots += 1
            most = max(most, dots)
        elif not (kind == "part" and before == "dot"):
            dots = 0
        before = kind
    return most


def _cure(text: str, error: str) -> str:
    """Return the end of a complaint about a line that a word processor has written."""
    place = _LINE.search(error)
    lines = text.split("\n")
    line = lines[int(place[1]) - 1] if place and int(place[1]) <= len(lines) else ""
    curly = next((sign for sign in line if sign in _CURLY), None)
    return f'; write plain quotes, ", in place of {curly}' if curly else ""


def _too_deep() -> str:
    return f"expected tables and lists at most {_DEEPEST} deep, found deeper ones"


def _too_long() -> str:
    return f"expected whole numbers of at most {_BITS + 1} bits, found a longer one"
