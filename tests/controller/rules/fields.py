"""The fields of a ruleset, found by walking its model, and rulesets with some of them changed."""

import json
from collections.abc import Iterator, Mapping
from typing import Literal, get_args, get_origin

from pydantic import BaseModel

from controller.rules.compiled import Rules, compiled
from controller.rules.library import named_ruleset
from controller.rules.ruleset import Ruleset

Value = str | int | bool | None


def sections_of(model: type[BaseModel]) -> dict[str, type[BaseModel]]:
    """Return the fields of a model that are models themselves."""
    return {
        name: field.annotation
        for name, field in model.model_fields.items()
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel)
    }


def fields_of(model: type[BaseModel], within: str) -> Iterator[tuple[str, object]]:
    """Yield the dotted name and the type of every field of a model, and of models in it."""
    sections = sections_of(model)
    for name, field in model.model_fields.items():
        if name in sections:
            yield from fields_of(sections[name], f"{within}.{name}")
        else:
            yield f"{within}.{name}", field.annotation


def values_of(kind: object, now: Value) -> tuple[Value, ...]:
    """Return every value of a type; of a number, the one there is and the next.

    Raises:
        TypeError: a type whose values are not known here.
    """
    if kind is bool:
        return (False, True)
    if kind is int:
        assert isinstance(now, int)
        return (now, now + 1)
    if get_origin(kind) is Literal:
        return get_args(kind)
    raise TypeError(f"expected bool, int or a Literal, got {kind!r}")


def value_at(path: str, name: str = "copenhagen") -> Value:
    """Return what a ruleset that ships says in the field of a dotted name."""
    section, field = path.split(".")
    value: Value = named_ruleset(name).model_dump()[section][field]
    return value


def rules_with(changes: Mapping[str, Value], name: str = "copenhagen") -> Rules:
    """Return a ruleset that ships, with the fields of some dotted names changed, compiled."""
    data = json.loads(named_ruleset(name).model_dump_json())
    for path, value in changes.items():
        *sections, field = path.split(".")
        inner = data
        for section in sections:
            inner = inner[section]
        assert field in inner, f"no field {path}"
        inner[field] = value
    return compiled(Ruleset.model_validate_json(json.dumps(data)))
