"""What is wrong with settings, a line each: key, what was expected, what was found.

Knows pydantic's errors, but no file and no section from another.
"""

import difflib
from typing import Any

from pydantic import BaseModel, ValidationError

from controller.rules.malformed import mistake_in, place_in_words

_SHOWN = 40


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
    if details["type"] == "literal_error":
        # As people write text in TOML.
        expected = str(details["ctx"]["expected"]).replace("'", '"')
        details = details | {"ctx": {"expected": expected}}
    return f"{place_in_words([*path, last])}: {mistake_in(details)}"


def _model_at(model: type[BaseModel], path: list[Any]) -> type[BaseModel]:
    """Return the model of the section at a path of keys."""
    for key in path:
        found = model.model_fields[key].annotation
        if not (isinstance(found, type) and issubclass(found, BaseModel)):
            return model
        model = found
    return model
