"""The option that changes how long things must last before they count."""

from typing import Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.session.timing import Timing, seconds_from_ms, timing_names

TimingOption = Annotated[
    str | None,
    typer.Option(
        "--timing",
        metavar="NAME=MS,...",
        help="How long things must last before they count: "
        f"{', '.join(timing_names())}, in milliseconds, such as settle=250,carried=150.",
    ),
]


def parse_timing(text: str | None) -> Timing:
    """Return the timing that an option's text gives; what it leaves out stays as usual.

    Raises:
        UsageMistake: an item is no ``name=milliseconds`` that there is, or comes twice.
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
    return Timing.of(seconds)
