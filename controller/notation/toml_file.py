"""TOML files that people write, checked against a model; a mistake is one line with key and cure.

Knows no lessons and no programmes.
"""

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from controller.rules.malformed import mistake_in
from controller.rules.toml_text import parse_tables

_SHOWN = 40
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
    if details["type"] == "extra_forbidden":
        keys = list(_model_at(model, details["loc"][:-1]).model_fields)
        cure = did_you_mean(place[-1], keys)
        return f"{key}: expected one of {', '.join(keys)}, got {place[-1]!r}{cure}"
    return f"{key}: {mistake_in(details)}"


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
