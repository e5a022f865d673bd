"""Text of strangers on its way to a terminal or a file of lines: one plain line, or made harmless.

What is not printable can move a cursor, name a window, or turn the order of letters around.
"""

import json
from unicodedata import category

# They join letters and pictures, as in Persian and in a family of faces, or part words.
_JOINERS = "\u200c\u200d\u00ad"
_EDITORS_MARK = "\ufeff"


def plain_line(text: str) -> str:
    """Return a text that is one line of plain text, with single spaces between its words.

    Raises:
        ValueError: it is not.
    """
    if not all(map(_is_harmless, text)) or text != text.strip() or "  " in text:
        raise ValueError("expected one line of plain text")
    return text


def bare(line: bytes) -> str:
    """Return the text of a line, without what nobody sees around it; a blank line is empty.

    That is all that Python takes for white space, and the mark that some editors put first.
    """
    return line.decode(errors="replace").replace(_EDITORS_MARK, "").strip()


def printable(text: str) -> str:
    r"""Return a text with an escape such as \x1b for each character that is not printable."""
    return "".join(each if _is_harmless(each) else _escape(each) for each in text)


def printable_json(text: str) -> str:
    """Return a line of JSON in which all is printable, and which says the same."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in text)


def _is_harmless(character: str) -> bool:
    """Say whether a character is seen, parts words, or joins what is seen."""
    return character.isprintable() or character in _JOINERS or category(character) == "Zs"


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
