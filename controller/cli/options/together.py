"""Which options go together: one that would say nothing is refused, and not passed over.

Knows no command.
"""

from collections.abc import Mapping

from controller.assembly.errors import UsageMistake

# Why an option of a page says nothing beside --headless.
NO_PAGE = "which has no page"


def refuse_empty(options: Mapping[str, str | None]) -> None:
    """Make sure that no option was given nothing, as by a variable of a shell that is not set.

    Raises:
        UsageMistake: one was.
    """
    for name, value in options.items():
        if value == "":
            raise UsageMistake(f"{name}: expected something, got nothing; leave it out instead")


def refuse_without(needed: str, given: Mapping[str, object]) -> None:
    """Refuse options that are given though the one that they need is not.

    Raises:
        UsageMistake: there is such an option.
    """
    for option in _given(given):
        raise UsageMistake(f"{option}: expected {needed} with it")


def refuse_with(other: str, given: Mapping[str, object], why: str) -> None:
    """Refuse options that are given though another one leaves them nothing to say.

    Raises:
        UsageMistake: there is such an option.
    """
    for option in _given(given):
        raise UsageMistake(f"{option}: expected no {other} with it, {why}; leave out one of them")


def _given(options: Mapping[str, object]) -> list[str]:
    # Nothing, or a switch that is off; a number may be 0.
    return [option for option, value in options.items() if value is not None and value is not False]
