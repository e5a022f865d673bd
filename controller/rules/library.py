"""The rulesets that ship with the project, by name."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from controller.rules.errors import RulesetError
from controller.rules.ruleset import Ruleset, parse_ruleset

_DATA = files("controller.rules") / "data"


def ruleset_names() -> tuple[str, ...]:
    """Return the names of the rulesets, sorted."""
    return tuple(
        sorted(
            entry.name.removesuffix(".toml")
            for entry in _DATA.iterdir()
            if entry.name.endswith(".toml")
        )
    )


@cache
def named_ruleset(name: str) -> Ruleset:
    """Return a ruleset that ships with the project.

    Raises:
        RulesetError: there is no ruleset of this name.
    """
    if name not in ruleset_names():
        raise RulesetError(f"ruleset: expected one of {', '.join(ruleset_names())}, got {name!r}")
    return parse_ruleset((_DATA / f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml")


def shipped_name(ruleset: Ruleset) -> str | None:
    """Return the name of a ruleset if it ships with the project, None if not."""
    name = ruleset.name
    return name if name in ruleset_names() and named_ruleset(name).plays_like(ruleset) else None


def ruleset_called(name: str, own: Iterable[Ruleset]) -> Ruleset:
    """Return the ruleset of a name: one of our own, or else one that ships with the project.

    Raises:
        RulesetError: there is no ruleset of this name.
    """
    return next((each for each in own if each.name == name), None) or named_ruleset(name)
