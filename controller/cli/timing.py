"""A session's timing as people write it and as the headers of traces say it, in milliseconds."""

import re
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Annotated

import typer

from controller.cli.errors import UsageMistake
from controller.session.timing import Timing

_NAMES = tuple(
    field.name.removesuffix("_s") for field in fields(Timing) if field.name.endswith("_s")
)

TimingOption = Annotated[
    str | None,
    typer.Option(
        "--timing",
        metavar="NAME=MS,...",
        help=f"How long things must last before they count: {', '.join(_NAMES)}, in milliseconds, "
        "such as settle=250,carried=150.",
    ),
]


def parse_timing(text: str | None) -> Timing:
    """Return the timing that an option's text tells; what it does not tell is as usual.

    Raises:
        UsageMistake: an item is no ``name=milliseconds`` that there is, or comes twice.
    """
    told: dict[str, str] = {}
    for item in [] if text is None else text.split(","):
        name, _, value = (part.strip() for part in item.partition("="))
        if name not in _NAMES:
            expected = ", ".join(f"{name}=" for name in _NAMES)
            raise UsageMistake(f"--timing: expected one of {expected}; got {item.strip()[:40]!r}")
        if name in told:
            raise UsageMistake(f"--timing: {name}: expected one time, got {value[:40]!r} too")
        told[name] = value
    return _with({name: _seconds(f"--timing: {name}", value) for name, value in told.items()})


def timing_settings(timing: Timing) -> dict[str, str]:
    """Return what the header of a trace says of a session's timing, in milliseconds."""
    return {f"{name}_ms": f"{1000 * getattr(timing, f'{name}_s'):g}" for name in _NAMES}


def timing_from_settings(settings: Mapping[str, str]) -> Timing:
    """Return the timing that a header tells; what it does not tell is as usual.

    Raises:
        UsageMistake: a time is no number of milliseconds.
    """
    told = {name: f"{name}_ms" for name in _NAMES if f"{name}_ms" in settings}
    return _with({name: _seconds(key, settings[key]) for name, key in told.items()})


def _with(seconds: Mapping[str, float]) -> Timing:
    return replace(Timing(), **{f"{name}_s": value for name, value in seconds.items()})


def _seconds(name: str, text: str) -> float:
    if not re.fullmatch(r"\d{1,6}(\.\d{1,6})?", text, re.ASCII):
        raise UsageMistake(f"{name}: expected milliseconds such as 300, got {text[:40]!r}")
    return float(text) / 1000
