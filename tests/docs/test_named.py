"""What pages name as code is there: files, commands of hnefi with their options, targets, modules.

A page that is wrong sends its reader looking. Text between backquotes and lines of a console count;
what stands in capitals is a placeholder, and the changelog may name what is gone.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup

from controller.cli.main import app
from tests.docs.markdown import ROOT, pages, tracked_files

_PAGES = [page for page in pages() if page.name != "CHANGELOG.md"]
_SPAN = re.compile(r"`([^`\n]+)`")
_CONSOLE = re.compile(r"^(?:\$ | {4}(?=hnefi |python -m ))(.*)$", re.MULTILINE)
_ROOMS = "benchmarks|controller|docs|firmware|hal|simulators|tests"
_PATH = re.compile(rf"(?<![\w./-])(?:{_ROOMS})/[\w./-]*\w")
_MODULE = re.compile(rf"python -m ((?:{_ROOMS})[\w.]*)")
_FOLLOWER = re.compile(r"`(?P<first>[\w/]+/)[\w.]+`(?P<others>(?:, `[\w.]+\.(?:py|c)`)+)")
# `hnefi` as a command, not as a word of a sentence, a folder or a user.
_COMMAND = re.compile(r"^(?:.*[|;&] *|\w+=\S+ |sudo |\S*/)?hnefi (?P<words>[^|;#]*)")
# They are made, or belong to another program.
_NOT_THERE = {"firmware/build", "firmware/build/reed.elf", "simulators/avr/build/harness"}


@cache
def commands() -> dict[str, frozenset[str]]:
    """Return the options of every command and group of commands, by its words."""
    return dict(_options(typer.main.get_command(app), ""))


def _options(command: object, words: str) -> Iterator[tuple[str, frozenset[str]]]:
    params = getattr(command, "params", [])
    options = (name for param in params for name in (*param.opts, *param.secondary_opts))
    yield words, frozenset(options) | {"--help"}
    if isinstance(command, TyperGroup):
        for name, inner in command.commands.items():
            yield from _options(inner, f"{words} {name}".strip())


def code_in(page: Path) -> Iterator[str]:
    text = page.read_text(encoding="utf-8")
    yield from _SPAN.findall(text)
    yield from _CONSOLE.findall(text)


def wrong_command(code: str) -> str:
    """Return what a command in a piece of code has that hnefi has not, or nothing."""
    match = _COMMAND.match(code)
    if match is None:
        return ""
    found, rest = "", match["words"].split()
    while rest and f"{found} {rest[0]}".strip() in commands():
        found = f"{found} {rest.pop(0)}".strip()
    is_group = any(name.startswith(f"{found} ".lstrip()) for name in commands() if name != found)
    if is_group and rest and re.fullmatch(r"[a-z-]+", rest[0]) and rest[0][0] != "-":
        return f"hnefi {found} {rest[0]}"
    # What stands in quotes is for another program.
    options = re.findall(r"--[a-z][\w-]*", re.sub(r'"[^"]*"', "", " ".join(rest)))
    return " ".join(option for option in options if option not in commands()[found])


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", _PAGES, ids=name_of)
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    files = {str(path.relative_to(ROOT)) for path in tracked_files()}
    there = files | {str(parent) for name in files for parent in Path(name).parents} | _NOT_THERE
    text = page.read_text(encoding="utf-8")
    named = {path for code in code_in(page) for path in _PATH.findall(code)}
    for match in _FOLLOWER.finditer(text):
        named |= {match["first"] + other for other in re.findall(r"`(.*?)`", match["others"])}
    beside = page.parent.relative_to(ROOT)
    lacking = {path for path in named if not {path, str(beside / path)} & there}
    assert [path for path in sorted(lacking) if not re.search("[A-Z]{3}", path)] == []


@pytest.mark.parametrize("page", _PAGES, ids=name_of)
def test_every_command_that_a_page_names_is_one(page: Path) -> None:
    assert [wrong for code in code_in(page) if (wrong := wrong_command(code))] == []


@pytest.mark.parametrize("page", _PAGES, ids=name_of)
def test_every_target_and_module_that_a_page_names_is_there(page: Path) -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    code = list(code_in(page))
    made = {
        target for each in code for target in re.findall(r"^(?:sudo )?make ([a-z][\w-]*)", each)
    }
    assert sorted(made - targets) == []
    run = {name for each in code for name in _MODULE.findall(each)}
    paths = {name: ROOT.joinpath(*name.split(".")) for name in run}
    assert [
        name for name, at in paths.items() if not (at.is_dir() or at.with_suffix(".py").is_file())
    ] == []


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("hnefi games list --json", ""),
        ("sudo hnefi config init KIT --config FILE", ""),
        ("hnefi games lst", "hnefi games lst"),
        ("hnefi play --luck", "--luck"),
        ('hnefi match club "opentafl: java OpenTafl --engine" --games 2', ""),
        ("echo d1-d3 | hnefi replay --quietly", "--quietly"),
    ],
)
def test_a_command_that_is_not_there_is_found(code: str, wrong: str) -> None:
    assert wrong_command(code) == wrong
