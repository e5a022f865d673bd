"""Text of strangers on its way to a terminal or a file of lines: one plain line, or made harmless.

What is not printable can move a cursor, name a window, or turn the order of letters around.
"""

import json


def plain_line(text: str) -> str:
    """Return a text that is one line of plain text, with single spaces between its words.

    Raises:
        ValueError: it is not.
    """
    if not text.isprintable() or text != " ".join(text.split()):
        raise ValueError("expected one line of plain text")
    return text


def printable(text: str) -> str:
    r"""Return a text with an escape such as \x1b for each character that is not printable."""
    return "".join(each if each.isprintable() else _escape(each) for each in text)


def printable_json(text: str) -> str:
    """Return a line of JSON in which all is printable, and which says the same."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in text)


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
