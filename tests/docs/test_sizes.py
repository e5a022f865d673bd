"""Functions and modules stay small enough to be read at once, as CONTRIBUTING.md says.

The lines of a function are counted without its parameters and its docstring: a command has a
parameter for each option, and to explain something makes it no longer to read.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.docs.markdown import ROOT, tracked_files

_ROOMS = ("benchmarks", "controller", "docs", "hal", "simulators")
_MOST_LINES_OF_A_FUNCTION = 40
# Most modules have less than 300; more than this is cut, whatever the reason for it.
_MOST_LINES_OF_A_MODULE = 350


def modules() -> Iterator[tuple[Path, str]]:
    """Yield the modules of the program, and what measures and draws it, with their text."""
    for path in tracked_files():
        name = path.relative_to(ROOT)
        if path.suffix == ".py" and name.parts[0] in _ROOMS:
            yield name, path.read_text(encoding="utf-8")


def lines_by_function(text: str) -> Iterator[tuple[str, int]]:
    """Yield each function of a module with the number of lines in its body."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            explained = ast.get_docstring(node) is not None and len(node.body) > 1
            first = node.body[1] if explained else node.body[0]
            yield node.name, (node.end_lineno or 0) - first.lineno + 1


def test_what_is_counted_are_the_lines_of_a_body() -> None:
    text = (
        'def add(\n    a: int,\n    b: int,\n) -> int:\n    """Add."""\n    c = a\n    return c + b'
    )
    assert list(lines_by_function(text)) == [("add", 2)]


def test_no_function_is_longer_than_can_be_read_at_once() -> None:
    found = {
        f"{name}: {function}": lines
        for name, text in modules()
        for function, lines in lines_by_function(text)
    }
    assert len(found) > 1000
    assert {each: n for each, n in found.items() if n > _MOST_LINES_OF_A_FUNCTION} == {}


def test_no_module_is_longer_than_can_be_kept_in_mind() -> None:
    found = {str(name): len(text.splitlines()) for name, text in modules()}
    assert {each: n for each, n in found.items() if n > _MOST_LINES_OF_A_MODULE} == {}
