"""Everything that the doctor looks at, in the order in which a builder mends it."""

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

from controller.assembly.configuration import Configuration
from controller.doctor.machine import Computer, Model
from controller.doctor.upkeep import (
    Importer,
    package_checks,
    python_check,
    store_checks,
    supply_checks,
)
from controller.doctor.wires import wire_checks
from hal.boards import problems_of
from hal.config import GPIO_MATRIX
from hal.diagnosis.check import Check, Verdict

# Drivers of simulated boards, which nothing has to be wired for.
_SIMULATED = ("virtual",)


def examine(
    computer: Computer,
    config: Configuration,
    folder: Path | None,
    importer: Importer = import_module,
) -> Iterator[Check]:
    """Yield a check for each part of a computer and its configuration; nothing is opened."""
    yield _computer(computer, config)
    yield python_check()
    problems = problems_of(config, _SIMULATED)
    for problem in problems:
        yield Check("configuration", Verdict.FAIL, problem, "Correct the configuration there.")
    if not problems:
        yield Check("configuration", Verdict.OK, "The configuration has no contradictions.")
    yield from package_checks(config, importer)
    yield from wire_checks(computer, config)
    yield from supply_checks(computer)
    yield from store_checks(computer, folder)


def _computer(computer: Computer, config: Configuration) -> Check:
    if computer.model is not Model.NO_PI:
        return Check("computer", Verdict.OK, f"{computer.name}.")
    if config.board.driver == GPIO_MATRIX or config.strip_driver in ("ws281x", "spi", "leds0"):
        finding = "This is not a Raspberry Pi, and the configuration uses the pins of one."
        cure = "Start hnefi on the Raspberry Pi, or choose another kit: hnefi config init nano-reed"
        return Check("computer", Verdict.FAIL, finding, cure)
    return Check("computer", Verdict.OK, "This is not a Raspberry Pi; the board does not need one.")


# Where people's folders lie, each under a name that is somebody's.
_FOLDERS = re.compile(r"/(home|Users|media|run/media)/[^/\s\"']+")


def without_secrets(text: str, secrets: Iterable[str]) -> str:
    """Return a text for strangers: without passwords, names of users and their folders.

    A secret is a word or more; inside a longer word it stays, as `pi` does in `gpio`.
    """
    for secret in sorted(filter(None, secrets), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(secret)}(?!\w)", "***", text)
    return _FOLDERS.sub(r"/\1/***", text)
