"""What Typer refuses of a command line, in the words of all mistakes: where, expected, found, cure.

Typer keeps its errors to itself, so they are known by their names.
"""

import re
from typing import Any

from typer.exceptions import TyperException

from controller.cli.helping import choices_of, in_words, place_of, placed

_EXTRA = re.compile(r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", re.DOTALL)
_SHOWN = 60


def mistake_of(error: TyperException) -> str:
    """Return what is wrong, in one line."""
    found: Any = error
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "hnefi"
    match type(error).__name__:
        case "MissingParameter" if found.param and context:
            typed = _to_type(path, context.command)
            return f"{place_of(path)}expected {_named(found.param)}, got nothing; type {typed}"
        case "BadParameter" if found.param:
            return f"{_where(path, found.param)}: {_unfit(found)}"
        case "NoSuchOption":
            near = found.possibilities
            cure = f"did you mean {near[0]}?" if near else f"{path} --help lists them"
            return f"{place_of(path)}expected an option, got {found.option_name[:40]!r}; {cure}"
        case "BadOptionUsage":
            is_missing = "requires" in found.message
            said = "a value after it, got nothing" if is_missing else "no value with it, got one"
            return f"{found.option_name}: expected {said}"
    if extra := _EXTRA.fullmatch(error.message):
        return f"{place_of(path)}expected nothing more, got {extra[1][:_SHOWN]!r}"
    return f"{place_of(path)}{' '.join(error.format_message().split())}"


def _where(path: str, param: Any) -> str:
    """Return where a parameter stands, as whoever types it sees it."""
    if param.param_type_name == "option":
        return str(param.opts[0])
    command = place_of(path).removesuffix(": ")
    return command if choices_of(param) else f"{command} {param.metavar}"


def _named(param: Any) -> str:
    """Return a parameter with what stands in its place."""
    if param.param_type_name == "option":
        return f"{param.opts[0]} {param.metavar}"
    return str(param.metavar)


def _to_type(path: str, command: Any) -> str:
    """Return the shortest line that a command takes, with one of several words."""
    required = [each for each in command.params if each.required]
    arguments = [each for each in required if each.param_type_name == "argument"]
    words = [choices[0] if (choices := choices_of(each)) else placed(each) for each in arguments]
    for each in required:
        if each not in arguments:
            words += [each.opts[0], *(choices_of(each)[:1] or [each.metavar])]
    return " ".join([path, *words])


def _unfit(error: Any) -> str:
    """Return what was expected instead of a value, and the value."""
    cause = getattr(error.__cause__, "errors", None)
    expected = _expected(error.param)
    if cause is None or expected is None:
        return str(error.message)
    return f"expected {expected}, got {str(cause()[0]['input'])[:_SHOWN]!r}"


def _expected(param: Any) -> str | None:
    """Return what a parameter must be, in words."""
    if choices := choices_of(param):
        *others, last = choices
        return f"{', '.join(others)} or {last}" if others else last
    kind = {int: "a whole number", float: "a number"}.get(param.type_descriptor.annotation)
    bounds = param._get_number_range_help_str()
    return f"{kind} {in_words(bounds)}" if kind and bounds else kind
