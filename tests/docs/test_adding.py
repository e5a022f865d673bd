"""Where docs/adding.md links a symbol to a file, the file defines that symbol."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.markdown import ROOT, Link, links_of

_PAGE = ROOT / "docs/adding.md"
# A link to a folder or a page names no symbol.
_SYMBOLS = [
    link
    for link in links_of(_PAGE)
    if link.text.startswith("`") and link.path.suffix not in ("", ".md")
]


def defined_in_python(body: list[ast.stmt], owner: str = "") -> Iterator[str]:
    """Yield the names that statements define, methods as `Class.method`."""
    for statement in body:
        match statement:
            case ast.ClassDef(name=name, body=inner):
                yield owner + name
                yield from defined_in_python(inner, f"{owner}{name}.")
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield owner + name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield owner + name


def defines(path: Path, symbol: str) -> bool:
    """Say whether a file defines a symbol; a file without symbols must contain or be it."""
    text = path.read_text(encoding="utf-8")
    name = re.escape(symbol)
    match path.suffix:
        case ".py":
            return symbol in defined_in_python(ast.parse(text).body)
        case ".c" | ".h":
            function = rf"^[a-z][\w \*]*\b{name}\([^;]*\{{$"
            return bool(re.search(rf"{function}|^#define {name}\b", text, re.MULTILINE))
        case ".js":
            return bool(re.search(rf"^(export )?(async )?(function|const) {name}\b", text, re.M))
    return symbol in text or path.name == symbol


@pytest.mark.parametrize(
    "link", _SYMBOLS, ids=[f"{link.text}-{link.path.name}" for link in _SYMBOLS]
)
def test_a_symbol_is_defined_where_the_link_leads(link: Link) -> None:
    assert defines(link.path, link.text.strip("`"))


def test_a_symbol_that_is_only_used_is_not_defined() -> None:
    assert not defines(ROOT / "controller/rules/game.py", "apply_move")
    assert not defines(ROOT / "firmware/frame.c", "crc_update")
    assert not defines(ROOT / "controller/web/static/actions.js", "byId")


def test_the_page_links_many_symbols() -> None:
    assert len(_SYMBOLS) > 60
