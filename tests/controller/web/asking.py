"""Asks an application over HTTP, as a server does, without a server."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message

LOOPBACK = "127.0.0.1"


class Answer(NamedTuple):
    """What the server answers; of headers with one name the last."""

    status_code: int
    text: bytes
    headers: dict[str, str]

    def json(self) -> Any:
        return json.loads(self.text)


class Asking:
    """Asks some routes, or an application, from an address of the network."""

    def __init__(
        self, asked: Sequence[BaseRoute] | ASGIApp, client: str = LOOPBACK, server: str = LOOPBACK
    ) -> None:
        self._app = asked if callable(asked) else Starlette(routes=asked)
        self._client, self._server = client, server

    def request(
        self, method: str, url: str, headers: Mapping[str, str] | None = None, body: bytes = b""
    ) -> Answer:
        return asyncio.run(self._ask(method, url, headers or {}, body))

    def get(self, url: str, headers: Mapping[str, str] | None = None) -> Answer:
        return self.request("GET", url, headers)

    def post(self, url: str, headers: Mapping[str, str] | None = None, body: bytes = b"") -> Answer:
        return self.request("POST", url, headers, body)

    async def _ask(self, method: str, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        sent: list[Message] = []
        path, _, query = url.partition("?")
        given = {"host": f"{self._server}:8421", **headers}
        scope: dict[str, Any] = {
            "type": "http",
            "method": method,
            "path": unquote(path),
            "query_string": query.encode(),
            "root_path": "",
            "scheme": "http",
            "headers": [(name.lower().encode(), text.encode()) for name, text in given.items()],
            "client": (self._client, 50_000),
            "server": (self._server, 8421),
        }

        bodies = [body]

        async def receive() -> Message:
            if not bodies:
                await asyncio.Event().wait()  # whoever asked stays until the answer is there
            return {"type": "http.request", "body": bodies.pop(), "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await self._app(scope, receive, send)
        named = {name.decode(): text.decode() for name, text in sent[0].get("headers", [])}
        return Answer(
            sent[0]["status"], b"".join(each.get("body", b"") for each in sent[1:]), named
        )
