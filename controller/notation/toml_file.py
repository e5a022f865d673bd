"""TOML files that people write, checked against a model; a mistake is one line with key and cure.

Knows no lessons and no programmes.
"""

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from controller.rules.toml_text import parse_tables

_SHOWN = 40
_LONGEST_INPUT = 60
# What pydantic calls a mistake, in the words of people.
_EXPECTED = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "string_type": "text in quotes",
    "list_type": "a list in brackets",
    "dict_type": "a section with keys",
    "model_type": "a section with keys",
    "literal_error": "{expected}",
    "greater_than_equal": "at least {ge:g}",
    "less_than_equal": "at most {le:g}",
    "too_short": "a list of at least {min_length}",
    "string_too_long": "at most {max_length} characters",
}
_Model = TypeVar("_Model", bound=BaseModel)


def parse_toml(text: str, model: type[_Model]) -> _Model:
    """Return what a TOML text says.

    Raises:
        ValueError: it is not TOML, or a key is unknown, missing or malformed.
    """
    try:
        data = parse_tables(text)
    except ValueError as error:
        raise ValueError(f"expected TOML: {error}") from error
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise ValueError(_first_complaint(error, model)) from error


def did_you_mean(word: str, words: Sequence[str]) -> str:
    """Return the end of a complaint: the word that somebody probably meant, if one is near."""
    near = get_close_matches(word, words, 1)
    return f"; did you mean {near[0]}?" if near else ""


def _first_complaint(error: ValidationError, model: type[BaseModel]) -> str:
    details = error.errors()[0]
    place = [str(part)[:_SHOWN] for part in details["loc"]]
    key = ".".join(place)
    if details["type"] == "missing":
        return f"{key}: expected this key, found none"
    if details["type"] == "extra_forbidden":
        keys = list(_model_at(model, details["loc"][:-1]).model_fields)
        cure = did_you_mean(place[-1], keys)
        return f"{key}: expected one of {', '.join(keys)}, got {place[-1]!r}{cure}"
    message = str(details["msg"])
    if details["type"] == "value_error":  # our own validators say what was found, too
        return f"{key}: {message.removeprefix('Value error, ')}"
    found = repr(details["input"])[:_LONGEST_INPUT]
    expected = _EXPECTED.get(details["type"])
    if expected is None:
        return f"{key}: {message[:1].lower()}{message[1:]}, got {found}"
    return f"{key}: expected {expected.format(**details.get('ctx', {}))}, got {found}"


def _model_at(model: type[BaseModel], place: Iterable[int | str]) -> type[BaseModel]:
    """Return the model of the table at a path of keys and of numbers in lists."""
    for part in place:
        if isinstance(part, str):
            model = next(_models_in(model.model_fields[part].annotation), model)
    return model


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models_in(inner)
