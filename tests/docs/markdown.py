"""The project's pages of Markdown, and the links in them."""

import re
from collections.abc import Iterator
from pathlib import Path
from subprocess import run
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
# Code in the text of a link may have brackets.
_LINK = re.compile(r"\[(?P<text>(?:`[^`]*`|[^\]`])*)\]\((?P<target>[^)\s]+)\)")
_FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)


class Link(NamedTuple):
    """A link of a page to a file of the project; `anchor` names a heading, or is empty."""

    text: str
    path: Path
    anchor: str


def tracked_files() -> list[Path]:
    """Return all files of the project."""
    listed = run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def pages() -> list[Path]:
    """Return all pages, by their paths."""
    return [path for path in tracked_files() if path.suffix == ".md"]


def links_of(page: Path, text: str | None = None) -> Iterator[Link]:
    """Yield the links of a page, or of some text in it, that stay within the project."""
    text = page.read_text(encoding="utf-8") if text is None else text
    for match in _LINK.finditer(_FENCE.sub("", text)):
        target, _, anchor = match["target"].partition("#")
        if "://" not in target:
            path = (page.parent / target).resolve() if target else page
            yield Link(match["text"], path, anchor)


def anchors_of(page: Path) -> set[str]:
    """Return the anchors that code hosting sites give the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", _FENCE.sub("", page.read_text(encoding="utf-8")), re.M)
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings
    }
