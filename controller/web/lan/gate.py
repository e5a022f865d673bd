"""Stands before the application and lets nobody pass who may not: host, origin, pairing.

This machine comes in by 127.0.0.1, ::1 or localhost and may do everything. A device of the network
comes in by an address of this machine, or a name that was configured: any other name could be a
trick to let a browser here read what its page must not (DNS rebinding). It passes with the cookie
of a device that is on the list; else it gets the form for the code. Whatever changes something must
come from our own page.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from controller.web.lan.access import Access
from controller.web.lan.addresses import host_of, is_loopback, plain_host
from controller.web.lan.devices import PairedDevice, Role
from controller.web.lan.form import answer_form, answer_link

_LOCAL_NAMES = ("127.0.0.1", "::1", "localhost")
# What only this machine may ask: who else may come in, and how the program is.
_LOCAL_PATHS = ("/devices", "/health")
_CLIENT = "hnefi.client"


@dataclass(frozen=True, slots=True)
class Client:
    """The browser or program that asks: what it may do, and whether it runs on this machine."""

    role: Role
    is_local: bool


def client_of(scope: Scope) -> Client:
    """Return who asks; the gate has let it in."""
    found: Client = scope[_CLIENT]
    return found


class Gate:
    """The gate; without `access` the page is for this machine alone."""

    def __init__(self, app: ASGIApp, access: Access | None) -> None:
        """Guard an application."""
        self._app, self._access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        headers = Headers(scope=scope)
        is_local = is_loopback(str((scope.get("client") or ("",))[0]))
        if not self._is_own_host(scope, headers, is_local=is_local):
            await _refuse(scope, receive, send, "Invalid host header", 400)
        elif _changes(scope) and not _is_own_origin(scope, headers):
            await _refuse(scope, receive, send, "This came from another site", 403)
        elif is_local:
            scope[_CLIENT] = Client(Role.PLAY, is_local=True)
            await self._app(scope, receive, send)
        elif self._access is None:
            await _refuse(scope, receive, send, "This page is for its own machine only", 403)
        else:
            await self._from_network(self._access, scope, receive, send)

    def _is_own_host(self, scope: Scope, headers: Headers, *, is_local: bool) -> bool:
        named = host_of(headers.get("host", ""))
        if is_local:
            return named in _LOCAL_NAMES
        own = plain_host(str((scope.get("server") or ("",))[0]))
        names = self._access.options.names if self._access else ()
        return named == own or named in names

    async def _from_network(
        self, access: Access, scope: Scope, receive: Receive, send: Send
    ) -> None:
        device = access.device_of(Headers(scope=scope).get("cookie", ""))
        if scope["path"].startswith(_LOCAL_PATHS):
            await _refuse(scope, receive, send, "Only its own machine may ask this", 403)
        # Who watches may pair to play.
        elif device is not None and scope["path"] != "/pair":
            await self._paired(access, device, scope, receive, send)
        elif scope["type"] == "websocket":
            await _refuse(scope, receive, send, "", 403)
        else:
            request = Request(scope, receive)
            token = scope["path"].removeprefix("/watch/")
            if token != scope["path"]:
                answer: Response | str = answer_link(access, request, token)
            else:
                answer = await answer_form(access, request)
            if isinstance(answer, Response):
                await answer(scope, receive, send)
            else:
                await self._welcome(access, answer, scope, receive, send)

    async def _welcome(
        self, access: Access, cookie: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Serve the page at once to whoever came by a link to watch, with the cookie.

        After a redirect a browser that came from another site would not send it.
        """

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("Set-Cookie", access.cookie_header(cookie))
            await send(message)

        scope[_CLIENT] = Client(Role.WATCH, is_local=False)
        await self._app(scope, receive, send_with_cookie)

    async def _paired(
        self, access: Access, device: PairedDevice, scope: Scope, receive: Receive, send: Send
    ) -> None:
        scope[_CLIENT] = Client(device.role, is_local=False)
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        with access.staying(device.id) as leaving:
            serving = asyncio.ensure_future(self._app(scope, receive, send))
            gone = asyncio.ensure_future(leaving.wait())
            await asyncio.wait([serving, gone], return_when=asyncio.FIRST_COMPLETED)
            gone.cancel()
            if serving.done():
                serving.result()
                return
            serving.cancel()
            with suppress(asyncio.CancelledError):
                await serving
            await send({"type": "websocket.close", "code": 1008, "reason": "revoked"})


def _changes(scope: Scope) -> bool:
    return scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")


def _is_own_origin(scope: Scope, headers: Headers) -> bool:
    """Say whether our own page asks, or a program that is no page."""
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    return origin is None or origin.lower() == f"{scheme}://{headers.get('host', '')}".lower()


async def _refuse(scope: Scope, receive: Receive, send: Send, why: str, status: int) -> None:
    if scope["type"] == "websocket":
        await WebSocketClose(code=1008)(scope, receive, send)
    else:
        await PlainTextResponse(why, status)(scope, receive, send)
