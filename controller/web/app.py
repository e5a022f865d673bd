"""The page's server: static files and one socket, for browsers on this machine only."""

from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from controller.bus.redis_bus import RedisBus
from controller.engine.levels import ADAPTIVE, level_names
from controller.web.hub import Hub
from controller.web.socket import serve_socket
from controller.words.catalogue import catalogue, languages

_STATIC = Path(str(files("controller.web") / "static"))
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    # A page that was updated must not run with yesterday's modules.
    "Cache-Control": "no-cache",
}


def create_app(bus: RedisBus, hub: Hub) -> Starlette:
    """Return the application; the caller runs the hub that feeds its pages."""

    async def page(_: Request) -> FileResponse:
        return FileResponse(_STATIC / "index.html")

    async def words(request: Request) -> JSONResponse:
        language = request.path_params["language"]
        if language not in languages():
            raise HTTPException(404)
        return JSONResponse(catalogue(language).as_json())

    async def levels(_: Request) -> JSONResponse:
        return JSONResponse([*level_names(), ADAPTIVE])

    async def socket(websocket: WebSocket) -> None:
        if not _same_origin(websocket):
            await websocket.close(code=1008)
            return
        await serve_socket(websocket, hub, bus)

    return Starlette(
        routes=[
            Route("/", page),
            Route("/words/{language}.json", words),
            Route("/levels.json", levels),
            WebSocketRoute("/socket", socket),
            Mount("/static", StaticFiles(directory=_STATIC)),
        ],
        # A foreign page could rebind any other name to 127.0.0.1.
        middleware=[
            Middleware(_WithHeaders),
            Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"]),
        ],
    )


class _WithHeaders:
    """Adds the security headers to every answer over HTTP."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._app(scope, receive, send_with_headers)


def _same_origin(websocket: WebSocket) -> bool:
    """Say whether our own page opened the socket, or a program that is no page."""
    origin = websocket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == websocket.headers.get("host")
