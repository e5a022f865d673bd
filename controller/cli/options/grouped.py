"""Options that belong together, as one value that several commands take.

A group is a frozen dataclass, and each field is annotated as Typer wants a parameter of a command
to be. So an option stands in one place, with its help and what it usually is.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from inspect import Parameter, signature
from typing import Any, get_type_hints


def chosen_only(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings without those that nobody chose."""
    return {name: value for name, value in settings.items() if value is not None}


def flat(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command for Typer: each field of the groups that it takes is an option.

    In `--help` they stand where the group stands among the command's parameters.
    """
    kinds = get_type_hints(command, include_extras=True)
    groups = {
        name: kinds[name] for name in signature(command).parameters if is_dataclass(kinds[name])
    }
    options = [
        option
        for name, parameter in signature(command).parameters.items()
        for option in (_options(groups[name]) if name in groups else [parameter])
    ]

    @wraps(command)
    def taking_options(**given: Any) -> None:
        values = {
            name: group(**{each.name: given.pop(each.name) for each in fields(group)})
            for name, group in groups.items()
        }
        command(**given, **values)

    # What a decorated function takes is read from here, by inspect and by Typer.
    taking_options.__signature__ = signature(command).replace(  # type: ignore[attr-defined] # inspect's own way to say it, which typeshed does not know
        parameters=options
    )
    taking_options.__annotations__ = {
        each.name: kinds.get(each.name, each.annotation) for each in options
    } | {"return": None}
    return taking_options


def _options(group: type) -> list[Parameter]:
    """Return a parameter for each field of a group."""
    kinds = get_type_hints(group, include_extras=True)
    return [
        Parameter(
            each.name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if each.default is MISSING else each.default,
            annotation=kinds[each.name],
        )
        for each in fields(group)
    ]
