"""What is wrong with settings, a line each: key, what was expected, what was found.

Knows pydantic's errors, but no file and no section from another.
"""

import difflib
from typing import Any

from pydantic import BaseModel, ValidationError

_SHOWN = 40
# What pydantic calls a type in its errors, in the words of people.
_TYPES = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "finite_number": "a number",
    "bool_type": "true or false",
    "string_type": "text in quotes",
    "string_too_short": "text that is not empty",
    "tuple_type": "a list in brackets",
    "model_type": "a section with keys",
    "model_attributes_type": "a section with keys",
    "dict_type": "a section with keys",
    "time_type": 'a time of day such as "22:00"',
    "time_parsing": 'a time of day such as "22:00"',
}


def complaints(error: ValidationError, model: type[BaseModel]) -> list[str]:
    """Return what is wrong with settings that are no such model."""
    return [_complaint(details, model) for details in error.errors()]


def nearest(word: str, known: list[str]) -> str:
    """Return the known words in words of people, or only the one that was likely meant."""
    near = difflib.get_close_matches(word, known, n=1)
    return near[0] if near else f"one of {', '.join(known)}"


def _complaint(details: Any, model: type[BaseModel]) -> str:
    *path, last = details["loc"] or ("",)
    if details["type"] == "extra_forbidden":
        where = ".".join(map(str, path)) or "the file"
        known = sorted(_model_at(model, path).model_fields)
        found = str(last)[:_SHOWN]
        return f"{where}: expected {nearest(found, known)}, got the unknown key {found!r}"
    place = _place([*path, last])
    expected = _expected(details)
    if expected is None:
        # Our own validators say what was found, too.
        return f"{place}: {details['msg'].removeprefix('Value error, ')}"
    found = details["input"]
    shown = (
        _section_words(found) if isinstance(found, dict | list | tuple) else repr(found)[:_SHOWN]
    )
    return f"{place}: expected {expected}, got {shown}"


def _expected(details: Any) -> str | None:
    kind, context = details["type"], details.get("ctx", {})
    match kind:
        case "value_error":
            return None
        case "greater_than":
            return f"more than {context['gt']}"
        case "greater_than_equal":
            return f"at least {context['ge']}"
        case "less_than":
            return f"less than {context['lt']}"
        case "less_than_equal":
            return f"at most {context['le']}"
        case "literal_error":
            return str(context["expected"]).replace("'", '"')
        case "too_long":
            return f"at most {context['max_length']} items"
    message = str(details["msg"])
    return _TYPES.get(kind, message[:1].lower() + message[1:])


def _place(parts: list[Any]) -> str:
    """Return a path of keys; positions in lists count from 1, as people do."""
    place = ""
    for part in parts:
        place += f", item {part + 1}" if isinstance(part, int) else f".{part}"
    return place.removeprefix(".")


def _model_at(model: type[BaseModel], path: list[Any]) -> type[BaseModel]:
    """Return the model of the section at a path of keys."""
    for key in path:
        found = model.model_fields[key].annotation
        if not (isinstance(found, type) and issubclass(found, BaseModel)):
            return model
        model = found
    return model


def _section_words(found: Any) -> str:
    return "a section" if isinstance(found, dict) else f"a list of {len(found)}"
