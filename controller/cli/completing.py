"""Completion by the TAB key: a shell asks in a variable what may stand next on the line.

Typer knows what to answer. Its own two options, which change the files of a shell, are not ours.
"""

import os
import sys

from controller.assembly.errors import UsageMistake

_ASKED_IN = "_HNEFI_COMPLETE"
_SHELLS = ("bash", "zsh", "fish")


def answer_shells() -> None:
    """Let Typer answer a shell where one asks.

    Raises:
        UsageMistake: somebody asks for what no shell does.
    """
    asked = os.environ.get(_ASKED_IN)
    if not asked:
        return
    if asked not in {f"{what}_{shell}" for what in ("source", "complete") for shell in _SHELLS}:
        expected = "source_bash, source_zsh or source_fish"
        raise UsageMistake(f"{_ASKED_IN}: expected {expected}, got {asked[:40]!r}")
    from typer.completion import completion_init  # type: ignore[attr-defined] # not said to be typer's own

    # With rich there, Typer loads it to draw each help, which takes as long again as all else.
    sys.modules["rich"] = None  # type: ignore[assignment] # Python's own way to say it is absent
    completion_init()
