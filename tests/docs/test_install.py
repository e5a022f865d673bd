"""hnefi is installed from its sources or its Debian package: no package registry has it."""

import re

from tests.docs.markdown import ROOT, tracked_files

_FROM_A_REGISTRY = re.compile(r"pip install (?:-\S+ )*['\"]?hnefi\b")


def test_nobody_is_sent_to_a_registry_for_hnefi() -> None:
    named = [
        str(path.relative_to(ROOT))
        for path in tracked_files()
        if path.suffix in (".md", ".py", ".po", ".toml", ".html")
        and path.is_file()
        and _FROM_A_REGISTRY.search(path.read_text(encoding="utf-8"))
    ]
    assert named == []
