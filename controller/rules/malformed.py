"""What is wrong with a value that somebody wrote, in words for everybody, not for programmers.

Pydantic finds the mistake. Knows no model and no file: who reads a file puts the place before it.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import AfterValidator, ValidationError

_SHOWN = 60
# What keys with values are called in TOML and in JSON.
A_SECTION, AN_OBJECT = "a section", "an object"
_TABLES = ("dict_type", "model_type", "model_attributes_type")
_WHOLE, _NUMBER, _YES_OR_NO = "a whole number", "a number", "true or false"
_TEXT, _LIST, _TIME = "text in quotes", "a list in brackets", 'a time of day such as "22:00"'
# By what pydantic calls a mistake; in braces stands what it knows of it.
_EXPECTED = {
    "missing": "this key, found none",
    "extra_forbidden": "no such key",
    "int_type": _WHOLE,
    "int_from_float": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "finite_number": _NUMBER,
    "bool_type": _YES_OR_NO,
    "bool_parsing": _YES_OR_NO,
    "string_type": _TEXT,
    "string_sub_type": _TEXT,
    "string_unicode": _TEXT,
    "list_type": _LIST,
    "tuple_type": _LIST,
    "time_type": _TIME,
    "time_parsing": _TIME,
    "greater_than": "more than {gt}",
    "greater_than_equal": "at least {ge}",
    "less_than": "less than {lt}",
    "less_than_equal": "at most {le}",
    "too_short": "a list of at least {min_length}",
    "too_long": "at most {max_length} items",
    "string_too_short": "at least {min_length} characters",
    "string_too_long": "at most {max_length} characters",
    "literal_error": "{expected}",
    "enum": "{expected}",
    "union_tag_invalid": "{discriminator}: one of {expected_tags}",
    "union_tag_not_found": "the key {discriminator}",
    "json_invalid": "JSON ({error})",
}
# Nothing was found there, or nothing that says more.
_SAYS_IT_ALL = ("missing", "extra_forbidden", "union_tag_not_found", "json_invalid")


def spelled(form: str, what: str) -> AfterValidator:
    """Return a check that a text has a form; `what` says it to people, who need not read forms."""

    def check(text: str) -> str:
        if not re.fullmatch(form, text):
            raise ValueError(f"expected {what}")
        return text

    return AfterValidator(check)


def mistake_in(details: Mapping[str, Any], table: str = A_SECTION) -> str:
    """Return what was expected in the place of a mistake, and what was found there.

    `table` is what keys with values are called where this was written.
    """
    kind = details["type"]
    if kind == "value_error":
        said = str(details["msg"]).removeprefix("Value error, ")
        # Our own validators say what was found, too, but for those of any text.
        is_text = isinstance(details["input"], str)
        return f"{said}, got {found_in(details, table)}" if is_text and "got" not in said else said
    expected = f"expected {_expected(details, table)}"
    if kind in _SAYS_IT_ALL:
        return expected
    if kind == "union_tag_invalid":
        # The object is one, and has the key; wrong is what stands there.
        key = details["ctx"]["discriminator"].strip("'")
        return f"{expected}, got {found_in({'input': details['input'][key]}, table)}"
    if kind == "string_too_long":
        return f"{expected}, got {len(details['input'])}"
    return f"{expected}, got {found_in(details, table)}"


def place_in_words(parts: Iterable[str | int]) -> str:
    """Return a path of keys; what stands in a list is counted from 1, as people do."""
    place, joint = "", ""
    for part in parts:
        place += f", item {part + 1}" if isinstance(part, int) else f"{joint}{_key(part)}"
        joint = ", " if isinstance(part, int) else "."
    return place


def place_in_code(parts: Iterable[str | int]) -> str:
    """Return a path of keys as programs write it; what stands in a list is counted from 0."""
    return ".".join(_key(str(part)) for part in parts)


def complaint_of(error: ValidationError) -> str:
    """Return the first mistake in an object of JSON, with its place."""
    details = error.errors()[0]
    place = place_in_code(details["loc"])
    mistake = mistake_in(details, AN_OBJECT)
    return f"{place}: {mistake}" if place else mistake


def _key(name: str) -> str:
    """Return no more of a key than can be read, and nothing that acts on a terminal."""
    shown = name[:_SHOWN]
    return shown if shown.isprintable() else repr(shown)[1:-1]


def _expected(details: Mapping[str, Any], table: str) -> str:
    kind = details["type"]
    if kind in _TABLES:
        return f"{table} with keys"
    if kind == "string_too_short" and details["ctx"]["min_length"] == 1:
        return "text that is not empty"
    known = {key: _plain(value) for key, value in details.get("ctx", {}).items()}
    if kind in _EXPECTED:
        return _EXPECTED[kind].format(**known)
    message = re.sub(r"^Input should be (a valid )?", "", str(details["msg"]))
    return message[:1].lower() + message[1:]


def found_in(details: Mapping[str, Any], table: str = A_SECTION) -> str:
    """Return what was found there, as it is written in a file; no more of it than can be read."""
    value = details["input"]
    match value:
        case True | False:
            return str(value).lower()
        case None:
            return "null"
        case dict():
            return table
        case list() | tuple():
            return f"a list of {len(value)}" if value else "an empty list"
    # A text is cut before it is quoted: so it ends with its quote.
    return repr(value[:_SHOWN]) if isinstance(value, str) else repr(value)[:_SHOWN]


def _plain(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
