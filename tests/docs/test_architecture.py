"""The layers in docs/architecture.md are those of the import contract."""

import re
import tomllib

from tests.docs.markdown import ROOT


def test_the_layers_of_the_page_are_those_of_the_contract() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (layers,) = (each["layers"] for each in contracts if each["name"] == "arrows point down")
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    block = page.split("```")[1].splitlines()[1:]
    packages = re.compile(r"(?:controller\.\w+|simulators|hal)\b(?: \| (?:controller\.\w+|hal))*")
    written = [match[0] for line in block if (match := packages.match(line))]
    assert written == layers
