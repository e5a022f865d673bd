"""The page's server: static files and one socket, for whoever the gate lets in."""

import time
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketClose

from controller.bus.bus import Bus
from controller.bus.entries import JsonObject
from controller.engine.levels import ADAPTIVE, CHANCE, level_names
from controller.lessons.library import stages
from controller.rules.compiled import Rules
from controller.supervision.budget import Budget, Budgets
from controller.supervision.tally import Tally
from controller.web.counts import count_routes
from controller.web.games import game_routes, kept_start
from controller.web.hub import Hub
from controller.web.lan.access import Access
from controller.web.lan.addresses import counted_as
from controller.web.lan.gate import Gate, client_of
from controller.web.lan.routes import access_routes
from controller.web.parts import STATIC, page_routes
from controller.web.rules import rule_routes
from controller.web.socket import serve_socket
from controller.web.words import word_routes


def _source_of_inline_script() -> str:
    """Return what names the script in index.html, and no other, to a Content-Security-Policy."""
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    script = page.partition("<script>")[2].partition("</script>")[0]
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


HEADERS = {
    "Content-Security-Policy": (
        f"default-src 'none'; script-src 'self' {_source_of_inline_script()}; style-src 'self'; "
        "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "frame-ancestors 'none'; form-action 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    # A page that was updated must not run with yesterday's modules (see `parts`).
    "Cache-Control": "no-cache",
}


# Requests a second from one address, and at once: a page that opens makes some eighty.
_REQUESTS, _REQUESTS_AT_ONCE = 60.0, 400.0


@dataclass(frozen=True, slots=True)
class HealthAnswer:
    """What is known of the process: whether all is well, and the particulars."""

    is_well: bool
    particulars: JsonObject


@dataclass(frozen=True, slots=True)
class Offer:
    """What there is beside the game on the board."""

    games: Path | None = None  # the file with the library of games, if these are kept
    rules: Callable[[], Sequence[Rules]] = tuple  # beside those that ship with hnefi
    access: Access | None = None  # lets other devices in
    visits: Path | None = None  # the file of an unattended board's visits


def create_app(
    bus: Bus,
    hub: Hub,
    tally: Tally,
    health: Callable[[], HealthAnswer],
    offer: Offer | None = None,
) -> Starlette:
    """Return the application; the hub is filled from the bus by whoever runs it."""
    offer = offer or Offer()

    async def is_healthy(_: Request) -> JSONResponse:
        found = health()
        return JSONResponse(found.particulars, status_code=200 if found.is_well else 503)

    async def socket(websocket: WebSocket) -> None:
        await serve_socket(websocket, hub, bus, tally, client_of(websocket.scope))

    return Starlette(
        routes=[
            *page_routes(),
            Route("/health", is_healthy),
            Route("/levels.json", _levels),
            Route("/lessons.json", _lessons),
            *access_routes(offer.access),
            *word_routes(),
            *game_routes(offer.games),
            *rule_routes(offer.rules, partial(kept_start, offer.games)),
            *count_routes(offer.visits),
            WebSocketRoute("/socket", socket),
        ],
        middleware=[
            Middleware(_WithHeaders),
            Middleware(_NotTooMany),
            Middleware(Gate, offer.access),
            # A third of the bytes: what phones wait for in the network of a club.
            Middleware(GZipMiddleware),
        ],
    )


async def _levels(_: Request) -> JSONResponse:
    return JSONResponse([CHANCE, *level_names(), ADAPTIVE])


async def _lessons(_: Request) -> JSONResponse:
    return JSONResponse([{"stage": each, "lessons": names} for each, names in stages().items()])


class _WithHeaders:
    """Adds the security headers to every answer over HTTP that has none of the name."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, text in HEADERS.items():
                    headers.setdefault(name, text)
            await send(message)

        await self._app(scope, receive, send_with_headers)


class _NotTooMany:
    """Refuses requests and sockets of an address that asks for too many."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._budgets = Budgets(partial(Budget, _REQUESTS, _REQUESTS_AT_ONCE))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        now = time.monotonic()
        host = counted_as(str((scope.get("client") or ("",))[0]))
        if self._budgets.of(host, now).allows(1, now):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose(code=1013)(scope, receive, send)
        else:
            await PlainTextResponse("Too many requests", 429)(scope, receive, send)
