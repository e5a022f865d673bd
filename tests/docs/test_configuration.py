"""The defaults that docs/configuration.md names are those that count."""

import re
from collections.abc import Iterator
from typing import Any

from controller.assembly.configuration import Configuration
from tests.docs.markdown import ROOT

_TEXT = (ROOT / "docs/configuration.md").read_text(encoding="utf-8")
_NUMBER = re.compile(r"\d+(\.\d+)?")


def rows() -> Iterator[tuple[str, list[str], str]]:
    """Yield section, keys and default of each row that has one."""
    for part in _TEXT.split("\n### ")[1:]:
        heading, _, rest = part.partition("\n")
        sections = re.findall(r"\[(\w+)\]", heading)
        for table in rest.split("\n\n"):
            first, _, *lines = [*table.strip().splitlines(), "", ""]
            if first.endswith("| default |"):
                for line in filter(None, lines):
                    cells = [cell.strip() for cell in line.strip("|").split("|")]
                    section = sections[0] if len(sections) == 1 else ""
                    yield section, re.findall(r"`([\w.]+)`", cells[0]), cells[-1]


def paths(section: str, keys: list[str]) -> Iterator[str]:
    """Yield keys with their sections; a key without one has that of the key before it."""
    before = ""
    for key in keys:
        before = key.rpartition(".")[0] or before
        within = [section, before, key.rpartition(".")[2]]
        yield ".".join(part for part in within if part)


def value_of(path: str) -> Any:
    found: Any = Configuration()
    for name in path.split("."):
        found = getattr(found, name)
    return found


def literal(word: str) -> Any:
    """Return what a word stands for, None if it is no value."""
    if word in ("true", "false"):
        return word == "true"
    if _NUMBER.fullmatch(word):
        return float(word)
    return word.strip("`") if word.startswith("`") else None


def default_values() -> Iterator[tuple[str, Any]]:
    """Yield the path of each setting and its default, where that is a value and no description."""
    for section, keys, default in rows():
        values = [literal(word) for word in default.split(", ")]
        if None in values:
            continue
        if len(keys) == 1:
            values = [tuple(values) if len(values) > 1 else values[0]]
        elif len(values) == 1:
            values *= len(keys)
        for path, value in zip(paths(section, keys), values, strict=True):
            # What sensors and pixels have in common is named once.
            if section == "wiring" and path.count(".") == 1:
                yield from (
                    (path.replace(".", f".{half}."), value) for half in ("sensors", "pixels")
                )
            else:
                yield path, value


def test_the_defaults_are_those_that_count() -> None:
    said = dict(default_values())
    assert said == {path: value_of(path) for path in said}
    assert {"board.hall.plain_mv", "strip.leds0.pin", "wiring.pixels.first", "page.port"} <= {*said}
