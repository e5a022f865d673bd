"""A link in any page leads to a file of the project, and to a heading that it has."""

from pathlib import Path

import pytest

from tests.docs.markdown import ROOT, anchors_of, links_of, pages, tracked_files

PAGES = {str(page.relative_to(ROOT)): page for page in pages()}


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_every_link_leads_somewhere(page: Path) -> None:
    known = set(tracked_files())
    folders = {parent for path in known for parent in path.parents}
    links = list(links_of(page))
    assert [link for link in links if link.path not in known | folders] == []
    to_headings = [link for link in links if link.anchor]
    assert [link for link in to_headings if link.anchor not in anchors_of(link.path)] == []


def test_every_page_of_docs_can_be_reached_from_the_readme() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        reached.add(page)
        found = {link.path for link in links_of(page)} & set(PAGES.values())
        waiting += found - reached
    unreached = {name for name, page in PAGES.items() if page not in reached}
    assert {name for name in unreached if not name.startswith(".github/")} == set()
