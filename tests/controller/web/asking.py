"""Routes of the page's server, asked without a server."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.routing import BaseRoute
from starlette.types import Message


class Answer(NamedTuple):
    """What the server answers."""

    status_code: int
    text: bytes

    def json(self) -> Any:
        return json.loads(self.text)


class Client:
    """Asks some routes, as a server does."""

    def __init__(self, routes: Sequence[BaseRoute]) -> None:
        self._app = Starlette(routes=routes)

    def request(self, method: str, url: str) -> Answer:
        return asyncio.run(self._ask(method, *url.partition("?")[::2]))

    def get(self, url: str) -> Answer:
        return self.request("GET", url)

    async def _ask(self, method: str, path: str, query: str) -> Answer:
        sent: list[Message] = []
        scope: dict[str, Any] = {"type": "http", "method": method, "path": path, "headers": []}
        scope |= {"query_string": query.encode(), "root_path": ""}

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await self._app(scope, receive, send)
        return Answer(sent[0]["status"], b"".join(each.get("body", b"") for each in sent[1:]))
