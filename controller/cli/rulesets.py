"""The rulesets that a command line names: one that ships with hnefi, or a file of one's own."""

from pathlib import Path
from typing import Annotated

import typer

from controller.cli.errors import UsageMistake
from controller.rules.errors import RulesetError
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.ruleset import Ruleset, parse_ruleset

DEFAULT_RULESET = "copenhagen"

RulesetOption = Annotated[
    str,
    typer.Option(
        "--ruleset", metavar="NAME|FILE", help="A ruleset by name, or a TOML file of your own."
    ),
]


def find_ruleset(name: str) -> Ruleset:
    """Return a ruleset by its name or from a file.

    Raises:
        UsageMistake: no such ruleset or file, or the file is no ruleset.
    """
    if name in ruleset_names():
        return named_ruleset(name)
    path = Path(name)
    if path.suffix != ".toml" and not path.exists():
        raise UsageMistake(
            f"--ruleset: expected a .toml file or one of {', '.join(ruleset_names())}; got {name!r}"
        )
    try:
        return parse_ruleset(path.read_text(encoding="utf-8"), name)
    except OSError as error:
        raise UsageMistake(f"{name}: expected a ruleset to read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise UsageMistake(f"{name}: expected TOML in UTF-8, got other bytes") from error
    except RulesetError as error:
        raise UsageMistake(str(error)) from error
