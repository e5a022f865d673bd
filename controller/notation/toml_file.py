"""TOML files that people write, checked against a model; each mistake is a line with key and cure.

Knows no lessons and no programmes.
"""

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from controller.rules.malformed import mistake_in, place_in_words
from controller.rules.toml_text import parse_tables

_SHOWN = 40
_Model = TypeVar("_Model", bound=BaseModel)


class MistakesError(ValueError):
    """What is wrong with a file: its `mistakes` are a line each, its text is the first of them."""

    def __init__(self, *mistakes: str) -> None:
        """Carry at least one mistake."""
        super().__init__(mistakes[0])
        self.mistakes = mistakes

    def lines_of(self, where: str) -> tuple[str, ...]:
        """Return a line for each mistake, which begins with the file that it is in."""
        return tuple(f"{where}: {each}" for each in self.mistakes)


def parse_toml(text: str, model: type[_Model], known: object = None) -> _Model:
    """Return what a TOML text says; the model's validators find in their context what is `known`.

    Raises:
        MistakesError: it is not TOML, or keys are unknown, missing or malformed.
    """
    try:
        data = parse_tables(text)
    except ValueError as error:
        raise MistakesError(f"expected TOML: {error}") from error
    try:
        return model.model_validate(data, context=known)
    except ValidationError as error:
        raise MistakesError(*(_complaint(each, model) for each in error.errors())) from error


def did_you_mean(word: str, words: Sequence[str]) -> str:
    """Return the end of a complaint: the word that somebody probably meant, if one is near."""
    near = get_close_matches(word, words, 1)
    return f"; did you mean {near[0]}?" if near else ""


def _complaint(details: Any, model: type[BaseModel]) -> str:
    key = place_in_words(details["loc"])
    if details["type"] == "extra_forbidden":
        keys = list(_model_at(model, details["loc"][:-1]).model_fields)
        found = str(details["loc"][-1])[:_SHOWN]
        cure = did_you_mean(found, keys)
        return f"{key}: expected one of {', '.join(keys)}, got {found!r}{cure}"
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
