"""The option that names a ruleset: one that ships with hnefi, or a file of your own."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options import offering
from controller.cli.options.together import refuse_empty

if TYPE_CHECKING:
    from controller.rules.compiled import Rules
    from controller.rules.ruleset import Ruleset

DEFAULT_RULESET = "copenhagen"

RulesetOption = Annotated[
    str,
    typer.Option(
        "--ruleset",
        metavar="NAME|FILE",
        autocompletion=offering.rulesets,
        help="A ruleset by name, or a TOML file of your own.",
    ),
]

PlayedRulesetOption = Annotated[
    str | None,
    typer.Option(
        "--ruleset",
        metavar="NAME|FILE",
        autocompletion=offering.rulesets,
        help="The ruleset to begin with: a name, or a TOML file of your own. Default: copenhagen, "
        "or that of the game that goes on.",
    ),
]


def find_rules(name: str) -> "Rules":
    """Return a ruleset by its name or from a file, compiled.

    Raises:
        UsageMistake: there is no such ruleset or file, or the file is not a ruleset.
    """
    from controller.rules.compiled import compiled

    return compiled(find_ruleset(name))


def find_ruleset(name: str, where: str = "--ruleset") -> "Ruleset":
    """Return a ruleset by its name or from a file; `where` names the place in errors.

    Raises:
        UsageMistake: there is no such ruleset or file, or the file is not a ruleset.
    """
    from controller.rules.errors import RulesetError
    from controller.rules.library import named_ruleset, ruleset_names
    from controller.rules.ruleset import parse_ruleset
    from controller.rules.toml_text import LARGEST_FILE

    refuse_empty({where: name})
    if name in ruleset_names():
        return named_ruleset(name)
    if not name.endswith(".toml") and not _exists(name):
        known = ", ".join(ruleset_names())
        raise UsageMistake(f"{where}: expected a .toml file or one of {known}; got {name[:40]!r}")
    try:
        with Path(name).open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise UsageMistake(f"{name}: expected a ruleset of at most {LARGEST_FILE} bytes")
        return parse_ruleset(data.decode("utf-8-sig"), name)
    except OSError as error:
        message = f"{name[:200]}: expected a ruleset to read ({error.strerror})"
        raise UsageMistake(message) from error
    except UnicodeDecodeError as error:
        raise UsageMistake(f"{name}: expected TOML in UTF-8, got other bytes") from error
    except RulesetError as error:
        raise UsageMistake(str(error)) from error


def _exists(name: str) -> bool:
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):
        return False  # too long for a file name, or with characters that no name has
