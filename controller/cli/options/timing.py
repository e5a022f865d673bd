"""The option that sets how long things must last before they count."""

from dataclasses import replace
from typing import Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.session.timing import Timing, seconds_from_ms, timing_names

TimingOption = Annotated[
    str | None,
    typer.Option(
        "--timing",
        metavar="NAME=MS,...",
        help="How long things must last before they count, in milliseconds, such as "
        f"settle=250,carried=150. Names: {', '.join(timing_names())}.",
    ),
]


def parse_timing(text: str | None, usual: Timing | None = None) -> Timing:
    """Return the timing in an option's text; durations that it leaves out stay as usual.

    `usual` is the timing of a configuration, if there is one.

    Raises:
        UsageMistake: an item is not a known ``name=milliseconds``, or comes twice.
    """
    given: dict[str, str] = {}
    for item in [] if text is None else text.split(","):
        name, _, value = (part.strip() for part in item.partition("="))
        if name not in timing_names():
            expected = ", ".join(f"{name}=" for name in timing_names())
            raise UsageMistake(f"--timing: expected one of {expected}; got {item.strip()[:40]!r}")
        if name in given:
            raise UsageMistake(f"--timing: {name}: expected one time, got {value[:40]!r} too")
        given[name] = value
    try:
        seconds = {n: seconds_from_ms(f"--timing: {n}", value) for n, value in given.items()}
    except ValueError as error:
        raise UsageMistake(str(error)) from error
    return replace(usual or Timing(), **{f"{name}_s": value for name, value in seconds.items()})
