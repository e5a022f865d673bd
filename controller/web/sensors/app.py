"""Serves the page of the sensors to this machine: three files, and one reading at a time."""

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from controller.web.app import HEADERS

_FILES = Path(str(files("controller.web.sensors")))
_SERVED = {"": "index.html", "sensors.js": "sensors.js", "sensors.css": "sensors.css"}
# Another site's name that leads to this machine must not read the board.
_HOSTS = ["127.0.0.1", "localhost"]


def sensor_app(reading: Callable[[], dict[str, Any]]) -> Starlette:
    """Return the application; `reading` may be called from any thread."""

    def answer(_: Request) -> Response:
        return JSONResponse(reading(), headers=HEADERS)

    served = [Route(f"/{path}", _file(name)) for path, name in _SERVED.items()]
    middleware = [Middleware(TrustedHostMiddleware, allowed_hosts=_HOSTS)]
    return Starlette(routes=[Route("/reading", answer), *served], middleware=middleware)


def _file(name: str) -> Callable[[Request], Response]:
    def serve(_: Request) -> Response:
        return FileResponse(_FILES / name, headers=HEADERS)

    return serve
