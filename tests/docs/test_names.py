"""One name stands for one thing in the whole program."""

import ast
from collections import defaultdict

from tests.docs.markdown import ROOT, tracked_files

_ROOMS = ("controller", "hal", "simulators")
# The names that still stand for two things. This set only ever becomes smaller.
STILL_TWO = {"Kind"}


def test_no_class_is_called_as_another_is() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for path in tracked_files():
        name = path.relative_to(ROOT)
        if path.suffix == ".py" and name.parts[0] in _ROOMS:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].append(str(name))
    assert len(found) > 300
    assert {name: places for name, places in found.items() if len(places) > 1} == {}
