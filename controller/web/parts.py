"""The page and its parts: those that every page loads are kept by browsers until they change.

A page is made of some sixty files. Each of them is asked for under a path that changes with any of
them, so a browser that has them need not ask whether they are still the same, which takes seconds
over a slow network. A page that was updated never runs with modules of yesterday.
"""

import os
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Message, Receive, Scope, Send

STATIC = Path(str(files("controller.web") / "static"))
# Only this browser may keep it, for a year, which is as long as any browser does.
_KEPT = b"private, max-age=31536000, immutable"
_LOADED_BY_PAGE = ('<link rel="stylesheet" href="', '<script type="module" src="')


def page_routes() -> list[Route | Mount]:
    """Return where the page is, and the files that it is made of."""
    return [
        Route("/", _page),
        # A device that came by it may come by it again.
        Route("/watch/{token}", _page),
        Mount("/static/as-of-{version}", _KeptFiles(directory=STATIC)),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]


def version() -> str:
    """Return what changes with any of the files; they may change while the server runs."""
    with os.scandir(STATIC) as found:
        seen = [(each.name, each.stat().st_mtime_ns, each.stat().st_size) for each in found]
    return digest(STATIC, tuple(sorted(seen)))


@lru_cache(maxsize=1)
def digest(folder: Path, seen: tuple[tuple[str, int, int], ...]) -> str:
    """Return what changes with what is in some files of a folder: names, times and sizes.

    An update may have the same times and sizes, where whoever packed it made all times equal.
    """
    found = sha256()
    for name, _, size in seen:
        found.update(f"{name} {size}\n".encode() + (folder / name).read_bytes())
    return found.hexdigest()[:16]


async def _page(_: Request) -> Response:
    text, now = (STATIC / "index.html").read_text(encoding="utf-8"), version()
    for loads in _LOADED_BY_PAGE:
        text = text.replace(f"{loads}/static/", f"{loads}/static/as-of-{now}/")
    return HTMLResponse(text)


class _KeptFiles(StaticFiles):
    """Files that a browser may keep, if they are those of the version that it asks for."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_newest = scope.get("path_params", {}).get("version") == version()

        async def send_kept(message: Message) -> None:
            if is_newest and message["type"] == "http.response.start" and message["status"] == 200:
                message["headers"] = [*message["headers"], (b"cache-control", _KEPT)]
            await send(message)

        await super().__call__(scope, receive, send_kept)
