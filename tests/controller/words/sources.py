"""Which texts the code asks for, read from its sources: keys, and their arguments.

`make words` prints the keys that no catalogue has, and brings all catalogues in step with English.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
# What makes a sentence or a notice in Python, and what says one on the page.
_MAKERS = {"sentence", "notice"}
_IN_JS = re.compile(r"""\bsay(?:Parts)?\(\s*(?:"([a-z_.]+)"|`([^`]+)`)(?:,\s*\{([^}]*)\})?""")
# An element of the page that names its text: `<button data-say="page.undo">`.
_IN_HTML = re.compile(r'''\bdata-say(?:-[a-z]+)?="([^"]+)"''')
_PART = re.compile(r"\$\{[^}]*\}")


@dataclass(frozen=True)
class Asked:
    """A text that some place in the code asks for; `pattern` matches its key."""

    place: str
    pattern: re.Pattern[str]
    arguments: frozenset[str]


def asked() -> list[Asked]:
    """Return every text that is asked for, in Python and on the page."""
    python = [path for room in ("controller", "hal") for path in (ROOT / room).rglob("*.py")]
    static = ROOT / "controller" / "web" / "static"
    found = [each for path in python for each in _in_python(path)]
    found += [each for path in static.glob("*.js") for each in _in_javascript(path)]
    return found + [each for path in static.glob("*.html") for each in _in_html(path)]


def _in_python(path: Path) -> Iterator[Asked]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prefixes = _assigned_keys(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name_of(node.func) in _MAKERS and node.args:
            pattern = _pattern(node.args[0], prefixes)
            arguments = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
            if pattern is not None:
                yield Asked(f"{path.relative_to(ROOT)}:{node.lineno}", pattern, arguments)


def _assigned_keys(tree: ast.Module) -> dict[str, ast.expr]:
    """Return names that stand for (the beginning of) a key, as in ``key = f"event.{name}"``."""
    found: dict[str, ast.expr] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.JoinedStr):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found[target.id] = node.value
    return found


def _name_of(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else ""


def _pattern(key: ast.expr, prefixes: dict[str, ast.expr]) -> re.Pattern[str] | None:
    text = _regex(key, prefixes)
    return re.compile(text) if text else None


def _regex(key: ast.expr, prefixes: dict[str, ast.expr]) -> str:
    match key:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.IfExp(body=one, orelse=other):
            return f"(?:{_regex(one, prefixes)}|{_regex(other, prefixes)})"
        case ast.Name(id=name) if name in prefixes:
            return _regex(prefixes[name], {})
        case ast.JoinedStr(values=values):
            return "".join(_part(value, prefixes) for value in values)
    return ""


def _part(value: ast.expr, prefixes: dict[str, ast.expr]) -> str:
    if isinstance(value, ast.Constant):
        return re.escape(str(value.value))
    if isinstance(value, ast.FormattedValue) and isinstance(value.value, ast.Name):
        return _regex(value.value, prefixes) or r"[a-z0-9_.]+"
    return r"[a-z0-9_.]+"


def _in_javascript(path: Path) -> Iterator[Asked]:
    for match in _IN_JS.finditer(path.read_text(encoding="utf-8")):
        constant, template, given = match.groups()
        pattern = re.escape(constant) if constant else _template_regex(template)
        names = [part.split(":")[0].strip() for part in (given or "").split(",")]
        arguments = frozenset(name for name in names if name and not name.startswith("..."))
        yield Asked(f"{path.relative_to(ROOT)}", re.compile(pattern), arguments)


def _template_regex(template: str) -> str:
    return r"[a-z0-9_.]+".join(re.escape(part) for part in _PART.split(template))


def _in_html(path: Path) -> Iterator[Asked]:
    for key in _IN_HTML.findall(path.read_text(encoding="utf-8")):
        yield Asked(f"{path.relative_to(ROOT)}", re.compile(re.escape(key)), frozenset())
